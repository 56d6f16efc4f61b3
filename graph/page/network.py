"""Make the page: a pyvis `Network` filled in bulk, on our own template and with nothing to load."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graph.page.data import Json

_TEMPLATE = Path(__file__).parent / "template"
_PARTS = ("base", "model", "names", "theme", "labels", "stage", "panel", "search", "legend", "start")
_SHAPES = {"paper": "dot", "dataset": "square", "technique": "diamond", "concept": "triangle"}
_STILL = 2000  # nodes above which the page does not look for the node under a moving mouse


def fill_template(nodes: list[Json], edges: list[Json], detail: Json, *, title: str) -> str:
    """Return the page as HTML.

    Args:
        nodes: As vis-network wants them, with a place each.
        edges: As vis-network wants them.
        detail: What only the panel and the search need, by id of node and edge.
        title: The heading.
    """
    from pyvis.network import Network  # costs a third of a second, and only this function needs it

    network = Network(heading=title, directed=True, cdn_resources="in_line", height="100%")
    # in bulk: add_node and add_edge look through all the earlier ones each time
    network.nodes, network.edges = nodes, edges
    network.options = _options(len(nodes))
    network.set_template_dir(str(_TEMPLATE), "kg.html")
    style, scripts = _read(_TEMPLATE / "kg.css"), _scripts()
    kg = {
        "style": style,
        "scripts": scripts,
        "csp": _policy(scripts, style),
        "options": network.options,
        "detail": detail,
    }
    network.templateEnv.globals["kg"] = kg
    # letters stay letters; jinja's tojson escapes < > & ' in every case, so no text can end its element
    network.templateEnv.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":")}
    return str(network.generate_html()) + "\n"


def _options(nodes: int) -> Json:
    return {
        "physics": {"enabled": False},
        "layout": {"improvedLayout": False},
        "groups": {kind: {"shape": shape} for kind, shape in _SHAPES.items()},
        # labels and lines are painted by the page; vis-network only finds what lies under the mouse
        "nodes": {"borderWidth": 1.5, "borderWidthSelected": 1.5, "font": {"size": 0}},
        "edges": {"smooth": False, "color": dict.fromkeys(("color", "highlight", "hover"), "rgba(0,0,0,0)")},
        "interaction": {
            "hover": nodes <= _STILL,
            "tooltipDelay": 200,
            "multiselect": False,
            "hideEdgesOnDrag": True,
            "hideEdgesOnZoom": True,
        },
    }


def _scripts() -> list[str]:
    import pyvis

    bundled = Path(pyvis.__file__).parent / "templates" / "lib" / "vis-9.1.2" / "vis-network.min.js"
    without_map = re.sub(r"\n//# sourceMappingURL=.*", "", _read(bundled))
    return [without_map, *(_read(_TEMPLATE / f"{part}.js") for part in _PARTS)]


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _policy(scripts: Iterable[str], style: str) -> str:
    """Return a content security policy that lets run what the page itself holds, and lets load nothing."""
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src {' '.join(map(_digest, scripts))}",
            f"style-src {_digest(style)}",
            "img-src data: blob:",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
