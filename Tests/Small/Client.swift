// A program that has all of Foundation and uses the library without its trait: objects of Foundation
// are bridged when the program runs. It prints the same with the trait.
import Foundation
import ModelObjectKit

class Part: ModelObject {
  var id = 0
  var note: String?
}

class Whole: ModelObject {
  var count = 0
  var ratio = 0.0
  var isOpen = false
  var title = ""
  var none: String? = "kept"
  var big: UInt64 = 0
  var price: Decimal = 0
  var day: Date?
  var link: URL?
  var bytes: Data?
  var any: Any?
  var anything: [Any] = []
  var names: [String] = []
  var counts: [String: Int] = [:]
  var part: Part?
  var parts: [Part] = []
  var named: [String: Part] = [:]
  var rows: [[Part]] = []
  var zone: TimeZone?
}

/// A number as each of these; a value that doesn't fit leaves what was there.
class Number: ModelObject {
  var whole = -1
  var optionalWhole: Int? = -1
  var part = -1.5
  var optionalPart: Double? = -1.5
  var flag = false
  var optionalFlag: Bool?

  static func read(_ value: Any) throws -> String {
    let keys = ["whole", "optionalWhole", "part", "optionalPart", "flag", "optionalFlag"]
    let read = try Number(dictionary: Dictionary(uniqueKeysWithValues: keys.map { ($0, value) }))
    let wholes = [read.whole, read.optionalWhole].map { $0.map { "\($0)" } ?? "nil" }
    let parts = [read.part, read.optionalPart].map { $0.map { "\($0)" } ?? "nil" }
    let flags = [read.flag, read.optionalFlag].map { $0.map { "\($0)" } ?? "nil" }
    return (wholes + parts + flags).joined(separator: " ")
  }
}

/// A hook gets what the dictionary has.
class Hooked: Part {
  nonisolated(unsafe) static var seen: [String] = []

  override func serializeValue(_ value: Any?, key: String) throws {
    Self.seen.append("\(key): \(value.map { $0 is JSONNull ? "null" : "\($0)" } ?? "nil")")
    try super.serializeValue(value, key: key)
  }
}

@main struct Client {
  static func show(_ name: String, _ body: () throws -> String) {
    do { print(name, try body()) } catch { print(name, "throws", error) }
  }

  static func export(_ model: ModelObject) throws -> String {
    var options = ExportOptions()
    options.sortedKeys = true
    return try model.jsonString(options: options)
  }

  static func main() {
    let text = #"""
      {"count": 3, "ratio": 2.5, "isOpen": true, "title": "Tea", "none": null,
      "big": 18446744073709551615, "any": {"a": [1, 2.5, true, null, "x"]},
      "anything": [1, "2", null, {"b": false}], "names": ["a", "b"], "counts": {"x": 1, "y": 2},
      "part": {"id": 7, "note": null}, "parts": [{"id": 1}, {"id": 2, "note": "n"}],
      "zone": "Europe/Berlin"}
      """#
    show("a tree of JSONSerialization:") {
      let tree = try JSONSerialization.jsonObject(with: Data(text.utf8))
      let whole = try Whole(dictionary: tree as? [String: Any] ?? [:])
      let other = try Whole(json: text)
      return "\(try export(whole)) \(whole == other) \(whole.copy() == whole)"
    }
    show("objects of Foundation:") {
      let values: [String: Any] = [
        "count": NSNumber(value: 4), "ratio": NSNumber(value: 0.1), "isOpen": NSNumber(value: true),
        "title": NSString(string: "Öl"), "none": NSNull(), "big": NSNumber(value: UInt64.max),
        "price": NSDecimalNumber(string: "1.50"),
        "day": NSDate(timeIntervalSinceReferenceDate: 1.5),
        "link": NSURL(string: "https://example.com/a?b=c") as Any,
        "bytes": NSData(data: Data([1, 2, 3])),
        "any": NSDictionary(dictionary: ["k": NSArray(array: [NSNumber(value: 1), NSNull()])]),
        "anything": NSMutableArray(array: [NSNumber(value: false), NSString(string: "s")]),
        "names": NSArray(array: [NSString(string: "a"), "b"]),
        "counts": NSDictionary(dictionary: ["x": NSNumber(value: 5)]),
        "part": NSDictionary(dictionary: ["id": NSNumber(value: 9), "note": NSString(string: "n")]),
        "parts": NSArray(array: [NSDictionary(dictionary: ["id": NSString(string: "8")])]),
        "named": NSDictionary(dictionary: ["a": NSDictionary(dictionary: ["id": 7])]),
        "rows": NSArray(array: [NSArray(array: [NSDictionary(dictionary: ["id": 6])])]),
      ]
      return try export(Whole(dictionary: values))
    }
    let decimal: NSNumber = NSDecimalNumber(string: "0.30000000000000000001")
    let numbers: [NSNumber] = [
      7, 0, 1, -3, true, false, 2.5, 1e300, decimal, NSDecimalNumber(string: "12"),
      NSNumber(value: -0.0), NSNumber(value: Double.nan), NSNumber(value: -Double.infinity),
      NSNumber(value: 4.0), NSNumber(value: Int.min), NSNumber(value: Int.max),
      NSNumber(value: 1 << 53), NSNumber(value: 1 << 53 + 1), NSNumber(value: 0x1p60),
      NSNumber(value: 0x1p63), NSNumber(value: UInt64.max), NSNumber(value: Int8(-5)),
      NSNumber(value: UInt8(200)), NSNumber(value: Float(0.75)), NSNumber(value: Float(3)),
    ]
    for number in numbers {
      show("the number \(number):") { try Number.read(number) }
      show("the number \(number), as an object:") { try Number.read(number as NSObject) }
    }
    show("a null:") { try Number.read(NSNull()) }
    show("a null, as an object:") { try Number.read(NSNull() as NSObject) }
    show("a null of the library:") { try Number.read(JSONNull()) }
    show("what a hook sees:") {
      let pairs: [String: Any] = ["id": NSNumber(value: 5), "note": NSNull()]
      let model = try Hooked(dictionary: pairs)
      return "\(model.id) \(Hooked.seen.sorted())"
    }
    show("values that don't fit:") {
      let values: [String: Any] = [
        "count": NSNumber(value: 1.5), "isOpen": NSString(string: "maybe"),
        "link": NSArray(array: [1]), "parts": NSNumber(value: 3),
      ]
      let report = try Whole.explain(dictionary: values)
      let paths = report.issues.filter { $0.kind == .typeMismatch }.map(\.path)
      return paths.sorted().joined(separator: " ")
    }
    show("an archive:") {
      let whole = try Whole(json: text)
      return "\(try Whole(archive: whole.archivedData()) == whole)"
    }
  }
}
