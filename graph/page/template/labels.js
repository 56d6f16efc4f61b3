/* Labels: the most linked nodes first, never one over another; placed anew for each picture. */
"use strict";
(function () {
  const CELL = 48; // pixels of the grid in which neighbours are looked up
  const MOST = 180; // labels in one picture
  const LOOKED_AT = 4000; // nodes tried for one picture
  const FIRST = 8; // labels of the best linked nodes may cover a node, but no other label
  const SHORT = 30; // characters of a label that is one among many

  const weight = (node) => KG.degree(node.id) * (KG.isEntity(node) ? 1 : 0.4);
  const ranked = KG.nodes
    .slice()
    .sort((a, b) => weight(b) - weight(a) || (a.id < b.id ? -1 : 1))
    .map((node) => node.id);
  const widths = new Map();

  /* Of "CRANE: Reasoning with …" the name before the colon; else the start. */
  function shortLabel(node) {
    const colon = node.label.indexOf(": ");
    const name = !KG.isEntity(node) && colon > 1 ? node.label.slice(0, colon) : node.label;
    return KG.shorten(name, SHORT);
  }

  function newGrid() {
    const cells = new Map();
    const visit = function (box, act) {
      for (let i = Math.floor(box.x / CELL); i <= (box.x + box.w) / CELL; i += 1) {
        for (let j = Math.floor(box.y / CELL); j <= (box.y + box.h) / CELL; j += 1) {
          if (act(i * 8192 + j)) return true;
        }
      }
      return false;
    };
    const meet = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
    return {
      add(box) {
        visit(box, (cell) => {
          if (cells.has(cell)) cells.get(cell).push(box);
          else cells.set(cell, [box]);
        });
      },
      taken(box, overNodes) {
        return visit(box, (cell) => (cells.get(cell) || []).some((other) => !(overNodes && other.node) && meet(box, other)));
      },
    };
  }

  function newPicture(context) {
    const origin = network.canvasToDOM({ x: 0, y: 0 });
    return {
      context,
      origin,
      scale: network.getScale(),
      width: KG.frame.clientWidth,
      height: KG.frame.clientHeight,
      grid: newGrid(),
      placed: [],
    };
  }

  function onScreen(picture, id) {
    const spot = KG.spot(id);
    if (!spot || !KG.shownNodes.has(id)) return null;
    const x = picture.origin.x + spot.x * picture.scale;
    const y = picture.origin.y + spot.y * picture.scale;
    if (x < -40 || y < -20 || x > picture.width + 40 || y > picture.height + 20) return null;
    return { x, y, radius: spot.options.size * picture.scale };
  }

  function fontOf(node, chosen) {
    if (chosen) return "600 15px system-ui, sans-serif";
    if (!KG.isEntity(node)) return "12px system-ui, sans-serif";
    return `${KG.degree(node.id) > 2 ? "500 13.5px" : "12.5px"} system-ui, sans-serif`;
  }

  function widthOf(context, text) {
    const key = `${context.font}|${text}`;
    if (!widths.has(key)) widths.set(key, context.measureText(text).width);
    return widths.get(key);
  }

  /* Below, above, right and left of the node; below and above are moved into the picture. */
  function places(picture, point, w, h, gap) {
    const inside = Math.max(4, Math.min(picture.width - w - 4, point.x - w / 2));
    const middle = point.x > 0 && point.x < picture.width ? inside : point.x - w / 2;
    return [
      { x: middle, y: point.y + gap, w, h },
      { x: middle, y: point.y - gap - h, w, h },
      { x: point.x + gap + 2, y: point.y - h / 2, w, h },
      { x: point.x - gap - 2 - w, y: point.y - h / 2, w, h },
    ];
  }

  const padded = (box) => ({ x: box.x - 3, y: box.y, w: box.w + 6, h: box.h });

  function choose(picture, boxes, { overNodes, always }) {
    const fits = (box) => box.x > 0 && box.x + box.w < picture.width;
    const free = boxes.find((box) => fits(box) && !picture.grid.taken(padded(box), false));
    if (free) return free;
    const over = overNodes && boxes.find((box) => fits(box) && !picture.grid.taken(padded(box), true));
    return over || (always ? boxes[0] : null);
  }

  function put(picture, id, { overNodes = false, always = false } = {}) {
    const point = onScreen(picture, id);
    if (point === null) return;
    const node = KG.node(id);
    const { context } = picture;
    context.font = fontOf(node, always);
    const text = shortLabel(node);
    const height = always ? 18 : 15.5;
    const box = choose(picture, places(picture, point, widthOf(context, text), height, point.radius + (always ? 9 : 3)), { overNodes, always });
    if (!box) return;
    picture.grid.add(padded(box));
    picture.placed.push({ id, ...box });
    context.fillStyle = KG.isEntity(node) || always ? KG.colours.ink : KG.colours.soft;
    context.strokeText(text, box.x, box.y + 1);
    context.fillText(text, box.x, box.y + 1);
  }

  /* No label lies on a node that can be seen. */
  function keepNodesFree(picture, ids) {
    for (const id of ids) {
      const point = onScreen(picture, id);
      if (point === null || point.radius < 2) continue;
      const side = 2 * point.radius;
      picture.grid.add({ x: point.x - point.radius, y: point.y - point.radius, w: side, h: side, node: true });
    }
  }

  function putGroup(picture, group, chosen) {
    keepNodesFree(picture, group.keys());
    for (const id of chosen) put(picture, id, { overNodes: true, always: true });
    for (const id of group.keys()) if (!chosen.includes(id)) put(picture, id, { overNodes: true });
  }

  function putAll(picture, chosen) {
    if (KG.shownNodes.size < LOOKED_AT) keepNodesFree(picture, KG.shownNodes);
    for (const id of chosen) {
      put(picture, id, { overNodes: true, always: true });
      for (const near of KG.near(id, 1).keys()) if (near !== id) put(picture, near, { overNodes: true });
    }
    const done = new Set(picture.placed.map((label) => label.id));
    ranked.slice(0, LOOKED_AT).forEach((id, rank) => {
      if (picture.placed.length < MOST && !done.has(id)) put(picture, id, { overNodes: rank < FIRST || !KG.isEntity(KG.node(id)) });
    });
  }

  KG.labels = []; // the boxes of the picture that is seen

  KG.paintLabels = function (context) {
    const picture = newPicture(context);
    const ratio = context.canvas.width / picture.width;
    context.save();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.textAlign = "left";
    context.textBaseline = "top";
    context.lineJoin = "round";
    context.lineWidth = 3.5;
    context.strokeStyle = KG.colours.ground;
    const { focus } = KG.state;
    const group = KG.around();
    const hovered = KG.hovered !== null && KG.shownNodes.has(KG.hovered) ? [KG.hovered] : [];
    if (group !== null) putGroup(picture, group, [...new Set([...hovered, ...(focus === null ? [] : [focus])])]);
    else putAll(picture, hovered);
    context.restore();
    KG.labels = picture.placed;
  };
})();
