/* What the page knows: nodes and lines as the file holds them, and which of them are shown. */
"use strict";
(function () {
  KG.KINDS = {
    paper: { one: "paper", many: "Papers" },
    dataset: { one: "dataset", many: "Datasets" },
    technique: { one: "technique", many: "Techniques" },
    concept: { one: "concept", many: "Concepts" },
  };
  KG.ROLES = {
    PROPOSES: { out: "Proposes", back: "Proposed by" },
    EVALUATES_ON: { out: "Evaluates on", back: "Evaluated on by" },
    USES: { out: "Uses", back: "Used by" },
    STUDIES: { out: "Studies", back: "Studied by" },
    COMPARES_WITH: { out: "Compares with", back: "Compared with by" },
    MENTIONS: { out: "Mentions", back: "Mentioned by" },
    CITES: { out: "Cites", back: "Cited by" },
    RELATED_TO: { out: "Related papers", back: "Related papers" },
  };
  const BETWEEN_PAPERS = ["CITES", "RELATED_TO"];

  KG.options = KG.read("kg-options");
  KG.nodes = KG.read("kg-nodes");
  KG.lines = KG.read("kg-edges");
  const details = KG.read("kg-detail");
  // ids come from the data and from the address: Map and own properties, no look-up through a prototype
  const detailOfNode = new Map(Object.entries(details.nodes));
  const detailOfLine = new Map(Object.entries(details.edges));
  const nodeById = new Map(KG.nodes.map((node) => [node.id, node]));
  const lineById = new Map(KG.lines.map((line) => [line.id, line]));
  const linesOf = new Map(KG.nodes.map((node) => [node.id, []]));
  for (const line of KG.lines) {
    linesOf.get(line.from).push(line);
    linesOf.get(line.to).push(line);
  }

  KG.node = (id) => nodeById.get(id);
  KG.line = (id) => lineById.get(id);
  KG.linesOf = (id) => linesOf.get(id);
  KG.detail = (id) => detailOfNode.get(id) || {};
  KG.lineDetail = (id) => detailOfLine.get(id) || {};
  KG.other = (line, id) => (line.from === id ? line.to : line.from);
  KG.shape = (kind) => KG.options.groups[kind].shape;
  KG.isEntity = (node) => node.group !== "paper";

  const degrees = new Map();
  for (const [id, own] of linesOf) {
    degrees.set(id, own.filter((line) => !BETWEEN_PAPERS.includes(line.role)).length);
  }
  KG.degree = (id) => degrees.get(id);

  /* "dataset · 3 papers", "paper · 12 entities" */
  KG.describe = (node) => {
    const count = KG.degree(node.id);
    const kind = node.stub ? "cited work" : KG.KINDS[node.group].one;
    if (node.stub) return kind;
    return `${kind} · ${KG.isEntity(node) ? KG.plural(count, "paper") : KG.plural(count, "entity", "entities")}`;
  };

  KG.state = {
    offKinds: new Set(),
    offRoles: new Set(BETWEEN_PAPERS),
    generic: false, // entities that link nearly everything
    least: 0,
    hops: 1,
    only: false,
    focus: null, // id of the node that is looked at
    line: null, // or the line
  };

  KG.shownNodes = new Set();
  KG.shownLines = new Set();

  function pinned(id) {
    const { focus, line } = KG.state;
    return id === focus || (line !== null && (id === line.from || id === line.to));
  }

  /* An entity or a cited work is there for its links: it goes when all of them are switched off. */
  function hangsOnNothing(node) {
    if (!KG.isEntity(node) && !node.stub) return false;
    const own = KG.linesOf(node.id);
    return own.length > 0 && own.every((line) => KG.state.offRoles.has(line.role));
  }

  function wanted(node) {
    if (pinned(node.id)) return true;
    if (KG.state.offKinds.has(node.group)) return false;
    if (node.generic && !KG.state.generic) return false;
    return KG.degree(node.id) >= (node.stub ? 0 : KG.state.least) && !hangsOnNothing(node);
  }

  function showLines() {
    KG.shownLines.clear();
    for (const line of KG.lines) {
      const on = line === KG.state.line || !KG.state.offRoles.has(line.role);
      if (on && KG.shownNodes.has(line.from) && KG.shownNodes.has(line.to)) KG.shownLines.add(line.id);
    }
  }

  /* Work out anew what is shown. */
  KG.filter = function () {
    KG.shownNodes.clear();
    for (const node of KG.nodes) if (wanted(node)) KG.shownNodes.add(node.id);
    showLines();
    if (!KG.state.only || KG.around() === null) return;
    const near = KG.around();
    for (const id of KG.shownNodes) if (!near.has(id)) KG.shownNodes.delete(id);
    showLines();
  };

  /* The node and what is shown within that many steps of it: id → steps. */
  KG.near = function (id, hops) {
    const steps = new Map([[id, 0]]);
    for (const [here, step] of steps) {
      if (step >= hops) continue;
      for (const line of KG.linesOf(here)) {
        const next = KG.other(line, here);
        if (KG.shownLines.has(line.id) && !steps.has(next)) steps.set(next, step + 1);
      }
    }
    return steps;
  };

  /* What stands out now: the neighbourhood of the focus, the two ends of the line, or null. */
  KG.around = function () {
    const { focus, line, hops } = KG.state;
    if (focus !== null) return KG.near(focus, hops);
    if (line !== null) return new Map([[line.from, 0], [line.to, 0]]);
    return null;
  };
})();
