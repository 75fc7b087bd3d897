/// An object in a value of a user's type.
struct StructObject {
  enum Place {
    /// Its node, and the offset where it begins.
    case text(Int, at: Int)
    case tree([String: Any])
  }

  let place: Place
  /// Whether several keys may be one, or there are many, so that they are looked up in a table.
  let isIndexed: Bool
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
extension StructReading {
  private var takesOtherSpellings: Bool { rules.matching.takesOtherSpellings }

  /// The object at a source; nil if there is none.
  func object(_ source: StructSource) -> StructObject? {
    switch source {
    case .input(.object(.tree(let pairs))):
      return StructObject(place: .tree(pairs), isIndexed: false)
    case .node(let index, let offset):
      let node = node(index, at: offset)
      guard node >= 0, mapping.state.tape[node].kind == .object else { return nil }
      return StructObject(place: .text(node, at: offset), isIndexed: isIndexed(node))
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
      guard key.kind == .plainText else { return true }
      let mark = mapping.reader.bytes.view(of: key.token).mark(folded: takesOtherSpellings)
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

  /// Finds a key in an object; nil if it isn't there.
  @inline(__always)
  func find(_ name: String, in object: StructObject) -> StructKey? {
    if case .text(let index, let offset) = object.place, !object.isIndexed,
      cursor.object == offset, index < mapping.state.tape.count,
      mapping.state.tape[index].begin == offset
    {
      // Types ask for their keys in the order of their properties, and so does the input have them.
      let next = cursor.next
      if next < mapping.state.tape[index].next - 1,
        case let token = mapping.state.tape[next].token,
        mapping.reader.bytes.view(of: token).isText(name)
      {
        return found(next, in: offset)
      }
    }
    return search(name, in: object)
  }

  @inline(__always)
  private func found(_ key: Int, in object: Int) -> StructKey {
    let value = mapping.state.tape[key + 1].begin
    cursor = (object, mapping.state.tape.index(after: key + 1))
    return StructKey(
      source: .node(key + 1, at: value),
      spelling: .node(key, at: mapping.state.tape[key].begin)
    )
  }

  @inline(never)
  private func search(_ name: String, in object: StructObject) -> StructKey? {
    switch object.place {
    case .tree(let pairs): return search(name, in: pairs)
    case .text(let index, let offset):
      let node = node(index, at: offset)
      guard node >= 0 else { return nil }
      let isIndexed = object.isIndexed || takesOtherSpellings && name.utf8.contains { $0 >= 0x80 }
      let key = isIndexed ? indexed(name, in: node) : scanned(name, in: node, at: offset)
      return key.map { found($0, in: offset) }
    }
  }

  private func search(_ name: String, in pairs: [String: Any]) -> StructKey? {
    func isNull(_ value: Any?) -> Bool { value.map { isJSONNull($0) } ?? true }
    var best = name
    if takesOtherSpellings, isNull(pairs[name]) {
      let wanted = WantedKey(name, rules.matching)
      let others = pairs.keys.filter { wanted.matches($0) }
      best =
        wanted.best(of: others.filter { !isNull(pairs[$0]) }) { $0 }
        ?? wanted.best(of: others) { $0 } ?? name
    }
    guard let value = pairs[best] else { return nil }
    return StructKey(source: .input(mapping.input(of: value)), spelling: .text(best))
  }

  /// The only key of an object that matches; the next one is compared first.
  private func scanned(_ name: String, in object: Int, at offset: Int) -> Int? {
    let end = mapping.state.tape[object].next - 1
    let start = cursor.object == offset ? min(cursor.next, end) : object + 1
    return ByteView.with(name) { wanted in
      scanned(wanted, from: start, to: end) ?? scanned(wanted, from: object + 1, to: start)
    }
  }

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
    if let known = tables[object] { return known }
    var keys = StructKeys()
    var node = object + 1
    while node < mapping.state.tape[object].next - 1 {
      let text = FoldedKey.shared(by: spelling(node), rules.matching)
      keys.nodes[text, default: []].append(node)
      node = mapping.state.tape.index(after: node + 1)
    }
    tables[object] = keys
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
    switch object.place {
    case .tree(let pairs):
      let names = pairs.keys.inKeyOrder()
      return converts
        ? names.filter { name in pairs[name].map { !isJSONNull($0) } ?? false } : names
    case .text(let index, let offset):
      let node = node(index, at: offset)
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
}

extension ByteView {
  /// A number below 256 for a key, the same for keys that match; negative if a byte is not ASCII.
  fileprivate func mark(folded: Bool) -> Int {
    var hash: UInt32 = 0
    for offset in 0..<count {
      let byte = self[offset]
      guard byte < 0x80 else { return -1 }
      if !folded {
        hash = hash &* 33 &+ UInt32(byte)
      } else if !KeyMatching.isSeparator(byte) {
        hash = hash &* 33 &+ UInt32(byte | 0x20)
      }
    }
    return Int(hash & 255)
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
