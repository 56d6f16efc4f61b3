"""YAML text into a record; every value stays the text that was typed ("NO" is no false, 1e5 no number)."""

from __future__ import annotations

import re

import yaml

from loaders.paper import Skipped

_UNREADABLE = re.compile("[\ud800-\udfff]")
_Loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # the fast one where PyYAML was built with it


def read_yaml(text: str, *, source: str, line: int) -> object | Skipped:
    """Return what YAML text that starts on a line of a file holds, or why it cannot be read."""
    place = f"{source}:{line}"
    if _UNREADABLE.search(text):
        return Skipped(place, "not UTF-8, so this record was not read; save the file as UTF-8")
    try:
        # An alias may stand for itself, or for more text than there is memory; no list of papers needs one.
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, Loader=_Loader)):
            return Skipped(place, "YAML with an alias (*name), which is not read; write the value out")
        record: object = yaml.load(text, Loader=_Loader)  # noqa: S506 (it makes nothing but texts, lists and dicts)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        return Skipped(f"{source}:{line + mark.line if mark else line}", f"broken YAML ({error.problem})")
    except (yaml.YAMLError, RecursionError, TypeError) as error:
        fault = getattr(error, "reason", None) or "nested too deep"
        return Skipped(place, f"broken YAML ({fault})")
    return record
