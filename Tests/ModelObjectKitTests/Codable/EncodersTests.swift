import Foundation
import ModelObjectKit
import Testing

private class Inner: ModelObject { var id = 1 }

private class Item: ModelObject {
  var name = "n"
  var count = 2
  var at = Date(timeIntervalSinceReferenceDate: 0)
  var uuid: UUID?
  var score: Int?
  var was: Int? = 3
  var inner: Inner?
  var other: Inner? = Inner()
  var deep = 5
  override class var keyMapping: [String: JSONKey] { ["deep": "way.deep"] }
}

struct ModelsInEncoders {
  @Test func giveEachPropertyAsItsOwnType() throws {
    let item = Item()
    item.was = nil
    let log = RecordingEncoder.Log()
    try item.encode(to: RecordingEncoder(log))
    #expect(
      log.calls == [
        "container", "encode String name", "encode Int count", "encode Date at",
        "encodeIfPresent<UUID> uuid", "encodeIfPresent Int score", "encodeNil was",
        "encodeIfPresent<Inner> inner", "encode Inner other", "container", "encode Int id",
        "encode EncodedObject way", "container", "encode Int deep",
      ]
    )
  }

  @Test func writeRawAndModelValuesInAnyAsTheExportDoes() throws {
    enum Color: String { case red }
    struct Mark: ModelValue {
      init() {}
      init?(modelValue: Any) { nil }
      var modelValue: Any { "m" }
    }
    class Loose: ModelObject { var any: Any? }
    let values: [Any] = [
      Color.red, [Color.red], ["k": Color.red], Mark(), [Mark()], ["k": Mark()],
      Color.red as Color? as Any, [Mark(), nil], [nil, Color.red], ["k": Color.red as Color??],
      ["k": nil as Color?], [Mark() as Mark? as Any, 1],
    ]
    for value in values {
      let loose = Loose()
      loose.any = value
      #expect(try JSONEncoder().encode(loose) == loose.jsonData())
    }
  }

  @Test func takeOptionsFromTheUserInfo() throws {
    class Person: ModelObject {
      var firstName = "Ada"
      var at = Date(timeIntervalSinceReferenceDate: 0)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var options = ExportOptions()
    options.keyStyle = .snakeCase
    options.dateFormat = .secondsSince1970
    encoder.userInfo[.exportOptions] = options
    let data = try encoder.encode([Person()])
    #expect(String(decoding: data, as: UTF8.self) == #"[{"at":978307200,"first_name":"Ada"}]"#)
    let decoder = JSONDecoder()
    decoder.userInfo[.mappingOptions] = MappingOptions.strict
    #expect(try decoder.decode([Person].self, from: data) == [Person()])
    let error = #expect(throws: ModelError.self) {
      try decoder.decode([Person].self, from: Data(#"[{"first_name": [1]}]"#.utf8))
    }
    #expect(error?.issues.map(\.path).sorted() == ["[0].at", "[0].first_name"])
  }

  @Test func writeWhatAHookPutsThereAsTheEncoderDoes() throws {
    class Stamped: ModelObject {
      var name = "n"
      override func didExport(_ dictionary: inout [String: Any]) throws {
        dictionary["at"] = Date(timeIntervalSinceReferenceDate: 0)
        dictionary["url"] = URL(string: "https://example.org")
        dictionary["data"] = Data([1])
      }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .secondsSince1970
    #expect(
      String(decoding: try encoder.encode(Stamped()), as: UTF8.self)
        == #"{"at":978307200,"data":"AQ==","name":"n","url":"https://example.org"}"#
    )
  }

  /// A hook sees no numbers that JSON doesn't have; an encoder may write them.
  @Test func writeWhatAHookDoesNotSeeAsTheEncoderDoes() throws {
    class Measured: ModelObject {
      var first = Double.nan
      var second = Double.nan
      override func didExport(_ dictionary: inout [String: Any]) throws {
        dictionary["second"] = dictionary.count
      }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    #expect(
      String(decoding: try encoder.encode(Measured()), as: UTF8.self)
        == #"{"first":"nan","second":0}"#
    )
  }

  @Test func leaveOutOfAnyListWhatCannotBeEncoded() throws {
    struct Opaque {}
    class Loose: ModelObject { var any: Any? }
    let values: [Any] = [[1, Opaque()], ["a": [Opaque()], "b": 2], ["a": Opaque()]]
    for value in values {
      let loose = Loose()
      loose.any = value
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      var options = ExportOptions()
      options.sortedKeys = true
      #expect(try encoder.encode(loose) == loose.jsonData(options: options), "\(value)")
    }
  }

  @Test func leaveOutWhatLeadsToItself() throws {
    class Node: ModelObject {
      var id = 0
      var next: Node?
      var all: [Node] = []
    }
    let node = Node()
    node.next = Node()
    node.next?.next = node
    node.next?.all = [node, Node()]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(
      String(decoding: try encoder.encode(node), as: UTF8.self)
        == #"{"all":[],"id":0,"next":{"all":[{"all":[],"id":0}],"id":0}}"#
    )
  }

  @Test func leaveOutOfAnyListWhatAnExportLeavesOut() throws {
    class Node: ModelObject {
      var id = 0
      var rows: [[Node]]?
      var table: [String: [Node]]?
      var any: Any?
      override func didExport(_ dictionary: inout [String: Any]) throws {
        if id < 0 { throw CocoaError(.coderInvalidValue) }
      }
    }
    let (node, good, bad) = (Node(), Node(), Node())
    (good.id, bad.id) = (1, -1)
    node.rows = [[node, good], [bad, good], [bad]]
    node.table = ["a": [good, bad, node]]
    node.any = [[bad, good], [node]]
    let list = #"[{"id":1}]"#
    let expected =
      #"{"any":[\#(list),[]],"id":0,"rows":[\#(list),\#(list),[]],"table":{"a":\#(list)}}"#
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(node), as: UTF8.self) == expected)
    var options = ExportOptions()
    options.sortedKeys = true
    #expect(try node.jsonString(options: options) == expected)
  }
}

/// An encoder that records its calls, with the names of the types.
struct RecordingEncoder: Encoder {
  final class Log {
    var calls: [String] = []
  }

  let log: Log
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ log: Log) { self.log = log }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    log.calls.append("container")
    return KeyedEncodingContainer(Keyed(log: log))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { fatalError("not asked for") }
  func singleValueContainer() -> any SingleValueEncodingContainer { fatalError("not asked for") }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let log: Log
    var codingPath: [any CodingKey] = []

    mutating func encodeNil(forKey key: Key) { log.calls.append("encodeNil \(key.stringValue)") }
    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
      log.calls.append("encode \(T.self) \(key.stringValue)")
      let isOwn = value is ModelObject || "\(T.self)".hasPrefix("Encoded")
      if isOwn { try value.encode(to: RecordingEncoder(log)) }
    }
    mutating func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
      if let value { return try encode(value, forKey: key) }
      log.calls.append("encodeIfPresent<\(T.self)> \(key.stringValue)")
    }
    mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
      if let value { return try encode(value, forKey: key) }
      log.calls.append("encodeIfPresent Int \(key.stringValue)")
    }
    mutating func nestedContainer<N>(keyedBy type: N.Type, forKey key: Key)
      -> KeyedEncodingContainer<N>
    { fatalError("not asked for") }
    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      fatalError("not asked for")
    }
    mutating func superEncoder() -> any Encoder { fatalError("not asked for") }
    mutating func superEncoder(forKey key: Key) -> any Encoder { fatalError("not asked for") }
  }
}
