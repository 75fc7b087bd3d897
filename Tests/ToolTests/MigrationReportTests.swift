import Testing

@testable import ModelObjectTool

/// What a report says about code that compiles, and works in another way.
struct MigrationReportTests {
  private static func report(_ source: String) -> MigrationReport {
    let migration = Migration([("a.swift", Array(source.utf8))], movesCodable: true)
    _ = migration.results()
    return migration.report
  }

  /// The lines that a text is said of, without an error or to look at.
  private static func lines(_ text: String, _ report: MigrationReport) -> [Int] {
    let silent = report.silent.filter { $0.text.contains(text) }.flatMap { $0.places.map(\.line) }
    return silent + report.looks.filter { $0.text.contains(text) }.map(\.place.line)
  }

  private static let user = """
    import HandyJSON
    struct User: HandyJSON {
      var name = ""
      var tags: [String] = []
      var friend: Friend?
      mutating func rename() { name = "" }
    }
    struct Friend: HandyJSON { var nick = "" }
    typealias AnyModel = HandyJSON

    """

  @Test(arguments: [
    ("func f(_ user: User) { var copy = user; copy.name = \"\" }", true),
    ("func f(_ user: User?) {\n  if var copy = user { copy.tags.append(\"\") } }", true),
    ("func f(_ users: [User]) { for var each in users { each.rename() } }", true),
    ("func f(_ users: [User]) { var first = users[0]; first.friend?.nick = \"\" }", true),
    ("let all = [User()].map { var copy = $0; copy.name += \"\"; return copy }", true),
    ("class A { var user = User() }; func f(_ a: A) { var copy = a.user; copy.name = \"\" }", true),
    // Nothing changes, nothing is copied, or it is another type.
    ("func f(_ user: User) { var copy = user; print(copy.name) }", false),
    ("func f() { var user = User(); user.name = \"\" }", false),
    ("func f(_ b: Box) { var copy = b; copy.name = \"\" }; struct Box { var name = \"\" }", false),
    ("func f(_ user: User) { var copy = user; copy.width = 5 }", false),
    ("func f(_ user: User) { var copy = user }; func g(_ copy: User) { copy.name = \"\" }", false),
  ])
  func aStructThatIsCopiedAndChangedIsALook(_ code: String, _ isSaid: Bool) {
    let report = Self.report(Self.user + code)
    #expect(report.looks.contains { $0.text.contains("is a copy of a struct") } == isSaid)
  }

  @Test(arguments: [
    ("HandyJSON", "class A: HandyJSON {\n var a: Int? = 5\n var b: Int?\n var c = 5 }"),
    ("KakaJSON", "struct A: Convertible {\n var a: Int? = 5\n var b: Int? = nil\n var c = 5 }"),
    ("SmartCodable", "struct A: SmartCodableX {\n var a: Int? = 5\n var b: Int?\n var c = 5 }"),
  ])
  func nullOverADefaultIsSaidWhereAnOptionalHasOne(_ module: String, _ code: String) {
    let report = Self.report("import \(module)\n\(code)")
    #expect(Self.lines("null makes an optional property", report) == [3])
  }

  @Test func whatSwiftyJSONMadeOfNothingIsSaid() {
    let report = Self.report(
      """
      import SwiftyJSON
      class A {
        var a: B?
        var b: Int?
        var c: Int? = 5
        var d: B?
        var e: Int?
        init(json: JSON) {
          a = B(json: json["a"])
          b = json["b"].intValue
          c = json["c"].int
          if json["d"].exists() { d = B(json: json["d"]) }
          e = json["e"].int
        }
      }
      class B { var f: Int?; init(json: JSON) { f = json["f"].int } }
      """
    )
    #expect(Self.lines("a nested model without its key", report) == [3])
    #expect(Self.lines("made it 0", report) == [4])
    #expect(Self.lines("reading made them nil", report) == [5])
    #expect(report.looks.isEmpty)
  }

  @Test(arguments: ["HandyJSON", "ObjectMapper", "KakaJSON", "SwiftyJSON", "Codable"])
  func whatBecomesOfValuesOfAnotherTypeIsSaid(_ name: String) {
    let code = [
      "HandyJSON": "class A: HandyJSON { var a = 0 }",
      "ObjectMapper": "class A: Mappable { var a = 0; func mapping(map: Map) { a <- map[\"a\"] } }",
      "KakaJSON": "class A: Convertible { var a = 0 }",
      "SwiftyJSON": "class A { var a = 0; init(json: JSON) { a = json[\"a\"].intValue } }",
      "Codable": "class A: Codable { var a = 0 }",
    ]
    let report = Self.report("import \(name)\n\(code[name] ?? "")")
    let said = report.silent.filter { $0.text.hasPrefix("values ") }
    #expect(said.map { $0.places.map(\.line) } == [[2]])
  }

  @Test func aSubclassWhosePropertiesNothingReadIsSaid() {
    let moved = Moved(
      """
      import SmartCodable
      class A: SmartCodableX { var a = 0; required init() {} }
      class B: A { var b = 0 }
      @SmartSubclass
      class C: A { var c = 0 }
      class D: A {
        var d = 0
        required init(from decoder: Decoder) throws { try super.init(from: decoder); d = 1 }
      }
      class E: A {}
      extension B { var e: Int { b } }
      """
    )
    #expect(moved.silent("subclass without @SmartSubclass") == [3])
  }

  @Test func whatExportsOfSmartCodableWriteIsSaid() {
    let moved = Moved(
      "import SmartCodable\nstruct A: SmartCodableX { @SmartAny var a: Any? }\nlet b = A().toJSONString()\n"
    )
    #expect(
      moved.text.hasSuffix("struct A: ModelStruct { var a: Any? }\nlet b = try? A().jsonString()\n")
    )
    #expect(
      moved.report.silent.map(\.text) == [
        "exports write the keys of keyMapping, a path as nested objects, dates in ISO 8601, and no nil, which `@SmartAny` wrote as null"
      ]
    )
  }

  @Test func aFormatThatIsStrictNowIsSaid() {
    let report = Self.report(
      """
      import SmartCodable
      struct A: SmartCodableX {
        var a: Date?
        static func mappingForValue() -> [SmartValueTransformer]? {
          let day = DateFormatter()
          day.dateFormat = "yyyy/MM/dd"
          return [CodingKeys.a <--- SmartDateTransformer(strategy: .formatted(day))]
        }
      }
      """
    )
    #expect(Self.lines("in another form", report) == [7])
    #expect(report.looks.isEmpty)
  }

  @Test func transformsOutsideOfMappingFunctionsAreServedOrLookedAt() {
    let source = """
      import ObjectMapper
      class A: Mappable {
        static let date = DateTransform()
        static let twice = TransformOf<Int, Int>(fromJSON: { $0 }, toJSON: { $0 })
        var a = 0
        func mapping(map: Map) { a <- (map["a"], Self.twice) }
      }
      class Own: DateFormatterTransform {}
      """
    let migration = Migration([("a.swift", Array(source.utf8))])
    #expect(migration.helpers == [.transformOf, .transformType, .dateFormatterTransform])
    #expect(Self.lines("DateTransform has no counterpart", migration.report) == [3])
  }

  @Test func callsAreServedWhereTheAppHasAFunctionOfTheirName() {
    for (name, code, helper) in [
      ("SmartCodable", "a.toDictionary()", Helper.toDictionary),
      ("ObjectMapper", "a.toJSON()", .toJSONAlways),
      ("HandyJSON", "a.toJSONString()", .toJSONString),
    ] {
      let function = code.dropFirst(2).dropLast(2)
      let migration = Migration([
        (
          "a.swift",
          Array("import \(name)\nlet x = \(code)\nextension Data { func \(function)() {} }".utf8)
        )
      ])
      #expect(migration.helpers.contains(helper), "\(name)")
    }
  }

  @Test func anEnumThatReadsItselfIsALookUnlessItHasACaseForUnknownValues() {
    let report = Self.report(
      """
      enum Kind: String, Decodable {
        case a, b
        init(from decoder: Decoder) throws {
          let text = try decoder.singleValueContainer().decode(String.self)
          self = Kind(rawValue: text.lowercased()) ?? .a
        }
      }
      enum Media: Decodable {
        case film(Item)
        init(from decoder: Decoder) throws {
          self = .film(try Item(rawValue: decoder))
        }
      }
      struct Item: Decodable { var kind: Kind; var media: Media }
      """
    )
    #expect(Self.lines("init(from:) of Kind isn't called", report) == [3])
  }

  @Test func whatIsSaidOfManyPlacesIsALineAtTheEnd() {
    var report = MigrationReport()
    for line in [9, 2] { report.look(in: "b.swift", line: line, "init(coder:) went") }
    report.look(in: "a.swift", line: 5, "init(coder:) went")
    report.look(in: "c.swift", line: 1, "not understood: `x`")
    report.look(in: "d.swift", line: 1, "twice")
    report.look(in: "e.swift", line: 1, "twice")
    for line in 1...9 {
      report.warn("some", in: "a.swift", line: line)
      report.warn("all", in: "a.swift", line: line, listsAll: true)
    }
    #expect(
      report.text(isWritten: true) == """
        # Migration to ModelObject

        ## To look at

        - c.swift:1: not understood: `x`
        - d.swift:1: twice
        - e.swift:1: twice
        - init(coder:) went: 3 places: a.swift:5; b.swift:2, 9

        ## Changes without an error

        - some: a.swift:1, 2, 3, 4, 5, 6, 7, 8 and 1 more
        - all: a.swift:1, 2, 3, 4, 5, 6, 7, 8, 9

        0 types with 0 properties; 0 files written; 6 places to look at.

        """
    )
  }
}
