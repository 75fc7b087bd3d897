import ModelObjectEssentials

/// Coders of which nothing is known but what `Codable` says: decoders that convert and such that don't,
/// move on with each question, give any container and fail later, or stop the program at a type.
///
/// A property is asked for by its own type, and nothing is asked for again as another one. A value
/// without a type is asked for as `Int64`, `Double`, `Bool` and `String`, then as a list and as a
/// dictionary.
final class OtherCoders: CoderKind {
  static let any = OtherCoders("")

  /// Those that refuse `Int64` or stop the program, those that hold dates or bytes, which they say, and
  /// those whose large `Double`s are no integers, or have an exponent in their text.
  static let known = [
    OtherCoders("BSON", integers: [Int.self], ownTypes: [Date.self, Data.self], hasDoubles: true),
    OtherCoders("CodableCSV", offersKeys: true),
    OtherCoders("MessagePack", ownTypes: [Float.self, Date.self, Data.self], hasDoubles: true),
    OtherCoders(
      "SwiftCBOR",
      integers: [UInt64.self, Int64.self],
      ownTypes: [Date.self, Data.self],
      hasDoubles: true
    ),
    OtherCoders("TOML", hasDoubles: true),
    OtherCoders("Yams", writesExponents: true),
  ]

  /// The name of the module.
  let name: String
  /// The integers that are asked for.
  private let integers: [any CodedScalar.Type]
  /// The types that are asked for besides, before containers.
  private let ownTypes: [any (Decodable & SendableMetatype).Type]
  /// Whether a `Double` is never a whole number of the format.
  private let hasDoubles: Bool
  /// Whether the text of each `Double` that it writes has an exponent.
  private let writesExponents: Bool
  /// Whether its containers are asked for `offeredKeys`.
  private let offersKeys: Bool

  private init(
    _ name: String,
    integers: [any CodedScalar.Type] = [Int64.self],
    ownTypes: [any (Decodable & SendableMetatype).Type] = [],
    hasDoubles: Bool = false,
    writesExponents: Bool = false,
    offersKeys: Bool = false
  ) {
    (self.name, self.integers, self.ownTypes) = (name, integers, ownTypes)
    (self.hasDoubles, self.writesExponents) = (hasDoubles, writesExponents)
    self.offersKeys = offersKeys
  }

  var converts: Bool { false }

  func keys(of container: KeyedSource) -> [AnyKey] {
    offersKeys
      ? container.offeredKeys : container.allKeys.map { Self.withoutQuotes($0, in: container) }
  }

  func mayHaveUnlistedKeys(_ schema: ModelSchema) -> Bool { true }

  /// The key that a container knows: some list the names of columns in the quotes of SQL.
  private static func withoutQuotes(_ key: AnyKey, in container: KeyedSource) -> AnyKey {
    let text = key.stringValue
    guard text.hasPrefix("\""), text.hasSuffix("\""), text.utf8.count > 2, !container.contains(key)
    else { return key }
    let parts = text.dropFirst().dropLast().split(separator: "\"", omittingEmptySubsequences: false)
    // A quote in a name is doubled; one that isn't ends it.
    let isOneName = stride(from: 1, to: parts.count, by: 2).allSatisfy { parts[$0].isEmpty }
    guard parts.count % 2 == 1, isOneName else { return key }
    return AnyKey(stride(from: 0, to: parts.count, by: 2).map { parts[$0] }.joined(separator: "\""))
  }

  // MARK: - Scalars

  /// A number or a boolean whose text is the string, if there is a string; else the string, or what
  /// there is without one.
  ///
  /// So a decoder that converts and one that has only text both give back what they have.
  func scalar(_ place: DecodingPlace) -> Any? {
    let value = told(place)
    return value is UnreadableValue ? nil : value
  }

  /// The scalar, or an `UnreadableValue` if there is a number that can't be told.
  private func told(_ place: DecodingPlace) -> Any? {
    lazy var text = place.ask(String.self)
    func isTold(_ value: String) -> Bool { text == nil || text == value }
    for type in integers {
      guard let integer = place.ask(type) as? any FixedWidthInteger else { continue }
      if isTold("\(integer)") { return Int(exactly: integer) ?? integer as Any }
    }
    if let double = place.ask(Double.self) {
      // Without a text it can't be told from a whole number with more digits.
      let isTellable = hasDoubles || !double.isFinite || double.magnitude < 0x1p63
      guard let text else { return isTellable ? double as Any : UnreadableValue() }
      if text == double.description || writesExponents && text.contains("e") { return double }
    }
    if let bool = place.ask(Bool.self), isTold(bool.description) { return bool }
    return text
  }

  private func ownValue(_ place: DecodingPlace) -> Any? {
    for type in ownTypes {
      guard let value = (try? place.decode(type)) as Any? else { continue }
      return (value as? Float).map { TreeBuilder.number($0) } ?? value
    }
    return nil
  }

  // MARK: - Plain values

  func tree(_ place: DecodingPlace, _ shape: TreeShape) throws(Misfit) -> Any? {
    if place.isNull {
      // Some say it of an array that begins with null.
      let elements = try place.elements(shape.elements) as? [Any]
      return elements?.isEmpty == false ? elements : JSONNull.value
    }
    if let value = try place.container(shape) { return value }
    if case .text = shape, let text = place.ask(String.self) { return text }
    if let value = told(place) {
      if value is UnreadableValue { return nil }
      // For some, an object is an empty string, and a container a flag that isn't set.
      if (value as? String)?.isEmpty == true {
        return try keys(place).isEmpty ? value : place.container(.dictionary(shape.leaf)) ?? value
      }
      guard value as? Bool == false, place.ask(String.self) == nil else { return value }
      return try fullContainer(place, shape.leaf) ?? value
    }
    if let value = try fullContainer(place, shape.leaf) { return value }
    if place.decoding.isBottomless { return nil }
    // Many give an empty container of anything, but know the count of arrays alone.
    if place.scalar(CountOfElements.self)?.count == 0 { return [Any]() }
    if let value = ownValue(place) { return value }
    return try place.container(.dictionary(shape.leaf)) ?? place.ownScalar
  }

  /// An array or an object with something in it; nil if there is none.
  ///
  /// Some have an object for each array, whose keys are the indices, and an array for each object.
  private func fullContainer(_ place: DecodingPlace, _ leaf: TreeShape) throws(Misfit) -> Any? {
    let keys = try keys(place)
    if !keys.isEmpty, Set(keys) != Set(keys.indices.map { "\($0)" }) {
      return try place.container(.dictionary(leaf))
    }
    let decoding = place.decoding
    // For some, each element of a text that can't be read is such an array again, without end.
    guard decoding.loneElements < (decoding.isBottomless ? 1 : 16) else {
      decoding.isBottomless = true
      return nil
    }
    decoding.loneElements += 1
    defer { decoding.loneElements -= 1 }
    if let elements = try place.elements(leaf) as? [Any], !elements.isEmpty { return elements }
    return keys.isEmpty ? nil : try place.container(.dictionary(leaf))
  }

  /// The keys of an object; for some decoders a string is one, whose only key is empty.
  private func keys(_ place: DecodingPlace) throws(Misfit) -> [String] {
    let keys = try place.visited {
      try $0.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
    }
    return (keys as? [String])?.filter { !$0.isEmpty } ?? []
  }

  /// The elements of an array, with those that are only known as elements of the array itself.
  func completed(_ elements: [Any?], _ place: DecodingPlace) -> [Any?] {
    func isMissing(_ element: Any?) -> Bool { element == nil || element is UnreadableValue }
    func fill<Value: Decodable>(_ elements: [Any?], with type: Value.Type) -> [Any?] {
      guard elements.contains(where: isMissing),
        let values = try? place.decode(ElementsOfType<Value>.self).values,
        values.count == elements.count
      else { return elements }
      return zip(elements, values).map { isMissing($0) ? $1 ?? $0 : $0 }
    }
    return ownTypes.reduce(elements) { fill($0, with: $1) }
  }

  /// What no question answers is the value of the property's own type.
  func view(_ place: DecodingPlace, _ coder: ValueCoder) throws(Misfit) -> DecodedView {
    let value = try tree(place, coder.tree)
    guard value == nil, !coder.holdsModels, let own = try? coder.nativeValue(place) else {
      return DecodedView(value: value)
    }
    return DecodedView(value: own, decoded: own)
  }
}

extension DecodingPlace {
  /// Whether an array is empty because its decoder gives one of anything: it doesn't know the count.
  func isNoArray(_ value: Any) -> Bool {
    (value as? any Collection)?.isEmpty == true
      && scalar(CountOfElements.self).map { $0.count == nil } == true
  }
}

/// How many elements an array has; nil for what isn't one, of which some decoders make an empty one.
private struct CountOfElements: Decodable {
  let count: Int?

  init(from decoder: any Decoder) throws {
    count = try decoder.unkeyedContainer().count
  }
}

/// The elements of an array that are of a type; nil for others.
private struct ElementsOfType<Value: Decodable>: Decodable {
  private(set) var values: [Value?] = []

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      let index = container.currentIndex
      values.append(try? container.decode(Value.self))
      // Some decoders move on whatever they find, others stay.
      if container.currentIndex == index { _ = try container.decode(Skipped.self) }
    }
  }

  private struct Skipped: Decodable {
    init(from decoder: any Decoder) {}
  }
}
