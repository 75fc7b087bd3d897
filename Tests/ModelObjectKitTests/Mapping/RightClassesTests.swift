import Foundation
import ModelObjectKit
import Observation
import Testing

private enum Right {
  enum Size: String, CaseIterable { case small, large }

  struct Point: Codable, Equatable { var x = 0, y = 0 }

  /// 1. Plain values.
  class Plain: ModelObject {
    var id = 0
    var name = ""
    var price: Decimal?
    var date: Date?
    var url: URL?
    var size = Size.small
    var place = Point()
    var tags: Set<String> = []
    var any: Any?
    let fixed = 1
    lazy var later = 2
    static let limit = 3
  }

  /// 2. Keys, paths, and lists of them.
  class Keyed: ModelObject {
    var id = 0
    var title = ""
    override class var keyMapping: [String: JSONKey] {
      ["id": ["id", "_id"], "title": "meta.title"]
    }
  }

  /// 3. Computed properties whose names are near to stored ones.
  class Person: ModelObject {
    var firstName = ""
    var lastName = ""
    var name = ""
    var title = ""
    var fullName: String {
      get { firstName + " " + lastName }
      set { firstName = newValue }
    }
    var names: [String] {
      get { [firstName, lastName] }
      set { firstName = newValue.first ?? "" }
    }
    var titles: Int {
      get { title.count }
      set { title = String(repeating: "x", count: newValue) }
    }
    override class var accessors: [String: PropertyAccessor] {
      [
        "fullName": .init(\Person.fullName), "names": .init(\Person.names),
        "titles": .init(\Person.titles),
      ]
    }
  }

  /// 4. An accessor over private storage.
  class Stored: ModelObject {
    private var storage = ""
    var text: String {
      get { storage }
      set { storage = newValue }
    }
    override class var ignoredProperties: Set<String> { ["storage"] }
    override class var accessors: [String: PropertyAccessor] { ["text": .init(\Stored.text)] }
  }

  /// 5. A lazy property with an accessor and a key.
  class Lazy: ModelObject {
    lazy var cache = 0
    override class var keyMapping: [String: JSONKey] { ["cache": "c"] }
    override class var accessors: [String: PropertyAccessor] { ["cache": .init(\Lazy.cache)] }
  }

  /// 6. A weak one.
  class Child: ModelObject {
    weak var parent: Child?
    override class var keyMapping: [String: JSONKey] { ["parent": "up"] }
    override class var accessors: [String: PropertyAccessor] { ["parent": .init(\Child.parent)] }
  }

  /// 7. Formats of dates in every kind of property.
  class Dated: ModelObject {
    var day: Date?
    var days: [Date] = []
    var byName: [String: Date?] = [:]
    var set: Set<Date> = []
    var any: Any?
    var all: [Any] = []
    var coded: [Date?]?
    override class var dateFormats: [String: DateOptions.Format] {
      [
        "day": .dateOnly, "days": .dateOnly, "byName": .dateOnly, "set": .dateOnly,
        "any": .dateOnly, "all": .dateOnly, "coded": .dateOnly,
      ]
    }
  }

  /// 8. A format for the date that a transform takes.
  class Year: ModelObject {
    var year = 0
    override class var dateFormats: [String: DateOptions.Format] { ["year": .dateOnly] }
    override class var transforms: [String: PropertyTransform] {
      ["year": PropertyTransform(from: Date.self) { Int($0.timeIntervalSince1970 / 31_557_600) }]
    }
  }

  /// 9. Transforms whose results convert.
  class Transformed: ModelObject {
    var cents = 0
    var text = ""
    var list: [Int] = []
    var plain: Plain?
    var flag = false
    var map: [String: Int] = [:]
    var any: Any?
    var size = Size.small
    var maybe: Int?
    override class var transforms: [String: PropertyTransform] {
      [
        "cents": PropertyTransform(from: Double.self) { $0 * 100 },
        "text": PropertyTransform(from: Int.self) { $0 },
        "list": PropertyTransform(from: String.self) { Int($0) },
        "plain": PropertyTransform(from: Plain.self) { $0 },
        "flag": PropertyTransform(from: Int.self) { $0 },
        "map": PropertyTransform(from: [String: Int].self) { $0 },
        "any": PropertyTransform(from: [Int].self) { $0 },
        "size": PropertyTransform(from: String.self) { $0.lowercased() },
        "maybe": PropertyTransform(read: { $0 }),
      ]
    }
  }

  /// 10. A class for elements, by name and by key.
  class Feed: ModelObject {
    var items: [Any] = []
    var entries: [ModelObject] = []
    var first: Any?
    override class var keyMapping: [String: JSONKey] { ["entries": "list"] }
    override class var arrayMapping: [String: ModelObject.Type] {
      ["items": Plain.self, "list": Plain.self, "first": Plain.self, "elsewhere": Plain.self]
    }
  }

  /// 11: with a tag for each class, 12 and 13.
  class Shape: ModelObject {
    var name = ""
    override class var subclasses: Subclasses? {
      .byTag("kind", ["circle": Circle.self, "shape": Shape.self], otherwise: Other.self)
    }
  }
  class Circle: Shape { var radius = 0 }
  class Other: Shape {}

  /// 14: with several tags of one class, 15, and the property that has them.
  class Event: ModelObject {
    var type = ""
    override class var subclasses: Subclasses? {
      .byTag("type", ["push": Push.self, "force-push": Push.self])
    }
  }
  class Push: Event { var commits = 0 }

  /// 16. Identifiable by a var.
  class Item: ModelObject, Identifiable {
    var id = UUID()
  }

  /// 17. By a let that is meant.
  class Meant: ModelObject, Identifiable {
    let id = UUID()
    override class var ignoredProperties: Set<String> { ["id"] }
  }

  /// 18. By the object itself, with another let.
  class Object: ModelObject, Identifiable {
    let other = 1
    var name = ""
  }

  /// 19. A generic class.
  class Box<Value>: ModelObject {
    var value: Value?
    var values: [Value] = []
  }

  /// 20. Its subclass.
  class IntBox: Box<Int> { var label = "" }

  /// 21. Observed.
  @Observable class Observed: ModelObject {
    var title = ""
    @ObservationIgnored var cache = 0
    override class var accessors: [String: PropertyAccessor] { ["title": .init(\Observed.title)] }
  }

  /// 22. Names that differ in a number or a letter.
  class Near: ModelObject {
    var line1 = ""
    var line2 = ""
    var width = 0.0
    var height = 0.0
    var min = 0
    var max = 0
    var start = 0
    var state = ""
    var widths: [Double] = []
  }

  /// 23. Unknown keys.
  class Keeping: ModelObject {
    var kept: [String: Any] = [:]
    override class var unknownKeysProperty: String? { "kept" }
  }

  /// 24. Identity, required and unarchived properties.
  class Filed: ModelObject {
    var id = 0
    var lang = ""
    var draft = ""
    override class var identity: Set<String> { ["id", "lang"] }
    override class var requiredProperties: Set<String> { ["id"] }
    override class var unarchivedProperties: Set<String> { ["draft"] }
  }

  /// 25. A wrapped one under a key, with hooks.
  class Hooked: ModelObject {
    private var _count = 0
    var count: Int {
      get { _count }
      set { _count = newValue }
    }
    var snakeCase = 0
    override class var keyMapping: [String: JSONKey] { ["snakeCase": ["snake_case"]] }
    override func serializeValue(_ value: Any?, key: String) throws {
      try super.serializeValue(value, key: key)
    }
    override class var accessors: [String: PropertyAccessor] { ["count": .init(\Hooked.count)] }
  }

  static let all: [ModelObject.Type] = [
    Plain.self, Keyed.self, Person.self, Stored.self, Lazy.self, Child.self, Dated.self, Year.self,
    Transformed.self, Feed.self, Shape.self, Circle.self, Other.self, Event.self, Push.self,
    Item.self, Meant.self, Object.self, Box<Date>.self, IntBox.self, Observed.self, Near.self,
    Keeping.self, Filed.self, Hooked.self,
  ]
}

/// Classes that look as if something were wrong with them.
struct RightClasses {
  @Test(.differs(.propertiesWithoutAccessor), arguments: Right.all)
  func haveNoProblems(_ type: ModelObject.Type) {
    #expect(type.declarationProblems() == [])
  }

  @Test func areTwentyFive() { #expect(Right.all.count == 25) }
}
