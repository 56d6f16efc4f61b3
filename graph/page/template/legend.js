/* The legend: what each mark and line means, how many there are, and a switch for each; filters and the list. */
"use strict";
(function () {
  const state = KG.state;
  const MOST = 300; // nodes of a kind in the list

  function toggle(mark, name, count, on, change) {
    const input = KG.make("input", { type: "checkbox", onchange: () => change(input.checked) });
    input.checked = on;
    const label = KG.make("label", { class: "tick" }, input, mark, KG.make("span", { text: name }));
    label.append(KG.make("span", { class: "count", text: count }));
    return label;
  }

  function set(off, name, on) {
    if (on) off.delete(name);
    else off.add(name);
    KG.update();
  }

  function kindToggles() {
    const plain = KG.nodes.filter((node) => !node.generic && !node.stub);
    return Object.entries(KG.KINDS).map(([kind, words]) => {
      const count = plain.filter((node) => node.group === kind).length;
      const label = toggle(KG.mark(kind), words.many, count, true, (on) => set(state.offKinds, kind, on));
      label.dataset.kind = kind;
      return label;
    });
  }

  function genericToggle() {
    const count = KG.nodes.filter((node) => node.generic).length;
    if (!count) return null;
    const label = toggle(KG.make("span", { class: "mark" }), "General entities", count, state.generic, (on) => {
      state.generic = on;
      KG.update();
    });
    label.title = "Entities that link nearly everything";
    label.dataset.kind = "generic";
    return label;
  }

  function roleToggles() {
    const counts = new Map();
    for (const line of KG.lines) counts.set(line.role, (counts.get(line.role) || 0) + 1);
    const present = Object.keys(KG.ROLES).filter((role) => counts.has(role));
    return present.map((role) => {
      const on = !state.offRoles.has(role);
      const change = (now) => set(state.offRoles, role, now);
      const label = toggle(KG.stroke(role), KG.ROLES[role].out, counts.get(role), on, change);
      label.dataset.role = role;
      return label;
    });
  }

  KG.get("kinds").append(...kindToggles(), ...[genericToggle()].filter(Boolean));
  KG.get("roles").append(...roleToggles());
  for (const part of document.querySelectorAll("[data-for=lines]")) part.hidden = KG.lines.length === 0;

  const least = KG.get("least");
  const best = KG.nodes.reduce((most, node) => Math.max(most, KG.degree(node.id)), 0);
  least.max = Math.min(30, best);
  least.value = 0;
  least.addEventListener("input", () => {
    state.least = Number(least.value);
    KG.get("least-now").textContent = least.value;
    KG.update();
  });
  KG.get("hops").addEventListener("change", (event) => {
    state.hops = Number(event.target.value);
    KG.update();
  });
  KG.get("only").addEventListener("change", (event) => {
    state.only = event.target.checked;
    KG.update();
    if (KG.around() !== null) KG.fit();
  });

  const side = KG.get("side");
  function showSide(on) {
    side.hidden = !on;
    KG.get("b-side").setAttribute("aria-expanded", String(on));
  }
  KG.get("b-side").addEventListener("click", () => showSide(side.hidden));
  if (matchMedia("(max-width: 760px)").matches) showSide(false);

  // ---- the list of all nodes ----

  function listItem(node) {
    const open = () => KG.focusNode(node.id, { toPanel: true });
    return KG.make(
      "li",
      {},
      KG.make(
        "button",
        { type: "button", class: "to", title: node.label, onclick: open },
        KG.mark(node.group, node.stub),
        KG.make("span", { text: node.label }),
      ),
    );
  }

  function listOf(kind) {
    const own = KG.nodes.filter((node) => node.group === kind).sort((a, b) => KG.degree(b.id) - KG.degree(a.id));
    if (!own.length) return [];
    const rest = own.length - MOST;
    return [
      KG.make("h2", { text: KG.KINDS[kind].many }),
      KG.make("ul", {}, ...own.slice(0, MOST).map(listItem)),
      rest > 0 ? KG.make("p", { class: "quiet", text: `${rest} more: search finds them` }) : "",
    ];
  }

  KG.get("browse").addEventListener("toggle", (event) => {
    const list = KG.get("list");
    if (event.target.open && !list.firstChild) list.append(...Object.keys(KG.KINDS).flatMap(listOf));
  });

  // ---- what is shown, in words ----

  const part = (shown, all) => (shown === all ? `${all}` : `${shown} of ${all}`);

  function note() {
    if (!KG.nodes.length) return "This graph is empty: it holds no papers and no entities yet.";
    if (!KG.shownNodes.size) return "Nothing is left by the filters.";
    if (!KG.lines.length) return KG.nodes.length === 1 ? "One node, no links." : "No links between these nodes.";
    return "";
  }

  KG.showCounts = function () {
    const shown = part(KG.shownNodes.size, KG.nodes.length);
    const lines = part(KG.shownLines.size, KG.lines.length);
    KG.get("counts").textContent = `${shown} nodes · ${lines} links`;
    KG.get("note").textContent = note();
    KG.get("note").hidden = !note();
    KG.get("note").classList.toggle("alone", KG.shownNodes.size === 0);
  };
})();
