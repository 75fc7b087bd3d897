import Foundation
import ModelObjectKit
import Testing

private class Item: ModelObject {
  var id = 0
  var note: String?
  var parts: [Item] = []
}

private class Order: ModelObject {
  var title = ""
  var items: [Item] = []
  var sizes: [Int] = []
  var one: Item?
  var counts: [String: Int] = [:]
  var flag = false
  var price = 0.0
  var when: Date?
  var anything: Any?
}

private final class HookedOrder: Order {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// The classes that read the forms.
enum OrderReader: CaseIterable {
  case plain, hooked

  fileprivate func callAsFunction(_ form: String) throws -> Order {
    let decoder = FormDecoder(form)
    return self == .plain ? try Order(from: decoder) : try HookedOrder(from: decoder)
  }
}

/// Values as decoders of URL-encoded forms pass them to `Codable`.
struct ModelsFromForms {
  @Test(arguments: OrderReader.allCases)
  func areRead(read: OrderReader) throws {
    let order = try read(
      "Title=a%20b&items[0][id]=1&items[0][parts][0][id]=3&items[1][id]=2&items[1][note]=n"
        + "&sizes[]=1&sizes[]=2&one[id]=4&counts[x]=5&flag&price=1.5&when=0&anything=6"
    )
    #expect(order.title == "a b" && order.items.map(\.id) == [1, 2])
    #expect(order.items.map(\.note) == [nil, "n"] && order.items.first?.parts.map(\.id) == [3])
    #expect(order.sizes == [1, 2] && order.one?.id == 4 && order.counts == ["x": 5])
    #expect(order.flag && order.price == 1.5 && order.when == Date(timeIntervalSince1970: 0))
    #expect(order.anything as? Int == 6)
  }

  @Test(arguments: OrderReader.allCases)
  func keepTheirDefaultsWhereTheFormHasNothingThatFits(read: OrderReader) throws {
    let order = try read(
      "sizes=1,x,3&flag=on&price=1,5&items[0][id]=x&one=&counts[x]=y&when=soon"
    )
    #expect(order.title == "" && order.sizes == [1, 3] && order.flag && order.price == 0)
    #expect(order.items.map(\.id) == [0] && order.counts.isEmpty && order.when == nil)
  }

  /// Their numbers are strings, which the user's type can't read without the decoder.
  @Test(arguments: [nil, MappingOptions.lenient])
  func holdUsersTypes(options: MappingOptions?) throws {
    struct Point: Codable, Equatable { var x = 0, y = 0.0 }
    struct Visit: Codable, Equatable { var number = 0, at: Date? }
    class Plot: ModelObject {
      var point: Point?
      var points: [Point] = []
      var visit: Visit?
      var visits: [Visit] = []
    }
    class HookedPlot: Plot {
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key)
      }
    }
    var decoder = FormDecoder(
      "point[x]=1&point[y]=2.5&points[0][x]=3&points[0][y]=4&visit[number]=5&visit[at]=0"
        + "&visits[0][number]=6"
    )
    if let options { decoder.userInfo[.mappingOptions] = options }
    for type in [Plot.self, HookedPlot.self] {
      let plot = try type.init(from: decoder)
      #expect(plot.point == Point(x: 1, y: 2.5) && plot.points == [Point(x: 3, y: 4)])
      #expect(plot.visit == Visit(number: 5, at: Date(timeIntervalSince1970: 0)))
      #expect(plot.visits == [Visit(number: 6)])
    }
  }

  /// If a `Bool` is requested, an object is a flag that isn't set.
  @Test(arguments: OrderReader.allCases)
  func haveObjectsAndArraysOfAnyType(read: OrderReader) throws {
    let object = try read("anything[a]=1&anything[b]=2")
    #expect(object.anything as? [String: Int] == ["a": 1, "b": 2])
    let array = try read("anything[]=1&anything[]=02")
    #expect(array.anything as? NSArray == [1, "02"] as NSArray)
  }

  @Test func keepTheirDefaultsBehindAFormThatHasAllKeys() throws {
    class Choice: ModelObject {
      var name = "a"
      var isOn = true
      var isNew: Bool? = true
      var sizes = [1]
    }
    for _ in 0..<2 {
      let all = try Choice(from: FormDecoder("name=b&isOn=false&isNew=false&sizes=2,3"))
      #expect(all.name == "b" && !all.isOn && all.isNew == false && all.sizes == [2, 3])
      let none = try Choice(from: FormDecoder("name=c"))
      #expect(none.name == "c" && none.isOn && none.isNew == true && none.sizes == [1])
    }
  }

  /// An element of such a string is that string again, endlessly.
  @Test(arguments: ["title=%zz", "anything=%zz", "title=%zz,%zz&anything=%zz"])
  func passOverTextThatIsNoUTF8(form: String) throws {
    for read in OrderReader.allCases {
      let order = try read(form + "&price=2&items[0][id]=1")
      #expect(order.title == "" && order.price == 2 && order.items.map(\.id) == [1])
    }
  }

  @Test func tellWhatIsWrongWhereItStands() {
    var decoder = FormDecoder("title=%zz&items[0][id]=1&items[1][id]=x&sizes=1,y")
    var options = MappingOptions()
    options.mismatches = .fail
    decoder.userInfo[.mappingOptions] = options
    let error = #expect(throws: ModelError.self) { try Order(from: decoder) }
    let paths = error?.issues.map(\.path)
    #expect(paths?.sorted() == ["items[1].id", "sizes[1]", "title"])
  }
}

/// A part of a form: the strings under its name, and its parts.
private struct FormPart {
  var values: [String] = []
  var children: [String: FormPart] = [:]

  mutating func add(_ value: String?, _ path: ArraySlice<String>) {
    guard let name = path.first else {
      if let value { values.append(value) }
      return
    }
    children[name, default: FormPart()].add(value, path.dropFirst())
  }

  /// The elements of the part: parts with numbers, or strings.
  var elements: [FormPart]? {
    let names = (0..<children.count).map { String($0) }
    if !names.isEmpty, names.allSatisfy({ children[$0] != nil }) {
      return names.compactMap { children[$0] }
    }
    let texts = (values + (children[""]?.values ?? [])).flatMap {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    guard !texts.isEmpty || children.isEmpty else { return nil }
    return texts.map { FormPart(values: [String($0)]) }
  }
}

private func misfit(_ type: Any.Type, _ path: [any CodingKey]) -> DecodingError {
  .typeMismatch(type, DecodingError.Context(codingPath: path, debugDescription: "no \(type)"))
}

/// A decoder of URL-encoded forms as servers have them: it returns any container, reads names
/// without a value for flags, lists strings as keys too, and makes arrays of single strings.
private struct FormDecoder: Decoder {
  var part = FormPart()
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ form: String) {
    for pair in form.split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let path = sides[0].split(separator: "[", omittingEmptySubsequences: false)
        .map { $0.hasSuffix("]") ? String($0.dropLast()) : String($0) }
      if sides.count == 1 {
        part.values.append(String(sides[0]))
      } else {
        part.add(String(sides[1]), path[...])
      }
    }
  }

  func inner(_ part: FormPart, _ key: (any CodingKey)?) -> FormDecoder {
    var inner = self
    inner.part = part
    if let key { inner.codingPath.append(key) }
    return inner
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let text = part.values.last?.removingPercentEncoding
    let scalars: [any LosslessStringConvertible.Type] = [
      String.self, Int.self, Int64.self, UInt8.self, UInt64.self, Double.self, Float.self,
      Bool.self,
    ]
    if type == Date.self {
      let date = text.flatMap { Double($0) }.map { Date(timeIntervalSince1970: $0) }
      guard let date = date as? T else { throw misfit(type, codingPath) }
      return date
    }
    if text == "on", let value = true as? T { return value }
    if type == Decimal.self {
      guard let value = text.flatMap({ Decimal(string: $0) }) as? T else {
        throw misfit(type, codingPath)
      }
      return value
    }
    guard let scalar = scalars.first(where: { $0 == type }) else { return try T(from: self) }
    guard let value = text.flatMap({ scalar.init($0) }) as? T else {
      throw misfit(type, codingPath)
    }
    return value
  }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed(decoder: self))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let elements = part.elements else { throw misfit([Any].self, codingPath) }
    return Unkeyed(decoder: self, elements: elements)
  }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { Single(decoder: self) }

  struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: FormDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] {
      (Array(decoder.part.children.keys) + decoder.part.values)
        .compactMap { $0.removingPercentEncoding }.compactMap { Key(stringValue: $0) }
    }

    private func isFlag(_ key: Key) -> Bool { decoder.part.values.contains(key.stringValue) }

    func contains(_ key: Key) -> Bool {
      decoder.part.children[key.stringValue] != nil || isFlag(key)
    }
    func decodeNil(forKey key: Key) throws -> Bool { !contains(key) }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      let part = decoder.part.children[key.stringValue] ?? FormPart()
      if part.values.isEmpty, let flag = isFlag(key) as? T { return flag }
      return try decoder.inner(part, key).decode(type)
    }
    func nestedContainer<N>(keyedBy type: N.Type, forKey key: Key) throws
      -> KeyedDecodingContainer<N>
    { throw misfit(N.self, codingPath) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw misfit([Any].self, codingPath)
    }
    func superDecoder() throws -> any Decoder { throw misfit(Any.self, codingPath) }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw misfit(Any.self, codingPath) }
  }

  struct Step: CodingKey {
    let stringValue: String
    let intValue: Int?
    init(stringValue: String) {
      self.stringValue = stringValue
      intValue = nil
    }
    init(intValue: Int) {
      stringValue = String(intValue)
      self.intValue = intValue
    }
  }

  struct Unkeyed: UnkeyedDecodingContainer {
    let decoder: FormDecoder
    let elements: [FormPart]
    var codingPath: [any CodingKey] { decoder.codingPath }
    var currentIndex = 0
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    init(decoder: FormDecoder, elements: [FormPart]) {
      self.decoder = decoder
      self.elements = elements
    }

    mutating func decodeNil() throws -> Bool { false }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
      defer { currentIndex += 1 }
      let key = Step(intValue: currentIndex)
      return try decoder.inner(elements[currentIndex], key).decode(type)
    }
    mutating func nestedContainer<N>(keyedBy type: N.Type) throws -> KeyedDecodingContainer<N> {
      throw misfit(N.self, codingPath)
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      throw misfit([Any].self, codingPath)
    }
    mutating func superDecoder() throws -> any Decoder { throw misfit(Any.self, codingPath) }
  }

  struct Single: SingleValueDecodingContainer {
    let decoder: FormDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }
    func decodeNil() -> Bool { decoder.part.values.isEmpty }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.decode(type) }
  }
}
