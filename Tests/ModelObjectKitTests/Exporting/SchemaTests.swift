import Foundation
import ModelObjectKit
import Testing

private enum Level: Int, CaseIterable {
  case low = 1, high = 5
}

private enum Color: String, CaseIterable {
  case red, green
}

private enum Size: Double, CaseIterable {
  case small = 0.5, large = 2
}

private enum Limit: UInt64, CaseIterable {
  case none = 18_446_744_073_709_551_615
}

private class Box<Content>: ModelObject {
  var inner: Box<Content>?
}

private enum Free: String {
  case any
}

private class Shape: ModelObject {
  var id = 0
  override class var subclasses: Subclasses? {
    .byTag("kind", ["circle": Circle.self, "group": Group.self])
  }
}

private final class Circle: Shape {
  var radius = 1.5
}

private final class Group: Shape {
  var shapes: [Shape] = []
}

private final class Part: ModelObject {
  var name = ""
  var size: Double?
}

private class Everything: ModelObject {
  var text = ""
  var letter: Character = "a"
  var count = 0
  var small: UInt8?
  var ratio = 0.5
  var price: Decimal = 1
  var flag = false
  var date = Date(timeIntervalSinceReferenceDate: 0)
  var day: Date?
  var stamp: Date?
  var link: URL?
  var unique = UUID()
  var data = Data([1])
  var level = Level.low
  var color: Color?
  var free = Free.any
  var part: Part?
  var whole = Part()
  var parts: [Part] = []
  var tags: Set<String> = []
  var holes: [Int?] = []
  var byName: [String: Part] = [:]
  var byLevel: [Level: [Int]] = [:]
  var any: Any?
  var shape: Shape?
  var again: Everything?
  var city = ""
  var zip: Int?
  var scaled = 2.0

  override class var dateFormats: [String: DateOptions.Format] {
    ["day": .dateOnly, "stamp": .millisecondsSince1970]
  }
  override class var keyMapping: [String: JSONKey] {
    ["city": "address.city", "zip": "address.zip"]
  }
  override class var transforms: [String: PropertyTransform] {
    ["scaled": PropertyTransform(from: Double.self, read: { $0 }, write: { $0 })]
  }
  override class var requiredProperties: Set<String> { ["link"] }
  override class var descriptions: [String: String] {
    ["": "All of it", "text": "Some words", "part": "A part"]
  }
}

private final class Snake: ModelObject {
  var lastSeen = Date(timeIntervalSinceReferenceDate: 0)
  override class var exportOptions: ExportOptions {
    var options = ExportOptions()
    options.keyStyle = .snakeCase
    options.dateFormat = .secondsSince1970
    return options
  }
}

private final class Deep: ModelObject {
  var name = ""
  var link: String?
  var nick: String?
  override class var keyMapping: [String: JSONKey] {
    ["name": "a.b.name", "link": "q.link", "nick": "r.nick"]
  }
  override class var requiredProperties: Set<String> { ["link"] }
}

private final class Tree: ModelObject {
  var leaves: [Leaf] = []
  override class var descriptions: [String: String] { ["": "A tree"] }
}

private final class Leaf: ModelObject {
  var tree: Tree?
  var scaled: Double?
  override class var transforms: [String: PropertyTransform] {
    ["scaled": PropertyTransform(from: Double.self, read: { $0 }, write: { $0 })]
  }
}

private final class Keeping: ModelObject {
  var others: [String: Any] = [:]
  override class var unknownKeysProperty: String? { "others" }
}

private final class Hooked: ModelObject {
  var name = ""
  override func didExport(_ dictionary: inout [String: Any]) throws { dictionary["x"] = 1 }
}

private final class Middle: ModelObject { var hooked: [Hooked] = [] }

private final class Holder: ModelObject { var middle: Middle? }

struct Schemas {
  private func full() throws -> Everything {
    let json = """
      {"text": "t", "small": 3, "day": "2020-01-02", "stamp": 5, "link": "http://a.b", "color": "red",
       "part": {"name": "p", "size": 1}, "parts": [{"name": "q"}], "tags": ["a", "b"],
       "holes": [1, null], "by_name": {"x": {"size": 2}}, "by_level": {"5": [1]}, "any": [1, {"a": null}],
       "shape": {"kind": "group", "shapes": [{"kind": "circle", "radius": 2}, {"id": 4}]},
       "address": {"city": "c", "zip": 7}, "again": {"link": "http://c.d", "text": "u"}}
      """
    return try Everything(json: json)
  }

  @Test func acceptEveryExport() throws {
    let (checker, full) = (try SchemaChecker(Everything.jsonSchema()), try full())
    let empty = Everything()
    empty.link = URL(string: "x:y")
    for model in [full, empty, try #require(full.again)] {
      var options = ExportOptions()
      #expect(try checker.accepts(model.jsonData(options: options)))
      options.includesNulls = true
      #expect(try checker.accepts(model.jsonData(options: options)))
    }
    for shape in [Shape(), Circle(), Group(), try #require(full.shape)] {
      #expect(try SchemaChecker(Shape.jsonSchema()).accepts(shape.jsonData()))
      #expect(try SchemaChecker(type(of: shape).jsonSchema()).accepts(shape.jsonData()))
    }
    #expect(try SchemaChecker(Snake.jsonSchema()).accepts(Snake().jsonData()))
  }

  @Test func acceptExportsWithNullsUnderStrict() throws {
    let checker = try SchemaChecker(Everything.jsonSchema(.strict))
    let full = try full()
    var options = ExportOptions()
    options.includesNulls = true
    #expect(try checker.accepts(full.jsonData(options: options)))
    #expect(try !checker.accepts(full.jsonData()))
    #expect(
      try SchemaChecker(Part.jsonSchema(.strict)).accepts(Data(#"{"name":"a","size":null}"#.utf8))
    )
    #expect(
      try !SchemaChecker(Part.jsonSchema(.strict)).accepts(
        Data(#"{"name":"a","size":1,"x":1}"#.utf8)
      )
    )
  }

  @Test(
    .differs(.hooks),
    arguments: [
      #"{"name": 1}"#, #"{"size": 1}"#, #"{"name": "a", "size": "b"}"#, "[]", "null",
    ]
  )
  func refuseWhatIsNoExport(json: String) throws {
    #expect(try !SchemaChecker(Part.jsonSchema()).accepts(Data(json.utf8)))
  }

  @Test(.differs(.hooks)) func refuseOtherTagsAndCases() throws {
    let checker = try SchemaChecker(Circle.jsonSchema())
    #expect(try checker.accepts(Data(#"{"kind": "circle", "id": 1, "radius": 2}"#.utf8)))
    #expect(try !checker.accepts(Data(#"{"kind": "square", "id": 1, "radius": 2}"#.utf8)))
    #expect(try !checker.accepts(Data(#"{"id": 1, "radius": 2}"#.utf8)))
  }

  @Test(
    .differs(.hooks),
    arguments: [
      (#"{"a": {"b": {"name": "x"}}, "q": {"link": "y"}}"#, true),
      (#"{"a": {"b": {"name": "x"}}, "q": {"link": "y"}, "r": {}}"#, true),
      (#"{"q": {"link": "y"}}"#, false), (#"{"a": {"b": {"name": "x"}}}"#, false),
      (#"{"a": {}, "q": {"link": "y"}}"#, false), (#"{"a": {"b": {"name": "x"}}, "q": {}}"#, false),
    ]
  )
  func requireTheObjectsOnAPath(json: String, isAccepted: Bool) throws {
    #expect(try SchemaChecker(Deep.jsonSchema()).accepts(Data(json.utf8)) == isAccepted)
  }

  @Test(.differs(.hooks)) func areWrittenAsExpected() throws {
    #expect(
      try Part.jsonSchemaString() == #"""
        {"$defs":{"Part":{"properties":{"name":{"type":"string"},"size":{"type":["number","null"]}},\#
        "required":["name"],"type":"object"}},"$ref":"#/$defs/Part",\#
        "$schema":"https://json-schema.org/draft/2020-12/schema"}
        """#
    )
    #expect(
      try Part.jsonSchemaString(.strict) == #"""
        {"$schema":"https://json-schema.org/draft/2020-12/schema","additionalProperties":false,\#
        "properties":{"name":{"type":"string"},"size":{"type":["number","null"]}},\#
        "required":["name","size"],"type":"object"}
        """#
    )
  }

  /// NaN is null in an array or a dictionary; an answer that is made for the schema has none.
  @Test func numbersInCollectionsMayBeNullInTheOpenForm() throws {
    final class Chart: ModelObject {
      var values: [Double] = [.nan]
      var byName: [String: [Decimal]] = [:]
      var floats: Set<Float> = []
    }
    #expect(
      try Chart.jsonSchemaString().contains(
        #""properties":{"values":{"items":{"type":["number","null"]},"type":"array"},"#
          + #""byName":{"additionalProperties":{"items":{"type":["number","null"]},"#
          + #""type":"array"},"type":"object"},"floats":{"items":{"type":["number","null"]},"#
          + #""type":"array"}}"#
      )
    )
    #expect(
      try Chart.jsonSchemaString(.strict).contains(
        #""values":{"items":{"type":"number"},"type":"array"}"#
      )
    )
    #expect(try Chart().jsonString() == #"{"values":[null],"byName":{},"floats":[]}"#)
  }

  /// Services refuse a root that is a reference, and know no references but those to definitions.
  @Test func haveAnObjectAtTheRootUnderStrict() throws {
    #expect(
      try Tree.jsonSchemaString(.strict) == #"""
        {"$defs":{"Leaf":{"additionalProperties":false,"properties":{"tree":\#
        {"anyOf":[{"$ref":"#/$defs/Tree"},{"type":"null"}]},"scaled":{}},"required":["tree","scaled"],\#
        "type":"object"},"Tree":{"additionalProperties":false,"description":"A tree",\#
        "properties":{"leaves":{"items":{"$ref":"#/$defs/Leaf"},"type":"array"}},\#
        "required":["leaves"],"type":"object"}},\#
        "$schema":"https://json-schema.org/draft/2020-12/schema","additionalProperties":false,\#
        "description":"A tree",\#
        "properties":{"leaves":{"items":{"$ref":"#/$defs/Leaf"},"type":"array"}},\#
        "required":["leaves"],"type":"object"}
        """#
    )
    #expect(try Circle.jsonSchemaString(.strict).contains(#""kind":{"const":"circle"}"#))
  }

  @Test(
    .differs(.hooks),
    arguments: [
      (Shape.self, "Make it a property of another class"),
      (Keeping.self, "Keeping.others keeps unknown keys"),
      (Hooked.self, "Hooked overrides didExport"),
      (Holder.self, "Hooked overrides didExport, which may write any key (found in Middle.hooked)"),
    ] as [(ModelObject.Type, String)]
  )
  func areNotStrictWithKeysThatNoPropertyHas(type: ModelObject.Type, reason: String) throws {
    let error = #expect(throws: ModelError.self) { try type.jsonSchema(.strict) }
    #expect(error?.code == .unsupportedValue)
    #expect(error?.description.contains(reason) == true)
    _ = try type.jsonSchema()
  }

  @Test(.differs(.hooks)) func tellTypesFormatsAndDescriptions() throws {
    let schema = try JSONSerialization.jsonObject(with: Everything.jsonSchema()) as? [String: Any]
    let definitions = schema?["$defs"] as? [String: [String: Any]]
    let everything = try #require(definitions?["Everything"])
    let properties = try #require(everything["properties"] as? [String: [String: Any]])
    func text(_ key: String) throws -> String {
      let value = try #require(properties[key])
      let data = try JSONSerialization.data(withJSONObject: value, options: [.sortedKeys])
      return String(decoding: data, as: UTF8.self).replacing("\\/", with: "/")
    }
    let expected = [
      "text": #"{"description":"Some words","type":"string"}"#, "letter": #"{"type":"string"}"#,
      "small": #"{"type":["integer","null"]}"#, "price": #"{"type":"number"}"#,
      "date": #"{"format":"date-time","type":"string"}"#,
      "day": #"{"format":"date","type":["string","null"]}"#,
      "stamp": #"{"type":["number","null"]}"#,
      "link": #"{"format":"uri","type":"string"}"#,
      "unique": #"{"format":"uuid","type":"string"}"#, "level": #"{"enum":[1,5]}"#,
      "color": #"{"anyOf":[{"enum":["red","green"]},{"type":"null"}]}"#,
      "free": #"{"type":"string"}"#, "any": "{}", "scaled": "{}",
      "part": ##"{"anyOf":[{"$ref":"#/$defs/Part"},{"type":"null"}],"description":"A part"}"##,
      "tags": #"{"items":{"type":"string"},"type":"array"}"#,
      "holes": #"{"items":{"type":["integer","null"]},"type":"array"}"#,
      "byName": ##"{"additionalProperties":{"$ref":"#/$defs/Part"},"type":"object"}"##,
    ]
    for (key, schema) in expected { #expect(try text(key) == schema, "\(key)") }
    #expect(everything["description"] as? String == "All of it")
    let required = try #require(everything["required"] as? [String])
    #expect(required.contains("link") && required.contains("whole") && !required.contains("day"))
    #expect(definitions?.keys.sorted() == ["Circle", "Everything", "Group", "Part", "Shape"])
    let snake = try Snake.jsonSchemaString()
    #expect(snake.contains(#""properties":{"last_seen":{"type":"number"}}"#))
  }

  @Test(arguments: [SchemaForm.open, .strict])
  func allowNoNullForARequiredProperty(form: SchemaForm) throws {
    class Linked: ModelObject {
      var link: String?
      override class var requiredProperties: Set<String> { ["link"] }
    }
    let schema = try Linked.jsonSchemaString(form)
    #expect(schema.contains(#""link":{"type":"string"}"#))
    #expect(schema.contains(#""required":["link"]"#) || form == .open && everyClassIsHooked)
  }

  @Test func listRawValuesAsTheyAreWritten() throws {
    class Shirt: ModelObject {
      var size = Size.small
      var limit = Limit.none
    }
    let schema = try Shirt.jsonSchemaString()
    #expect(schema.contains(#"{"enum":[0.5,2.0]}"#))
    #expect(schema.contains(#"{"enum":[18446744073709551615]}"#))
  }

  @Test func haveTheChosenPropertiesByEitherOfTheirNames() throws {
    class Entry: ModelObject {
      var _title = "t"
      var text = ""
      override class var exportOptions: ExportOptions {
        var options = ExportOptions()
        options.properties = ["_title"]
        return options
      }
    }
    #expect(try Entry().jsonString() == #"{"title":"t"}"#)
    #expect(try Entry.jsonSchemaString().contains(#""title""#))
    #expect(try !Entry.jsonSchemaString().contains(#""text""#))
  }

  /// With references, a model may be written as one; an answer has it whole.
  @Test func allowAnythingForModelsThatMayBeReferences() throws {
    class Team: ModelObject {
      class var references: ReferenceHandling { .none }
      var part: Part?
      var shapes: [Shape] = []
      override class var exportOptions: ExportOptions {
        var options = ExportOptions()
        options.references = references
        return options
      }
    }
    final class Numbered: Team { override class var references: ReferenceHandling { .preserved } }
    final class Named: Team { override class var references: ReferenceHandling { .identities } }
    let anything = #""properties":{"part":{},"shapes":{"items":{},"type":"array"}}"#
    let whole = ##"""
      "properties":{"part":{"anyOf":[{"$ref":"#/$defs/Part"},{"type":"null"}]},\##
      "shapes":{"items":{"anyOf":[{"$ref":"#/$defs/Circle"},{"$ref":"#/$defs/Group"},\##
      {"$ref":"#/$defs/Shape"}]},"type":"array"}}
      """##
    for type in [Team.self, Numbered.self, Named.self] {
      for form in [SchemaForm.open, .strict] {
        let isAnything = form == .open && type != Team.self
        #expect(try type.jsonSchemaString(form).contains(isAnything ? anything : whole))
      }
    }
  }

  @Test func requireNothingOfWhatAHookChanges() throws {
    class Changed: ModelObject {
      var name = ""
      override func didExport(_ dictionary: inout [String: Any]) throws { dictionary = ["a": 1] }
    }
    #expect(
      try Changed.jsonSchemaString() == #"""
        {"$defs":{"Changed":{"properties":{"name":{"type":"string"}},"type":"object"}},\#
        "$ref":"#/$defs/Changed","$schema":"https://json-schema.org/draft/2020-12/schema"}
        """#
    )
  }

  @Test func referToGenericClassesByNamesForURIs() throws {
    #expect(try Box<Int>.jsonSchemaString().contains(##""$ref":"#/$defs/Box_Int_""##))
  }

  @Test func areThereForNoBareModelObject() {
    let type: ModelObject.Type = ModelObject.self
    #expect {
      try type.jsonSchema()
    } throws: {
      ($0 as? ModelError)?.code == .unsupportedValue
    }
  }

  /// Services write an answer in the order of a schema: it is reasoned before it is answered.
  @Test(.differs(.hooks)) func hasPropertiesInTheOrderOfTheirDeclaration() throws {
    class Step: ModelObject {
      var text = ""
      var after: Step?
    }
    class Thought: ModelObject {
      var reasoning = ""
      var steps: [Step] = []
      var answer = 0
      var all = ""
      override class var keyMapping: [String: JSONKey] { ["all": "rest.all"] }
    }
    class Below: Thought { var also = 0 }
    for form in [SchemaForm.open, .strict] {
      let text = try Below.jsonSchemaString(form)
      #expect(!text.contains(#""properties":{"answer""#))
      let keys = ["reasoning", "steps", "answer", "rest", "also"]
      let places = keys.compactMap { text.firstRange(of: "\"\($0)\":{")?.lowerBound }
      #expect(places.count == keys.count && places == places.sorted(), "\(text)")
      #expect(text.contains(#""properties":{"text":{"type":"string"},"after":"#))
    }
    #expect(
      try Step.jsonSchemaString() == #"""
        {"$defs":{"Step":{"properties":{"text":{"type":"string"},\#
        "after":{"anyOf":[{"$ref":"#/$defs/Step"},{"type":"null"}]}},\#
        "required":["text"],"type":"object"}},\#
        "$ref":"#/$defs/Step","$schema":"https://json-schema.org/draft/2020-12/schema"}
        """#
    )
  }
}
