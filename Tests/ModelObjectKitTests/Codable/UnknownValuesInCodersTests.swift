import Foundation
import ModelObjectKit
import Testing

private class Note: ModelObject {
  var title = ""
  var rest: [String: Any] = [:]
  override class var unknownKeysProperty: String? { "rest" }
}

/// Unknown keys keep the values that a coder has, and JSON doesn't.
struct UnknownValuesInCoders {
  private static let bytes = Data([0, 1, 0x80, 0xff])
  private static let day = Date(timeIntervalSinceReferenceDate: 0.5)

  @Test func stayTheSameInPropertyLists() throws {
    let pairs: [String: Any] = [
      "title": "t", "bytes": Self.bytes, "day": Self.day, "list": [Self.bytes, ["d": Self.day]],
    ]
    let list = try PropertyListSerialization.data(
      fromPropertyList: pairs,
      format: .binary,
      options: 0
    )
    let note = try PropertyListDecoder().decode(Note.self, from: list)
    #expect(note.title == "t" && note.rest["bytes"] as? Data == Self.bytes)
    let again = try PropertyListSerialization.propertyList(
      from: PropertyListEncoder().encode(note),
      format: nil
    )
    #expect(again as? NSDictionary == pairs as NSDictionary)
  }

  @Test(arguments: [false, true]) func stayTheSameInRows(isCopied: Bool) throws {
    let columns: [String: DatabaseRow.Value] = [
      "title": .text("t"), "bytes": .blob(Self.bytes), "number": .real(1.5), "none": .null,
      "uuid": .blob(Data((0..<16).map { UInt8($0) })), "text": .text("007"),
    ]
    let row = DatabaseRow(columns, isCopied: isCopied)
    let note = try row.decode(Note.self)
    let new = try DatabaseRow(encoding: note)
    #expect(new.columns == columns)
  }

  /// With options the dates are written as these say, and data isn't changed.
  @Test func haveTheDatesOfOptions() throws {
    let note = Note()
    note.rest = ["day": Date(timeIntervalSince1970: 0), "bytes": Self.bytes]
    let encoder = PropertyListEncoder()
    encoder.userInfo[.exportOptions] = ExportOptions()
    let list = try PropertyListSerialization.propertyList(from: encoder.encode(note), format: nil)
    let expected: [String: Any] = [
      "title": "", "day": "1970-01-01T00:00:00Z", "bytes": Self.bytes,
    ]
    #expect(list as? NSDictionary == expected as NSDictionary)
  }
}
