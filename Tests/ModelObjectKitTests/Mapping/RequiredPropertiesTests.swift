import Foundation
import ModelObjectKit
import Testing

private class Item: ModelObject {
  var id = 0
  var note: String?
  var name = ""
  override class var requiredProperties: Set<String> { ["id"] }
}

private class Noted: Item {
  override class var requiredProperties: Set<String> { ["note"] }
}

private final class Hooked: Noted {
  override func serializeValue(_ value: Any?, key: String) throws {
    if key == "number" {
      try super.serializeValue(value, key: "id")
    } else if key == "direct" {
      id = 5
    } else {
      try super.serializeValue(value, key: key)
    }
  }
}

private class Absent: ModelObject {
  var count: Int? = 5
  override class var transforms: [String: PropertyTransform] {
    ["count": PropertyTransform(from: Int.self) { $0 == 0 ? nil : $0 }]
  }
}

private final class Transformed: Absent {
  override class var requiredProperties: Set<String> { ["count"] }
}

private final class Box: ModelObject {
  var item: Item?
  var items: [Item] = []
  var byName: [String: Item] = [:]
  var set: Set<Noted> = []
}

private final class Misspelled: ModelObject {
  var userName = ""
  override class var requiredProperties: Set<String> { ["userNme"] }
}

private final class Ignored: ModelObject {
  var id = 0
  override class var ignoredProperties: Set<String> { ["id"] }
  override class var requiredProperties: Set<String> { ["id"] }
}

/// The message of the error, or the values of the object.
private func outcome<Model: Item>(_ make: () throws -> Model) -> String {
  do {
    let model = try make()
    return "\(model.id) \(model.note ?? "-")"
  } catch {
    return "\(error)"
  }
}

struct RequiredProperties {
  private static let inputs: [(json: String, item: String, noted: String)] = [
    (#"{"id": 1, "note": "a"}"#, "1 a", "1 a"),
    (
      #"{"note": "a", "name": "n"}"#, "rejected: id is required, found nothing",
      "rejected: id is required, found nothing"
    ),
    (#"{"ID": "2", "note": null}"#, "2 -", "rejected: note is required, found null"),
    (#"{"id": 2}"#, "2 -", "rejected: note is required, found nothing"),
    (
      #"{"id": "x", "note": "a"}"#, #"rejected: id is required, found String "x""#,
      #"rejected: id is required, found String "x""#
    ),
    (
      #"{"id": null}"#, "rejected: id is required, found null",
      "rejected: id is required, found null"
    ),
    (
      #"{"id": "x", "ID": 3, "note": 7}"#, #"rejected: id is required, found String "x""#,
      #"rejected: id is required, found String "x""#
    ),
    // The value of the best key.
    (
      #"{"id": [], "ID": "x"}"#, "rejected: id is required, found an array",
      "rejected: id is required, found an array"
    ),
    (
      #"{"id": null, "ID": []}"#, "rejected: id is required, found an array",
      "rejected: id is required, found an array"
    ),
  ]

  @Test func areAskedOfARoot() {
    for (json, item, noted) in Self.inputs {
      for input in everyWay(json) {
        #expect(outcome { try input.map(to: Item.self) } == item, "\(input)")
        #expect(outcome { try input.map(to: Noted.self) } == noted, "\(input)")
        #expect(outcome { try input.map(to: Hooked.self) } == noted, "\(input)")
      }
      // A decoder knows the type of a value, not the value.
      let decoded = JSONInput(json, by: .decoder)
      #expect(outcome { try decoded.map(to: Item.self) }.hasPrefix(item.prefix(24)), "\(json)")
      #expect(outcome { try decoded.map(to: Noted.self) }.hasPrefix(noted.prefix(24)), "\(json)")
    }
  }

  @Test func areNotGivenByATransformThatReturnsNil() throws {
    for input in everyWay(#"{"count": 0}"#, WayIn.formsAndDecoder) {
      #expect(throws: ModelError.self, "\(input)") { try input.map(to: Transformed.self) }
      #expect(try input.map(to: Absent.self).count == nil, "\(input)")
    }
    for input in everyWay(#"{"count": 1}"#, WayIn.formsAndDecoder) {
      #expect(try input.map(to: Transformed.self).count == 1, "\(input)")
    }
  }

  @Test func areGivenByAHookThroughSuper() throws {
    #expect(try Hooked(json: #"{"number": 4, "note": "a"}"#).id == 4)
    let error = #expect(throws: ModelError.self) {
      try Hooked(json: #"{"direct": 4, "note": "a"}"#)
    }
    #expect(error?.description == "rejected: id is required, found nothing")
  }

  @Test func skipAnObjectElsewhere() throws {
    let json = """
      {"item": {"name": "a"}, "items": [{"id": 1}, {"name": "b"}, {"id": 2}],
       "by_name": {"x": {"id": []}, "y": {"id": 3}}, "set": [{"id": 4}, {"id": 5, "note": "n"}]}
      """
    for input in everyWay(json) {
      let log = TextLog()
      var options = MappingOptions()
      options.issueHandler = { issues in
        log.add(issues.filter { $0.kind == .rejected }.map { "\($0.typeName) \($0)" })
      }
      let box = try input.map(to: Box.self, options: options)
      #expect(box.item == nil && box.items.map(\.id) == [1, 2], "\(input)")
      #expect(box.byName.mapValues(\.id) == ["y": 3] && box.set.map(\.id) == [5], "\(input)")
      #expect(
        Set(log.texts) == [
          "Box item: rejected: id is required, found nothing",
          "Box items[1]: rejected: id is required, found nothing",
          "Box by_name.x: rejected: id is required, found an array",
          "Box set[0]: rejected: note is required, found nothing",
        ],
        "\(input)"
      )
    }
    #expect(try [Item](json: #"[{"id": 1}, {}]"#).map(\.id) == [1])
    #expect(try [Item].explain(json: #"[{"id": 1}, {}]"#).issues.map(\.path).contains("[1]"))
  }

  /// Only a value at the end of the path is one of the property.
  @Test func areAtTheEndsOfPaths() throws {
    class Placed: Item {
      override class var keyMapping: [String: JSONKey] { ["id": ["ext.id", "number"]] }
    }
    for (json, expected) in [
      (#"{"ext": {"id": 1}}"#, "1 -"),
      (#"{"ext": {"no": 1}}"#, "rejected: id is required, found nothing"),
      (#"{"ext": {"id": []}}"#, "rejected: id is required, found an array"),
      (#"{"number": [], "ext": 7}"#, "rejected: id is required, found an array"),
    ] {
      for input in everyWay(json) {
        #expect(outcome { try input.map(to: Placed.self) } == expected, "\(input)")
      }
    }
  }

  @Test func areReportedAfterOtherErrors() throws {
    var options = MappingOptions()
    options.unknownKeys = .fail
    let report = try Item.explain(json: #"{"name": "a", "more": 1}"#, options: options)
    #expect(report.issues.map(\.kind) == [.unknownKey, .missingKey, .rejected])
    let error = #expect(throws: ModelError.self) {
      try Item(json: #"{"name": "a", "more": 1}"#, options: options)
    }
    #expect(error?.issues.map(\.kind) == [.unknownKey])
  }

  @Test func areAskedOfEachElementAfterAnError() throws {
    class Rated: Noted {
      var stars = 0
    }
    final class HookedRated: Rated {
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key)
      }
    }
    let json = #"[{"note": "a", "stars": "x", "id": 1, "name": ""}, {"note": null}]"#
    var options = MappingOptions()
    options.mismatches = .fail
    for map: () throws -> [Rated] in [
      { try [Rated](json: json, options: options) },
      { try [HookedRated](json: json, options: options) },
    ] {
      let error = #expect(throws: ModelError.self) { try map() }
      #expect(error?.issues.map(\.path) == ["[0].stars", "[1]"])
    }
  }

  @Test func mayReferToWhatComesLater() throws {
    class Owner: ModelObject {
      var item: Item?
      override class var requiredProperties: Set<String> { ["item"] }
    }
    class Root: ModelObject {
      var owner: Owner?
      var item: Item?
    }
    var options = MappingOptions()
    options.references = .preserved
    let json = #"{"owner": {"item": {"$ref": "2"}}, "item": {"$id": "2", "id": 5}}"#
    for input in everyWay(json) {
      let root = try input.map(to: Root.self, options: options)
      #expect(root.owner?.item === root.item && root.item?.id == 5, "\(input)")
    }
  }

  @Test func areThereInAnUpdate() throws {
    let item = try Item(json: #"{"id": 1}"#)
    try item.update(json: #"{"name": "a"}"#)
    #expect(item.id == 1 && item.name == "a")
    try item.update(json: #"{"id": "x"}"#)
    #expect(item.id == 1)
    let box = try Box(json: #"{"item": {"id": 1}}"#)
    try box.update(json: #"{"item": {"name": "b"}, "items": [{"name": "c"}]}"#)
    #expect(box.item?.id == 1 && box.item?.name == "b" && box.items.isEmpty)
  }

  @Test func areMissingKeysIfThoseAreErrors() throws {
    let error = try #require(throws: ModelError.self) {
      try Noted(json: #"{"name": "a"}"#, options: .strict)
    }
    #expect(error.code == .invalidInput)
    #expect(Set(error.issues.map(\.path)) == ["id", "note"])
  }

  @Test func waitForTheEndOfAnObject() throws {
    let text = #"[{"name": "a", "id": 1}, {"name": "b"}, {"name": "c"}]"#
    #expect(try [Item](partialJSON: text.prefix(14)).map(\.name) == ["a"])
    #expect(try [Item](partialJSON: text.prefix(40)).map(\.name) == ["a"])
    #expect(try [Item](partialJSON: text.prefix(52)).map(\.name) == ["a", "c"])
    #expect(try [Item](partialJSON: text).map(\.name) == ["a"])
    #expect(try Item(partialJSON: "").id == 0)
  }

  @Test func areOfNoConcernToCopiesAndArchives() throws {
    let made = Noted()
    #expect(made.copy().id == 0)
    #expect(try Noted(archive: made.archivedData()).note == nil)
  }

  @Test func thatAreNoPropertiesStop() async {
    var result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try? Misspelled(json: "{}")
    }
    expect(
      result,
      says: [
        """
        Misspelled.requiredProperties lists "userNme", which is not a property of the class. \
        Did you mean "userName"?
        """
      ]
    )
    result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try? Ignored(json: "{}")
    }
    expect(result, says: ["Ignored.requiredProperties lists \"id\", which is not mapped."])
  }

  /// The default of a property in a new object counts as new, whatever values it has.
  @Test func areAskedOfDefaultsInNewObjects() throws {
    let cases: [(json: String, id: Int?, issues: [String])] = [
      (#"{"inner": {"id": 1}}"#, 1, []),
      (
        #"{"inner": {}}"#, 7,
        ["inner: rejected: id is required, found nothing"]
      ),
      (
        #"{"inner": {"name": "n"}}"#, 7,
        ["inner: rejected: id is required, found nothing"]
      ),
      (#"{"inner": {"id": []}}"#, 7, ["inner.id", "inner: rejected"]),
      ("{}", 7, []),
    ]
    for (json, id, issues) in cases {
      for input in everyWay(json) {
        let log = TextLog()
        var options = MappingOptions()
        options.issueHandler = { issues in log.add(issues.map(\.description)) }
        let owner = try input.map(to: Owner.self, options: options)
        #expect(owner.inner.id == id && owner.inner.name == "default", "\(input)")
        #expect(log.texts.count == issues.count, "\(input) \(log.texts)")
        for (issue, text) in zip(issues, log.texts) { #expect(text.hasPrefix(issue), "\(input)") }
        // A required owner isn't there without it.
        let strict = Result { try input.map(to: RequiringOwner.self, options: nil) }
        #expect((try? strict.get()) == nil || issues.isEmpty && json != "{}", "\(input)")
        // In an update it is an object that is there.
        let updated = Owner()
        try input.update(updated, options: nil)
        #expect(updated.inner.id == (json.contains("1") ? 1 : 7), "\(input)")
        #expect(updated.inner.name == (json.contains("n\"}") ? "n" : "default"), "\(input)")
      }
    }
    let deep = #"{"owner": {"inner": {"name": "n"}}}"#
    for input in everyWay(deep) {
      let owner = try input.map(to: OwnerOfOwner.self, options: nil)
      #expect(owner.owner.inner.name == "default", "\(input)")
      #expect(throws: ModelError.self) { try input.map(to: OwnerOfOwner.self, options: .strict) }
    }
  }
}

private final class Default: Item {
  required init() {
    super.init()
    (id, name) = (7, "default")
  }
}

private class Owner: ModelObject {
  var key = 0
  var inner = Default()
}

private final class RequiringOwner: Owner {
  override class var requiredProperties: Set<String> { ["inner"] }
}

private final class OwnerOfOwner: ModelObject { var owner = Owner() }
