/* The canvas: vis-network holds the nodes, moves them and tells what is clicked; lines and what stands out are
   painted here, many lines in one stroke. */
"use strict";
(function () {
  const STYLES = {
    PROPOSES: { width: 2, colour: "strong", alpha: 0.85 },
    MENTIONS: { width: 1, colour: "line", alpha: 0.8 },
    CITES: { width: 1.2, colour: "strong", alpha: 0.7, dash: [6, 4] },
    RELATED_TO: { width: 1.2, colour: "strong", alpha: 0.6, dash: [1.5, 4] },
  };
  const ROLE = { width: 1.3, colour: "strong", alpha: 0.55 };
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const styleOf = (role) => STYLES[role] || ROLE;

  function tooltip(line) {
    return `${KG.node(line.from).label}\n${KG.ROLES[line.role].out.toLowerCase()}\n${KG.node(line.to).label}`;
  }

  nodes = new vis.DataSet(
    KG.nodes.map((node) => ({ ...node, title: `${node.label}\n${KG.describe(node)}`, color: KG.colourOf(node) })),
  );
  edges = new vis.DataSet(KG.lines.map((line) => ({ ...line, title: tooltip(line) })));
  KG.filter();
  const nodeView = new vis.DataView(nodes, { filter: (node) => !KG.node(node.id) || KG.shownNodes.has(node.id) });
  const edgeView = new vis.DataView(edges, { filter: (edge) => !KG.line(edge.id) || KG.shownLines.has(edge.id) });
  network = new vis.Network(KG.get("mynetwork"), { nodes: nodeView, edges: edgeView }, KG.options);

  const frame = KG.get("mynetwork").querySelector(".vis-network");
  frame.setAttribute("role", "application");
  frame.setAttribute(
    "aria-label",
    "Graph. Search and the list reach every node; arrow keys move the view, plus and minus zoom, n and p walk.",
  );
  frame.tabIndex = 0;
  KG.frame = frame;

  /* Where a node stands now; undefined while it is not shown. */
  KG.spot = (id) => network.body.nodes[id];

  /* Bring the picture up to the state. */
  KG.refresh = function () {
    KG.filter();
    nodeView.refresh();
    edgeView.refresh();
    network.redraw();
  };

  // ---- painting ----

  /* What the stage shows of the plane. */
  function viewBox() {
    const scale = network.getScale();
    const middle = network.getViewPosition();
    const wide = frame.clientWidth / 2 / scale;
    const high = frame.clientHeight / 2 / scale;
    return { left: middle.x - wide, right: middle.x + wide, top: middle.y - high, bottom: middle.y + high };
  }

  const crosses = (p, q, low, high) => Math.max(p, q) >= low && Math.min(p, q) <= high;

  function trace(context, line, view) {
    const a = KG.spot(line.from);
    const b = KG.spot(line.to);
    if (!a || !b) return;
    if (!crosses(a.x, b.x, view.left, view.right) || !crosses(a.y, b.y, view.top, view.bottom)) return;
    context.moveTo(a.x, a.y);
    context.lineTo(b.x, b.y);
  }

  /* One stroke for all lines of a role. */
  function strokeRole(context, role, lines, colour, extra) {
    const pixel = Math.max(1 / network.getScale(), 0.6);
    const view = viewBox();
    const style = styleOf(role);
    context.save();
    context.strokeStyle = KG.colours[colour || style.colour];
    context.globalAlpha = style.alpha + (extra || 0);
    context.lineWidth = (style.width + (extra || 0)) * pixel;
    context.setLineDash((style.dash || []).map((length) => length * pixel));
    context.beginPath();
    for (const line of lines) trace(context, line, view);
    context.stroke();
    context.restore();
  }

  function paintLines(context, lines, colour, extra) {
    const byRole = new Map();
    for (const line of lines) {
      if (!byRole.has(line.role)) byRole.set(line.role, []);
      byRole.get(line.role).push(line);
    }
    for (const [role, own] of byRole) strokeRole(context, role, own, colour, extra);
  }

  const shownLines = () => KG.lines.filter((line) => KG.shownLines.has(line.id));

  function veil(context) {
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = 0.86;
    context.fillStyle = KG.colours.ground;
    context.fillRect(0, 0, context.canvas.width, context.canvas.height);
    context.restore();
  }

  function ring(context, id) {
    const spot = KG.spot(id);
    if (!spot) return;
    const scale = network.getScale();
    context.save();
    context.lineWidth = 2 / scale;
    context.strokeStyle = KG.colours.ink;
    context.beginPath();
    context.arc(spot.x, spot.y, spot.options.size + 6 / scale, 0, 2 * Math.PI);
    context.stroke();
    context.restore();
  }

  function linesAmong(group) {
    if (KG.state.line !== null) return [KG.state.line];
    const lines = new Set();
    for (const id of group.keys()) {
      for (const line of KG.linesOf(id)) {
        if (KG.shownLines.has(line.id) && group.has(KG.other(line, id))) lines.add(line);
      }
    }
    return [...lines];
  }

  function paintGroup(context, group, centre) {
    const lines = linesAmong(group);
    const touching = lines.filter((line) => centre === null || line.from === centre || line.to === centre);
    paintLines(context, lines);
    paintLines(context, touching, "ink", 0.15);
    for (const id of group.keys()) if (KG.spot(id)) network.body.nodes[id].draw(context);
    if (centre !== null) ring(context, centre);
  }

  network.on("beforeDrawing", (context) => paintLines(context, shownLines()));

  network.on("afterDrawing", (context) => {
    const group = KG.around();
    if (group !== null) {
      veil(context);
      paintGroup(context, group, KG.state.focus);
    } else if (KG.hovered !== null && KG.shownNodes.has(KG.hovered)) {
      paintGroup(context, KG.near(KG.hovered, 1), KG.hovered);
    }
    KG.paintLabels(context);
  });

  KG.hovered = null;
  network.on("hoverNode", (event) => {
    KG.hovered = event.node;
    network.redraw();
  });
  network.on("blurNode", () => {
    KG.hovered = null;
    network.redraw();
  });
  network.on("dragEnd", (event) => {
    // a node that is hidden and shown again comes back to where it was put
    const moved = event.nodes.filter((id) => KG.spot(id) && KG.node(id));
    nodes.update(moved.map((id) => ({ id, x: KG.spot(id).x, y: KG.spot(id).y })));
  });

  // ---- camera ----

  /* The part of the stage that the panel leaves free, in pixels. */
  function freeRoom() {
    const panel = KG.get("panel");
    const room = { width: frame.clientWidth, height: frame.clientHeight };
    if (panel.hidden) return room;
    if (panel.offsetWidth < room.width) return { ...room, width: room.width - panel.offsetWidth };
    return { ...room, height: room.height - panel.offsetHeight };
  }

  function frameOf(ids) {
    const spots = ids.map(KG.spot).filter(Boolean);
    if (!spots.length) return null;
    const xs = spots.map((spot) => spot.x);
    const ys = spots.map((spot) => spot.y);
    const low = (values) => values.reduce((a, b) => Math.min(a, b));
    const high = (values) => values.reduce((a, b) => Math.max(a, b));
    return { left: low(xs), right: high(xs), top: low(ys), bottom: high(ys) };
  }

  /* Show these nodes (all that are shown, if none are given) in the free part of the stage. */
  KG.fit = function (ids, { closest = 1, animate = true } = {}) {
    const box = frameOf(ids || [...KG.shownNodes]);
    if (box === null) return;
    const room = freeRoom();
    const margin = Math.min(150, room.width * 0.25);
    const wide = (room.width - margin) / (box.right - box.left + 40);
    const high = (room.height - 80) / (box.bottom - box.top + 40);
    const scale = Math.max(0.005, Math.min(wide, high, closest));
    const position = {
      x: (box.left + box.right) / 2 + (frame.clientWidth - room.width) / 2 / scale,
      y: (box.top + box.bottom) / 2 + (frame.clientHeight - room.height) / 2 / scale,
    };
    const moving = animate && !calm.matches ? { duration: 350, easingFunction: "easeInOutCubic" } : false;
    network.moveTo({ position, scale, animation: moving });
  };

  function isFree(spot, room) {
    const at = network.canvasToDOM(spot);
    const edge = 30;
    return at.x > edge && at.y > edge && at.x < room.width - edge && at.y < room.height - edge;
  }

  /* Move the view, unless these nodes stand free of its rim and of the panel already. */
  KG.reveal = function (ids) {
    const room = freeRoom();
    const spots = ids.map(KG.spot).filter(Boolean);
    if (!spots.every((spot) => isFree(spot, room))) KG.fit(ids, { closest: network.getScale() });
  };

  KG.get("b-fit").addEventListener("click", () => KG.fit());

  KG.get("b-image").addEventListener("click", () => {
    const seen = frame.querySelector("canvas");
    const copy = KG.make("canvas");
    copy.width = seen.width;
    copy.height = seen.height;
    const context = copy.getContext("2d");
    context.fillStyle = KG.colours.ground;
    context.fillRect(0, 0, copy.width, copy.height);
    context.drawImage(seen, 0, 0);
    copy.toBlob((blob) => {
      const address = URL.createObjectURL(blob);
      KG.make("a", { href: address, download: "citegraph.png" }).click();
      setTimeout(() => URL.revokeObjectURL(address), 5000);
      KG.say("Image saved");
    }, "image/png");
  });
})();
