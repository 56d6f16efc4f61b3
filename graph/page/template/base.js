/* The page of a citegraph: plain JavaScript on top of the vis-network that pyvis bundles.
   Every text of the data goes through textContent or the canvas, never through innerHTML. */
"use strict";
var network, nodes, edges; // the names that every page of pyvis has
var KG = {};

(function () {
  KG.get = (id) => document.getElementById(id);

  KG.read = (id) => JSON.parse(KG.get(id).textContent);

  /* make("a", {href: …, text: …, onclick: …}, child, …): attributes, but for `text` and listeners. */
  KG.make = function (tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (name === "text") element.textContent = value;
      else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else element.setAttribute(name, value);
    }
    element.append(...children.filter(Boolean));
    return element;
  };

  const SVG = "http://www.w3.org/2000/svg";
  const OUTLINES = {
    dot: "M7 1a6 6 0 1 0 .01 0z",
    square: "M2 2h10v10H2z",
    diamond: "M7 0l7 7-7 7-7-7z",
    triangle: "M7 1l6.5 12H.5z",
  };

  function drawing(className, width, shape, attributes) {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", `0 0 ${width} 14`);
    svg.setAttribute("class", className);
    svg.setAttribute("aria-hidden", "true");
    const part = document.createElementNS(SVG, shape);
    for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value);
    svg.append(part);
    return svg;
  }

  /* The mark of a kind: its shape says as much as its colour. */
  KG.mark = (kind, hollow) =>
    drawing(`mark ${kind}${hollow ? " hollow" : ""}`, 14, "path", { d: OUTLINES[KG.shape(kind)] });

  KG.stroke = (role) => drawing(`stroke ${role}`, 22, "path", { d: "M0 7h22" });

  KG.say = (text) => {
    KG.get("live").textContent = text;
  };

  KG.plural = (count, one, many) => `${count} ${count === 1 ? one : many || one + "s"}`;

  KG.shorten = (text, most) => {
    const letters = Array.from(text); // never half a character
    if (letters.length <= most) return text;
    const cut = letters.slice(0, most - 1).join("");
    const blank = cut.lastIndexOf(" ");
    return (blank > most * 0.6 ? cut.slice(0, blank) : cut).replace(/[\s,;:.–—-]+$/u, "") + "…";
  };
})();
