import Foundation
import ModelObjectKit
import Testing

private struct Price: Codable, Equatable {
  var amount: Double
  var currency_code: String
  var at: Date?
}

private struct Line: Codable, Equatable {
  var sku: String
  var count: Int
}

private final class Order: ModelObject {
  var id = 0
  var price: Price?
  var lines: [Line] = []
  var byName: [String: Line] = [:]
}

private final class ExactOrder: ModelObject {
  var price: Price?
  var lines: [Line] = []
  override class var keyMatching: KeyMatching { .exact }
}

/// A type that tries one type after another.
private struct Loose: Codable, Equatable, CustomStringConvertible {
  var description: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      description = "null"
    } else if let value = try? container.decode(Bool.self) {
      description = "Bool \(value)"
    } else if let value = try? container.decode(Int.self) {
      description = "Int \(value)"
    } else if let value = try? container.decode(Double.self) {
      description = "Double \(value)"
    } else if let value = try? container.decode(String.self) {
      description = "String \(value)"
    } else if let value = try? container.decode([Loose].self) {
      description = "\(value)"
    } else {
      let pairs = try container.decode([String: Loose].self)
      description = pairs.map { "\($0): \($1)" }.sorted().joined(separator: ", ")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// Structs in models are read by the rules of classes.
struct StructsInModels {
  private static let ways: [WayIn] = [.text, .foundation, .decoder]

  @Test func takeOtherSpellingsAndConvert() throws {
    let json = """
      {"id": "7", "price": {"AMOUNT": "12.5", "currencyCode": 978, "at": "2024-01-01"},
       "lines": [{"sku": "a", "count": 1}, {"SKU": "c", "count": "3"}],
       "by_name": {"x": {"s_k_u": "a", "count": true}}}
      """
    for input in everyWay(json, Self.ways) {
      let log = TextLog()
      var options = MappingOptions()
      options.issueHandler = { log.add($0.map(\.description)) }
      let order = try input.map(to: Order.self, options: options)
      let day = Date(timeIntervalSince1970: 1_704_067_200)
      #expect(order.price == Price(amount: 12.5, currency_code: "978", at: day), "\(input)")
      #expect(order.lines == [Line(sku: "a", count: 1), Line(sku: "c", count: 3)], "\(input)")
      #expect(order.byName == ["x": Line(sku: "a", count: 1)], "\(input)")
      #expect(log.texts.isEmpty, "\(input)")
    }
  }

  @Test func tellWhatDoesNotFit() throws {
    let json = """
      {"price": {"amount": 1, "currency_code": "EUR", "at": "x"}, "lines": [{"sku": "b"}, 5],
       "by_name": {"x": {"sku": "a", "count": []}}}
      """
    for input in everyWay(json, Self.ways) {
      let log = TextLog()
      var options = MappingOptions()
      options.issueHandler = { log.add($0.map(\.description)) }
      let order = try input.map(to: Order.self, options: options)
      #expect(order.price?.amount == 1 && order.price?.at == nil, "\(input)")
      #expect(order.lines.isEmpty && order.byName.isEmpty, "\(input)")
      #expect(
        log.texts.sorted() == [
          "by_name.x: expected Line, found an object in which count is not an Int",
          "lines[0]: expected Line, found an object in which count is missing",
          "lines[1]: expected Line, found Int 5",
          #"price.at: expected Date, found String "x""#,
        ],
        "\(input)"
      )
    }
  }

  @Test func matchKeysAsTheirClassDoes() throws {
    let json =
      #"{"price": {"amount": 1, "currencyCode": "EUR"}, "lines": [{"SKU": "a", "count": 1}]}"#
    for input in everyWay(json, Self.ways) {
      let order = try input.map(to: ExactOrder.self, options: .lenient)
      #expect(order.price == nil && order.lines.isEmpty, "\(input)")
    }
    let exact = #"{"price": {"amount": "1", "currency_code": "EUR"}}"#
    #expect(try ExactOrder(json: exact).price == Price(amount: 1, currency_code: "EUR"))
  }

  /// The exact key counts, then the smallest; null gives way, and of equal keys the last counts.
  @Test(
    arguments: [
      (#"{"S_KU": "x", "sku": "a", "count": 1}"#, "a"),
      (#"{"sku": "a", "S_KU": "x", "count": 1}"#, "a"),
      (#"{"sku": null, "S_KU": "x", "count": 1}"#, "x"),
      (#"{"s_ku": "x", "S_KU": "y", "count": 1}"#, "y"),
      (#"{"sku": "a", "sku": "b", "count": 1}"#, "b"),
      (#"{"sku": "a", "sku": null, "count": 1}"#, "a"),
      (#"{"s\u006bu": "e", "count": 1}"#, "e"),
    ]
  )
  func takeTheBestKey(json: String, sku: String) throws {
    #expect(try Order(json: #"{"lines": [\#(json)]}"#).lines.map(\.sku) == [sku])
  }

  /// What is found in an object with hundreds of keys is the same.
  @Test func findKeysInWideObjects() throws {
    struct Wide: Codable {
      var first: Int
      var last: Int?
      var straße: Int?
    }
    let others = (0..<500).map { #""key\#($0)": \#($0)"# }.joined(separator: ", ")
    for json in [
      #"{"FIRST": 1, \#(others), "LA_ST": 2, "STRASSE": 3}"#, #"{\#(others), "first": 1}"#,
      #"{"first": 1, "strasse": 3}"#,
    ] {
      let wide = try ModelDecoder().decode(Wide.self, from: json)
      #expect(wide.first == 1)
      #expect(wide.last == (json.contains("LA_ST") ? 2 : nil))
      #expect(wide.straße == (json.lowercased().contains("strasse") ? 3 : nil))
    }
  }

  /// A single value isn't converted, even if the rest of the struct is.
  @Test func letTypesTryOneTypeAfterAnother() throws {
    class Holder: ModelObject {
      var inner: Inner?
      struct Inner: Codable {
        var loose: Loose
        var count: Int
      }
    }
    let loose = #"[5, 5.5, "5", true, null, {"a": 1}, []]"#
    let expected = "[Int 5, Double 5.5, String 5, Bool true, null, a: Int 1, []]"
    for count in ["1", #""1""#] {
      let json = #"{"inner": {"loose": \#(loose), "count": \#(count)}}"#
      for input in everyWay(json, Self.ways) {
        let inner = try input.map(to: Holder.self, options: .lenient).inner
        #expect(inner?.loose.description == expected && inner?.count == 1, "\(input)")
      }
    }
  }

  /// `"1"` and `"01"` are one integer.
  @Test func takeOneSpellingOfANumberAsAKey() throws {
    class Log: ModelObject { var names: [Int: String] = [:] }
    struct Inside: Codable { var log: Log?, names: [Int: String]? }
    class Holder: ModelObject {
      var snapshot: Snapshot<Log>?
      var inside: Inside?
    }
    let names = #"{"01": "a", "1": "b", "001": "c"}"#
    let json =
      #"{"snapshot": {"names": \#(names)}, "inside": {"log": {"names": \#(names)}, "names": \#(names)}}"#
    for input in everyWay(json, [.text, .foundation]) {
      let log = TextLog()
      var options = MappingOptions()
      options.issueHandler = { log.add($0.map(\.path)) }
      let holder = try input.map(to: Holder.self, options: options)
      #expect(holder.snapshot?.makeModel().names == [1: "b"], "\(input)")
      #expect(holder.inside?.log?.names == [1: "b"], "\(input)")
      #expect(holder.inside?.names == [1: "b"], "\(input)")
      #expect(log.texts.count == 6, "\(input): \(log.texts)")
    }
  }

  @Test func areWrittenInTheirOwnOrder() throws {
    let order = Order()
    order.price = Price(amount: 12.5, currency_code: "EUR", at: Date(timeIntervalSince1970: 0))
    order.lines = [Line(sku: "z", count: 1)]
    let text =
      #"{"id":0,"price":{"amount":12.5,"currency_code":"EUR","at":"1970-01-01T00:00:00Z"},"#
      + #""lines":[{"sku":"z","count":1}],"byName":{}}"#
    #expect(try order.jsonString() == text)
    #expect(
      try order.jsonString(options: ExportOptions(keyStyle: .snakeCase)).contains("currency_code")
    )
    let sorted = try order.jsonString(options: ExportOptions(sortedKeys: true))
    #expect(sorted.contains(#""price":{"amount":12.5,"at":"#))
    #expect(try Order(json: text) == order)
  }

  @Test func writeSetsAndDictionariesInOneOrder() throws {
    struct Bag: Codable, Equatable {
      var names: Set<String> = ["d", "a", "c", "b"]
      var byId: [UUID: Int] = [:]
      var byNumber: [Int: String] = [10: "x", 9: "y", 1: "z"]
    }
    class Holder: ModelObject { var bag = Bag() }
    let ids = (0..<6).map { UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5\($0)") }
    let holder = Holder()
    for (number, id) in ids.enumerated() { holder.bag.byId[try #require(id)] = number }
    let pairs = (0..<6).map { #""E621E1F8-C36C-495A-93FC-0C247A3E6E5\#($0)",\#($0)"# }
    let text =
      #"{"bag":{"names":["a","b","c","d"],"byId":[\#(pairs.joined(separator: ","))],"#
      + #""byNumber":{"1":"z","10":"x","9":"y"}}}"#
    #expect(try holder.jsonString() == text)
    #expect(try Holder(json: text).bag == holder.bag)
  }

  /// Exports omit a struct with a number that JSON doesn't have; archives keep it.
  @Test func keepNumbersThatJSONDoesNotHaveInArchives() throws {
    struct Sizes: Codable, Equatable {
      var width: Double? = .infinity
      var height: Float? = -.infinity
      var list = [1, Double.infinity]
    }
    class Holder: ModelObject { var sizes = Sizes() }
    let holder = Holder()
    #expect(try holder.jsonString() == "{}")
    #expect(try Holder(archive: try holder.archivedData()).sizes == holder.sizes)
  }

  /// Models in a struct are read once, although the struct is read twice.
  @Test func readTheirModelsOnce() throws {
    let log = TextLog()
    class Counted: ModelObject {
      nonisolated(unsafe) static var log: TextLog?
      var n = 0
      override func didMap(_ dictionary: [String: Any]) throws { Self.log?.add(["\(n)"]) }
    }
    struct Box: Codable {
      var one: Counted
      var list: [Counted]
      var count: Int
    }
    class Holder: ModelObject { var box: Box? }
    Counted.log = log
    defer { Counted.log = nil }
    let json = #"{"box": {"one": {"n": 1}, "list": [{"n": 2}, {"n": 3}], "count": "4"}}"#
    let box = try Holder(json: json).box
    #expect(box?.count == 4 && box?.list.map(\.n) == [2, 3])
    #expect(log.texts == ["1", "2", "3"])
  }

  /// A container that is kept says so when the value is over.
  @Test func endWithTheirValue() throws {
    final class Keeper: @unchecked Sendable { var decoder: (any Decoder)? }
    struct Curious: Codable {
      nonisolated(unsafe) static var keeper: Keeper?
      var name = ""
      init(from decoder: any Decoder) throws {
        Self.keeper?.decoder = decoder
        name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
      }
      enum CodingKeys: CodingKey { case name }
    }
    class Holder: ModelObject { var curious: Curious? }
    let keeper = Keeper()
    Curious.keeper = keeper
    defer { Curious.keeper = nil }
    #expect(try Holder(json: #"{"curious": {"name": "x"}}"#).curious?.name == "x")
    let decoder = try #require(keeper.decoder)
    #expect(throws: DecodingError.self) { try decoder.container(keyedBy: Curious.CodingKeys.self) }
    #expect(throws: DecodingError.self) { try decoder.unkeyedContainer() }
    #expect(throws: DecodingError.self) {
      try decoder.singleValueContainer().decode(String.self)
    }
  }

  /// Also if more values are read after it.
  @Test func endAlthoughTheirListGoesOn() throws {
    final class Keeper: @unchecked Sendable { var decoders: [any Decoder] = [] }
    enum Names: CodingKey { case name }
    struct Curious: Codable {
      nonisolated(unsafe) static var keeper: Keeper?
      var name = ""
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Names.self)
        name = try container.decode(String.self, forKey: .name)
        if name != "c" { try Self.keeper?.decoders.append(container.superDecoder(forKey: .name)) }
      }
      func encode(to encoder: any Encoder) throws {}
    }
    class Holder: ModelObject { var list: [Curious] = [] }
    let keeper = Keeper()
    Curious.keeper = keeper
    defer { Curious.keeper = nil }
    let json = #"{"list": [{"name": "a"}, {"name": "b"}, {"name": "c"}, {"name": "d"}]}"#
    #expect(try Holder(json: json).list.map(\.name) == ["a", "b", "c", "d"])
    for decoder in keeper.decoders {
      let container = try decoder.singleValueContainer()
      #expect(!container.decodeNil())
      #expect(throws: DecodingError.self) { try container.decode(String.self) }
      #expect(throws: DecodingError.self) { try decoder.container(keyedBy: Names.self) }
    }
    #expect(keeper.decoders.count == 3)
  }

  @Test func areUpdatedByPatches() throws {
    enum Form: Codable, Equatable {
      case circle(radius: Double)
      case square(side: Int)
    }
    class Holder: ModelObject { var form = Form.circle(radius: 1) }
    let (old, new) = (Holder(), Holder())
    new.form = .square(side: 2)
    let patch = try new.jsonString(changesSince: old)
    let target = try Holder(json: #"{"form": {"circle": {"radius": 5}}}"#)
    try target.update(json: patch)
    #expect(target.form == .square(side: 2))
  }
}
