import Foundation
import ModelObjectKit
import Testing

private enum Mood { case good, bad }
private struct Place { var x = 0 }

private class Base: ModelObject {
  var id = 0
  var mood = Mood.good
  override class var keyMapping: [String: JSONKey] { ["idd": "n"] }
}

private final class Derived: Base {
  var userName = ""
  var place: Place?
  var action: () -> Void = {}
  var listed = Place()
  weak var owner: Base?
  let constant = Place()
  lazy var later = Place()
  var inner: Inner?
  var many: [String: [Many]] = [:]
  override class var ignoredProperties: Set<String> { ["listed"] }
  override class var requiredProperties: Set<String> { ["userNme"] }
  override class var identity: Set<String> { ["place", "many"] }
  override class var unknownKeysProperty: String? { "userName" }
  override class var arrayMapping: [String: ModelObject.Type] { ["x": Listed.self] }
  override class var subclasses: Subclasses? { .byTag("kind", ["a": Tagged.self]) }
  override class var transforms: [String: PropertyTransform] {
    ["id": PropertyTransform(from: Place.self) { $0.x }]
  }
}

private final class Sibling: Base {
  var base: Base?
  var others: [Sibling] = []
}

private final class Inner: ModelObject {
  var name = ""
  var age = 0
  override class var accessors: [String: PropertyAccessor] { ["nmae": .init(\Inner.name)] }
}

private final class Many: ModelObject {
  var back: Derived?
  override class var mappedProperties: Set<String>? { ["bakc"] }
}

private final class Listed: ModelObject {
  var first = ""
  override class var ignoredProperties: Set<String> { ["frist"] }
}

private final class Tagged: ModelObject { var wrong = Mood.bad }

private final class Right: ModelObject {
  var name = ""
  var self_: Right?
  var list: [Right] = []
}

private class Hiding: ModelObject {
  private var secret = "base"
  var first = ""
}

private class Hidden: Hiding {
  private var secret = "derived"
  private var unseen = 1
  override class var unexportedProperties: Set<String> { ["unseen"] }
}

private class Lower: Hidden {
  private var unseen = 2
}

private final class Lowest: Lower {
  private var secret = "lowest"
}

private class Misled: ModelObject {
  var name = ""
  var watched = 0 { didSet {} }
  var flag: Bool?
  var mood = Weather.dry
  var child: Right?
  var list: [String] = []
  var other = 0
  var doubled: Int {
    get { other * 2 }
    set { other = newValue / 2 }
  }
  override class var accessors: [String: PropertyAccessor] {
    [
      "nmae": .init(\Misled.name), "wathced": .init(\Misled.watched),
      "falg": .init(\Misled.flag), "mode": .init(\Misled.mood), "chidl": .init(\Misled.child),
      "lsit": .init(\Misled.list), "doubled": .init(\Misled.doubled),
    ]
  }
}

private enum Weather: String, CaseIterable { case dry, wet }

struct DeclarationProblems {
  @Test(.differs(.propertiesWithoutAccessor)) func areFoundInAllClassesWithoutStopping() {
    func unknown(_ list: String, _ name: String, _ meant: String) -> String {
      "\(list) lists \"\(name)\", which is not a property of the class. Did you mean \"\(meant)\"?"
    }
    func unmapped(_ name: String, _ type: String, remedy: String = "") -> String {
      "\(name) can't be mapped: its type is \(type).\(remedy) If that is intended, list it in"
        + " ignoredProperties."
    }
    let words = #" Add ": String" to Mood, or make it Codable or a ModelValue."#
    func inherited(by type: String) -> [String] {
      [unknown("\(type).keyMapping", "idd", "id"), unmapped("\(type).mood", "Mood", remedy: words)]
    }
    let expected = [
      unmapped("Derived.action", "() -> ()"),
      #"Derived.identity lists "many", whose type must be Hashable and must not contain models."#,
      #"Derived.identity lists "place", which can't be mapped."#,
      unknown("Derived.requiredProperties", "userNme", "userName"),
      #"Derived.subclasses selects Tagged for "a", which isn't a subclass of Derived, so such objects don't fit."#,
      #"Derived.transforms, "id": values of type Place can't be mapped."#,
      """
      Derived.unknownKeysProperty lists "userName", which must be declared as var userName: \
      [String: Any] or [String: RawJSON].
      """,
      #"Inner.accessors lists "nmae", but the stored property is "name". If both are right, list "name" too."#,
      unknown("Listed.ignoredProperties", "frist", "first"),
      unknown("Many.mappedProperties", "bakc", "back"),
      unmapped("Tagged.wrong", "Mood", remedy: words),
    ]
    #expect(Derived.declarationProblems() == (expected + inherited(by: "Derived")).sorted())
    #expect(Base.declarationProblems() == inherited(by: "Base"))
    let both = inherited(by: "Base") + inherited(by: "Sibling")
    #expect(Sibling.declarationProblems() == both)
  }

  @Test(.differs(.propertiesWithoutAccessor)) func arePropertiesOfOneName() throws {
    let problem =
      "secret has the name of a property in a superclass: input sets both, and exports have only one"
      + " of them. Rename one."
    for type in [Hidden.self, Lower.self, Lowest.self] {
      #expect(type.declarationProblems() == ["\(type).\(problem)"])
    }
    #expect(Hiding.declarationProblems() == [])
    // What the problem says.
    let model = try Hidden(json: #"{"secret": "both"}"#)
    #expect(try model.jsonString() == #"{"secret":"both","first":""}"#)
  }

  /// An accessor under a wrong name adds a property of that name.
  @Test(.differs(.propertiesWithoutAccessor)) func areAccessorsUnderAMisspelledName() throws {
    let problems = [
      ("chidl", "child"), ("falg", "flag"), ("lsit", "list"), ("mode", "mood"), ("nmae", "name"),
      ("wathced", "watched"),
    ]
    #expect(
      Misled.declarationProblems()
        == problems.map { wrong, right in
          #"Misled.accessors lists "\#(wrong)", but the stored property is "\#(right)"."#
            + #" If both are right, list "\#(right)" too."#
        }
    )
    // What the problem says.
    let model = try Misled(json: #"{"nmae": "a"}"#)
    #expect(model.name == "a")
    #expect(try model.jsonString().contains(#""name":"a""#))
    #expect(try model.jsonString().contains(#""nmae":"a""#))
  }

  @Test(.differs(.propertiesWithoutAccessor)) func arePathsIntoTheObjectOfAModel() throws {
    class Meta: ModelObject {
      var x = 0
    }
    class Item: ModelObject {
      var meta: Meta?
      var more: Meta?
      var id: Int?
      var copy = 0
      var either = 0
      var beside = 0
      var hidden: Meta?
      var alone = 0
      var list: [Meta] = []
      override class var keyMapping: [String: JSONKey] {
        [
          "more": "ext.more", "id": "meta.id", "copy": "ext.more.x", "either": "ext.more[0].y",
          "beside": ["beside", "meta.beside"], "alone": "hidden.y",
        ]
      }
      override class var unexportedProperties: Set<String> { ["hidden"] }
    }
    func problem(_ name: String, _ path: String, _ model: String) -> String {
      "Item.keyMapping, \"\(name)\": exports don't write \(path), as \(model) is written there."
        + " Declare a property of \(model), and make \(name) a computed property that returns it."
    }
    #expect(
      Item.declarationProblems()
        == [problem("either", "ext.more[0].y", "more"), problem("id", "meta.id", "meta")]
    )
    // What the problem says.
    let item = try Item(json: #"{"meta": {"id": 1, "x": 2}}"#)
    #expect(item.id == 1)
    #expect(try item.jsonString().contains(#""id":1"#) == false)
  }

  @Test(.differs(.propertiesWithoutAccessor)) func arePathsIntoOtherValues() throws {
    struct Visit: Codable {}
    class Meta: ModelObject { var x = Visit() }
    class Item: ModelObject {
      var a: [Meta] = []
      var b: [String: Meta] = [:]
      var c: Visit?
      var d: [String: Any] = [:]
      var e: Any?
      var f: Meta?
      var inA = 0, inB = 0, inC = 0, inD = 0, inE = 0, inF = 0, beside = 0, other = 0
      override class var keyMapping: [String: JSONKey] {
        [
          "inA": "a[0].y", "inB": "b.k.y", "inC": "c.y", "inD": "d.y", "inE": "e.y", "inF": "f.x.y",
          "beside": "g.x", "other": "g.y",
        ]
      }
    }
    let wrong = [
      ("inA", "a[0].y"), ("inB", "b.k.y"), ("inC", "c.y"), ("inD", "d.y"), ("inE", "e.y"),
      ("inF", "f.x.y"),
    ]
    let problems = Item.declarationProblems()
    #expect(problems.count == wrong.count)
    for (problem, (name, path)) in zip(problems, wrong) {
      let outer = path.prefix(1)
      let words = "\"\(name)\": exports don't write \(path), as \(outer) is written there."
      #expect(problem.contains(words), "\(problem)")
    }
    // What the problem says.
    let item = try Item(json: #"{"d": {"y": 5}}"#)
    item.inD = 6
    #expect(try item.jsonString().contains(#""d":{"y":5}"#))
  }

  @Test(.differs(.propertiesWithoutAccessor)) func areOptionsThatAnotherClassOverrides() throws {
    class App: ModelObject {
      override class var mappingOptions: MappingOptions {
        var options = MappingOptions()
        options.dates.timeZone = TimeZone(secondsFromGMT: 8 * 3600) ?? .gmt
        return options
      }
      override class var exportOptions: ExportOptions {
        var options = ExportOptions()
        options.keyStyle = .snakeCase
        return options
      }
    }
    class Event: App { var at: Date? }
    class Envelope: ModelObject { var data: [Event] = [] }
    class Right: App { var data: [Event] = [] }
    #expect(Right.declarationProblems().isEmpty)
    let problems = Envelope.declarationProblems()
    #expect(problems.count == 2)
    #expect(problems.last?.contains("Envelope.data: Event.mappingOptions.dates.timeZone") == true)
    // What the problem says.
    let json = #"{"data": [{"at": "2024-01-01 08:00:00"}]}"#
    let (wrong, right) = (try Envelope(json: json), try Right(json: json))
    let hours = (wrong.data[0].at?.timeIntervalSince(right.data[0].at ?? Date()) ?? 0) / 3600
    #expect(hours.rounded() == 8)
  }

  /// The options of a class that a tag selects don't count.
  @Test func areOptionsThatAClassOfTheFamilyOverrides() {
    class Shape: ModelObject {
      override class var subclasses: Subclasses? {
        .byTag("kind", ["dot": Dot.self, "box": Box.self])
      }
      override class var mappingOptions: MappingOptions { MappingOptions(missingKeys: .report) }
    }
    final class Dot: Shape {
      override class var mappingOptions: MappingOptions {
        MappingOptions(missingKeys: .report, conversions: .fail, arrays: .merge) { _ in }
      }
    }
    final class Box: Shape {}
    let rest =
      "isn't in force there, as that of Shape is. Override it in Shape, too, or in a class of"
    #expect(
      Shape.declarationProblems() == [
        "Shape.subclasses: Dot.mappingOptions.arrays \(rest) which both are subclasses.",
        "Shape.subclasses: Dot.mappingOptions.conversions \(rest) which both are subclasses.",
        "Shape.subclasses: Dot.mappingOptions.issueHandler \(rest) which both are subclasses.",
      ]
    )
    #expect(Box.declarationProblems().isEmpty)
  }

  @Test(.differs(.propertiesWithoutAccessor), .needsFoundation)
  func areTypesThatWriteNeverGets() {
    class Item: ModelObject {
      var cents = 0
      var width: CGFloat? = 1
      var kept = 1.0
      var maybe: Double?
      var doubled: Double?? = 1
      var list: [Int] = []
      var any: Any?
      var number: NSNumber = 1
      var item: Item?
      var unwritten = 0
      override class var transforms: [String: PropertyTransform] {
        let half = PropertyTransform(from: Double.self) {
          $0 * 2
        } write: {
          $0 / 2
        }
        return [
          "cents": half, "width": half, "kept": half, "maybe": half, "doubled": half, "any": half,
          "number": half, "unwritten": PropertyTransform(from: Double.self) { $0 * 2 },
          "list": PropertyTransform(from: Int.self) {
            [$0]
          } write: { (all: [Int?]) in
            all[0] ?? 0
          },
          "item": PropertyTransform(from: Int.self) { _ in
            nil
          } write: { (_: ModelObject) in
            0
          },
        ]
      }
    }
    let words = "write takes Double, but the property is of type"
    #expect(
      Item.declarationProblems() == [
        #"Item.transforms, "cents": \#(words) Int, so exports throw."#,
        #"Item.transforms, "width": \#(words) Optional<CGFloat>, so exports throw."#,
      ]
    )
    for (name, isRight) in [("cents", false), ("kept", true), ("doubled", true), ("number", true)] {
      var options = ExportOptions()
      options.properties = [name]
      #expect(((try? Item().jsonString(options: options)) != nil) == isRight, "\(name)")
    }
  }

  @Test func areNoneInAClassThatIsRight() {
    #expect(Right.declarationProblems() == [])
    #expect(ModelObject.declarationProblems() == [])
    let type: ModelObject.Type = Right.self
    #expect(type.declarationProblems() == [])
  }
}
