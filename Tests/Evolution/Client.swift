// A program as users write them, built against the library in every way in which it can be built.
// It prints one line for each thing that it did, and the gate compares the lines.

import Foundation
import ModelObjectKit

class Picture: ModelObject {
  var pictureId = 0
  var url: URL?
  private var secret = "unset"

  func revealed() -> String { secret }
}

class Person: ModelObject {
  var name = ""
  var age: Int8 = 1
  var picture: Picture?
  var pictures: [Picture] = []
  var ratio = 0.5
  let constant = 3
  weak var friend: Person?
  lazy var late = 1
}

/// Every hook, for a method table in another module is what the library compares.
final class Hooked: Person {
  var log: [String] = []

  override class var unexportedProperties: Set<String> { ["log"] }
  override class var ignoredProperties: Set<String> { ["log"] }

  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
    log.append("will \(dictionary.count)")
    return dictionary
  }

  override func serializeValue(_ value: Any?, key: String) throws {
    log.append("value \(key)")
    try super.serializeValue(value, key: key)
  }

  override func didMap(_ dictionary: [String: Any]) { log.append("did") }
  override func awake() { log.append("awake") }
  override func validate() throws { log.append("valid") }
  override func didExport(_ dictionary: inout [String: Any]) { dictionary["exported"] = true }
}

class Box<Value>: ModelObject {
  var value: Value?
  var values: [Value] = []
  var label = "box"
}

final class LabelledBox: Box<Picture> {
  var own = 1
}

final class Shape: ModelObject {
  var kind = ""

  override func isEqual(to other: ModelObject) -> Bool { true }
  override func hash(into hasher: inout Hasher) {}
}

@main
enum Client {
  static func main() throws {
    var export = ExportOptions()
    export.sortedKeys = true
    let json = #"""
      {"NAME": "Shan", "age": "7", "friend": {}, "constant": 9, "late": 9, "ratio": 0.25,
       "picture": {"picture_id": 1, "url": "http://a.b/c", "secret": "told"},
       "pictures": [{"pictureId": 2}, null, {"pictureId": 3}]}
      """#

    let person = try Person(json: json)
    print("mapped", try person.jsonString(options: export), person.picture?.revealed() ?? "nil")
    print("untouched", person.constant, person.late, person.friend == nil)

    let picture = person.picture
    try person.update(json: #"{"age": 300, "name": "Ann", "picture": {"picture_id": 4}}"#)
    print("updated", person.name, person.age, person.picture?.pictureId ?? 0)
    print("in place", person.picture === picture)

    let hooked = try Hooked(json: #"{"name": "a", "age": 2}"#)
    print("hooks", hooked.log.joined(separator: ", "))
    print("exported", try hooked.jsonString(options: export))

    let box = try LabelledBox(
      json: #"{"value": {"pictureId": 5}, "values": [{"pictureId": 6}], "own": 2, "label": "l"}"#
    )
    print("generic", try box.jsonString(options: export))
    print("numbers", try Box<Int>(json: #"{"value": "8", "values": [1, "x", 2]}"#).values)
    let untyped = try Box<[String: Any]>(json: #"{"value": {"a": 1}, "values": [{"b": [2]}]}"#)
    print("untyped", try untyped.jsonString(options: export))

    let copy = person.copy()
    print("copied", copy == person, copy === person, copy.picture === person.picture)
    let shapes: Set<Shape> = [try Shape(json: #"{"kind": "a"}"#), Shape()]
    print("equal by override", shapes.count)

    let restored = try Person(archive: person.archivedData())
    print("archived", restored == person, try restored.jsonString(options: export))
    let hookedAgain = try Hooked(archive: hooked.archivedData())
    print("awake again", hookedAgain.name, hookedAgain.log.last ?? "nil")

    do {
      _ = try Person(json: #"{"age": 300}"#, options: .strict)
    } catch let error as ModelError {
      print("strict", error.issues.first { $0.path == "age" }?.description ?? "nil")
    }
    print(picture ?? Picture())
  }
}
