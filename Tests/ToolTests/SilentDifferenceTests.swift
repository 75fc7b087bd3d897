import Foundation
import ModelObjectKit
import Testing

@testable import ModelObjectTool

/// Code that would compile and do something else: it is moved as it was, or the report says what differs.
struct SilentDifferenceTests {
  @Test func aTransformIsListedOnceForATypeWithExtensions() {
    let moved = Moved(
      """
      import KakaJSON
      struct R: Convertible {
        var image = "a"
      }
      extension R {
        func kj_JSONValue(from modelValue: Any?, _ property: Property) -> Any? {
          property.name == "image" ? nil : modelValue
        }
      }
      extension R {
        func url() -> String? { nil }
      }
      """
    )
    #expect(moved.text.components(separatedBy: "\"image\": PropertyTransform").count == 2)
    #expect(moved.looks == [])
  }

  @Test func aTransformOfWhatIsNotMappedIsALookAndRequiresNothing() {
    let moved = Moved(
      """
      import ObjectMapper
      struct Place { var latitude = 0.0 }
      struct Stop: Codable { var name = "" }
      let places = TransformOf<Place, Double>(fromJSON: { _ in nil }, toJSON: { _ in nil })
      let stops = TransformOf<Stop, Double>(fromJSON: { _ in nil }, toJSON: { _ in nil })
      class A: ImmutableMappable {
        let place: Place
        let stop: Stop
        let color: UIColor
        let other: Unknown
        required init(map: Map) throws {
          place = try map.value("a", using: places)
          stop = try map.value("b", using: stops)
          color = try map.value("c", using: ColorTransform())
          other = try map.value("d", using: ColorTransform())
        }
      }
      """
    )
    let rest =
      "isn't called: make the type `Codable` or a `ModelValue`, or an enum one of raw values"
    #expect(
      moved.looks == [
        "7: place isn't mapped, as no Place is, and its transform \(rest)",
        "9: color isn't mapped, as no UIColor is, and its transform \(rest)",
      ]
    )
    #expect(moved.text.contains(#"requiredProperties: Set<String> { ["stop", "other"] }"#))
  }

  @Test func aTransformOfObjectMapperIsCalledForElementsUnlessItMakesTheList() {
    let moved = Moved(
      """
      import ObjectMapper
      let decimals = TransformOf<Decimal, String>(fromJSON: { _ in 5 }, toJSON: { _ in nil })
      class Words: TransformType {
        typealias Object = [String]
        func transformFromJSON(_ value: Any?) -> [String]? { nil }
        func transformToJSON(_ value: [String]?) -> String? { nil }
      }
      class Prices: Mappable {
        var prices: [Decimal] = []
        var byDay: [String: Decimal]?
        var words: [String] = []
        var ids: [Int] = []
        var others: [Int] = []
        required init?(map: Map) {}
        func mapping(map: Map) {
          prices <- (map["prices"], decimals)
          byDay <- (map["byDay"], decimals)
          words <- (map["words"], Words())
          ids <- (map["ids"], TransformOf<Int, String>(fromJSON: { _ in 1 }, toJSON: { _ in nil }))
          others <- (map["others"], OtherTransform())
        }
      }
      """
    )
    #expect(moved.text.contains(#""prices": PropertyTransform(elements: decimals)"#))
    #expect(moved.text.contains(#""byDay": PropertyTransform(elements: decimals)"#))
    #expect(moved.text.contains(#""words": PropertyTransform(Words())"#))
    #expect(moved.text.contains(#""ids": PropertyTransform(elements: TransformOf<Int, String>("#))
    #expect(moved.base.contains("init<Transform: TransformType>(elements transform: Transform)"))
    #expect(
      moved.looks == [
        "20: others: this transform gets each Int of it; if it makes the whole, drop `elements:`"
      ]
    )
  }

  @Test func aValueOfAnOptionalTypeIsNotRequired() {
    let moved = Moved(
      """
      import ObjectMapper
      struct Advice: ImmutableMappable {
        let name: String?
        let id: Int
        init(map: Map) throws {
          name = try map.value("name")
          id = try map.value("id")
        }
      }
      """
    )
    #expect(moved.text.contains(#"requiredProperties: Set<String> { ["id"] }"#))
  }

  @Test func aDefaultOfAValueIsThatOfTheProperty() {
    let moved = Moved(
      """
      import ObjectMapper
      struct Action: ImmutableMappable {
        let title: String
        let place: String
        let tags: [String]
        let id: Int
        init(map: Map) throws {
          title = try map.value("title", default: "none")
          place = (try? map.value("place")) ?? "home"
          tags = map.value("tags", default: [])
          id = try map.value("id", default: map.value("key"))
        }
      }
      """
    )
    #expect(moved.text.contains("var title: String = \"none\"\n"))
    #expect(moved.text.contains("var place: String = \"home\"\n"))
    #expect(moved.text.contains("var tags: [String] = []\n"))
    #expect(!moved.text.contains("requiredProperties"))
    #expect(
      moved.looks == [
        "11: not understood in init(map:): `id = try map.value(\"id\", default: map.value(\"key\"))`"
      ]
    )
  }

  @Test func nullThatWasIgnoredIsSaid() {
    let moved = Moved(
      """
      import ObjectMapper
      class A: Mappable {
        var a: Int? = 5
        var b = 5
        required init?(map: Map) {}
        func mapping(map: Map) {
          a <- map["a", ignoreNil: true]
          b <- map["b", ignoreNil: true]
        }
      }
      """
    )
    #expect(
      moved.looks == [
        "7: a: ignoreNil: null makes it nil now; a willMap(_:) that removes the key keeps its value"
      ]
    )
  }

  @Test(arguments: [
    ("HandyJSON", "class A: HandyJSON {", "", false),
    ("ObjectMapper", "class A: Mappable {", "func mapping(map: Map) { id <- map[\"id\"] }", true),
    ("Foundation", "class A: Codable {", "", true),
  ])
  func valuesOfAnInitializerThatMappingCallsNowAreSaid(
    _ module: String,
    _ head: String,
    _ function: String,
    _ isSaid: Bool
  ) {
    let moved = Moved(
      """
      import \(module)
      \(head)
        var id: String?
        var name: String? = "x"
        required init() {
          id = "0"
          name = "x"
        }
        \(function)
      }
      """
    )
    let text =
      "5: init() of A makes the models of a mapping now, which it didn't: without a key, its value of "
      + "id counts"
    #expect(moved.looks.contains(text) == isSaid)
  }

  @Test func codeOfAnInitializerThatMappingCallsNowIsSaid() {
    let moved = Moved(
      """
      class A: Codable {
        var id: String
        init() {
          id = "0"
          count += 1
        }
      }
      """
    )
    let text = "without a key, its code counts"
    #expect(moved.looks.count { $0.hasPrefix("3: ") && $0.hasSuffix(text) } == 1)
  }

  @Test func whatATransformMadeOfNothingIsTheDefault() {
    let moved = Moved(
      """
      struct Prefs: Decodable {
        let page: Int
        let title: String
        let limit: Int
        let name: String?
        let other: String?
        let local: Int
        let own: Int
        func make(_ value: Int?) -> Int { 5 }
        init(from decoder: Decoder) throws {
          let c = try decoder.container(keyedBy: CodingKeys.self)
          page = max(1, try c.decodeIfPresent(Int.self, forKey: .page) ?? 1)
          title = (try c.decodeIfPresent(String.self, forKey: .title) ?? "none").capitalized
          limit = try c.decodeIfPresent(Int.self, forKey: .limit).map { $0 * 2 } ?? 20
          name = try c.decodeIfPresent(String.self, forKey: .name)?.uppercased()
          other = try c.decodeIfPresent(String.self, forKey: .other)?.uppercased() ?? "NONE"
          let number = try c.decodeIfPresent(Int.self, forKey: .local)
          local = (number ?? 5) * 2
          own = make(try c.decodeIfPresent(Int.self, forKey: .own))
        }
        enum CodingKeys: String, CodingKey { case page, title, limit, name, other, local, own }
      }
      """
    )
    #expect(moved.text.contains("var page: Int = max(1, 1)\n"))
    #expect(moved.text.contains("var title: String = (\"none\").capitalized\n"))
    #expect(moved.text.contains("var limit: Int = (nil as Int?).map { $0 * 2 } ?? 20\n"))
    #expect(moved.text.contains("var name: String?\n"))
    #expect(
      moved.text.contains("var other: String? = (nil as String?)?.uppercased() ?? \"NONE\"\n")
    )
    #expect(moved.text.contains("var local: Int = (5) * 2\n"))
    #expect(
      moved.looks == [
        "19: own: its transform isn't called without the key: give it the default that it made of nil"
      ]
    )
  }

  @Test func aTypeThatIsNotThePropertysIsSaid() {
    let moved = Moved(
      """
      protocol Stats {}
      class Numbers: Decodable, Stats {}
      class Animal: Decodable {}
      class Dog: Animal {}
      typealias Name = String
      class User: Decodable {
        var id: Name?
        var stats: Stats?
        var all: [any Stats] = []
        var pet: Animal?
        var dog: Dog?
        enum CodingKeys: String, CodingKey { case id, stats, all, pet, dog }
        required init(from decoder: Decoder) throws {
          let values = try decoder.container(keyedBy: CodingKeys.self)
          id = try? values.decode(String.self, forKey: .id)
          stats = try? values.decode(Numbers.self, forKey: .stats)
          all = (try? values.decode([Numbers].self, forKey: .all)) ?? []
          pet = try? values.decode(Dog.self, forKey: .pet)
          dog = try? values.decode(Dog.self, forKey: .dog)
        }
      }
      """
    )
    let said = moved.looks.filter { $0.contains("init(from:) made") }
    #expect(
      said == [
        "8: stats: init(from:) made a Numbers of it, and no Stats is mapped: give the property the "
          + "type Numbers",
        "9: all: init(from:) made a Numbers of it, and no Stats is mapped: give the property the type "
          + "Numbers",
        "10: pet: init(from:) made a Dog of it, and a Animal is made of it now: subclasses or "
          + "modelType(for:) choose Dog",
      ]
    )
    #expect(moved.text.contains("// stats = try? values.decode(Numbers.self, forKey: .stats)"))
  }

  @Test func whatEncodingLeavesOutStaysOutBesideALineThatIsNotUnderstood() {
    let code = """
      struct Login: Codable {
        var name: String
        var ratio: Double
        var secret: String?
        func encode(to encoder: Encoder) throws {
          var c = encoder.container(keyedBy: CodingKeys.self)
          try c.encode(name, forKey: .name)
          try c.encode(ratio * 100, forKey: .ratio)
        }
      }
      """
    #expect(
      Moved(code).text.contains(#"unexportedProperties: Set<String> { ["secret"] }"#)
    )
    let passed = Moved(
      code.replacing("try c.encode(ratio * 100, forKey: .ratio)", with: "write(self, c)")
    )
    #expect(
      passed.looks.contains("8: exports leave out ratio, secret, unless this line wrote it")
    )
  }

  @Test func encodersWithOtherStrategiesThanTheListsAreSaid() {
    let moved = Moved(
      """
      struct Event: Codable {
        var eventName: String
        var startDate: Date
      }
      func read(_ data: Data) throws -> Event {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .secondsSince1970
        return try decoder.decode(Event.self, from: data)
      }
      func write(_ event: Event) throws -> Data {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        return try encoder.encode(event)
      }
      func same(_ event: Event) throws -> Data {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .secondsSince1970
        return try encoder.encode(event)
      }
      """
    )
    #expect(
      moved.looks == [
        "12: this encoder wrote dates in ISO 8601: models write them as dateFormats lists them, "
          + ".secondsSince1970",
        "12: this encoder wrote property keys, another coder has snake_case ones: models write those "
          + "of their key style",
      ]
    )
  }

  @Test func anEnumOfObjectiveCWithoutACaseZeroIsOptional() throws {
    let header = """
      typedef NS_ENUM(NSUInteger, Code) {
          CodeSuccess = 200,
          CodeNoLogin = 666,
      };
      @interface Response : NSObject
      @property (nonatomic, assign) Code code;
      @end
      """
    let source = """
      @implementation Response
      + (NSDictionary *)modelCustomPropertyMapper { return @{}; }
      @end
      """
    let files = [("A.h", header), ("A.m", source)].map { (path: $0.0, bytes: Array($0.1.utf8)) }
    let moved = ObjectiveCMigrationTests.migration(files)
    let text = String(decoding: try #require(moved.results.first?.new), as: UTF8.self)
    #expect(text.contains("  var code: Code?\n"))
    let said = moved.report.silent.first {
      $0.text.hasPrefix("an enum without a case 0 is optional")
    }
    #expect(said?.places.map(\.line) == [6])
  }

  // MARK: - Structs

  /// A struct that becomes a class.
  private static let user = """
    import HandyJSON
    struct User: HandyJSON { var name = ""; var tags: [String] = []; var user: [User] = []; lazy var a = 0 }

    """

  @Test(arguments: [
    "extension User { func f() -> User { var c = self; c.name = \"n\"; return c } }",
    "class E { var user = User(); func f() { var u = self.user; u.name = \"x\" } }",
    "class E { var all: [Int: User] = [:]; func f() { var u = all[0]; u?.name = \"x\" } }",
    "class E { var all: [User] = []; func f() { for (_, var u) in all.enumerated() { u.name = \"x\" } } }",
    "class E { var all: [Int: User] = [:]; func f() { for var (_, u) in all { u.name = \"x\" } } }",
    "func f(_ a: Any) { if var u = a as? User { u.name = \"x\" } }",
    "func f(_ a: User?) { switch a { case .some(var u): u.name = \"x\"; case nil: break } }",
    "func f(_ a: User) { var (u, b) = (a, 1); u.name = \"x\"; b += 1 }",
    "func f() { var u = make(); u.name = \"x\" }; func make() -> User { shared }",
    "func f(_ a: [String: User]) { var d = a; d[\"a\"]?.name = \"x\" }",
    "func f(_ a: [User]) { var us = a.filter { $0.name == \"\" }; us[0].name = \"x\" }",
    "func f(_ a: User) { var u: User; u = a; u.name = \"x\" }",
    "class E { var user = User(); func f() -> User { let old = user; user.name = \"b\"; return old } }",
    "class E { var all = [User()]; func f() { let old = all; all[0].tags.append(\"\"); print(old) } }",
  ])
  func aCopyOfAStructThatChangesIsSaid(_ code: String) {
    let moved = Moved(Self.user + code)
    let isSaid = moved.report.looks.contains { $0.text.contains("is a copy of a struct") }
    #expect(isSaid || moved.text.contains("self.copy()"))
  }

  @Test(arguments: [
    "func f() { var u = User(); u.name = \"x\" }",
    "func f() { var u: User! \n var y: Int? = nil; u = User(); u.name = \"x\" }",
    "func f() { var u = try? User(json: text); u?.name = \"x\" }",
    "func f() { var us = [User](); us[0].name = \"x\" }",
    "func f(_ v: UILabel) { var u: UILabel = v; u.name = \"x\" }",
    "class E { var user = User(); func f() -> User { let old = user; return old } }",
    "class E { var user = User(); func f() { let old = user; user = User(); print(old) } }",
  ])
  func whatIsMadeWhereItChangesIsNoCopy(_ code: String) {
    #expect(Moved(Self.user + code).looks == [])
  }

  @Test func otherChangesOfStructsAreListed() {
    let moved = Moved(
      Self.user + """
        struct Holder { var user: User }
        func f(_ user: User) { var s = Holder(user: user); s.user.name = "x" }
        class E { var user = User(); func f(_ d: Cache) { d.save(user); user.name = "x" } }
        func g() { var user = User(); user.name = "x" }
        """
    )
    #expect(moved.silent("a struct that changes is an object now") == [4, 5])
  }

  @Test func whoNoticesNoChangeAnyMoreIsSaid() {
    let moved = Moved(
      Self.user + """
        class Screen {
          var user = User() { didSet { draw() } }
          var users = [User()] { didSet { draw() } }
          @Published var selected: User?
          let relay = BehaviorRelay<User?>(value: nil)
          var plain = User()
          var count = 5 { didSet { draw() } }
          func rename() { user.name = "x"; users[0].name = "x" }
        }
        """
    )
    let notice = "won't notice a change inside of User, which is an object now: set"
    #expect(
      moved.looks == [
        "4: the observers of user \(notice) user again",
        "5: the observers of users \(notice) users again",
      ]
    )
    #expect(moved.silent("notice no change inside of a struct") == [6, 7])
  }
}
