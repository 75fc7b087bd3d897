import Foundation
import ModelObjectKit
import Testing

private enum Level: Int, CaseIterable {
  case low = -1, high = 5
}

private enum Color: String, CaseIterable {
  case red, green
}

private enum Free: String {
  case any, other
}

// MARK: - Families

private class Animal: ModelObject {
  var id = 0
  var born: Date?
  override class var subclasses: Subclasses? {
    .byTag("kind", ["cat": Cat.self, "dog": Dog.self, "hound": Dog.self])
  }
}

private class Cat: Animal {
  var lives = 9
  var friends: [Animal] = []
  override class var subclasses: Subclasses? { .byTag("size", ["lion": Lion.self]) }
}

private final class Lion: Cat {
  var pride: [String: Cat]?
}

private final class Dog: Animal {
  var owner: Owner?
}

/// A family whose tag is a property, and one of whose classes has no tag.
private class Event: ModelObject {
  var type = ""
  var count: Int?
  override class var subclasses: Subclasses? {
    .byTag("type", ["click": Click.self, "key": KeyPress.self], otherwise: OtherEvent.self)
  }
}

private final class Click: Event {
  var place: [Double] = []
}

private final class KeyPress: Event {
  var code = Level.low
}

private final class OtherEvent: Event {
  var words: [String: Any] = [:]
}

// MARK: - Values

private final class Owner: ModelObject {
  var name = ""
  var address: String?
}

private final class Keeper: ModelObject {
  var owner: Owner?
  var others: [String: Any] = [:]
  override class var unknownKeysProperty: String? { "others" }
}

private class Values: ModelObject {
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
  var data = Data()
  var level = Level.low
  var color: Color?
  var free = Free.any
  var tags: Set<String> = []
  var colors: Set<Color> = []
  var holes: [Int?] = []
  var matrix: [[Double]] = []
  var dates: [Date?] = []
  var byName: [String: Owner] = [:]
  var byLevel: [Level: [Color]] = [:]
  var maybe: [String: Bool?]?
  var any: Any?
  var list: [Any] = []
  override class var dateFormats: [String: DateOptions.Format] {
    ["day": .dateOnly, "stamp": .millisecondsSince1970, "dates": .secondsSince1970]
  }
  override class var requiredProperties: Set<String> { ["small"] }
  override class var descriptions: [String: String] { ["": "Values", "color": "A color"] }
}

private final class Graph: Values {
  var pet: Animal?
  var pets: [Animal] = []
  var cat = Cat()
  var byKind: [String: Event] = [:]
  var next: Graph?
  var city = ""
  var zip: Int?
  var first: Owner?
  var second = 2
  var amount = 1.5
  override class var keyMapping: [String: JSONKey] {
    ["city": "place.city", "zip": "place.zip", "first": "row[0]", "second": "row[1].n"]
  }
  override class var transforms: [String: PropertyTransform] {
    ["amount": PropertyTransform(from: Double.self, read: { $0 / 100 }, write: { $0 * 100 })]
  }
}

// MARK: - Options of a class

private final class Snake: Values {
  var lastAnimal: Animal?
  override class var exportOptions: ExportOptions {
    var options = ExportOptions()
    options.keyStyle = .snakeCase
    options.dateFormat = .secondsSince1970
    options.includesNulls = true
    return options
  }
}

private final class Alone: ModelObject {
  var name = ""
  var note: String?
  var owner = Owner()
  var owners: [Owner] = []
  override class var exportOptions: ExportOptions {
    var options = ExportOptions()
    options.relationships = .omitted
    return options
  }
}

private final class Nested: ModelObject {
  var name = ""
  var owner: Owner?
  var owners: [Owner] = []
  override class var exportOptions: ExportOptions {
    var options = ExportOptions()
    options.relationships = .nestedAttributes
    return options
  }
}

private final class Chosen: ModelObject {
  var name = ""
  var note: String?
  var secret = ""
  var next: Chosen?
  override class var exportOptions: ExportOptions {
    var options = ExportOptions()
    options.properties = ["name", "next"]
    return options
  }
}

private final class Numbered: ModelObject {
  var name = ""
  var twin: Numbered?
  var all: [Numbered] = []
  var animal: Animal?
  override class var exportOptions: ExportOptions {
    var options = ExportOptions()
    options.references = .preserved
    return options
  }
}

// MARK: - Random models

private struct RandomModels {
  var random: SeededGenerator

  mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func isTrue() -> Bool { Bool.random(using: &random) }

  mutating func maybe<Value>(_ make: (inout Self) -> Value) -> Value? {
    isTrue() ? make(&self) : nil
  }

  mutating func some<Value>(_ make: (inout Self) -> Value) -> [Value] {
    (0..<int(0...3)).map { _ in make(&self) }
  }

  mutating func one<Value>(of values: [Value]) -> Value { values[int(0...values.count - 1)] }

  mutating func keyed<Value>(_ make: (inout Self) -> Value) -> [String: Value] {
    Dictionary(some { ($0.text(), make(&$0)) }) { $1 }
  }

  mutating func text() -> String {
    one(of: ["", "a", "null", "12", "größe 😀", "\"\\\n\u{0}", "kind", "true", "cat", "0"])
  }

  mutating func double() -> Double {
    one(of: [0, -0.0, 1, 0.1, -2.5e-9, 1e300, 3e9, Double(int(-99...99))])
  }

  mutating func date() -> Date { Date(timeIntervalSinceReferenceDate: Double(int(-9...9)) * 1e8) }

  mutating func any(_ depth: Int = 2) -> Any {
    switch int(0...(depth > 0 ? 6 : 4)) {
    case 0: text()
    case 1: int(-9...9)
    case 2: double()
    case 3: isTrue()
    case 4: NSNull()
    case 5: some { $0.any(depth - 1) }
    default: keyed { $0.any(depth - 1) }
    }
  }

  mutating func owner() -> Owner {
    let owner = Owner()
    owner.name = text()
    owner.address = maybe { $0.text() }
    return owner
  }

  mutating func keeper() -> Keeper {
    let keeper = Keeper()
    keeper.owner = maybe { $0.owner() }
    keeper.others = keyed { $0.any() }
    return keeper
  }

  mutating func animal(_ depth: Int) -> Animal {
    if isTrue() { return cat(depth) }
    if isTrue() {
      let dog = Dog()
      dog.owner = maybe { $0.owner() }
      return dog
    }
    let animal = Animal()
    animal.id = int(-5...5)
    animal.born = maybe { $0.date() }
    return animal
  }

  mutating func cat(_ depth: Int) -> Cat {
    let lion = maybe { _ in Lion() }
    let cat = lion ?? Cat()
    cat.lives = int(0...9)
    guard depth > 0 else { return cat }
    cat.friends = some { $0.animal(depth - 1) }
    lion?.pride = maybe { $0.keyed { $0.cat(depth - 1) } }
    return cat
  }

  mutating func event() -> Event {
    let event = one(of: [Event(), Click(), KeyPress(), OtherEvent()])
    event.type = one(of: ["", "click", "key", "move"])
    event.count = maybe { $0.int(0...3) }
    (event as? Click)?.place = some { $0.double() }
    (event as? KeyPress)?.code = one(of: Level.allCases)
    (event as? OtherEvent)?.words = keyed { $0.any() }
    return event
  }

  mutating func fill(_ values: Values) {
    values.text = text()
    values.letter = one(of: ["a", "é", "😀", "\""])
    values.count = int(.min ... .max)
    values.small = UInt8(int(0...255))
    values.ratio = double()
    values.price = Decimal(int(-999...999)) / 8
    values.flag = isTrue()
    values.date = date()
    values.day = maybe { $0.date() }
    values.stamp = maybe { $0.date() }
    values.link = maybe { URL(string: $0.isTrue() ? "https://a.b/c?d=e" : "x:y") } ?? nil
    values.data = Data(text().utf8)
    values.level = one(of: Level.allCases)
    values.color = maybe { $0.one(of: Color.allCases) }
    values.free = one(of: [.any, .other])
    values.tags = Set(some { $0.text() })
    values.colors = Set(some { $0.one(of: Color.allCases) })
    values.holes = some { $0.maybe { $0.int(-9...9) } }
    values.matrix = some { $0.some { $0.double() } }
    values.dates = some { $0.maybe { $0.date() } }
    values.byName = keyed { $0.owner() }
    values.byLevel = Dictionary(
      some { ($0.one(of: Level.allCases), $0.some { $0.one(of: Color.allCases) }) }
    ) { $1 }
    values.maybe = maybe { $0.keyed { $0.maybe { $0.isTrue() } } }
    values.any = maybe { $0.any() }
    values.list = some { $0.any() }
  }

  mutating func graph(_ depth: Int) -> Graph {
    let graph = Graph()
    fill(graph)
    graph.pet = maybe { $0.animal(depth) }
    graph.pets = some { $0.animal(depth) }
    graph.cat = cat(depth)
    graph.byKind = keyed { $0.event() }
    graph.next = depth > 0 ? maybe { $0.graph(depth - 1) } : nil
    graph.city = text()
    graph.zip = maybe { $0.int(0...9) }
    graph.first = maybe { $0.owner() }
    graph.second = int(0...9)
    graph.amount = double()
    return graph
  }

  mutating func snake() -> Snake {
    let snake = Snake()
    fill(snake)
    snake.lastAnimal = maybe { $0.animal(1) }
    return snake
  }

  mutating func withOptions() -> ModelObject {
    switch int(0...3) {
    case 0:
      let alone = Alone()
      (alone.name, alone.note) = (text(), maybe { $0.text() })
      alone.owners = some { $0.owner() }
      return alone
    case 1:
      let nested = Nested()
      (nested.name, nested.owner) = (text(), maybe { $0.owner() })
      nested.owners = some { $0.owner() }
      return nested
    case 2:
      let chosen = Chosen()
      (chosen.name, chosen.note) = (text(), maybe { $0.text() })
      chosen.next = maybe { _ in Chosen() }
      return chosen
    default:
      let (numbered, other) = (Numbered(), Numbered())
      numbered.name = text()
      numbered.twin = maybe { _ in other }
      numbered.all = some { $0.one(of: [numbered, other]) }
      numbered.animal = maybe { $0.animal(1) }
      return numbered
    }
  }
}

struct RandomSchemas {
  /// The schemas of the classes, made once.
  private struct Checkers {
    var known: [String: SchemaChecker] = [:]

    mutating func checker(_ type: ModelObject.Type, _ form: SchemaForm) throws -> SchemaChecker {
      let name = "\(type) \(form)"
      let checker = try known[name] ?? SchemaChecker(type.jsonSchema(form))
      known[name] = checker
      return checker
    }
  }

  /// Every export is valid under the schema of its class and of the classes above it; with nulls,
  /// under the strict form too.
  @Test func acceptEveryExport() throws {
    var models = RandomModels(random: SeededGenerator(seed: 31))
    var checkers = Checkers()
    for round in 0..<150 * RandomDocuments.rounds {
      let cases: [(ModelObject, [ModelObject.Type])] = [
        (models.graph(2), []), (models.snake(), []), (models.owner(), []), (models.keeper(), []),
        (models.event(), [Event.self]),
        (models.animal(2), [Animal.self]), (models.cat(2), [Animal.self, Cat.self]),
        (models.withOptions(), []),
      ]
      // A strict root is one class, and has no other keys than those of its properties.
      func isRefused(_ type: ModelObject.Type) -> Bool {
        type == Animal.self || type == Cat.self || type == Event.self
          || type.unknownKeysProperty != nil
      }
      for (model, families) in cases {
        for form in [SchemaForm.open, .strict] {
          var options = type(of: model).exportOptions
          options.includesNulls = form == .strict || options.includesNulls
          // A strict schema describes models whole.
          if form == .strict { options.references = .none }
          let json = try model.jsonData(options: options)
          for type in [type(of: model)] + families {
            if form == .strict, isRefused(type) {
              #expect(throws: ModelError.self) { try type.jsonSchema(.strict) }
              continue
            }
            let isValid = try checkers.checker(type, form).accepts(json)
            #expect(
              isValid,
              "round \(round), \(type), \(form): \(String(decoding: json, as: UTF8.self))"
            )
          }
        }
      }
    }
  }
}
