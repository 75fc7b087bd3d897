"""Reads a column of an archive, as the article on their format describes it; dates are seconds."""
import struct

def integers(data):
    size = data[0]
    return [int.from_bytes(data[i:i + size], "little", signed=True)
            for i in range(1, len(data), size)]

def bits(data, count):
    return [data[i // 8] >> i % 8 & 1 for i in range(count)]

def strings(column, bytes, ends, indexes):
    ends = [0] + integers(column[ends])
    texts = [column[bytes][i:j].decode() for i, j in zip(ends, ends[1:])]
    if indexes in column: texts = [texts[i] for i in integers(column[indexes])]
    return ["$" + text if text[:1] == "$" else text for text in texts]

def column(stored, count):
    if isinstance(stored, list): return stored
    if "$every" in stored: return [stored["$every"]] * count
    if "$lines" in stored: return stored["$lines"].split("\n")
    if isinstance(stored.get("$objects"), list): return stored["$objects"]
    lists = [0] + integers(stored["$lists"]) if "$lists" in stored else None
    number = lists[-1] if lists else count
    for mark in "$integers", "$objects":
        if mark in stored: values = integers(stored[mark])
    for mark, form in ("$doubles", "d"), ("$floats", "f"), ("$dates", "d"):
        if mark in stored: values = struct.unpack(f"<{number}{form}", stored[mark])
    if "$booleans" in stored: values = bits(stored["$booleans"], number)
    if "$strings" in stored:
        values = strings(stored, "$strings", "$ends", "$indexes")
    if "$columns" in stored:
        parts = stored["$columns"].items()
        parts = {name: column(part, number) for name, part in parts}
        values = [{name: part[row] for name, part in parts.items()
                   if part[row] != "$absent"} for row in range(number)]
    if "$keys" in stored:
        values = zip(strings(stored, "$keys", "$keyEnds", "$keyIndexes"), values)
    values = list(values)
    if lists: values = [values[i:j] for i, j in zip(lists, lists[1:])]
    if "$keys" in stored: values = [dict(pairs) for pairs in values]
    for mark, value in ("$nil", "$null"), ("$absent", "$absent"):
        mask = bits(stored[mark], count) if mark in stored else []
        for row, bit in enumerate(mask):
            if bit: values[row] = value
    return values
