/* The panel beside the graph: what a node is and which sentences tie it to others; what a line stands on. */
"use strict";
(function () {
  const panel = KG.get("panel");
  const SOME = 60; // links of one role that are listed at once

  /* Only http and https become links; anything else stays text. */
  function safeAddress(text) {
    try {
      const address = new URL(text);
      return ["http:", "https:"].includes(address.protocol) ? address.href : null;
    } catch {
      return null;
    }
  }

  function outside([text, target]) {
    const href = safeAddress(target);
    if (href === null) return KG.make("li", { text: target });
    return KG.make("li", {}, KG.make("a", { href, rel: "noopener noreferrer", target: "_blank", text }));
  }

  /* Every second segment is what the sentence was found by. */
  function sentence(segments) {
    const quote = KG.make("blockquote");
    segments.forEach((segment, place) => quote.append(place % 2 ? KG.make("mark", { text: segment }) : segment));
    return quote;
  }

  function nodeButton(id) {
    const node = KG.node(id);
    return KG.make(
      "button",
      { type: "button", class: "to", onclick: () => KG.focusNode(id, { toPanel: true }) },
      KG.mark(node.group, node.stub),
      KG.make("span", { text: node.label }),
    );
  }

  function open(...parts) {
    const close = KG.make("button", {
      type: "button",
      class: "close",
      "aria-label": "Close details",
      text: "✕",
      onclick: () => {
        KG.clear();
        KG.frame.focus();
      },
    });
    panel.replaceChildren(close, ...parts.filter(Boolean));
    panel.hidden = false;
    panel.scrollTop = 0;
  }

  KG.closePanel = () => {
    panel.hidden = true;
  };

  // ---- a node ----

  function list(className, items) {
    return items.length ? KG.make("ul", { class: className }, ...items) : null;
  }

  function fact(name, text) {
    return text ? KG.make("p", { class: "fact" }, KG.make("b", { text: name }), ` ${text}`) : null;
  }

  const placeOf = (detail) => [detail.venue, detail.year].filter(Boolean).join(" ");

  function paperHead(node, detail) {
    const source = detail.source && `${detail.source}, no. ${detail.position}`;
    return [
      KG.make("p", { class: "fact", text: (detail.authors || []).join(", ") }),
      KG.make("p", { class: "fact quiet", text: [placeOf(detail), source].filter(Boolean).join(" · ") }),
      detail.derived ? KG.make("p", { class: "fact quiet", text: "The title is derived from the text." }) : null,
      node.stub ? KG.make("p", { class: "fact quiet", text: "Cited here, not among the papers that were read." }) : null,
    ];
  }

  /* "Variant of CIFAR-10": the other entity opens on a click where it is drawn. */
  function relation([name, others]) {
    const parts = others.map(([id, label]) => (KG.node(id) ? nodeButton(id) : KG.make("span", { class: "to", text: label })));
    return KG.make("div", { class: "relation" }, KG.make("b", { text: name }), ...parts);
  }

  function entityHead(node, detail) {
    return [
      fact("Also", (detail.aliases || []).join(", ")),
      detail.status === "discovered" ? KG.make("p", { class: "fact quiet", text: "A new name, found in the text." }) : null,
      node.generic ? KG.make("p", { class: "fact quiet", text: "General: it links nearly everything." }) : null,
      ...(detail.relations || []).map(relation),
    ];
  }

  function linkItem(line, id) {
    const detail = KG.lineDetail(line.id);
    const sentences = (detail.evidence || []).flatMap((part) => part.sentences);
    const more = sentences.length > 1 || (detail.evidence || []).length > 1;
    const label = sentences.length > 1 ? `${sentences.length} sentences` : "more";
    return KG.make(
      "li",
      {},
      nodeButton(KG.other(line, id)),
      detail.shared ? KG.make("p", { class: "fact quiet", text: `Both: ${detail.shared.join(", ")}` }) : null,
      sentences.length ? sentence(sentences[0]) : null,
      more ? KG.make("button", { type: "button", class: "more", text: label, onclick: () => KG.focusLine(line.id, { toPanel: true }) }) : null,
    );
  }

  /* The lines of a node under the heading of their role, as read from this end. */
  function linksByRole(id) {
    const groups = new Map();
    for (const role of Object.keys(KG.ROLES)) {
      for (const line of KG.linesOf(id)) {
        if (line.role !== role) continue;
        const heading = KG.ROLES[role][line.from === id ? "out" : "back"];
        if (!groups.has(heading)) groups.set(heading, []);
        groups.get(heading).push(line);
      }
    }
    return groups;
  }

  function section(heading, lines, id) {
    const items = lines.slice(0, SOME).map((line) => linkItem(line, id));
    const rest = lines.slice(SOME);
    const all = KG.make("ul", { class: "links" }, ...items);
    const show = () => {
      button.remove();
      all.append(...rest.map((line) => linkItem(line, id)));
    };
    const button = KG.make("button", { type: "button", class: "more", text: `${rest.length} more`, onclick: show });
    return KG.make(
      "section",
      {},
      KG.make("h3", {}, `${heading} `, KG.make("span", { class: "count", text: lines.length })),
      all,
      rest.length ? button : null,
    );
  }

  KG.openNode = function (id) {
    const node = KG.node(id);
    const detail = KG.detail(id);
    const head = KG.isEntity(node) ? entityHead(node, detail) : paperHead(node, detail);
    const kind = KG.make("p", { class: "kind" }, KG.mark(node.group, node.stub), KG.describe(node));
    const subkind = detail.subkind ? KG.make("span", { class: "quiet", text: ` · ${detail.subkind}` }) : null;
    if (subkind) kind.append(subkind);
    open(
      kind,
      KG.make("h2", { text: node.label }),
      ...head,
      list("outside", (detail.links || []).map(outside)),
      detail.abstract ? KG.make("h3", { text: "Abstract" }) : null,
      detail.abstract ? KG.make("p", { class: "abstract", text: detail.abstract }) : null,
      ...[...linksByRole(id)].map(([heading, lines]) => section(heading, lines, id)),
    );
  };

  // ---- a line ----

  function evidence(part) {
    const heading = KG.make("h3", { text: KG.ROLES[part.role].out });
    return KG.make("section", {}, heading, ...part.sentences.map(sentence));
  }

  KG.openLine = function (line) {
    const detail = KG.lineDetail(line.id);
    const facts = [
      detail.count ? KG.plural(detail.count, "mention") : "",
      detail.method ? `found by ${detail.method} match` : "",
    ].filter(Boolean);
    open(
      KG.make("p", { class: "kind", text: "link" }),
      KG.make("h2", { class: "ends" }, nodeButton(line.from), KG.make("span", { class: "verb", text: KG.ROLES[line.role].out }), nodeButton(line.to)),
      facts.length ? KG.make("p", { class: "fact quiet", text: facts.join(" · ") }) : null,
      detail.shared ? fact("Both:", detail.shared.join(", ")) : null,
      ...(detail.evidence || []).filter((part) => part.sentences.length).map(evidence),
    );
  };

  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    KG.clear();
    KG.frame.focus();
  });
})();
