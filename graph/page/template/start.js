/* What a person looks at: focus, address, keys; and the start of the page. */
"use strict";
(function () {
  const state = KG.state;

  /* The address of the page tells what is looked at: #node=GSM8K, #edge=… */
  function setAddress(kind, name) {
    const plain = encodeURIComponent(name).replace(/%3A/g, ":").replace(/%2F/g, "/");
    const hash = kind ? `#${kind}=${plain}` : "";
    if (hash !== location.hash) location.hash = hash;
  }

  /* A name says more than an id; a paper's id is shorter than its title. */
  function nameInAddress(node) {
    const found = KG.isEntity(node) && KG.resolve(node.label);
    return found && found.id === node.id ? node.label : node.id;
  }

  KG.update = function () {
    KG.refresh();
    KG.showCounts();
  };

  function moveTo(id) {
    const near = [...KG.near(id, state.only ? state.hops : 1).keys()];
    KG.fit(near.length < 80 ? near : [id], { closest: 0.9 });
  }

  KG.focusNode = function (id, { move = true, toPanel = false } = {}) {
    const node = KG.node(id);
    if (!node) return;
    state.focus = id;
    state.line = null;
    network.unselectAll();
    KG.update();
    KG.openNode(id);
    setAddress("node", nameInAddress(node));
    if (move) moveTo(id);
    else KG.reveal([id]);
    if (toPanel) KG.get("panel").focus();
    KG.say(`${node.label}, ${KG.describe(node)}`);
  };

  KG.focusLine = function (id, { move = true, toPanel = false } = {}) {
    const line = KG.line(id);
    if (!line) return;
    state.focus = null;
    state.line = line;
    network.unselectAll();
    KG.update();
    KG.openLine(line);
    setAddress("edge", id);
    if (move) KG.fit([line.from, line.to], { closest: 0.9 });
    else KG.reveal([line.from, line.to]);
    if (toPanel) KG.get("panel").focus();
    KG.say(`Link: ${KG.node(line.from).label} ${KG.ROLES[line.role].out} ${KG.node(line.to).label}`);
  };

  KG.clear = function () {
    if (state.focus === null && state.line === null) return;
    state.focus = null;
    state.line = null;
    network.unselectAll();
    KG.closePanel();
    setAddress("", "");
    KG.update();
    KG.say("All nodes");
  };

  function decoded(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return null; // half an escape, as in %E0%A4%A
    }
  }

  function follow() {
    const [, kind, text] = /^#(node|edge)=(.+)$/s.exec(location.hash) || [];
    const name = kind ? decoded(text) : null;
    if (name === null) {
      if (!kind) KG.clear();
      return;
    }
    if (kind === "edge") {
      if (state.line === null || state.line.id !== name) KG.focusLine(name);
      return;
    }
    const node = KG.resolve(name);
    if (!node) KG.say(`There is no ${name} here`);
    else if (node.id !== state.focus) KG.focusNode(node.id);
  }

  network.on("click", (event) => {
    if (event.nodes.length) KG.focusNode(event.nodes[0], { move: false });
    else if (event.edges.length) KG.focusLine(event.edges[0], { move: false });
    else KG.clear();
  });
  network.on("doubleClick", (event) => {
    if (event.nodes.length) KG.focusNode(event.nodes[0]);
  });
  addEventListener("hashchange", follow);

  // ---- keys ----

  const typing = () => /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/" && !typing()) {
      event.preventDefault();
      KG.toSearch();
    } else if (event.key === "Escape") {
      KG.clear();
    }
  });

  function pan(x, y) {
    const scale = network.getScale();
    const at = network.getViewPosition();
    network.moveTo({ position: { x: at.x + (x * 60) / scale, y: at.y + (y * 60) / scale } });
  }

  const zoom = (factor) => network.moveTo({ scale: network.getScale() * factor });

  let walk = { ids: [], place: -1 };

  /* Go round the neighbours of the node that had the focus, or round all nodes. */
  function step(by) {
    if (!walk.ids.includes(state.focus)) {
      const near = state.focus === null ? [...KG.shownNodes] : [...KG.near(state.focus, 1).keys()].slice(1);
      walk = { ids: near, place: by > 0 ? -1 : 0 };
    }
    if (!walk.ids.length) return;
    walk.place = (walk.place + by + walk.ids.length) % walk.ids.length;
    KG.focusNode(walk.ids[walk.place]);
  }

  const KEYS = {
    ArrowLeft: () => pan(-1, 0),
    ArrowRight: () => pan(1, 0),
    ArrowUp: () => pan(0, -1),
    ArrowDown: () => pan(0, 1),
    "+": () => zoom(1.25),
    "=": () => zoom(1.25),
    "-": () => zoom(0.8),
    0: () => KG.fit(),
    n: () => step(1),
    p: () => step(-1),
  };
  KG.frame.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(KEYS, event.key)) return;
    event.preventDefault();
    KEYS[event.key]();
  });

  KG.update();
  KG.fit(null, { animate: false });
  KG.say(`${document.title}: ${KG.get("counts").textContent}`);
  follow();
  KG.ready = performance.now();
})();
