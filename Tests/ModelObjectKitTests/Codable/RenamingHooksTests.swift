import Foundation
import ModelObjectKit
import Testing

private enum Color: Int, Codable { case red = 1, green }
private struct Size: Codable, Equatable { var width = 0 }

private class Task: ModelObject {
  var due: Date?
  var bytes: Data?
  var uuid: UUID?
  var color: Color?
  var size: Size?
  var tags: [String] = []
  var price: Double?
  override class var transforms: [String: PropertyTransform] {
    ["price": PropertyTransform(from: Double.self, read: { $0 / 100 }, write: { $0 * 100 })]
  }
}

private final class RenamedTask: Task {
  static let names = ["due", "bytes", "uuid", "color", "size", "tags", "price"]
  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
    var changed = dictionary
    for name in Self.names {
      if let value = changed.removeValue(forKey: "the_" + name) { changed[name] = value }
    }
    return changed
  }
  override func didExport(_ dictionary: inout [String: Any]) throws {
    for name in Self.names {
      if let value = dictionary.removeValue(forKey: name) { dictionary["the_" + name] = value }
    }
  }
}

/// A hook that moves a value to another key doesn't change what the coder reads and writes.
struct RenamingHooks {
  private static func fill(_ task: Task) -> Task {
    task.due = Date(timeIntervalSinceReferenceDate: 5)
    task.bytes = Data([0x41, 0x42, 0x43, 0x44])
    task.uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    (task.color, task.size, task.tags, task.price) = (.green, Size(width: 3), ["a", "b"], 12.5)
    return task
  }

  private static func renamed(
    _ columns: [String: DatabaseRow.Value]
  ) -> [String: DatabaseRow.Value] {
    Dictionary(uniqueKeysWithValues: columns.map { ("the_" + $0.key, $0.value) })
  }

  @Test(arguments: [false, true]) func keepTheValuesOfColumns(isEmpty: Bool) throws {
    let task = isEmpty ? RenamedTask() : Self.fill(RenamedTask())
    let plain = try DatabaseRow(encoding: isEmpty ? Task() : Self.fill(Task()))
    let row = try DatabaseRow(encoding: task)
    #expect(row.columns == Self.renamed(plain.columns))
    // A row has dates to the second here.
    #expect(try row.decode(RenamedTask.self) == task)
  }

  @Test func keepTheStrategiesOfJSON() throws {
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(Self.fill(RenamedTask())), as: UTF8.self)
    #expect(
      text == #"{"the_bytes":"QUJDRA==","the_color":2,"the_due":5,"the_price":1250,"#
        + #""the_size":{"width":3},"the_tags":["a","b"],"#
        + #""the_uuid":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"}"#
    )
    let task = try decoder.decode(RenamedTask.self, from: Data(text.utf8))
    #expect(task == Self.fill(RenamedTask()))
  }
}

/// What hooks see of the columns of a row: numbers and strings, as from JSON.
struct ValuesInHooksOfRows {
  private final class Seeing: Task {
    var amount: Decimal?
    var site: URL?
    var colors: [Color] = []
    var seen: [String: Any] = [:]
    override class var ignoredProperties: Set<String> { ["seen"] }
    override func serializeValue(_ value: Any?, key: String) throws {
      seen[key] = value
      if key == "color" { seen["number"] = Self.convert(value, to: Int.self) }
      try super.serializeValue(value, key: key)
    }
  }

  @Test(arguments: [false, true]) func areNumbersAndStrings(isCopied: Bool) throws {
    let uuid = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    let row = DatabaseRow(
      [
        "color": .integer(2), "amount": .real(1.25), "uuid": .text(uuid),
        "size": .text(#"{"width":3}"#), "colors": .text("[1,2]"), "site": .text("http://a.b"),
        "due": .integer(5), "bytes": .blob(Data([1, 0])),
      ],
      isCopied: isCopied
    )
    let task = try row.decode(Seeing.self)
    let expected: [String: Any] = [
      "color": 2, "number": 2, "amount": 1.25, "uuid": uuid, "size": ["width": 3],
      "colors": [1, 2], "site": "http://a.b", "due": Date(timeIntervalSince1970: 5),
      "bytes": Data([1, 0]),
    ]
    #expect(task.seen as NSDictionary == expected as NSDictionary)
    #expect(task.color == .green && task.amount == 1.25 && task.uuid?.uuidString == uuid)
    #expect(task.size == Size(width: 3) && task.colors == [.red, .green] && task.site != nil)
  }
}
