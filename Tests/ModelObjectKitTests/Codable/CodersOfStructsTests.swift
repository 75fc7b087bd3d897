import Foundation
import ModelObjectKit
import Testing

private class Item: ModelObject {
  var number = 0
  var at: Date?
}

/// A struct with JSON in a string, which it codes itself.
private struct Box: Codable {
  var item: Item?
  init(_ item: Item) { self.item = item }

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    let own = JSONDecoder()
    own.userInfo[.mappingOptions] = MappingOptions(
      dates: DateOptions(format: .custom("dd.MM.yyyy"))
    )
    item = try own.decode(Item.self, from: Data(text.utf8))
  }

  func encode(to encoder: any Encoder) throws {
    let own = JSONEncoder()
    own.outputFormatting = .sortedKeys
    own.userInfo[.exportOptions] = ExportOptions(dateFormat: .custom("dd.MM.yyyy"))
    var container = encoder.singleValueContainer()
    try container.encode(String(decoding: own.encode(item), as: UTF8.self))
  }
}

/// The same by coders without options.
private struct PlainBox: Codable {
  var item: Item?

  init(_ item: Item) { self.item = item }

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    item = try JSONDecoder().decode(Item.self, from: Data(text.utf8))
  }

  func encode(to encoder: any Encoder) throws {
    let own = JSONEncoder()
    own.outputFormatting = .sortedKeys
    var container = encoder.singleValueContainer()
    try container.encode(String(decoding: own.encode(item), as: UTF8.self))
  }
}

private class Outer: ModelObject {
  var box: Box?
  var plain: PlainBox?
  var at: Date?
}

/// A coder that the code of a struct makes has its own options, whatever those of the coder around it are.
struct CodersOfStructs {
  private static let day = Date(timeIntervalSince1970: 1_399_334_400)
  private static let box = #"{"at":"06.05.2014","number":1}"#
  private static let plain = #"{"at":421027200,"number":2}"#

  @Test(arguments: [nil, MappingOptions(), .strict]) func readByTheirOptions(
    options: MappingOptions?
  ) throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    if let options { decoder.userInfo[.mappingOptions] = options }
    let pairs = ["box": Self.box, "plain": Self.plain, "at": "2014-05-06T00:00:00Z"]
    let outer = try decoder.decode(Outer.self, from: JSONEncoder().encode(pairs))
    #expect(outer.box?.item?.at == Self.day && outer.box?.item?.number == 1)
    #expect(outer.plain?.item?.at == Self.day && outer.plain?.item?.number == 2)
    #expect(outer.at == Self.day)
  }

  @Test(arguments: [nil, ExportOptions()]) func writeByTheirOptions(
    options: ExportOptions?
  ) throws {
    let (outer, first, second) = (Outer(), Item(), Item())
    (first.number, first.at, second.number, second.at) = (1, Self.day, 2, Self.day)
    (outer.box, outer.plain, outer.at) = (Box(first), PlainBox(second), Self.day)
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    if let options { encoder.userInfo[.exportOptions] = options }
    let pairs = try JSONDecoder().decode([String: String].self, from: encoder.encode(outer))
    #expect(pairs == ["box": Self.box, "plain": Self.plain, "at": "2014-05-06T00:00:00Z"])
  }
}
