/// An object in a value of a user's type.
struct StructObject {
  /// Its node, and the offset where it begins; negative for a dictionary.
  var node = -1
  var offset = -1
  var tree: [String: Any]?
  /// Whether several keys may be one, or there are many, so that they are looked up in a table.
  var isIndexed = false

  var isThere: Bool { node >= 0 || tree != nil }
}

/// A key of an object and its value.
struct StructKey {
  let source: StructSource
  fileprivate let spelling: Spelling

  fileprivate enum Spelling {
    case node(Int, at: Int)
    case text(String)
  }
}

/// The keys of an object by what they fold to.
struct StructKeys {
  /// The nodes of the keys.
  fileprivate var nodes: [String: [Int]] = [:]
}

/// How a key of an object is found:
///
/// 1. In a class that matches exactly, it is the key with the same bytes.
/// 2. Otherwise that, or else the smallest of those that fold to the same text.
/// 3. One whose value is null gives way to another one; of equal keys, the last one counts.
extension StructDecoder {
  /// Finds a key in the object; nil if it isn't there.
  @inline(never)
  func find(_ name: String) -> StructKey? {
    tell(name)
    if let pairs = object.tree { return reading.search(name, in: pairs) }
    let node = reading.node(object.node, at: object.offset)
    guard node >= 0,
      let key = reading.search(name, in: node, isIndexed: object.isIndexed, from: node + nextKey)
    else { return nil }
    let mapping = reading.mapping
    nextKey = mapping.state.tape.index(after: key + 1) - node
    return StructKey(
      source: .node(key + 1, at: mapping.state.tape[key + 1].begin),
      spelling: .node(key, at: mapping.state.tape[key].begin)
    )
  }
}

extension StructDecoder {
  /// The keys of the object as the input spells them.
  var names: [String] {
    tell(nil)
    return reading.names(in: object)
  }

  /// Tells which key is asked for, nil for all, to judge those that occur twice.
  @inline(__always)
  private func tell(_ name: String?) {
    guard let keys = reading.mapping.state.rare?.duplicateKeys else { return }
    tell(keys, name)
  }

  @inline(never)
  private func tell(_ keys: DuplicateKeys, _ name: String?) {
    let source = object.tree.map { ObjectSource.dictionary($0) } ?? .text(object.offset)
    let path = self.keys.map(\.step)
    reading.mapping.check(keys, of: source, askedFor: name, reading.rules.matching, behind: path)
  }
}

// MARK: - Common values

/// Values that are in the text as `Codable` reads them, under the next key, spelled exactly.
///
/// Nil, with nothing read, for any other one.
extension StructDecoder {
  /// The node of the value under the next key, if that is spelled so, no other key is like it, and
  /// nothing is noted about values; else negative.
  @inline(__always)
  private func nextValue(_ name: String) -> Int {
    let (mapping, node) = (reading.mapping, object.node)
    guard !isOver, !object.isIndexed, !mapping.state.mapsByRules,
      reading.isThere(node, at: object.offset), case let key = node &+ nextKey,
      key < mapping.state.tape[node].next &- 1,
      mapping.reader.bytes.view(of: mapping.state.tape[key].token).isText(name)
    else { return -1 }
    return key &+ 1
  }

  /// Goes on after the value of a node.
  @inline(__always)
  private func pass(_ value: Int) { nextKey = value &+ 1 &- object.node }

  @inline(never)
  func text(at name: String) -> String? {
    let value = nextValue(name)
    guard value >= 0, let text = reading.plainText(value) else { return nil }
    pass(value)
    return text
  }

  @inline(never)
  func integer(at name: String) -> Int? {
    let value = nextValue(name)
    guard value >= 0, let integer = reading.plainInteger(value) else { return nil }
    pass(value)
    return integer
  }

  @inline(never)
  func double(at name: String) -> Double? {
    let value = nextValue(name)
    guard value >= 0, let double = reading.plainDouble(value) else { return nil }
    pass(value)
    return double
  }

  @inline(never)
  func bool(at name: String) -> Bool? {
    let value = nextValue(name)
    guard value >= 0, let bool = reading.plainBool(value) else { return nil }
    pass(value)
    return bool
  }
}

extension StructReading {
  private var takesOtherSpellings: Bool { rules.matching.takesOtherSpellings }

  /// The object at a source; nil if there is none.
  func object(_ source: StructSource) -> StructObject? {
    switch source {
    case .input(.object(.tree(let pairs))): return StructObject(tree: pairs)
    case .node(let index, let offset):
      let node = node(index, at: offset)
      guard node >= 0, mapping.state.tape[node].kind == .object else { return nil }
      return StructObject(node: node, offset: offset, isIndexed: isIndexed(node))
    case .input: return nil
    }
  }

  /// Whether the keys of an object have to be looked up in a table: there are many, or two that look
  /// alike.
  private func isIndexed(_ object: Int) -> Bool {
    let tape = mapping.state.tape[object]
    if tape.partCount > 64 { return true }
    var seen = SIMD4<UInt64>()
    var node = object + 1
    let end = tape.next - 1
    while node < end {
      let key = mapping.state.tape[node]
      guard key.kind == .plainText, case let token = key.token,
        mapping.reader.bytes.endOfPlainASCII(from: token.start) == token.end
      else { return true }
      let mark = mapping.reader.bytes.view(of: token).mark(folded: takesOtherSpellings)
      guard mark >= 0 else { return true }
      let (word, bit) = (mark & 3, UInt64(1) &<< UInt64(mark &>> 2))
      if seen[word] & bit != 0, hasKey(like: node, in: object) { return true }
      seen[word] |= bit
      node = mapping.state.tape.index(after: node + 1)
    }
    return false
  }

  /// Whether a key of an object in front of another one looks like that.
  @inline(never)
  private func hasKey(like key: Int, in object: Int) -> Bool {
    let bytes = mapping.reader.bytes
    let own = bytes.view(of: mapping.state.tape[key].token)
    var node = object + 1
    while node < key {
      let other = bytes.view(of: mapping.state.tape[node].token)
      if takesOtherSpellings ? own.foldsLike(other) : own.equals(other) { return true }
      node = mapping.state.tape.index(after: node + 1)
    }
    return false
  }

  /// The value of a key of an object; nil if it isn't there.
  func value(of name: String, in object: StructObject) -> StructSource? {
    if let pairs = object.tree { return search(name, in: pairs)?.source }
    let node = node(object.node, at: object.offset)
    guard node >= 0,
      let key = search(name, in: node, isIndexed: object.isIndexed, from: node + 1)
    else { return nil }
    return .node(key + 1, at: mapping.state.tape[key + 1].begin)
  }

  /// The node of the best key of an object; a node is named that is probably the one.
  fileprivate func search(
    _ name: String,
    in object: Int,
    isIndexed: Bool,
    from next: Int
  ) -> Int? {
    if isIndexed || takesOtherSpellings && name.utf8.contains(where: { $0 >= 0x80 }) {
      return indexed(name, in: object)
    }
    let (first, end) = (object + 1, mapping.state.tape[object].next - 1)
    return ByteView.with(name) { wanted in
      scanned(wanted, from: next, to: end) ?? scanned(wanted, from: first, to: min(next, end))
    }
  }

  fileprivate func search(_ name: String, in pairs: [String: Any]) -> StructKey? {
    func isNull(_ value: Any?) -> Bool { value.map { isJSONNull($0) } ?? true }
    var best = name
    if takesOtherSpellings, isNull(pairs.value(under: name)) {
      let wanted = WantedKey(name, rules.matching)
      let others = pairs.keys.filter { wanted.matches($0) }
      best =
        wanted.best(of: others.filter { !isNull(pairs[$0]) }) { $0 }
        ?? wanted.best(of: others) { $0 } ?? name
    }
    guard let value = pairs.value(under: best) else { return nil }
    return StructKey(source: .input(mapping.input(of: value)), spelling: .text(best))
  }

  /// The only key between two nodes that matches.
  private func scanned(_ wanted: ByteView, from start: Int, to end: Int) -> Int? {
    var node = start
    while node < end {
      let key = mapping.reader.bytes.view(of: mapping.state.tape[node].token)
      if takesOtherSpellings ? key.foldsLike(wanted) : key.equals(wanted) { return node }
      node = mapping.state.tape.index(after: node + 1)
    }
    return nil
  }

  /// The best key of an object with many, or with some that look alike.
  private func indexed(_ name: String, in object: Int) -> Int? {
    let text = FoldedKey.shared(by: name, rules.matching)
    let wanted = WantedKey(name, rules.matching)
    let keys = keys(of: object).nodes[text] ?? []
    let matching = keys.filter { wanted.matches(spelling($0)) }
    // Of equal ones, the first in this order.
    let last = Array(matching.reversed())
    let filled = last.filter { mapping.state.tape[$0 + 1].kind != .null }
    return wanted.best(of: filled) { spelling($0) } ?? wanted.best(of: last) { spelling($0) }
  }

  private func keys(of object: Int) -> StructKeys {
    if let known = state.tables[object] { return known }
    var keys = StructKeys()
    var node = object + 1
    while node < mapping.state.tape[object].next - 1 {
      let text = FoldedKey.shared(by: spelling(node), rules.matching)
      keys.nodes[text, default: []].append(node)
      node = mapping.state.tape.index(after: node + 1)
    }
    state.tables[object] = keys
    return keys
  }

  private func spelling(_ key: Int) -> String {
    mapping.reader.bytes.text(of: mapping.state.tape[key].token)
  }

  /// A key as the input spells it.
  func spelling(of key: StructKey) -> String {
    switch key.spelling {
    case .text(let text): return text
    case .node(let index, let offset):
      let node = node(index, at: offset)
      return node < 0 ? "" : spelling(node)
    }
  }

  /// The keys of an object as the input spells them, each once, in the order of the input; in the
  /// second pass without those whose values are null.
  ///
  /// A patch has a null for the former case of an enum with associated values, which Swift decodes only
  /// from an object with one key.
  func names(in object: StructObject) -> [String] {
    if let pairs = object.tree {
      let names = pairs.keys.inKeyOrder()
      return converts
        ? names.filter { name in pairs[name].map { !isJSONNull($0) } ?? false } : names
    }
    let node = node(object.node, at: object.offset)
    guard node >= 0 else { return [] }
    var names: [String] = []
    var key = node + 1
    while key < mapping.state.tape[node].next - 1 {
      if !converts || mapping.state.tape[key + 1].kind != .null { names.append(spelling(key)) }
      key = mapping.state.tape.index(after: key + 1)
    }
    guard object.isIndexed else { return names }
    var seen: Set<ExactKey> = []
    return names.filter { seen.insert(ExactKey($0)).inserted }
  }
}

extension ByteView {
  /// A number below 256 for a key in ASCII, the same for keys that match: of its first and its last
  /// character; negative if there are none.
  fileprivate func mark(folded: Bool) -> Int {
    var (first, last) = (0, count &- 1)
    if folded {
      while first <= last, KeyMatching.isSeparator(self[first]) { first &+= 1 }
      while first < last, KeyMatching.isSeparator(self[last]) { last &-= 1 }
    }
    guard first <= last else { return -1 }
    return Int(self[first] & 7) &<< 5 | Int(self[last] & 31)
  }

  /// Whether a key in ASCII folds to the same text as another one, and that isn't empty.
  fileprivate func foldsLike(_ other: ByteView) -> Bool {
    if equals(other) { return true }
    var (own, others, count) = (0, 0, 0)
    while true {
      while own < self.count, KeyMatching.isSeparator(self[own]) { own &+= 1 }
      while others < other.count, KeyMatching.isSeparator(other[others]) { others &+= 1 }
      guard own < self.count, others < other.count else { break }
      guard self[own].lowercased == other[others].lowercased else { return false }
      (own, others, count) = (own &+ 1, others &+ 1, count &+ 1)
    }
    return own == self.count && others == other.count && count > 0
  }
}

extension UInt8 {
  fileprivate var lowercased: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
}
