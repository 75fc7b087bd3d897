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

def column(column, count):
    if isinstance(column, list): return column
    if "$every" in column: return [column["$every"]] * count
    if "$lines" in column: return column["$lines"].split("\n")
    if isinstance(column.get("$objects"), list): return column["$objects"]
    lists = [0] + integers(column["$lists"]) if "$lists" in column else None
    number = lists[-1] if lists else count
    for mark in "$integers", "$objects":
        if mark in column: values = integers(column[mark])
    for mark, form in ("$doubles", "d"), ("$floats", "f"), ("$dates", "d"):
        if mark in column: values = struct.unpack(f"<{number}{form}", column[mark])
    if "$booleans" in column: values = bits(column["$booleans"], number)
    if "$strings" in column:
        values = strings(column, "$strings", "$ends", "$indexes")
    if "$keys" in column:
        values = zip(strings(column, "$keys", "$keyEnds", "$keyIndexes"), values)
    values = list(values)
    if lists: values = [values[i:j] for i, j in zip(lists, lists[1:])]
    if "$keys" in column: values = [dict(pairs) for pairs in values]
    for mark, value in ("$nil", "$null"), ("$absent", "$absent"):
        mask = bits(column[mark], count) if mark in column else []
        for row, bit in enumerate(mask):
            if bit: values[row] = value
    return values
