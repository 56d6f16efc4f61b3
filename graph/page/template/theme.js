/* Dark and light; the colours are those of the style sheet. */
"use strict";
(function () {
  const root = document.documentElement;
  const wish = matchMedia("(prefers-color-scheme: dark)");

  KG.isDark = () => root.dataset.theme === "dark" || (root.dataset.theme === "auto" && wish.matches);

  KG.colours = {};

  function read() {
    const style = getComputedStyle(root);
    for (const name of ["ground", "ink", "soft", "line", "strong", ...Object.keys(KG.KINDS)]) {
      KG.colours[name] = style.getPropertyValue(`--${name}`).trim();
    }
    KG.get("b-theme").setAttribute("aria-pressed", String(KG.isDark()));
  }

  /* Colours of a node in vis-network's terms; a cited work that was not loaded is hollow. */
  KG.colourOf = function (node) {
    const { ground, ink } = KG.colours;
    const own = KG.colours[node.group];
    const inner = node.stub ? ground : own;
    const rim = node.stub ? own : ground;
    const lit = { background: inner, border: node.stub ? own : ink };
    return { background: inner, border: rim, highlight: lit, hover: lit };
  };

  function changed() {
    read();
    nodes.update(KG.nodes.map((node) => ({ id: node.id, color: KG.colourOf(node) })));
    network.redraw();
  }

  KG.get("b-theme").addEventListener("click", () => {
    root.dataset.theme = KG.isDark() ? "light" : "dark";
    changed();
  });
  wish.addEventListener("change", changed);
  read();
})();
