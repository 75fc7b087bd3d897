import Foundation
import ModelObjectKit
import Observation
import Testing

@propertyWrapper private struct Held: ModelValue, Equatable {
  var wrappedValue: String
  init(wrappedValue: String) { self.wrappedValue = wrappedValue }
  init?(modelValue: Any) {
    guard let text = modelValue as? String else { return nil }
    self.init(wrappedValue: text)
  }
  var modelValue: Any { wrappedValue }
}

private enum Suit: String { case clubs, hearts }

/// Classes without accessors, or with some.
private enum WithoutAccessors {
  class Plain: ModelObject {
    var name = ""
    var count: Int?
    var suit = Suit.clubs
    var date: Date?
    var link: Plain?
    var links: [Plain] = []
    var byName: [String: Plain] = [:]
    var any: Any?
    let fixed = 1
    lazy var later = 2
    weak var owner: Plain?
    private var secret = 3
    private(set) var seen = 4
    override class var ignoredProperties: Set<String> { ["seen"] }
    override class var dateFormats: [String: DateOptions.Format] { ["date": .secondsSince1970] }
  }

  final class Derived: Plain {
    var extra: [String] = []
  }

  final class Bare: Plain {}

  final class Wrapping: ModelObject {
    @Held var id = ""
    @Held private var hidden = ""
    var _name = ""
    var name = ""
    override class var keyMapping: [String: JSONKey] { ["name": ["name", "title"]] }
  }

  @Observable final class Observed: ModelObject {
    var title = ""
    var pages = 0
  }

  class Box<Value>: ModelObject {
    var value: Value?
    var values: [Value] = []
  }

  final class Labelled: Box<Int> {
    var label = ""
  }

  class Shape: ModelObject {
    var kind = ""
    override class var subclasses: Subclasses? { .byTag("kind", ["circle": Circle.self]) }
  }

  final class Circle: Shape {
    var radius = 0.0
  }

  final class Listing: ModelObject {
    var celsius = 0.0 { didSet { changes += 1 } }
    var home: Circle? = Circle()
    private(set) var changes = 0
    lazy var later = 0
    var fahrenheit: Double {
      get { celsius * 1.8 + 32 }
      set { celsius = (newValue - 32) / 1.8 }
    }
    override class var accessors: [String: PropertyAccessor] {
      [
        "later": .init(\Listing.later), "celsius": .init(\Listing.celsius),
        "fahrenheit": .init(\Listing.fahrenheit),
      ]
    }
  }

  final class Odd: ModelObject {
    var `init` = 1
    var `class` = 2
    var `a b` = 3
    var größe = 4
    var `Type` = 5
    var action: (() -> Void)?
  }
}

/// The same classes, with `accessorsSource` pasted into each.
private enum WithAccessors {
  class Plain: ModelObject {
    var name = ""
    var count: Int?
    var suit = Suit.clubs
    var date: Date?
    var link: Plain?
    var links: [Plain] = []
    var byName: [String: Plain] = [:]
    var any: Any?
    let fixed = 1
    lazy var later = 2
    weak var owner: Plain?
    private var secret = 3
    private(set) var seen = 4
    override class var ignoredProperties: Set<String> { ["seen"] }
    override class var dateFormats: [String: DateOptions.Format] { ["date": .secondsSince1970] }
    public override class var accessors: [String: PropertyAccessor] {
      [
        "name": .init(\Plain.name),
        "count": .init(\Plain.count),
        "suit": .init(\Plain.suit),
        "date": .init(\Plain.date),
        "link": .init(\Plain.link),
        "links": .init(\Plain.links),
        "byName": .init(\Plain.byName),
        "any": .init(\Plain.any),
        "secret": .init(\Plain.secret),
        "seen": .init(\Plain.seen),
      ]
    }
  }

  final class Derived: Plain {
    var extra: [String] = []
    public override class var accessors: [String: PropertyAccessor] {
      [
        "extra": .init(\Derived.extra)
      ]
    }
  }

  final class Bare: Plain {}

  final class Wrapping: ModelObject {
    @Held var id = ""
    @Held private var hidden = ""
    var _name = ""
    var name = ""
    override class var keyMapping: [String: JSONKey] { ["name": ["name", "title"]] }
    public override class var accessors: [String: PropertyAccessor] {
      [
        "id": .init(\Wrapping._id),
        "hidden": .init(\Wrapping._hidden),
        "_name": .init(\Wrapping._name),
        "name": .init(\Wrapping.name),
      ]
    }
  }

  @Observable final class Observed: ModelObject {
    var title = ""
    var pages = 0
    public override class var accessors: [String: PropertyAccessor] {
      [
        "title": .init(\Observed.title),
        "pages": .init(\Observed.pages),
      ]
    }
  }

  class Box<Value>: ModelObject {
    var value: Value?
    var values: [Value] = []
    public override class var accessors: [String: PropertyAccessor] {
      [
        "value": .init(\Box.value),
        "values": .init(\Box.values),
      ]
    }
  }

  final class Labelled: Box<Int> {
    var label = ""
    public override class var accessors: [String: PropertyAccessor] {
      [
        "label": .init(\Labelled.label)
      ]
    }
  }

  class Shape: ModelObject {
    var kind = ""
    override class var subclasses: Subclasses? { .byTag("kind", ["circle": Circle.self]) }
    public override class var accessors: [String: PropertyAccessor] {
      [
        "kind": .init(\Shape.kind)
      ]
    }
  }

  final class Circle: Shape {
    var radius = 0.0
    public override class var accessors: [String: PropertyAccessor] {
      [
        "radius": .init(\Circle.radius)
      ]
    }
  }

  final class Listing: ModelObject {
    var celsius = 0.0 { didSet { changes += 1 } }
    var home: Circle? = Circle()
    private(set) var changes = 0
    lazy var later = 0
    var fahrenheit: Double {
      get { celsius * 1.8 + 32 }
      set { celsius = (newValue - 32) / 1.8 }
    }
    public override class var accessors: [String: PropertyAccessor] {
      [
        "celsius": .init(\Listing.celsius),
        "home": .init(\Listing.home),
        "changes": .init(\Listing.changes),
        "fahrenheit": .init(\Listing.fahrenheit),
        "later": .init(\Listing.later),
      ]
    }
  }

  final class Odd: ModelObject {
    var `init` = 1
    var `class` = 2
    var `a b` = 3
    var größe = 4
    var `Type` = 5
    var action: (() -> Void)?
    // Without an accessor: action, `a b`, Type.
    public override class var accessors: [String: PropertyAccessor] {
      [
        "init": .init(\Odd.`init`),
        "class": .init(\Odd.class),
        "größe": .init(\Odd.größe),
      ]
    }
  }
}

/// The source of `accessors` for a class.
struct AccessorsSource {
  fileprivate struct Case: CustomTestStringConvertible, Sendable {
    let twin: ModelObject.Type
    let pasted: ModelObject.Type
    /// What an input, a copy, an archive and an update make of a class: that of the twin, then the
    /// other.
    let lives: @Sendable () throws -> [[String]]
    var testDescription: String { "\(twin)" }

    init<Twin: ModelObject, Pasted: ModelObject>(
      twin: Twin.Type,
      pasted: Pasted.Type,
      json: String
    ) {
      (self.twin, self.pasted) = (twin, pasted)
      lives = {
        try [
          everyWay(json).flatMap(Self.life(Twin.self)),
          everyWay(json).flatMap(Self.life(Pasted.self)),
        ]
      }
    }

    private static func life<Model: ModelObject>(
      _ type: Model.Type
    ) -> (any MappingInput) throws -> [String] {
      { input in
        let model = try input.map(to: type)
        let copy = model.copy()
        let again = try Model(archive: model.archivedData())
        let texts = ["\(model)", try model.jsonString(), "\(copy)", "\(again)"]
        try input.update(again, options: nil)
        return texts + ["\(again)", "\(copy == model)", "\(again == model)"]
      }
    }
  }

  private static let cases = [
    Case(
      twin: WithoutAccessors.Plain.self,
      pasted: WithAccessors.Plain.self,
      json:
        #"{"NAME": 1, "count": "2", "suit": "hearts", "date": 3, "link": {"name": "a"}, "later": 9,"#
        + #""links": [{"count": 1}], "by_name": {"x": {"secret": 5}}, "any": [1], "seen": 8, "fixed": 2}"#
    ),
    Case(
      twin: WithoutAccessors.Derived.self,
      pasted: WithAccessors.Derived.self,
      json: #"{"extra": [1, "b"], "secret": "7"}"#
    ),
    Case(
      twin: WithoutAccessors.Bare.self,
      pasted: WithAccessors.Bare.self,
      json: #"{"name": "a", "count": null}"#
    ),
    Case(
      twin: WithoutAccessors.Wrapping.self,
      pasted: WithAccessors.Wrapping.self,
      json: #"{"_id": "a", "hidden": "b", "title": "c", "_name": "d"}"#
    ),
    Case(
      twin: WithoutAccessors.Observed.self,
      pasted: WithAccessors.Observed.self,
      json: #"{"title": 1, "pages": "2"}"#
    ),
    Case(
      twin: WithoutAccessors.Box<URL>.self,
      pasted: WithAccessors.Box<URL>.self,
      json: #"{"value": "a:b", "values": ["c:d", 1]}"#
    ),
    Case(
      twin: WithoutAccessors.Labelled.self,
      pasted: WithAccessors.Labelled.self,
      json: #"{"value": "1", "label": 2}"#
    ),
    Case(
      twin: WithoutAccessors.Shape.self,
      pasted: WithAccessors.Shape.self,
      json: #"{"kind": "circle", "radius": 1}"#
    ),
    Case(
      twin: WithoutAccessors.Circle.self,
      pasted: WithAccessors.Circle.self,
      json: #"{"radius": 2}"#
    ),
    Case(
      twin: WithoutAccessors.Listing.self,
      pasted: WithAccessors.Listing.self,
      json: #"{"radius": "2", "celsius": 21, "home": {"kind": 1}, "later": "4"}"#
    ),
    Case(
      twin: WithoutAccessors.Odd.self,
      pasted: WithAccessors.Odd.self,
      json: #"{"init": 11, "class": 12, "a b": 13, "größe": 14, "Type": 15}"#
    ),
  ]

  /// The text of this file from the pasted classes on, without indentation.
  private static let file: Substring = {
    let text = (try? String(contentsOfFile: #filePath, encoding: .utf8)) ?? ""
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    return lines.drop { $0 != "private enum WithAccessors {" }.joined(separator: "\n")[...]
  }()

  @Test(.differs(.propertiesWithoutAccessor), arguments: cases)
  fileprivate func isWhatWasPasted(_ pair: Case) {
    let source = pair.twin.accessorsSource
    #expect(pair.pasted.accessorsSource == source)
    #expect(source.isEmpty == (pair.twin == WithoutAccessors.Bare.self))
    // The formatter leaves the comma behind a single element out.
    // Names with spaces are stored with others than the source has.
    let lines = source.replacing("\u{A0}", with: " ").split(separator: "\n").map {
      $0.drop { $0 == " " }
    }
    let single = lines.count == 5
    let text = lines.map { single && $0.hasPrefix("\"") ? $0.dropLast() : $0 }
    let isInFile = Self.file.contains(text.joined(separator: "\n"))
    #expect(isInFile || source.isEmpty, "\(source)")
  }

  @Test(arguments: cases)
  fileprivate func mapsTheSame(_ pair: Case) throws {
    // An observed property without an accessor is a problem that the pasted source mends.
    let problems = pair.twin.declarationProblems().filter { !$0.contains("views don't notice") }
    #expect(pair.pasted.declarationProblems().count == problems.count)
    let lives = try pair.lives()
    #expect(lives[0] == lives[1] && lives[0].count >= 7)
  }

  @Test func ofTheBaseClassIsEmpty() {
    #expect(ModelObject.accessorsSource == "")
  }
}
