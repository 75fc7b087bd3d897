import Foundation
import ModelObjectKit
import Testing

private class Item: ModelObject {
  var id = 0
  var note: String?
}

private class Basket: ModelObject {
  var title = ""
  var items: [Item] = []
  var sizes: [Int] = []
  var anything: Any?
  var byName: [String: Any] = [:]
  var rooms: [String: [Item]] = [:]
  var missing: Int?
}

private final class HookedBasket: Basket {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private final class MappedBasket: Basket {
  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
    dictionary.merging(["title": "\(dictionary["title"] ?? "") (mapped)"]) { $1 }
  }
}

/// The classes, or the mapping, that read the elements.
enum BasketReader: CaseIterable {
  case plain, hooked, mapped

  fileprivate func callAsFunction(_ decoder: ElementsDecoder) throws -> Basket {
    switch self {
    case .plain: try Basket(from: decoder)
    case .hooked: try HookedBasket(from: decoder)
    case .mapped: try MappedBasket(from: decoder)
    }
  }
}

private var elements: [(String, Any)] {
  [
    ("title", "T"), ("items", ["id": 1]), ("items", ["id": 2, "note": "n"]), ("sizes", 3),
    ("sizes", 4), ("anything", "a"), ("anything", "b"),
    ("byName", [("c", 5), ("c", "e"), ("f", "g")] as [(String, Any)]),
  ]
}

struct RepeatedKeys {
  @Test(arguments: BasketReader.allCases)
  func areOneArray(read: BasketReader) throws {
    let basket = try read(ElementsDecoder(elements: elements))
    #expect(basket.title == (read == .mapped ? "T (mapped)" : "T"))
    #expect(basket.items.map(\.id) == [1, 2] && basket.items.map(\.note) == [nil, "n"])
    #expect(basket.sizes == [3, 4] && basket.anything as? [String] == ["a", "b"])
    let repeated = basket.byName["c"] as? [Any]
    #expect(repeated?.first as? Int == 5 && repeated?.last as? String == "e")
    #expect(basket.byName.count == 2 && basket.byName["f"] as? String == "g")
  }

  @Test(arguments: BasketReader.allCases)
  func areAnArrayOfOneWhereThereIsOne(read: BasketReader) throws {
    let elements: [(String, Any)] = [("items", ["id": 1]), ("sizes", 3), ("anything", "a")]
    let basket = try read(ElementsDecoder(elements: elements))
    #expect(basket.items.map(\.id) == [1] && basket.sizes == [3])
    #expect(basket.anything as? String == "a")
  }

  /// A dictionary of lists: the elements of one name are a list, even if there is only one.
  @Test(arguments: BasketReader.allCases)
  func areTheListsOfADictionary(read: BasketReader) throws {
    let rooms: [(String, Any)] = [
      ("a", ["id": 1]), ("b", ["id": 2, "note": "n"]), ("a", ["id": 3]),
    ]
    let basket = try read(ElementsDecoder(elements: [("rooms", rooms)]))
    #expect(basket.rooms.mapValues { $0.map(\.id) } == ["a": [1, 3], "b": [2]])
    #expect(basket.rooms["b"]?.first?.note == "n")
  }

  /// Hooks and transforms get the array, and what isn't repeated as it is.
  @Test func areOneArrayForHooksAndTransforms() throws {
    class Seeing: ModelObject {
      var anything: Any?
      var one: Any?
      var none: Any?
      var seen: [String: Any] = [:]
      override class var ignoredProperties: Set<String> { ["seen"] }
      override func serializeValue(_ value: Any?, key: String) throws {
        seen[key] = value
        try super.serializeValue(value, key: key)
      }
    }
    final class Changed: ModelObject {
      var anything: Any?
      var one: Any?
      var none: Any?
      override class var transforms: [String: PropertyTransform] {
        let boxed = PropertyTransform { ["got": $0] }
        return ["anything": boxed, "one": boxed, "none": boxed]
      }
    }
    let decoder = ElementsDecoder(elements: [
      ("anything", "a"), ("anything", "b"), ("one", "c"), ("none", ""),
    ])
    let seeing = try Seeing(from: decoder)
    #expect(seeing.seen["anything"] as? [String] == ["a", "b"])
    #expect(seeing.anything as? [String] == ["a", "b"] && seeing.seen["one"] as? String == "c")
    #expect(seeing.none as? String == "" && seeing.seen["none"] as? String == "")
    let changed = try Changed(from: decoder)
    #expect((changed.anything as? [String: Any])?["got"] as? [String] == ["a", "b"])
    #expect((changed.one as? [String: Any])?["got"] as? String == "c")
    #expect((changed.none as? [String: Any])?["got"] as? String == "")
  }

  @Test(arguments: [false, true]) func haveElementsAtPaths(isHooked: Bool) throws {
    class Second: ModelObject {
      var second: Any?
      override class var keyMapping: [String: JSONKey] { ["second": "list[1]"] }
    }
    final class HookedSecond: Second {
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key)
      }
    }
    let decoder = ElementsDecoder(elements: [("list", "a"), ("list", "b"), ("list", "c")])
    let second = isHooked ? try HookedSecond(from: decoder) : try Second(from: decoder)
    #expect(second.second as? String == "b")
  }

  @Test func areOneArrayUnderStrictHandlingToo() throws {
    var decoder = ElementsDecoder(elements: [
      ("title", "T"), ("items", ["id": 1, "note": "m"]), ("items", ["id": 2, "note": "n"]),
      ("sizes", 3), ("anything", "a"), ("byName", ["c": "d"]), ("missing", 1),
      ("rooms", [("a", ["id": 1, "note": "m"])] as [(String, Any)]),
    ])
    decoder.userInfo[.mappingOptions] = MappingOptions.strict
    #expect(try Basket(from: decoder).items.map(\.id) == [1, 2])
  }

  /// Some of these decoders have the index of an element twice in their coding paths.
  @Test(arguments: BasketReader.allCases)
  func areNamedOnceInErrors(read: BasketReader) throws {
    var decoder = ElementsDecoder(elements: elements + [("items", ["id": "x"])])
    var options = MappingOptions()
    options.mismatches = .fail
    decoder.userInfo[.mappingOptions] = options
    let error = #expect(throws: ModelError.self) { try read(decoder) }
    #expect(error?.description.contains(" items[2].id:") == true, "\(String(describing: error))")
  }

  /// An empty element is nil where nil may be, as for a `Codable` type.
  @Test(arguments: [false, true]) func mayBeEmpty(isHooked: Bool) throws {
    struct Plain: Codable { var id: Int }
    class Boxes: ModelObject {
      var boxes: [Item?] = []
      var items: [Item] = []
    }
    final class HookedBoxes: Boxes {
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key)
      }
    }
    struct PlainBoxes: Codable { var boxes: [Plain?] }
    let full: Any = ["id": 1]
    let empty: Any = EmptyElement()
    for values in [[full, empty, full], [empty, full], [full, empty], [empty], [empty, empty]] {
      let decoder = ElementsDecoder(elements: values.map { ("boxes", $0) })
      let boxes = try isHooked ? HookedBoxes(from: decoder) : Boxes(from: decoder)
      let plain = try PlainBoxes(from: decoder).boxes.map { $0?.id }
      #expect(boxes.boxes.map { $0?.id } == plain)
    }
    let decoder = ElementsDecoder(elements: [("items", full), ("items", empty)])
    let boxes = try isHooked ? HookedBoxes(from: decoder) : Boxes(from: decoder)
    #expect(boxes.items.map(\.id) == [1, 0])
  }

  @Test(arguments: [false, true])
  func areDecodedOnceEach(isHooked: Bool) throws {
    class Counting: ModelObject {
      var counted: [CountedDecoding] = []
    }
    final class HookedCounting: Counting {
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key)
      }
    }
    let count = 50
    let repeated = [(String, Any)](repeating: ("counted", "a"), count: count)
    var decoder = ElementsDecoder(elements: repeated)
    let log = CountedDecoding.Log()
    decoder.userInfo[CountedDecoding.Log.key] = log
    let read = isHooked ? try HookedCounting(from: decoder) : try Counting(from: decoder)
    #expect(read.counted.count == count)
    #expect(log.count <= 2 * count)
  }
}

/// Counts how often it was decoded.
private struct CountedDecoding: Codable, Hashable {
  final class Log {
    static let key = CodingUserInfoKey(rawValue: "log") ?? .mappingOptions
    var count = 0
  }
  let text: String

  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
    (decoder.userInfo[Log.key] as? Log)?.count += 1
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

private func misfit(_ type: Any.Type) -> DecodingError {
  .typeMismatch(type, DecodingError.Context(codingPath: [], debugDescription: "no \(type)"))
}

/// A step of the decoder's coding paths.
private struct Step: CodingKey {
  let stringValue: String
  var intValue: Int?
  init(stringValue: String) { self.stringValue = stringValue }
  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }
}

/// A decoder of the elements of a document, like decoders of XML: elements with one name are an
/// array if one is requested, or else the first of them; each name is listed.
private struct ElementsDecoder: Decoder {
  var elements: [(name: String, value: Any)]
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] = [:]

  /// The types that the decoder itself makes from text.
  private static let scalars: [Any.Type] = [
    String.self, Bool.self, Int.self, Int64.self, UInt64.self, Double.self, Float.self,
    Decimal.self, Date.self,
    Data.self,
  ]

  init(elements: [(String, Any)]) { self.elements = elements }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed(decoder: self))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    Unkeyed(decoder: with(elements.map(\.value)))
  }
  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    Single(decoder: with([elements.map { ($0.name, $0.value) }]))
  }

  fileprivate func with(_ values: [Any]) -> ValuesDecoder {
    ValuesDecoder(values: values, codingPath: codingPath, userInfo: userInfo)
  }

  /// Decodes the value of a decoder that has one.
  static func decode<T: Decodable>(_ type: T.Type, _ single: ValuesDecoder) throws -> T {
    guard let value = single.values.first else { throw misfit(type) }
    if let value = value as? T { return value }
    if let number = value as? Int, let value = Int64(number) as? T { return value }
    let list = value as? [(String, Any)]
    guard let pairs = list ?? (value as? [String: Any])?.map({ ($0.key, $0.value) }) else {
      if scalars.contains(where: { $0 == type }) { throw misfit(type) }
      return try T(from: single)
    }
    if scalars.contains(where: { $0 == type }) {
      guard pairs.first?.0 == "", let text = "" as? T else { throw misfit(type) }
      return text
    }
    var decoder = ElementsDecoder(elements: pairs)
    decoder.codingPath = single.codingPath
    decoder.userInfo = single.userInfo
    return try T(from: decoder)
  }

  struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ElementsDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { decoder.elements.compactMap { Key(stringValue: $0.name) } }

    func values(_ key: Key) -> [Any] {
      decoder.elements.filter { $0.name == key.stringValue }.map(\.value)
    }
    func contains(_ key: Key) -> Bool { !values(key).isEmpty }
    func decodeNil(forKey key: Key) throws -> Bool { values(key).isEmpty }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      var inner = decoder.with(values(key))
      inner.codingPath.append(key)
      inner.isArray = "\(type)".hasPrefix("Array<")
      return inner.isArray ? try T(from: inner) : try ElementsDecoder.decode(type, inner)
    }
    func nestedContainer<N>(keyedBy type: N.Type, forKey key: Key) throws
      -> KeyedDecodingContainer<N>
    { throw misfit(N.self) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw misfit([Any].self)
    }
    func superDecoder() throws -> any Decoder { throw misfit(Any.self) }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw misfit(Any.self) }
  }
}

/// An element without anything in it, which is an object at first, whose only key is empty; if that
/// can't be decoded, it is null.
private struct EmptyElement {}

/// The values of one name, or one of them.
private struct ValuesDecoder: Decoder {
  let values: [Any]
  var codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any]
  var isArray = false

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw misfit(type)
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard isArray else { throw misfit([Any].self) }
    return Unkeyed(decoder: self)
  }
  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    guard !isArray else { throw misfit(Any.self) }
    return Single(decoder: self)
  }
}

private struct Unkeyed: UnkeyedDecodingContainer {
  let decoder: ValuesDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }
  var currentIndex = 0
  var count: Int? { decoder.values.count }
  var isAtEnd: Bool { currentIndex >= decoder.values.count }

  init(decoder: ValuesDecoder) {
    self.decoder = decoder
  }

  mutating func decodeNil() throws -> Bool { false }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let step = Step(intValue: currentIndex)
    let element = ValuesDecoder(
      values: [decoder.values[currentIndex]],
      codingPath: codingPath + [step, step],
      userInfo: decoder.userInfo
    )
    defer { currentIndex += 1 }
    guard element.values.first is EmptyElement else {
      return try ElementsDecoder.decode(type, element)
    }
    do {
      var empty = ElementsDecoder(elements: [("", "")])
      (empty.codingPath, empty.userInfo) = (element.codingPath, element.userInfo)
      return try T(from: empty)
    } catch  where "\(type)".hasPrefix("Optional<") {
      return try T(from: element)
    }
  }
  mutating func nestedContainer<N>(keyedBy type: N.Type) throws -> KeyedDecodingContainer<N> {
    throw misfit(N.self)
  }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw misfit([Any].self)
  }
  mutating func superDecoder() throws -> any Decoder { throw misfit(Any.self) }
}

private struct Single: SingleValueDecodingContainer {
  let decoder: ValuesDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.values.first is EmptyElement }
  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try ElementsDecoder.decode(type, decoder)
  }
}
