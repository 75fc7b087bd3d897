import Foundation
import Testing

@testable import ModelObjectTool

/// A mistake in the source of a class, and the same source without it.
struct Mistake: CustomTestStringConvertible {
  let testDescription: String
  /// With the place of the mistake after `‹`.
  let source: String
  let message: String
  /// A source that nearly has it.
  let right: String

  init(_ name: String, _ source: String, says message: String, not right: String) {
    (testDescription, self.source, self.message, self.right) = (name, source, message, right)
  }

  /// A class with one list.
  static func list(
    _ declaration: String,
    _ wrong: String,
    says message: String,
    not right: String,
    properties: String = "var userName = \"\"; var at: Date?"
  ) -> Mistake {
    func source(_ value: String) -> String {
      "class A: ModelObject { \(properties)\n override class var \(declaration) { \(value) } }"
    }
    return Mistake(declaration, source(wrong), says: message, not: source(right))
  }
}

/// Everything that ends a program at the first use of a class, as far as sources show it.
private let fatalMistakes: [Mistake] =
  [
    ("keyMapping: [String: JSONKey]", #"[‹"userNme": "u"]"#, #"["userName": "u"]"#),
    (
      "transforms: [String: PropertyTransform]", #"[‹"userNme": .jsonText]"#,
      #"["userName": .jsonText]"#
    ),
    ("descriptions: [String: String]", #"[‹"userNme": "b"]"#, #"["": "a", "userName": "b"]"#),
    ("ignoredProperties: Set<String>", #"[‹"userNme"]"#, #"["userName", "at"]"#),
    ("mappedProperties: Set<String>?", #"[‹"userNme"]"#, #"["userName"]"#),
    ("unexportedProperties: Set<String>", #"["at", ‹"userNme"]"#, #"["userName"]"#),
    ("unarchivedProperties: Set<String>", #"[‹"userNme"]"#, #"["_userName"]"#),
    ("requiredProperties: Set<String>", #"[‹"userNme"]"#, #"["userName"]"#),
    ("identity: Set<String>", #"[‹"userNme"]"#, #"["userName"]"#),
  ].map { list, wrong, right in
    .list(
      list,
      wrong,
      says:
        "A.\(list.prefix { $0 != ":" }) lists \"userNme\", which is not a property of the class."
        + " Did you mean \"userName\"?",
      not: right
    )
  } + [
    .list(
      "dateFormats: [String: DateOptions.Format]",
      #"[‹"ta": .iso8601]"#,
      says: #"A.dateFormats lists "ta", which is not a property of the class."#,
      not: #"["at": .iso8601]"#
    ),
    .list(
      "unknownKeysProperty: String?",
      #"‹"rst""#,
      says:
        #"A.unknownKeysProperty lists "rst", which is not a property of the class. Did you mean "rest"?"#,
      not: #""rest""#,
      properties: "var rest: [String: Any] = [:]"
    ),
    .list(
      "unknownKeysProperty: String?",
      #"‹"rest""#,
      says:
        #"A.unknownKeysProperty lists "rest", which must be declared as var rest: [String: Any] or [String: RawJSON]."#,
      not: #""other""#,
      properties: "var rest: [String: Int] = [:]; var other: [String: RawJSON] = [:]"
    ),
    .list(
      "unknownKeysProperty: String?",
      #"‹"rest""#,
      says:
        #"A.unknownKeysProperty lists "rest", which must be declared as var rest: [String: Any] or [String: RawJSON]."#,
      not: "nil",
      properties: "let rest: [String: Any] = [:]"
    ),
    Mistake(
      "in a superclass's list",
      """
      class A: ModelObject { var id = 0; override class var keyMapping: [String: JSONKey] { [‹"di": "n"] } }
      class B: A { var name = "" }
      """,
      says: #"A.keyMapping lists "di", which is not a property of the class."#,
      not: """
        class A: ModelObject { override class var identity: Set<String> { ["id"] } }
        class B: A { var id = 0 }
        class C: A { var id = "" }
        """
    ),
    Mistake(
      "of one subclass",
      """
      class A: ModelObject { override class var identity: Set<String> { [‹"id"] } }
      class B: A { var id = 0 }
      class C: A { var name = "" }
      """,
      says: #"A.identity lists "id", which is not a property of C, which inherits the list."#,
      not: """
        class A: ModelObject { var id = 0; override class var identity: Set<String> { ["id"] } }
        class C: A { var name = "" }
        """
    ),
    Mistake(
      "a computed property",
      """
      class A: ModelObject {
        var a = 0
        var sum: Int { a }
        override class var unexportedProperties: Set<String> { [‹"sum"] }
      }
      """,
      says: #"A.unexportedProperties lists "sum", which is not a property of the class."#,
      not: #"""
        class A: ModelObject {
          var a = 0
          var sum: Int { get { a } set { a = newValue } }
          override class var unexportedProperties: Set<String> { ["sum"] }
          override class var accessors: [String: PropertyAccessor] { ["sum": .init(\A.sum)] }
        }
        """#
    ),
    // What isn't mapped, and is required.
    .list(
      "ignoredProperties: Set<String>",
      #"["at"] }; override class var requiredProperties: Set<String> { [‹"at"]"#,
      says: #"A.requiredProperties lists "at", which is not mapped: ignoredProperties lists it."#,
      not: #"["at"] }; override class var requiredProperties: Set<String> { ["userName"]"#
    ),
    .list(
      "mappedProperties: Set<String>?",
      #"["at"] }; override class var requiredProperties: Set<String> { [‹"userName"]"#,
      says:
        #"A.requiredProperties lists "userName", which is not mapped: mappedProperties doesn't list it."#,
      not: #"["at"] }; override class var requiredProperties: Set<String> { ["at"]"#
    ),
  ]
  + [
    ("let id = 0", "it is a let"), ("lazy var id = 0", "it is lazy"),
    ("weak var id: A?", "it is weak or unowned"), ("var id = (0, 1)", "its type is a tuple"),
  ].map { property, reason in
    .list(
      "requiredProperties: Set<String>",
      #"[‹"id"]"#,
      says: "A.requiredProperties lists \"id\", which is not mapped: \(reason).",
      not: #"["other"] }; override class var ignoredProperties: Set<String> { ["id"]"#,
      properties: "\(property); var other = 0"
    )
  } + [
    Mistake(
      "required, and ignored by a subclass",
      """
      class A: ModelObject { var id = 0; override class var requiredProperties: Set<String> { [‹"id"] } }
      class B: A { override class var ignoredProperties: Set<String> { ["id"] } }
      """,
      says:
        #"A.requiredProperties lists "id", which is not mapped in B: ignoredProperties lists it."#,
      not: """
        class A: ModelObject { var id = 0; override class var requiredProperties: Set<String> { ["id"] } }
        class B: A { var no = 0; override class var ignoredProperties: Set<String> { ["no"] } }
        """
    ),
    .list(
      "requiredProperties: Set<String>",
      #"[‹"id"] }; override class var unknownKeysProperty: String? { "id""#,
      says: #"A.requiredProperties lists "id", which is not mapped: it has the unknown keys."#,
      not: #"["id"]"#,
      properties: "var id: [String: Any] = [:]"
    ),
    // What can't be compared, and is an identity.
    .list(
      "identity: Set<String>",
      #"[‹"id"]"#,
      says: #"A.identity lists "id", which can't be mapped: it is a let."#,
      not: #"["other"]"#,
      properties: "let id = 0; var other: Any?"
    ),
    .list(
      "identity: Set<String>",
      #"[‹"id"]"#,
      says: #"A.identity lists "id", which can't be mapped: its type is () -> Void."#,
      not: #"["other"] }; override class var ignoredProperties: Set<String> { ["id"]"#,
      properties: "var id: () -> Void = {}; var other: [Int?] = []"
    ),
    .list(
      "identity: Set<String>",
      #"[‹"id"]"#,
      says: #"A.identity lists "id", whose type must be Hashable and must not contain models."#,
      not: #"["other"]"#,
      properties:
        "struct S: Codable {}; var id = S(); struct T: Codable, Hashable {}; var other = T()"
    ),
    .list(
      "identity: Set<String>",
      #"[‹"id"]"#,
      says: #"A.identity lists "id", whose type must be Hashable and must not contain models."#,
      not: #"["other"]"#,
      properties: "var id: [String: A] = [:]; enum E: Int { case a }; var other = E.a"
    ),
    // Transforms and accessors.
    .list(
      "transforms: [String: PropertyTransform]",
      #"["at": PropertyTransform(from: ‹S.self) { $0.date }]"#,
      says:
        #"A.transforms, "at": values of type S can't be mapped. Make S Codable or a ModelValue."#,
      not:
        #"["at": PropertyTransform(from: T.self) { $0.date }, "no": .init(from: String.self) { $0 }]"#,
      properties: "struct S {}; struct T: Codable {}; var at: Date?; var no = 0"
    ),
    Mistake(
      "a key path of another class",
      #"""
      class B: ModelObject { var x = 0 }
      class A: ModelObject {
        var x = 0
        override class var accessors: [String: PropertyAccessor] { ["x": .init(\‹B.x)] }
      }
      """#,
      says: #"A.accessors: the key path of "x" begins at B, which is not a superclass of A."#,
      not: #"""
        class B: ModelObject { var x = 0 }
        class A: B {
          override class var accessors: [String: PropertyAccessor] { ["x": PropertyAccessor(\B.x)] }
        }
        """#
    ),
    .list(
      "accessors: [String: PropertyAccessor]",
      #"[‹"age": .init(\A.name), "name": .init(\A.name)]"#,
      says:
        #"A.accessors: the key path of "age" leads to another property, name, of another type."#,
      not: #"["age": .init(\A.age), "name": .init(\A.name)]"#,
      properties: "var age = 0; var name = \"\""
    ),
    .list(
      "accessors: [String: PropertyAccessor]",
      #"[‹"pair": .init(\A.pair)]"#,
      says: #"A.accessors lists "pair": values of type (Int, Int) can't be mapped."#,
      not:
        #"["one": .init(\A.one)] }; override class var ignoredProperties: Set<String> { ["pair"]"#,
      properties: "var pair: (Int, Int) = (1, 2); lazy var one = 0"
    ),
    // What ends a program in Swift itself.
    .list(
      "keyMapping: [String: JSONKey]",
      #"["userName": "a", "at": "b", ‹"userName": "c"]"#,
      says:
        #"A.keyMapping lists "userName" twice in one literal, which ends the program. Remove one of them."#,
      not: #"["userName": ["a", "c"], "at": "b"]"#
    ),
    Mistake(
      "one tag for two classes",
      """
      class A: ModelObject {
        override class var subclasses: Subclasses? { .byTag("t", ["b": B.self, ‹"b": C.self]) }
      }
      class B: A {}
      class C: A {}
      """,
      says: #"A.subclasses lists "b" twice, which ends the program. Remove one of them."#,
      not: """
        class A: ModelObject {
          override class var subclasses: Subclasses? { .byTag("t", ["b": B.self, "c": C.self]) }
        }
        class B: A {}
        class C: A {}
        """
    ),
  ]

/// What compiles, and nothing reads.
private let unreadLists: [Mistake] =
  [
    ("class func ‹keyMapping() -> [String: JSONKey]", "a func", "keyMapping: [String: JSONKey]"),
    ("static func ‹identity() -> Set<String>", "a func", "identity: Set<String>"),
    ("func ‹subclasses() -> Subclasses?", "a func", "subclasses: Subclasses?"),
    (
      "var ‹keyMapping: [String: JSONKey]", "a property of each object",
      "keyMapping: [String: JSONKey]"
    ),
    ("var ‹identity: Set<String>", "a property of each object", "identity: Set<String>"),
    (
      "var ‹mappingOptions: MappingOptions", "a property of each object",
      "mappingOptions: MappingOptions"
    ),
  ].map { form, what, right in
    let name = right.prefix { $0 != ":" }
    let body = name == "identity" ? #"["id"]"# : "fatalError()"
    return Mistake(
      form,
      "class A: ModelObject { var id = 0\n \(form) { \(body) } }",
      says: "A.\(name) is \(what), which nothing reads. Write override class var \(right).",
      not: "class A: ModelObject { var id = 0\n func \(name)(of name: String) -> Int { 0 } }"
    )
  } + [
    Mistake(
      "without its override",
      #"class A: ModelObject { var id = 0; class var ‹keyMapping: [String: JSONKey] { ["id": "n"] } }"#,
      says:
        "A.keyMapping lacks its override. Write override class var keyMapping: [String: JSONKey].",
      not:
        #"class A: ModelObject { var id = 0; override static var keyMapping: [String: JSONKey] { ["id": "n"] } }"#
    ),
    Mistake(
      "under a misspelled name",
      #"class A: ModelObject { var id = 0; class var ‹keyMappings: [String: JSONKey] { ["id": "n"] } }"#,
      says: "A.keyMappings isn't a list, and nothing reads it. Write override class var keyMapping:"
        + " [String: JSONKey].",
      not: #"""
        class A: ModelObject {
          var id = 0
          static let keyMappings: [String: JSONKey] = ["id": "n"]
          override class var keyMapping: [String: JSONKey] { keyMappings }
        }
        """#
    ),
  ]

/// What `declarationProblems()` lists, and no run stops at.
private let warnings: [Mistake] = [
  Mistake(
    "a closure",
    "class A: ModelObject { var ‹done: (() -> Void)? }",
    says: "A.done can't be mapped: its type is (() -> Void)?. If that is intended, list it in"
      + " ignoredProperties.",
    not: #"class A: ModelObject { let done: () -> Void = {}; var a: [String: Any]? }"#
  ),
  Mistake(
    "an enum without raw values",
    "enum Mood { case good, bad }\nclass A: ModelObject { var ‹mood = [Mood]() }",
    says:
      #"A.mood can't be mapped: its type is [Mood]. Add ": String" to Mood, or make it Codable or a"#
      + " ModelValue. If that is intended, list it in ignoredProperties.",
    not: "enum Mood: String { case good, bad }\nclass A: ModelObject { var mood = [Mood]() }"
  ),
  Mistake(
    "the case of an enum without raw values",
    "enum Mood { case good, bad }\nclass A: ModelObject { var ‹mood = Mood.bad }",
    says:
      #"A.mood can't be mapped: its type is Mood. Add ": String" to Mood, or make it Codable or a"#
      + " ModelValue. If that is intended, list it in ignoredProperties.",
    not:
      "enum Mood { case good, bad; static let x = 1 }\nclass A: ModelObject { var mood = Mood.x }"
  ),
  Mistake(
    "a struct that isn't Codable",
    "struct S: Decodable, Hashable {}\nclass A: ModelObject { var ‹s: S? }",
    says:
      "A.s can't be mapped: its type is S?. Make S Codable or a ModelValue. If that is intended,"
      + " list it in ignoredProperties.",
    not:
      "struct S: Decodable, Hashable {}\nextension S: Encodable {}\nclass A: ModelObject { var s: S? }"
  ),
  Mistake(
    "a protocol",
    "protocol P {}\nclass A: ModelObject { var ‹p: (any P)? }",
    says: "A.p can't be mapped: its type is (any P)?. If that is"
      + " intended, list it in ignoredProperties.",
    not: "class A: ModelObject { var p: any Sendable = 1; var q: Q }"
  ),
  Mistake(
    "a key of a dictionary",
    "class A: ModelObject { var ‹p: [Double: Int] = [:] }",
    says:
      "A.p can't be mapped: its type is [Double: Int]. Double can't be the key type of a dictionary."
      + " If that is intended, list"
      + " it in ignoredProperties.",
    not:
      "class A: ModelObject { enum E: Int { case a }; var p: [E: Int] = [:]; var q: [UUID: Int] = [:] }"
  ),
  .list(
    "keyMapping: [String: JSONKey]",
    #"[‹"id": "n"]"#,
    says: #"A.keyMapping lists "id", which is a let and is never set. Make it a var."#,
    not: #"["other": "n"]"#,
    properties: "let id = 0; var other = 0"
  ),
  .list(
    "transforms: [String: PropertyTransform]",
    #"["grams": .init { (kilos: Double) in Int(kilos) } write: { (grams: ‹Double) in grams }]"#,
    says:
      #"A.transforms, "grams": write takes Double, but the property is of type Int, so exports throw."#,
    not: #"""
      ["grams": .init { (kilos: Double) in Int(kilos) } write: { (grams: Int) in Double(grams) },
       "at": PropertyTransform(from: Int.self, read: { $0 }, write: { (at: Date) in at })]
      """#,
    properties: "var grams = 0; var at: Date?"
  ),
  .list(
    "dateFormats: [String: DateOptions.Format]",
    #"[‹"count": .dateOnly]"#,
    says: #"A.dateFormats lists "count", whose type has no dates: Int."#,
    not: #"["days": .dateOnly, "any": .dateOnly]"#,
    properties: "var count: Int = 0; var days: [Date] = []; var any: Any?"
  ),
  .list(
    "dateFormats: [String: DateOptions.Format]",
    #"["at": .custom(‹"yyyy/mm/dd")]"#,
    says:
      #"A.dateFormats, "at": the pattern "yyyy/mm/dd" has minutes and no hours. Write MM for the month."#,
    not: #"["at": .custom("yyyy/MM/dd 'mm' HH:mm")]"#
  ),
  .list(
    "dateFormats: [String: DateOptions.Format]",
    #"["at": .custom(‹"YYYY-MM-dd")]"#,
    says:
      #"A.dateFormats, "at": the pattern "YYYY-MM-dd" has the year of a week, which differs around the new year. Write yyyy for the year."#,
    not: #"["at": .custom("YYYY-'W'ww")]"#
  ),
  .list(
    "keyMapping: [String: JSONKey]",
    #"[‹"userName": []]"#,
    says:
      #"A.keyMapping lists "userName" without a key, so it is never set. Give it a key, or list it in"#
      + " ignoredProperties.",
    not: #"["userName": JSONKey(["a", "b"])]"#
  ),
  .list(
    "transforms: [String: PropertyTransform]",
    #"[‹"gps": places]"#,
    says:
      #"A.transforms lists "gps", which can't be mapped: its type is Place?. Make Place Codable"#
      + " or a ModelValue.",
    not: #"["other": places] }; override class var ignoredProperties: Set<String> { ["gps"]"#,
    properties: "struct Place {}; var gps: Place?; var other: [Double] = []"
  ),
  .list(
    "arrayMapping: [String: ModelObject.Type]",
    #"[‹"names": A.self]"#,
    says: #"A.arrayMapping lists "names", whose type takes no models: [String]."#,
    not: #"["items": A.self, "some_key": A.self]"#,
    properties: "var names: [String] = []; var items: [Any] = []"
  ),
  .list(
    "accessors: [String: PropertyAccessor]",
    #"[‹"userNmae": .init(\A.userName)]"#,
    says:
      #"A.accessors lists "userNmae", but the stored property is "userName". If both are right, list"#
      + #" "userName" too."#,
    not: #"["userName": .init(\A.userName)]"#
  ),
  Mistake(
    "one key for two properties",
    "class A: ModelObject { var userName = \"\"; var ‹user_name = \"\" }",
    says: "A.userName and user_name have the same key in exports with the key style snakeCase,"
      + " camelCase, pascalCase, kebabCase, which throw. Give one of them a key in keyMapping.",
    not: #"""
      class A: ModelObject {
        var userName = "", user_name = ""
        override class var keyMapping: [String: JSONKey] { ["user_name": "login"] }
      }
      """#
  ),
  Mistake(
    "a path into another property",
    #"""
    class A: ModelObject {
      var meta: M?
      var id = 0
      override class var keyMapping: [String: JSONKey] { [‹"id": "meta.id"] }
    }
    class M: ModelObject { var x = 0 }
    """#,
    says:
      #"A.keyMapping, "id": exports don't write meta.id, as meta is written there. Declare a property"#
      + " of meta, and make id a computed property that returns it.",
    not: #"""
      class A: ModelObject {
        var meta: M?
        var id = 0
        override class var keyMapping: [String: JSONKey] { ["id": "meta.ID"] }
      }
      class M: ModelObject { var id = 0 }
      """#
  ),
  Mistake(
    "observed without an accessor",
    "@Observable class A: ModelObject { var ‹title = \"\" }",
    says:
      "A.title is observed but has no accessor, so views don't notice that it is set. List it in"
      + " accessors, or mark it @ObservationIgnored.",
    not: #"""
      @Observable class A: ModelObject {
        var title = ""
        @ObservationIgnored var cache = 0
        override class var accessors: [String: PropertyAccessor] { ["title": .init(\A.title)] }
      }
      """#
  ),
  Mistake(
    "private properties of one name",
    "class A: ModelObject { private var x = 0 }\nclass B: A { private var ‹x = 0 }",
    says:
      "B.x has the name of a property in a superclass: input sets both, and exports have only one of"
      + " them. Rename one.",
    not: "class A: ModelObject { var x = 0 }\nclass B: A { override var x: Int { didSet {} } }"
  ),
  Mistake(
    "a class that isn't a subclass",
    """
    class A: ModelObject {
      override class var subclasses: Subclasses? { .byTag("t", ["b": ‹B.self], otherwise: C.self) }
    }
    class B: ModelObject {}
    class C: A {}
    """,
    says:
      #"A.subclasses selects B for "b", which isn't a subclass of A, so such objects don't fit."#,
    not: """
      class A: ModelObject {
        override class var subclasses: Subclasses? { .byTag("t", ["b": B.self, "c": Other.self]) }
      }
      class B: C {}
      class C: A {}
      """
  ),
  Mistake(
    "two tags of one class",
    """
    class A: ModelObject {
      override class var subclasses: Subclasses? { .byTag("kind", ["a": B.self, ‹"b": B.self]) }
    }
    class B: A {}
    """,
    says:
      #"A.subclasses has several tags for B: "a", "b". Exports write "a", unless the class has a"#
      + #" property for "kind"."#,
    not: """
      class A: ModelObject {
        var kind: String?
        override class var subclasses: Subclasses? { .byTag("kind", ["a": B.self, "b": B.self]) }
      }
      class B: A {}
      """
  ),
  Mistake(
    "two classes of one archive name",
    """
    class A: ModelObject { var b: [B?] = []; override class var archiveName: String { "X" } }
    class B: ModelObject { override class var formerArchiveNames: Set<String> { [‹"X"] } }
    """,
    says:
      #"A and B both have the archive name "X". Override archiveName in one of them, or remove the"#
      + " name from its formerArchiveNames.",
    not: """
      class A: ModelObject { override class var archiveName: String { "X" } }
      class B: ModelObject { override class var formerArchiveNames: Set<String> { ["X"] } }
      """
  ),
  Mistake(
    "the id of an Identifiable",
    "class A: ModelObject, Identifiable { let ‹id = UUID() }",
    says:
      "A.id is a let, and the class is Identifiable: each copy, snapshot and mapped object has an id"
      + " of its own. Make it a var, or list it in ignoredProperties.",
    not: "class A: ModelObject, Identifiable { var id = UUID() }"
  ),
  Mistake(
    "coding keys",
    #"class A: ModelObject { var ‹name = ""; enum CodingKeys: String, CodingKey { case name = "n" } }"#,
    says: #"A.CodingKeys has another key for "name", or none, and has no effect. List the key in"#
      + " keyMapping, or the property in ignoredProperties.",
    not: #"""
      class A: ModelObject {
        var name = "", other = 0
        override class var keyMapping: [String: JSONKey] { ["other": "o"] }
        enum CodingKeys: String, CodingKey { case name, other = "o" }
      }
      class B: ModelObject {
        var name = ""
        enum CodingKeys: String, CodingKey { case name = "n" }
        func encode(to e: any Encoder) throws { _ = e.container(keyedBy: CodingKeys.self) }
      }
      """#
  ),
  .list(
    "transforms: [String: PropertyTransform]",
    #"["count": .init(from: Int.self) { (n: Int) -> ‹[Int] in [n] }]"#,
    says:
      #"A.transforms, "count": read returns [Int], which doesn't fit the property's type, Int."#,
    not: #"""
      ["list": .init(from: Int.self) { (n: Int) -> [Int]? in [n] },
       "count": .init(from: Int.self, read: { n -> String in "\(n)" })]
      """#,
    properties: "var count = 0; var list: [Int] = []"
  ),
  .list(
    "transforms: [String: PropertyTransform]",
    #"["map": PropertyTransform(from: Int.self, read: { n throws -> ‹Int? in n })]"#,
    says:
      #"A.transforms, "map": read returns Int?, which doesn't fit the property's type, [String: Int]."#,
    not: #"""
      ["map": PropertyTransform(from: Int.self) { n -> String in "{}" },
       "any": PropertyTransform(from: Int.self) { n -> [Int] in [n] }]
      """#,
    properties: "var map: [String: Int] = [:]; var any: Any?"
  ),
  Mistake(
    "options of a class that a property holds",
    """
    class App: ModelObject {
      override class var mappingOptions: MappingOptions {
        var options = MappingOptions()
        options.dates.timeZone = TimeZone(secondsFromGMT: 8 * 3600) ?? .gmt
        return options
      }
    }
    class Event: App { var at: Date? }
    class Page: ModelObject { var ‹data: [String: [Event]?] = [:] }
    """,
    says:
      "Page.data: Event.mappingOptions.dates.timeZone isn't in force there, as that of Page is."
      + " Override it in Page, too, or in a class of which both are subclasses.",
    not: """
      class App: ModelObject {
        override class var mappingOptions: MappingOptions { .init(mismatches: .fail) }
        override class var exportOptions: ExportOptions { ExportOptions(sortedKeys: true) }
      }
      class Event: App { var page: Page?; var other: Event? }
      class Page: App { var data: [Event] = [] }
      class Odd: ModelObject {
        var data: [Event] = []
        override class var mappingOptions: MappingOptions { made() }
      }
      class Usual: ModelObject {
        override class var mappingOptions: MappingOptions { MappingOptions(mismatches: .report) }
      }
      class Last: ModelObject { var usual: Usual?; var other: Unknown? }
      """
  ),
  Mistake(
    "options of exports of a class that a property holds",
    """
    class Event: ModelObject {
      override class var exportOptions: ExportOptions { ExportOptions(keyStyle: .snakeCase) }
    }
    class Page: ModelObject { var ‹event: Event? }
    """,
    says: "Page.event: Event.exportOptions.keyStyle isn't in force there, as that of Page is."
      + " Override it in Page, too, or in a class of which both are subclasses.",
    not: """
      class Event: ModelObject {
        override class var exportOptions: ExportOptions { ExportOptions(keyStyle: .snakeCase) }
      }
      class Page: ModelObject {
        var event: Event?
        override class var exportOptions: ExportOptions {
          var options = super.exportOptions
          options.keyStyle = .snakeCase
          return options
        }
      }
      """
  ),
  Mistake(
    "options of a class that a tag selects",
    """
    class A: ModelObject {
      override class var ‹subclasses: Subclasses? { .byTag("t", ["b": B.self]) }
    }
    class B: A {
      override class var mappingOptions: MappingOptions {
          var options = super.mappingOptions
          options.mismatches = .fail
          return options
        }
    }
    class C: A {}
    """,
    says: "A.subclasses: B.mappingOptions.mismatches isn't in force there, as that of A is."
      + " Override it in A, too, or in a class of which both are subclasses.",
    not: """
      class A: ModelObject {
        override class var subclasses: Subclasses? { .byTag("t", ["b": B.self]) }
        override class var mappingOptions: MappingOptions { .strict }
      }
      class B: A {
        override class var mappingOptions: MappingOptions { .init(mismatches: .fail) }
      }
      """
  ),
  Mistake(
    "a pattern in options",
    """
    class A: ModelObject {
      override class var mappingOptions: MappingOptions {
        MappingOptions(dates: DateOptions(format: .custom(‹"yyyy/mm/dd")))
      }
    }
    """,
    says: #"A.mappingOptions, dates.format: the pattern "yyyy/mm/dd" has minutes and no hours."#
      + " Write MM for the month.",
    not: """
      class A: ModelObject {
        override class var mappingOptions: MappingOptions {
          MappingOptions(dates: .init(format: .custom("yyyy/MM/dd")))
        }
        override class var exportOptions: ExportOptions {
          ExportOptions(dateFormat: .custom("yyyy/MM/dd"))
        }
      }
      """
  ),
]

/// Names that exports don't have.
private let exportMistakes: [Mistake] =
  [
    #"try A(json: t).jsonString(options: ExportOptions(properties: ["id", ‹"nmae"]))"#,
    #"(try A(json: t)).jsonData(options: .init(properties: [‹"nmae"]))"#,
    #"let a = try A(json: t); _ = try a.jsonString(options: ExportOptions(properties: [‹"nmae"]))"#,
    #"let a: A? = f(); let o = ExportOptions(properties: [‹"nmae"]); _ = a?.jsonString(options: o)"#,
    #"let a = A(); var o = ExportOptions(); o.properties = [‹"nmae"]; a.jsonString(options: o)"#,
  ].map { code in
    let classes = """
      class A: ModelObject { var id = 0; var name = "" }
      class B: A { var more = 0 }
      class C: ModelObject { var nmae = 0 }
      """
    let right = #"""
      func f(a: C) { a.jsonString(options: ExportOptions(properties: ["nmae"])) }
      let a = A()
      func g() { for a in cs { a.jsonString(options: ExportOptions(properties: ["nmae"])) } }
      func h() { cs.map { a in a.jsonString(options: ExportOptions(properties: ["nmae"])) } }
      func i() { if let a { a.jsonString(options: ExportOptions(properties: ["nmae"])) } }
      func j() { let (a, b) = k(); a.jsonString(options: ExportOptions(properties: ["nmae"])) }
      class D { let a = A(); init(a: C) { a.jsonString(options: ExportOptions(properties: ["nmae"])) } }
      func m(_ e: E) {
        let a = A()
        if case let .one(a) = e { a.jsonString(options: ExportOptions(properties: ["nmae"])) }
        switch e { case .one(let a): a.jsonString(options: ExportOptions(properties: ["nmae"])) }
      }
      func k() { let a: A = B(); a.jsonString(options: ExportOptions(properties: ["more", "_id"])) }
      func l() { let o = ExportOptions(properties: ["nmae"]); C().jsonString(options: o) }
      """#
    return Mistake(
      code,
      "\(classes)\nfunc test() throws { \(code) }",
      says: #"ExportOptions.properties lists "nmae", which is not a property of A, so the export"#
        + #" throws. Did you mean "name"?"#,
      not: "\(classes)\n\(right)"
    )
  } + [
    Mistake(
      "exported properties of a class's own options",
      """
      class A: ModelObject {
        var name = ""
        override class var exportOptions: ExportOptions { ExportOptions(properties: [‹"nam"]) }
      }
      """,
      says: #"ExportOptions.properties lists "nam", which is not a property of A, so the export"#
        + #" throws. Did you mean "name"?"#,
      not: """
        class A: ModelObject {
          override class var exportOptions: ExportOptions { ExportOptions(properties: ["name"]) }
        }
        class B: A { var name = "" }
        """
    )
  ]

/// Mistakes in the declarations of classes, from their sources.
struct CheckTests {
  @Test(arguments: fatalMistakes + unreadLists) func errorsAreAtTheirPlaces(_ mistake: Mistake) {
    #expect(Self.check(mistake.source) == [Self.expected(mistake, "error")])
    #expect(Self.check(mistake.right) == [])
  }

  @Test(arguments: warnings + exportMistakes) func warningsAreAtTheirPlaces(_ mistake: Mistake) {
    #expect(Self.check(mistake.source) == [Self.expected(mistake, "warning")])
    #expect(Self.check(mistake.right) == [])
  }

  /// The line and the column of the mark, and the message.
  private static func expected(_ mistake: Mistake, _ severity: String) -> String {
    let before = mistake.source.prefix { $0 != "‹" }
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    let column = (lines.last?.utf8.count ?? 0) + 1
    return "A.swift:\(lines.count):\(column): \(severity): \(mistake.message)"
  }

  private static func check(_ source: String) -> [String] {
    let source = source.replacing("‹", with: "")
    let file = CodeFile(path: "A.swift", source: SourceFile(Array(source.utf8)))
    return Checker([file]).diagnostics.map(\.text)
  }

  /// What isn't known isn't guessed.
  @Test(arguments: [
    // A superclass that isn't in the files may declare it.
    #"class A: SharedModel { override class var ignoredProperties: Set<String> { ["userNme"] } }"#,
    // So may a macro.
    #"@Stored class A: ModelObject { override class var identity: Set<String> { ["id"] } }"#,
    #"class A: ModelObject { #fields; override class var identity: Set<String> { ["id"] } }"#,
    "class A: ModelObject { var (a, b) = (0, 1); override class var identity: Set<String> { [\"a\"] } }",
    // Names that code makes.
    #"class A: ModelObject { override class var ignoredProperties: Set<String> { Set(names) } }"#,
    #"class A: ModelObject { override class var ignoredProperties: Set<String> { ["\(x)"] } }"#,
    // Keys and classes that aren't in the files.
    #"class A: ModelObject { var a: Other?; var b: Kit.Other?; var c: [Other: Int] = [:] }"#,
    // Two types of one name.
    """
    struct S {}
    struct S: Codable {}
    class A: ModelObject { var s: S? }
    """,
    // A type of another module that the program extends.
    "extension Color: ModelValue {}\nclass A: ModelObject { var c: Color? }",
    // An extension of a type that a later one declares, and a nested type of the name of a protocol.
    """
    extension E.B { enum Error: String, Codable { case a } }
    extension E {
      class B: ModelObject {
        var error: Error?
        override class var requiredProperties: Set<String> { ["error"] }
      }
    }
    enum E {}
    """,
    // What a condition declares.
    """
    class A: ModelObject {
      #if os(iOS)
      var only = 0
      #endif
      override class var ignoredProperties: Set<String> { ["only"] }
    }
    """,
    // Generic types, whose conformance may have conditions.
    "struct Box<T> { var t: T }\nextension Box: Codable where T: Codable {}\nclass A: ModelObject { var b: Box<Int>? }",
    // Other classes.
    "class ModelObject {}\nclass A: ModelObject { var f: () -> Void = {} }",
    "class A: NSObject { var f: () -> Void = {}; var identity: Set<String> { [] } }",
    // Lists that functions of the class change.
    """
    class A: ModelObject {
      var a = 0, b = 0
      override class var ignoredProperties: Set<String> {
        var list = super.ignoredProperties.union(["a"])
        list.insert("b")
        if isTest { return ["a", "b"] }
        return list
      }
    }
    """,
    // Constants that a list is made of.
    """
    class A: ModelObject {
      var title = ""
      override class var keyMapping: [String: JSONKey] {
        let languages = ["en", "de"]
        return ["title": JSONKey(languages.map { "titles.\\($0)" })]
      }
      override class var ignoredProperties: Set<String> {
        let names = ["a", "b"]
        return Set(names.map { prefix + $0 })
      }
    }
    """,
    // A list in a property of another meaning.
    "class A: ModelObject { var descriptions: [String: String] = [:]; var identity: Set<String> = [] }",
    "class A: ModelObject { var identity: Set<String> { [\"admin\", \"user\"] } }",
  ])
  func whatIsNotKnownIsNotGuessed(_ source: String) {
    #expect(Self.check(source) == [])
  }

  /// Lists in more words than one literal.
  @Test(arguments: [
    #"super.keyMapping.merging(["nmae": "n"]) { $1 }"#,
    #"return ["name": "a"].merging(["nmae": "n"], uniquingKeysWith: { $1 })"#,
    #"get { ["nmae": "n"] }"#,
    #"isTest ? ["name": "n"] : ["nmae": "n"]"#,
    #"var keys = super.keyMapping; keys["nmae"] = "n"; return keys"#,
    #"let keys: [String: JSONKey] = ["nmae": "n"]; return keys"#,
    #"if isTest { return ["nmae": "n"] }; return [:]"#,
    "keys", "Self.keys", "A.keys", "global",
  ])
  func listsAreReadInManyWords(_ body: String) {
    let source = """
      let global: [String: JSONKey] = ["nmae": "n"]
      class A: ModelObject {
        var name = ""
        static let keys: [String: JSONKey] = ["nmae": "n"]
        override class var keyMapping: [String: JSONKey] { \(body) }
      }
      """
    let found = Self.check(source)
    #expect(found.count == 1)
    #expect(found.first?.hasSuffix(#"Did you mean "name"?"#) == true)
  }

  /// Classes in other types, in functions and in blocks.
  @Test(arguments: [
    "enum E { class A: ModelObject { BODY } }", "func f() { class A: ModelObject { BODY } }",
    "extension E { struct F { func f() { do { class A: ModelObject { BODY } } } } }",
    "let x: Int = { class A: ModelObject { BODY }; return 1 }()",
    "class Base: ModelObject {}\ntypealias Model = Base\nclass A: Model { BODY }",
    "class A: ModelObjectKit.ModelObject { BODY }",
  ])
  func classesAreFoundAnywhere(_ source: String) {
    let body = #"override class var ignoredProperties: Set<String> { ["x"] }"#
    #expect(Self.check(source.replacing("BODY", with: body)).count == 1)
  }

  /// A name means what is nearest.
  @Test func namesAreLookedUpFromInside() {
    let source = """
      enum Kind { case a }
      class A: ModelObject {
        enum Kind: String { case a }
        var kind: Kind?
      }
      class B: A { var other: Kind? }
      class C: ModelObject { var kind: Kind? }
      """
    #expect(Self.check(source).count == 1)
    #expect(Self.check(source).first?.hasPrefix("A.swift:7:28: warning: C.kind") == true)
  }

  @Test func structsOfModelsHaveListsToo() {
    let source = """
      struct A: ModelStruct {
        var name = ""
        var f: () -> Void = {}
        static var keyMapping: [String: JSONKey] { ["nmae": "n"] }
        static let ignoredProperties = ["name"]
        static let keyMapings: [String: JSONKey] = [:]
        static let dateFormats: [String: ModelObjectKit.DateOptions.Format] = [:]
      }
      """
    #expect(
      Self.check(source) == [
        "A.swift:3:7: warning: A.f can't be mapped: its type is () -> Void. If that is intended, list it in ignoredProperties.",
        #"A.swift:4:47: error: A.keyMapping lists "nmae", which is not a property of the class. Did you mean "name"?"#,
        "A.swift:5:14: error: A.ignoredProperties is of another type than the list, which nothing reads. Write static var ignoredProperties: Set<String>.",
        "A.swift:6:14: error: A.keyMapings isn't a list, and nothing reads it. Write static var keyMapping: [String: JSONKey].",
      ]
    )
  }

  /// Columns are those of the compiler: bytes from 1.
  @Test func columnsCountBytes() {
    let source =
      "class A: ModelObject { /* é */\toverride class var identity: Set<String> { [\"x\"] } }"
    let column = source.prefix { $0 != "[" }.utf8.count + 2
    #expect(Self.check(source).first?.hasPrefix("A.swift:1:\(column): error: ") == true)
  }

  /// The samples, and what the tests generate and migrate.
  @Test(arguments: ["../../Samples", "Generated", "Migrated"])
  func soundSourcesHaveNoErrors(_ folder: String) {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/" + folder
    let run = Run(["check", path])
    #expect(run.code == 0)
    #expect(!run.output.contains(": error: "), "\(run.output)")
    if folder.hasSuffix("Samples") { #expect(!run.output.contains(": warning: "), "\(run.output)") }
  }
}

/// `modelobject check`: files, output and exit codes.
struct CheckCommandTests {
  private static func run(_ files: [String: String], _ arguments: [String]) throws -> Run {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      let url = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(text.utf8).write(to: url)
    }
    let arguments = arguments.map { $0.replacing("FOLDER", with: folder.path) }
    let run = Run(arguments)
    return Run(
      code: run.code,
      output: run.output.replacing(folder.path, with: "FOLDER"),
      errors: run.errors.replacing(folder.path, with: "FOLDER")
    )
  }

  private static let wrong =
    #"class A: ModelObject { override class var identity: Set<String> { ["x"] } }"#
  private static let odd = "class B: ModelObject { var f: () -> Void = {} }"
  private static let right = "class C: ModelObject { var id = 0 }"
  private static let exporting = #"""
    class D: ModelObject {
      var c: C?
      override class var exportOptions: ExportOptions {
        var options = super.exportOptions; options.properties = ["c"]; return options
      }
    }
    func f(_ c: C) { let d = D(); try d.jsonString(options: .init(properties: ["x"])) }
    """#

  @Test func errorsFailAndWarningsDoNot() throws {
    let wrong = try Self.run(["A.swift": Self.wrong, "b/B.swift": Self.odd], ["check", "FOLDER"])
    #expect(wrong.code == 1)
    #expect(
      wrong.output == """
        FOLDER/A.swift:1:68: error: A.identity lists "x", which is not a property of the class.
        FOLDER/b/B.swift:1:28: warning: B.f can't be mapped: its type is () -> Void. If that is \
        intended, list it in ignoredProperties.
        2 models in 2 files: 1 error, 1 warning

        """
    )
    #expect(wrong.errors == "")
    let odd = try Self.run(["B.swift": Self.odd], ["check", "FOLDER", "--quiet"])
    #expect(odd.code == 0)
    #expect(odd.output.split(separator: "\n").count == 1)
    let right = try Self.run(["C.swift": Self.right], ["check", "FOLDER/C.swift"])
    #expect(right.code == 0)
    #expect(right.output == "1 model in 1 file: 0 errors, 0 warnings\n")
  }

  @Test func workflowsGetCommands() throws {
    let run = try Self.run(["a,b.swift": Self.wrong], ["check", "FOLDER", "--format=github"])
    #expect(run.code == 1)
    #expect(
      run.output == """
        ::error file=FOLDER/a%2Cb.swift,line=1,col=68::A.identity lists "x", which is not a property \
        of the class.
        1 model in 1 file: 1 error, 0 warnings

        """
    )
  }

  /// A superclass may be in files that aren't reported about.
  @Test func otherFilesAreReadForWhatTheyDeclare() throws {
    let files = [
      "Base/Base.swift": "class Base: ModelObject { var id = 0; var f: () -> Void = {} }",
      "App/App.swift":
        #"class A: Base { override class var identity: Set<String> { ["id", "idd"] } }"#,
    ]
    let both = try Self.run(files, ["check", "FOLDER/App", "--with", "FOLDER/Base"])
    #expect(both.code == 1)
    #expect(
      both.output.contains(
        #"lists "idd", which is not a property of the class. Did you mean "id"?"#
      )
    )
    #expect(both.output.hasSuffix("1 model in 1 file: 1 error, 0 warnings\n"))
    let alone = try Self.run(files, ["check", "FOLDER/App"])
    #expect(alone.code == 0)
  }

  @Test func whatIsNotSwiftIsOneErrorWithItsPlace() throws {
    let run = try Self.run(
      ["A.swift": "class A: ModelObject {\n  var a = (1\n}", "C.swift": Self.right],
      ["check", "FOLDER"]
    )
    #expect(run.code == 1)
    #expect(
      run.output == """
        FOLDER/A.swift:3:1: error: this isn't Swift: '}' closes nothing
        1 model in 2 files: 1 error, 0 warnings

        """
    )
  }

  @Test func whatCodeMakesIsCounted() throws {
    let source =
      "class A: ModelObject { override class var ignoredProperties: Set<String> { names() } }"
    let run = try Self.run(["A.swift": source], ["check", "FOLDER"])
    #expect(run.code == 0)
    #expect(
      run.output
        == "1 model in 1 file: 0 errors, 0 warnings; 1 list made by code, not all of which is known\n"
    )
  }

  @Test func mistakesInTheArguments() throws {
    #expect(Run(["check"]).code == 64)
    #expect(Run(["check", "a", "--format", "xml"]).errors.contains("'xml' is no format"))
    #expect(Run(["check", "/no/such/folder"]).errors.contains("no such file: '/no/such/folder'"))
  }

  /// Whatever the bytes, it ends without a crash.
  @Test func anyBytesAreChecked() {
    let source = Array(
      (Self.wrong + "\n" + Self.odd + "\nclass A: ModelObject { var a: [Int?] = [] }"
        + Self.exporting).utf8
    )
    for end in stride(from: 0, to: source.count, by: 7) {
      for change in [UInt8(ascii: "{"), UInt8(ascii: "\""), UInt8(ascii: "["), 0, 255] {
        var bytes = source
        bytes[end] = change
        _ = Checker([CodeFile(path: "A", source: SourceFile(bytes))]).diagnostics
        bytes.removeSubrange(end...)
        _ = Checker([CodeFile(path: "A", source: SourceFile(bytes))]).diagnostics
      }
    }
  }
}
