import ModelObjectEssentials

/// A type whose commonest values are read by the reader alone: in a property, in an array, after a
/// key of a dictionary.
///
/// A new type needs a conformance and an entry in `ValueReader.all` and in `commonLeaves`; in a
/// stored property of its own, also a case of `DirectSlot`.
protocol DirectElement: SendableMetatype {
  /// Reads the value at the position, which begins with `first`; nil if the rules of the type
  /// have to decide.
  ///
  /// The reader's position is undefined after nil.
  static func read(_ first: UInt8, _ reader: inout JSONReader) throws(Misfit) -> Self?
}

extension String: DirectElement {
  @_transparent
  static func read(_ first: UInt8, _ reader: inout JSONReader) throws(Misfit) -> String? {
    first == UInt8(ascii: "\"") ? try reader.stringText() : nil
  }
}

extension Int: DirectElement {
  @_transparent
  static func read(_ first: UInt8, _ reader: inout JSONReader) throws(Misfit) -> Int? {
    reader.smallInteger() ?? reader.quotedInteger(first)
  }
}

extension Double: DirectElement {
  @_transparent
  static func read(_ first: UInt8, _ reader: inout JSONReader) throws(Misfit) -> Double? {
    reader.double()
  }
}

extension Bool: DirectElement {
  @_transparent
  static func read(_ first: UInt8, _ reader: inout JSONReader) throws(Misfit) -> Bool? {
    if first == UInt8(ascii: "t") {
      try reader.word("true", JSONReader.trueLetters)
      return true
    }
    guard first == UInt8(ascii: "f") else { return nil }
    try reader.word("false", JSONReader.falseLetters)
    return false
  }
}

extension Date: DirectElement {
  @_transparent
  static func read(_ first: UInt8, _ reader: inout JSONReader) throws(Misfit) -> Date? {
    reader.date(first)
  }
}

extension Optional: DirectElement where Wrapped: DirectElement {
  @_transparent
  static func read(_ first: UInt8, _ reader: inout JSONReader) throws(Misfit) -> Wrapped?? {
    if let value = try Wrapped.read(first, &reader) { return value }
    return try reader.null(first) ? .some(nil) : nil
  }
}

extension Array: DirectElement where Element: DirectElement {
  static func read(_ first: UInt8, _ reader: inout JSONReader) throws(Misfit) -> [Element]? {
    guard first == UInt8(ascii: "[") else { return nil }
    guard try reader.open(closing: UInt8(ascii: "]")) else { return [] }
    var values: [Element] = []
    // The arrays of one document often have the same count, as pairs of coordinates do.
    values.reserveCapacity(reader.usualCount)
    repeat {
      guard let value = try Element.read(reader.next(), &reader) else { return nil }
      values.append(value)
    } while try reader.hasMore(closing: UInt8(ascii: "]"))
    reader.usualCount = Swift.min(values.count, 8)
    return values
  }
}

extension Dictionary: DirectElement where Key == String, Value: DirectElement {
  static func read(_ first: UInt8, _ reader: inout JSONReader) throws(Misfit) -> [Key: Value]? {
    guard first == UInt8(ascii: "{"), reader.readsDictionaries else { return nil }
    guard try reader.open(closing: UInt8(ascii: "}")) else { return [:] }
    var values: [Key: Value] = [:]
    repeat {
      let key = try reader.keyText()
      guard let value = try Value.read(reader.next(), &reader) else { return nil }
      values.updateValue(value, forKey: key)
    } while try reader.hasMore(closing: UInt8(ascii: "}"))
    return values
  }
}

/// A reader of values of one type, arrays and dictionaries too: one loop without rules, straight
/// into a property.
///
/// If a value isn't common, the rules of the property's type read it again.
struct ValueReader: Sendable {
  private let reads: @Sendable (Any.Type) -> Bool
  private let readValue:
    @Sendable (UInt8, inout JSONReader, Immortal<OtherSlot>, ObjectMemory) throws(Misfit) -> Bool

  /// The closures are specialised for the type and capture nothing, so that no reference is counted
  /// when they are called.
  @_transparent
  private init<Value: DirectElement>(_ type: Value.Type) {
    reads = { $0 == Value.self || $0 == Value?.self }
    readValue = { (first, reader, slot, memory) throws(Misfit) in
      if slot.value.type == Value.self {
        guard let value = try Value.read(first, &reader) else { return false }
        slot.value.set(value, in: memory)
      } else {
        guard let value = try Value?.read(first, &reader) else { return false }
        slot.value.set(value, in: memory)
      }
      return true
    }
  }

  /// The readers of an element type and of its collections.
  @_transparent
  private static func of<Element: DirectElement>(_ type: Element.Type) -> [ValueReader] {
    [
      ValueReader(Element.self), ValueReader([Element].self), ValueReader([[Element]].self),
      ValueReader([[[Element]]].self), ValueReader([Element?].self),
      ValueReader([String: Element].self), ValueReader([String: [Element]].self),
    ]
  }

  private static let all = ImmortalArray(
    of(String.self) + of(Int.self) + of(Double.self) + of(Bool.self) + of(Date.self)
  )

  /// The index in `all` of the reader for a property; nil if there is none.
  static func number(for property: Property) -> Int? {
    var shape = property.shape
    guard property.isAccessed || shape.wrapped.element != nil else { return nil }
    while let inner = shape.element { shape = inner }
    guard let leaf = shape.leaf, commonLeaves.contains(where: { $0 == leaf }) else { return nil }
    return (0..<all.count).first { all[$0].reads(property.valueType) }
  }

  /// Reads the value at the position into a property; false, with nothing read, if its rules
  /// have to decide.
  static func read(
    _ first: UInt8,
    from reader: inout JSONReader,
    into slot: Immortal<OtherSlot>,
    of memory: ObjectMemory
  ) throws(Misfit) -> Bool {
    let (start, depth) = (reader.position, reader.remainingDepth)
    let isRead = try all[slot.value.reader].readValue(first, &reader, slot, memory)
    if !isRead { (reader.position, reader.remainingDepth) = (start, depth) }
    return isRead
  }
}
