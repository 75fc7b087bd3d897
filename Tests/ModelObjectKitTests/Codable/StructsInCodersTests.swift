import Foundation
import ModelObjectKit
import Testing

extension CodingUserInfoKey {
  fileprivate static let tenant = CodingUserInfoKey(rawValue: "tenant")
}

private enum Floor: String, Codable {
  case first, second
}

private final class Owner: ModelObject {
  var fullName = ""
  var since: Date?
}

private struct Room: Codable, Equatable {
  var roomName: String
  var size = CGSize()
}

private struct Address: Codable, Equatable {
  var streetName: String
  var ratio: Double?
  var key: Data?
  var floor: Floor?
  var inside: [Room]?
  var byName: [String: Int]?
  var owner: Owner?
  var timeZone: TimeZone?
}

private struct Reader: Codable, Equatable {
  var readsIn: Locale
}

/// A value whose code asks for something in the coder's `userInfo`.
private struct Tenant: Codable, Equatable {
  var name: String

  init(name: String) { self.name = name }

  init(from decoder: any Decoder) throws {
    let key = try #require(CodingUserInfoKey.tenant)
    name = decoder.userInfo[key] as? String ?? "nobody"
  }

  func encode(to encoder: any Encoder) throws {
    let key = try #require(CodingUserInfoKey.tenant)
    var container = encoder.singleValueContainer()
    try container.encode([encoder.userInfo[key] as? String ?? "nobody"])
  }
}

private struct Span: Codable, Equatable {
  var startsAt: Date
}

private final class Customer: ModelObject {
  var address: Address?
  var others: [Address] = []
  var byName: [String: Address] = [:]
  var tenant: Tenant?
  var span: Span?
  var reader: Reader?
}

private let day = Date(timeIntervalSince1970: 1_399_334_400)

/// With options in a coder's `userInfo`, structs are read by the rules of models, and those with dates
/// are written so; else they are left to the coder.
struct StructsInCodersTests {
  private static let text = """
    {"address": {"street_name": "Main", "ratio": "INF", "key": [1, 2], "floor": "second",
     "inside": [{"room_name": "Back", "size": [1, 2]}], "by_name": {"a_b": 1},
     "owner": {"full_name": "Kim", "since": "2014-05-06"},
     "time_zone": {"identifier": "GMT"}}, "others": [{"street_name": "Side"}],
     "by_name": {"x_y": {"street_name": "Far"}}, "tenant": []}
    """

  private var expected: Customer {
    let (customer, owner) = (Customer(), Owner())
    (owner.fullName, owner.since) = ("Kim", day)
    customer.address = Address(
      streetName: "Main",
      ratio: .infinity,
      key: Data([1, 2]),
      floor: .second,
      inside: [Room(roomName: "Back", size: CGSize(width: 1, height: 2))],
      byName: ["a_b": 1],
      owner: owner,
      timeZone: .gmt
    )
    customer.others = [Address(streetName: "Side")]
    customer.byName = ["x_y": Address(streetName: "Far")]
    customer.tenant = Tenant(name: "acme")
    return customer
  }

  private func decoder() throws -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dataDecodingStrategy = .deferredToData
    decoder.dateDecodingStrategy = .iso8601
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "INF",
      negativeInfinity: "-INF",
      nan: "NAN"
    )
    decoder.userInfo[try #require(.tenant)] = "acme"
    return decoder
  }

  @Test func areReadAsTheDecoderSaysWithoutOptions() throws {
    let text = Self.text.replacing(#""2014-05-06""#, with: #""2014-05-06T00:00:00Z""#)
    #expect(try decoder().decode(Customer.self, from: Data(text.utf8)) == expected)
  }

  /// The form of data and of infinity is the decoder's own.
  @Test func areReadByTheRulesOfModelsWithOptions() throws {
    var options = MappingOptions()
    options.dates.format = .dateOnly
    let decoder = try decoder()
    decoder.userInfo[.mappingOptions] = options
    let customer = try decoder.decode(Customer.self, from: Data(Self.text.utf8))
    let expected = expected
    expected.address?.ratio = nil
    expected.address?.key = nil
    #expect(customer == expected)
    #expect(customer.tenant?.name == "acme")
  }

  @Test(.needsFoundation) func haveLocalesAsTheDecoderSays() throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.userInfo[.mappingOptions] = MappingOptions.lenient
    let json = Data(#"{"reader": {"reads_in": {"identifier": "de_CH"}}}"#.utf8)
    let customer = try decoder.decode(Customer.self, from: json)
    #expect(customer.reader == Reader(readsIn: Locale(identifier: "de_CH")))
  }

  @Test(.differs(.structsInCoders)) func areWrittenAsTheEncoderSays() throws {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.dataEncodingStrategy = .deferredToData
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "INF",
      negativeInfinity: "-INF",
      nan: "NAN"
    )
    encoder.userInfo[try #require(.tenant)] = "acme"
    var options = ExportOptions()
    options.dateFormat = .dateOnly
    encoder.userInfo[.exportOptions] = options
    let written = try JSONSerialization.jsonObject(with: encoder.encode(expected))
    let text = Self.text.replacing(#""tenant": []"#, with: #""tenant": ["acme"]"#)
    let given = try JSONSerialization.jsonObject(with: Data(text.utf8))
    #expect(written as? NSDictionary == given as? NSDictionary)
  }

  @Test(.differs(.structsInCoders)) func keepTheirBytesInPropertyLists() throws {
    let encoder = PropertyListEncoder()
    encoder.userInfo[.exportOptions] = ExportOptions()
    let data = try encoder.encode(expected)
    let list = try PropertyListSerialization.propertyList(from: data, format: nil)
    let address = (list as? [String: Any])?["address"] as? [String: Any]
    #expect(address?["key"] as? Data == Data([1, 2]) && address?["ratio"] as? Double == .infinity)
    #expect(try PropertyListDecoder().decode(Customer.self, from: data).address == expected.address)
  }

  @Test func withDatesFollowTheOptions() throws {
    let encoder = JSONEncoder()
    var options = ExportOptions()
    options.dateFormat = .dateOnly
    encoder.userInfo[.exportOptions] = options
    let customer = Customer()
    customer.span = Span(startsAt: day)
    let data = try encoder.encode(customer)
    #expect(String(decoding: data, as: UTF8.self).contains(#"{"startsAt":"2014-05-06"}"#))
    let decoder = JSONDecoder()
    decoder.userInfo[.mappingOptions] = MappingOptions()
    #expect(try decoder.decode(Customer.self, from: data).span == customer.span)
  }

  /// One that doesn't fit is left out of its list, and what is in the others is counted once.
  @Test func inListsAreDecodedOnce() throws {
    struct Item: Codable {
      var name: String
      var owner: Owner?
    }
    class House: ModelObject {
      var list: [Item] = []
      var lists: [[Item]] = []
      var byName: [String: Item] = [:]
    }
    let items = #"{"name": "x", "owner": {"fullName": "Kim"}}, {"name": []}"#
    let json =
      #"{"list": [\#(items)], "lists": [[\#(items)]], "byName": {"a": \#(items.prefix(43))}}"#
    var options = MappingOptions()
    options.census = MappingCensus()
    let decoder = JSONDecoder()
    decoder.userInfo[.mappingOptions] = options
    let house = try decoder.decode(House.self, from: Data(json.utf8))
    #expect(house.list.map(\.name) == ["x"] && house.lists.map(\.count) == [1])
    #expect(house.byName["a"]?.owner?.fullName == "Kim")
    #expect(options.census?.description.contains("Owner, 3 objects") == true)
  }

  @Test func thatContainThemselvesHaveALimitOfLevels() throws {
    struct Node: Codable { var next: [Node]? }
    class Root: ModelObject { var list: [Node] = [] }
    var options = MappingOptions()
    options.maximumDepth = 3
    let decoder = JSONDecoder()
    decoder.userInfo[.mappingOptions] = options
    let json = #"{"list": [{"next": [{"next": [{"next": []}]}]}]}"#
    let error = #expect(throws: ModelError.self) {
      try decoder.decode(Root.self, from: Data(json.utf8))
    }
    #expect(error?.code == .tooDeep)
  }
}
