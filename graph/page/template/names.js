/* Names: how spellings fold to one key (as graph/names.py does it), and what a search finds. */
"use strict";
(function () {
  const PART = /[\p{L}\p{M}]+|\p{Nd}+(?:\.\p{Nd}+)*|[+#*@]/gu;
  const COUNTABLE_ICS = /^(metr|heurist|top|crit|rubr|clin|epidem|characterist|log)ics$/;
  const BRITISH = [
    [/isation/g, "ization"],
    [/ising$/, "izing"],
    [/ised$/, "ized"],
    [/odell/g, "odel"],
    [/abell/g, "abel"],
    [/ehaviour/g, "ehavior"],
    [/colour/g, "color"],
    [/neighbour/g, "neighbor"],
  ];

  function foldWord(word) {
    const low = word.toLowerCase();
    const bare = low.normalize("NFKD").replace(/\p{M}/gu, "") || low;
    return BRITISH.reduce((text, [from, to]) => text.replace(from, to), bare);
  }

  const IRREGULAR = new Map(
    (
      "biases:bias caches:cache matrices:matrix analyses:analysis hypotheses:hypothesis diagnoses:diagnosis " +
      "syntheses:synthesis atlases:atlas indices:index vertices:vertex criteria:criterion automata:automaton " +
      "calculi:calculus formulae:formula corpora:corpus phenomena:phenomenon lenses:lens censuses:census " +
      "prostheses:prosthesis theses:thesis stimuli:stimulus foci:focus viruses:virus"
    )
      .split(" ")
      .map((pair) => pair.split(":")),
  );

  const SINGULAR = /^(bias|alias|atlas|gas|canvas|chaos|cosmos|lens|census|ethos)$/;

  function singular(word) {
    if (IRREGULAR.has(word)) return IRREGULAR.get(word);
    if (word.length > 4 && word.endsWith("ies")) return word.slice(0, -3) + "y";
    if (word.length > 4 && /(sses|xes|ches|shes)$/.test(word)) return word.slice(0, -2);
    if (COUNTABLE_ICS.test(word)) return word.slice(0, -1);
    if (SINGULAR.test(word)) return word;
    if (word.length > 2 && word.endsWith("s") && !/(ss|us|is|ics)$/.test(word)) return word.slice(0, -1);
    return word;
  }

  const isNumber = (part) => /^\p{Nd}/u.test(part);
  const isWord = (part) => /^\p{L}/u.test(part);

  KG.fold = function (spelling) {
    const parts = [];
    let last = "";
    for (const [part] of spelling.normalize("NFKC").replace(/(?<=\d)×(?=\d)/g, "x").matchAll(PART)) {
      if (isNumber(part) && parts.length && isNumber(parts[parts.length - 1])) parts.push("_");
      parts.push(isWord(part) ? foldWord(part) : part);
      last = part;
    }
    if (isWord(last)) parts[parts.length - 1] = /^[A-Z]{2,}s$/.test(last) ? foldWord(last.slice(0, -1)) : singular(foldWord(last));
    return parts.join("");
  };

  const words = (text) => text.split(/\s+/).map(KG.fold).filter(Boolean);

  function entry(node) {
    const detail = KG.detail(node.id);
    return {
      node,
      key: KG.fold(node.label),
      others: [...(detail.aliases || []), ...(detail.ids || [])].map(KG.fold),
      authors: (detail.authors || []).map(KG.fold),
      abstract: (detail.abstract || "").toLowerCase(),
    };
  }

  let made = null;
  /* Made when it is first needed: the graph stands there sooner. */
  function index() {
    if (made === null) made = KG.nodes.map(entry);
    return made;
  }

  function score(one, key, parts, text) {
    if (one.key === key) return 100;
    if (one.others.includes(key)) return 95;
    if (one.key.startsWith(key)) return 80;
    if (one.others.some((other) => other.startsWith(key))) return 70;
    if (one.key.includes(key)) return 60;
    if (one.others.some((other) => other.includes(key))) return 50;
    if (parts.every((part) => one.key.includes(part))) return 45;
    if (one.authors.some((author) => author.includes(key))) return 40;
    return one.abstract.includes(text) ? 20 : 0;
  }

  const byId = (a, b) => (a.id < b.id ? -1 : 1);

  /* Up to thirty nodes, best first: by name, by other spelling, by author, by words of the abstract. */
  KG.search = function (query) {
    const key = KG.fold(query);
    if (!key) return [];
    const parts = words(query);
    const text = query.trim().toLowerCase();
    const hits = [];
    for (const one of index()) {
      const points = score(one, key, parts, text);
      if (points) hits.push({ node: one.node, points: points + Math.min(9, KG.degree(one.node.id) / 4) });
    }
    hits.sort((a, b) => b.points - a.points || byId(a.node, b.node));
    return hits.slice(0, 30).map((hit) => hit.node);
  };

  /* The node of that id, name or other spelling; undefined where there is none. */
  KG.resolve = function (name) {
    const exact = KG.node(name) || KG.nodes.find((node) => node.label === name);
    if (exact) return exact;
    const key = KG.fold(name);
    if (!key) return undefined;
    const found = index().find((one) => one.key === key) || index().find((one) => one.others.includes(key));
    return found && found.node;
  };
})();
