/* The search field: a combobox over names, other spellings, authors and abstracts. */
"use strict";
(function () {
  const field = KG.get("search");
  const box = KG.get("hits");
  let hits = [];
  let chosen = -1;

  function option(node, place) {
    return KG.make(
      "li",
      {
        role: "option",
        id: `hit-${place}`,
        "aria-selected": String(place === chosen),
        onmousedown: (event) => {
          event.preventDefault(); // the field keeps the focus
          pick(place);
        },
      },
      KG.mark(node.group, node.stub),
      KG.make("span", { class: "name", text: node.label }),
      KG.make("small", { text: KG.describe(node) }),
    );
  }

  function draw() {
    box.replaceChildren(...hits.map(option));
    box.hidden = hits.length === 0;
    field.setAttribute("aria-expanded", String(hits.length > 0));
    if (chosen < 0) {
      field.removeAttribute("aria-activedescendant");
      return;
    }
    field.setAttribute("aria-activedescendant", `hit-${chosen}`);
    box.children[chosen].scrollIntoView({ block: "nearest" });
  }

  function close() {
    hits = [];
    chosen = -1;
    draw();
  }

  function pick(place) {
    const node = hits[Math.max(0, place)];
    if (!node) {
      KG.say("Nothing found");
      return;
    }
    field.value = node.label;
    close();
    KG.focusNode(node.id);
  }

  function look() {
    hits = KG.search(field.value);
    chosen = -1;
    draw();
    if (field.value) KG.say(hits.length ? `${KG.plural(hits.length, "match", "matches")}, Enter opens the first` : "Nothing found");
  }

  function walk(step) {
    if (!hits.length) look();
    if (!hits.length) return;
    chosen = chosen < 0 && step < 0 ? hits.length - 1 : (chosen + step + hits.length) % hits.length;
    draw();
  }

  function choose() {
    if (!hits.length) hits = KG.search(field.value);
    pick(chosen);
  }

  const KEYS = { ArrowDown: () => walk(1), ArrowUp: () => walk(-1), Enter: choose };

  field.addEventListener("input", look);
  field.addEventListener("blur", close);
  field.addEventListener("keydown", (event) => {
    if (KEYS[event.key]) {
      event.preventDefault();
      KEYS[event.key]();
    } else if (event.key === "Escape" && hits.length) {
      event.stopPropagation(); // closes the list, and only that
      close();
    }
  });

  KG.toSearch = function () {
    field.focus();
    field.select();
  };
})();
