import Foundation
import Testing

@testable import ModelObjectTool

/// What the comments say about values that leave something to decide.
struct RemarkTests {
  private static let utc = "UTC, unless `dates.timeZone` in `mappingOptions` is another"
  private static let flag =
    "only 0 and 1: could be a `Bool`, and is exported as true or false then"
  private static let number = "numbers in strings: could be a number, and is exported as one then"
  private static let numbered = "numbered: PHP's form of a list; sort the keys for one"

  /// Documents as servers send them, and their properties with what is said about each.
  private static let documents: [(json: String, properties: [String])] = [
    (
      #"{"order_id": 7, "created_at": "2024-04-07 10:00:00", "paid_on": "2024-04-07"}"#,
      [
        "orderId = 0", "createdAt: Date?  // no time zone: \(utc)",
        "paidOn: Date?  // reads only the format in `dateFormats`",
      ]
    ),
    (
      #"{"rows": [{"at": "2024/04/07 10:00"}, {"at": "2024/04/08 11:30"}]}"#,
      [
        "rows: [Row] = []", "at: Date?  // reads only the format in `dateFormats`, in \(utc)",
      ]
    ),
    (
      #"{"day": "2024/04/07", "times": ["2024-04-07T10:00:00", "2024-04-07T10:00:00.5"]}"#,
      [
        "day: Date?  // reads only the format in `dateFormats`",
        "times: [Date] = []  // no time zone: \(utc)",
      ]
    ),
    (
      #"{"at": "2024-04-07T10:00:00Z", "to": "2024-04-07T10:00:00+08:00"}"#,
      ["at: Date?", "to: Date?"]
    ),
    (
      #"{"is_vip": 1, "hasMore": 0, "can-edit": 1, "is_count": 2, "island": 1}"#,
      [
        "isVip = 0  // \(flag)", "hasMore = 0  // \(flag)", "canEdit = 0  // \(flag)",
        "isCount = 0", "island = 0",
      ]
    ),
    (
      #"{"price": "12.50", "total_count": "3", "phone": "13800000000", "age": "007"}"#,
      [
        "price = \"\"  // \(number)", "totalCount = \"\"  // \(number)", "phone = \"\"",
        "age = \"\"",
      ]
    ),
    (
      #"{"data": {"1": {"id": 1}, "2": {"id": 2}}, "by_id": {"17": {"x": 1}, "9": {"x": 2}}}"#,
      [
        "data: [String: RootData] = [:]  // \(numbered)", "byId: [String: ById] = [:]", "id = 0",
        "x = 0",
      ]
    ),
    (
      #"{"items": {"0": {"id": 1}, "1": {"id": 2}, "2": {"id": 3}}}"#,
      ["items: [String: Item] = [:]  // \(numbered)", "id = 0"]
    ),
    (
      #"[{"nick": "null", "score": "5"}, {"nick": "Lisa", "score": "null"}]"#,
      [
        "nick = \"\"  // \"null\" is a string here: an optional of another type would be nil",
        "score = \"\"  // \"null\" is a string here: an optional of a number would be nil",
      ]
    ),
    (
      #"{"parent": "null", "deleted_at": "(null)", "note": null}"#,
      [
        "parent = \"\"  // always a string for null",
        "deletedAt = \"\"  // always a string for null", "note: Any?  // always null",
      ]
    ),
  ]

  @Test(arguments: documents)
  func sayWhatIsToDecide(json: String, properties: [String]) throws {
    var generator = Generator()
    generator.className = "Root"
    let source = try generator.source(for: Data(json.utf8))
    var lines = source.split(separator: "\n").map { $0.drop { $0 == " " } }
    // A remark that is too long for the line is before it.
    for index in lines.indices.dropLast() where lines[index].hasPrefix("// ") {
      lines[index + 1] += "  " + lines[index]
    }
    let found = lines.filter { $0.hasPrefix("var ") }.map { String($0.dropFirst(4)) }
    #expect(found == properties, "\(source)")
  }
}
