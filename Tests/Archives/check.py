"""Reads archives as the article on their format says, by `columns.py`, and compares them with what
the tests of the library expect: for each archive NAME.plist in a folder, NAME.json has the values of
the objects of its first class.

    python3 Tests/Archives/check.py FOLDER
"""
import json
import math
import pathlib
import plistlib
import sys

sys.dont_write_bytecode = True

from columns import column


def plain(value):
    """A value without marks, as JSON has it."""
    if isinstance(value, str):
        return None if value == "$null" else value[1:] if value[:1] == "$" else value
    if hasattr(value, "timestamp"):
        return (value - value.__class__(2001, 1, 1)).total_seconds()
    if isinstance(value, dict) and len(value) == 1 and "$date" in value:
        return value["$date"]
    if isinstance(value, dict):
        return {plain(key): plain(part) for key, part in value.items()}
    return [plain(part) for part in value] if isinstance(value, list) else value


archives = sorted(pathlib.Path(sys.argv[1]).glob("*.plist"))
for path in archives:
    archive = plistlib.loads(path.read_bytes())
    assert archive["format"] == "ModelObject" and archive["version"] == 2
    table = archive["classes"][0]
    rows = [{} for _ in range(table["count"])]
    for key, stored in table["columns"].items():
        for row, value in zip(rows, column(stored, table["count"]), strict=True):
            if value != "$absent":
                row[key] = plain(value)
    expected = json.loads(path.with_suffix(".json").read_text())
    assert rows == expected, f"{path}: {rows} isn't {expected}"
assert archives, "there is no archive"
print(f"{len(archives)} archives read by Python")
