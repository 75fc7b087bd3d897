import ModelObjectEssentials

/// `[String: T]`, and dictionaries with integers, enums with a raw value or `UUID` as keys: pair by
/// pair.
struct DictionaryShape<Key: Hashable, Element>: Shape {
  let key: any Shape<Key>
  let inner: any Shape<Element>

  var typeName: String { "[\(key.typeName): \(inner.typeName)]" }
  var element: (any Shape)? { inner }

  func matching(_ rule: KeyMatching) -> any Shape<[Key: Element]> {
    DictionaryShape(key: key, inner: inner.matching(rule))
  }

  func read(
    _ input: Input,
    _ context: any ValueContext
  ) throws(Misfit) -> [Key: Element] {
    switch input {
    case .object(let pairs):
      return try readPairs(pairs, context)
    case .array(let items):
      let mayGrow = context.isUnfinished(input)
      var isEmpty = true
      // In an archive, elements that aren't values are passed over.
      if case .tree(let elements) = items { isEmpty = elements.isEmpty }
      try context.eachElement(of: items) { _ throws(Misfit) in isEmpty = false }
      guard isEmpty else { throw .mismatch }
      if mayGrow { throw .unfinished }
      try context.convert(input, to: self)
      return [:]
    case .foreign(let value): if let value = value as? [Key: Element] { return value }
    default: break
    }
    throw misfit(input)
  }

  func reason(_ input: Input, _ options: FixedOptions) -> String {
    "\(input.phrase) where an object is expected"
  }

  func text(of value: [Key: Element]) -> String {
    listText(value.count, ("pair", "pairs"), isNumber: heldModels.holdsModels || standIns != nil) {
      value.map { "\(key.text(of: $0)): \(inner.text(of: $1))" }.inKeyOrder()
    }
  }

  @_specialize(where Key == String, Element == String)
  @_specialize(where Key == String, Element == Int)
  @_specialize(where Key == String, Element == Double)
  func write(_ value: [Key: Element], to sink: any ValueSink) {
    sink.begin(isArray: false, count: value.count)
    let values = Array(value.values)
    let names = value.keys.map { key.keyText(of: $0) }
    for place in keyOrder(names) {
      sink.key(names[place])
      inner.write(values[place], to: sink)
    }
    sink.end(isArray: false)
  }

  func copy(_ value: [Key: Element], _ copier: any ModelCopier) -> [Key: Element] {
    heldModels.holdsModels ? value.mapValues { inner.copy($0, copier) } : value
  }

  func areEqual(_ first: [Key: Element], _ second: [Key: Element], _ comparer: any ModelComparer)
    -> Bool
  {
    guard first.count == second.count else { return false }
    // Not by an iterator: the runtime would look up the type of its optionals.
    let (keys, values) = (Array(first.keys), Array(first.values))
    for place in 0..<keys.count {
      guard let other = second[keys[place]], inner.areEqual(values[place], other, comparer) else {
        return false
      }
    }
    return true
  }

  /// The order of the pairs doesn't matter: each is hashed separately.
  func hash(_ value: [Key: Element], into hasher: inout Hasher) {
    var sum = 0
    for (key, value) in value {
      var pair = Hasher()
      pair.combine(key)
      inner.hash(value, into: &pair)
      sum &+= pair.finalize()
    }
    hasher.combine(value.count)
    hasher.combine(sum)
  }

  /// Reads the pairs of an object.
  ///
  /// If a key has several spellings (`"1"` and `"01"` for an integer), the one that is written for it
  /// counts, else the smallest by its bytes, and the others are issues; if a spelling repeats, the
  /// last in the text. So the order of a dictionary doesn't matter.
  @_specialize(where Key == String, Element == String)
  @_specialize(where Key == String, Element == Int)
  @_specialize(where Key == String, Element == Double)
  private func readPairs(
    _ pairs: Input.Pairs,
    _ context: any ValueContext
  ) throws(Misfit) -> [Key: Element] {
    var values: [Key: Element] = [:]
    var spellings: [Key: String] = [:]
    var others: [String: Any] = [:]
    let hasSpellings = Key.self != String.self
    try context.eachPair(of: pairs) { name, input throws(Misfit) in
      if context.options.isNumber(name) { return }
      do throws(Misfit) {
        guard let key = try self.key(for: name, context) else { return }
        let known = hasSpellings ? spellings[key] : nil
        let isWorse = known.map { isBetter($0, than: name, for: key) } ?? false
        if let known, known != name {
          let other = isWorse ? name : known
          others[other] = other
        }
        if !isWorse {
          if hasSpellings { spellings[key] = name }
          if values[key] != nil { values[key] = nil }
        }
        // A part that doesn't fit in an unused value is an issue, whatever the order.
        let value: Element
        if case .null = input, context.elementClass == nil, let null = inner.nullElement {
          value = null
        } else {
          value = try inner.read(input, context)
        }
        if !isWorse { values.updateValue(value, forKey: key) }
      } catch {
        if error.isFatal { throw error }
        context.note(error, of: input, as: inner)
      }
    }
    if !others.isEmpty { try note(others, insteadOf: spellings, context) }
    return values
  }

  /// Whether one spelling of a key counts rather than another one.
  private func isBetter(_ spelling: String, than other: String, for key: Key) -> Bool {
    let exact = self.key.keyText(of: key)
    return other != exact && (spelling == exact || spelling.precedes(other))
  }

  /// Notes the spellings that don't count.
  @inline(never)
  private func note(
    _ others: [String: Any],
    insteadOf spellings: [Key: String],
    _ context: any ValueContext
  ) throws(Misfit) {
    try context.eachPair(of: .tree(others)) { name, input throws(Misfit) in
      guard let key = try self.key(for: name, context), let spelling = spellings[key] else {
        return
      }
      context.noteInside(", another spelling of \"\(spelling)\"", self.key)
      context.note(.mismatch, of: input, as: self.key)
    }
  }

  private func key(for name: String, _ context: any ValueContext) throws(Misfit) -> Key? {
    let input = Input.text(.string(name))
    do throws(Misfit) {
      return try key.readKey(input, context)
    } catch {
      if error.isFatal { throw error }
      context.note(.mismatch, of: input, as: key)
      return nil
    }
  }
}

extension Dictionary: Container {
  static var partType: Any.Type { Value.self }
  static var shape: (any Shape)? {
    guard let key = ModelObjectKit.shape(for: Key.self), key.isKey,
      let element = ModelObjectKit.shape(for: Value.self)
    else { return nil }
    return DictionaryShape(key: key, inner: element)
  }

  static var keyType: Any.Type? { Key.self }

  var pairs: [(Any, Any)]? { map { ($0.key, $0.value) } }
}
