import Foundation
import ModelObjectKit
import Testing

@testable import ModelObjectTool

/// Structs stay structs, unless they take part in what only classes can.
struct MovedStructTests {
  private static func migration() throws -> Migration {
    Migration([("FareModels.swift", try MigrationTests.before("StructModels"))])
  }

  @Test func theStructsOfTheTestsAreWhatTheToolWrites() throws {
    let migration = try Self.migration()
    let result = try #require(migration.results().first)
    let base = try #require(migration.baseFile())
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Migrated")
    func read(_ name: String) throws -> String {
      try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
    #expect(try String(decoding: result.new, as: UTF8.self) == read("FareModels.swift"))
    // The tests have its functions in one file with those of other libraries.
    let others = try read("AppModel.swift")
    let functions = base.components(separatedBy: "\n\nextension ").dropFirst()
    #expect(functions.count == 2)
    for function in functions {
      #expect(others.contains(function.trimmingCharacters(in: .newlines)), "\(function)")
    }
    #expect(migration.report.looks.isEmpty)
    #expect(!migration.report.silent.contains { $0.text.contains("struct") })
    let second = Migration([("FareModels.swift", result.new), ("AppModel.swift", Array(base.utf8))])
    #expect(second.results().isEmpty && second.baseFile() == nil)
  }

  #if !PublicSymbols
  @Test func structsGetTheirValues() throws {
    let text = #"""
      {"ride_id": "7", "fares": [{"amt": "12.5", "currency": "EUR", "isPaid": true, "note": 5,
       "taxes": [{"rate": 2, "kind": "city", "cityCode": 8000}, {"rate": "1"}]}]}
      """#
    let (ride, other, list, updated) = rides(text, ["id": 3])
    let fare = try #require(ride?.fares.first)
    #expect(ride?.id == 7 && other?.id == 3 && list?.map { $0?.id } == [7])
    #expect(fare.amount == 12.5 && fare.currency == "EUR" && !fare.isPaid && fare.note == "5")
    #expect(fare.taxes.map(\.rate) == [1, 2] && fare.taxes[1].kind == .city)
    #expect(fare.taxes[1].city_code == "8000")
    #expect(updated.contains(#""ride_id":9,"fares":[{"amt":12.5,"#))
    // A copy is another value, and owners notice each change.
    #expect(raised(fare).amount == 15.5 && fare.amount == 12.5)
    let screen = RideScreen()
    screen.ride = ride
    screen.ride?.id = 8
    #expect(screen.seen == 2 && ToolTests.fare().currency == "CHF")
    for problems in [Ride.declarationProblems(), Fare.declarationProblems()] {
      #expect(problems == [])
    }
  }
  #endif

  private static func date(_ pattern: String) -> String {
    """
    var a: Date?
    mutating func mapping(mapper: HelpingMapper) {
      mapper <<< a <-- CustomDateFormatTransform(formatString: "\(pattern)")
    } }
    """
  }

  static let reasons: [(code: String, reason: String?)] = [
    ("var a = 0 }", nil),
    ("weak var a: AnyObject? }", "it has a weak property"),
    ("lazy var a = 0 }", "it has a lazy property"),
    ("var a = 0; mutating func willStartMapping() { a = 1 } }", "code runs before it is mapped"),
    (
      date("dd.MM.yyyy"),
      "its dates are in the time zone of the device, as options of a class say"
    ),
    (
      date("yyyy 'at' HH:mm Z"),
      nil
    ),
    ("var a = 0 }; func f(_ a: HandyJSON) {}", "HandyJSON is used as a type"),
    ("var a = 0 }; var all: [HandyJSON] = []", "HandyJSON is used as a type"),
    ("var a = 0 }; func f<T: HandyJSON>(_ t: T) {}", nil),
    ("var a = 0 }; func f<T>(_ t: T) where T: HandyJSON {}", nil),
    ("var a = 0 }; func f(_ t: some HandyJSON) {}", nil),
    ("var a = 0 }; protocol P: HandyJSON {}; struct B: P { var b = 0 }", nil),
    (
      "var a = 0 }; func f<T: HandyJSON>(_ t: T) {}; class B: HandyJSON { required init() {} }", nil
    ),
    (
      "var a = 0 }; struct P<T: HandyJSON> {}; class B: HandyJSON { required init() {} }",
      "generic code takes any HandyJSON (a.swift:2), and not all of them are structs"
    ),
    (
      "var a = 0 }; class C: D { override func f<T: HandyJSON>(_ t: T) {} }; class B: HandyJSON {}",
      "generic code takes any HandyJSON (a.swift:2), and not all of them are structs"
    ),
    ("var a = 0 }; class B: HandyJSON { required init() {} }", nil),
  ]

  @Test(arguments: reasons)
  func aStructBecomesAClassForAReason(_ code: String, _ reason: String?) {
    let moved = Moved("import HandyJSON\nstruct A: HandyJSON { \(code)\n")
    guard let reason else {
      return #expect(moved.text.contains("struct A: ModelStruct {"), "\(moved.text)")
    }
    #expect(moved.text.contains("class A: AppModel {"), "\(moved.text)")
    let words = "structs are classes now, since \(reason): a copy is the same object (`copy()`"
    #expect(moved.silent(words) == [2])
  }

  /// Code that a struct's initializer runs after it has read a `JSON`, and calls whose `JSON` isn't known.
  @Test func structsOfSwiftyJSONKeepWhatTheyDo() {
    let moved = Moved(
      """
      import SwiftyJSON

      struct A {
        var a: Int

        init(json: JSON) {
          a = json["b"].intValue
          let most = json["most"].intValue
          if a > most { a = most }
        }
      }

      func f(_ answer: JSON) -> A { A(json: answer) }

      """
    )
    #expect(
      moved.text == """
        import SwiftyJSON
        import ModelObjectKit

        struct A: ModelStruct {
          var a: Int = 0

          static var keyMapping: [String: ModelObjectKit.JSONKey] { ["a": "b"] }

          mutating func didMap(_ dictionary: [String: Any]) throws {
            let most = ModelObject.convert(dictionary["most"], to: Int.self) ?? 0
            if a > most { a = most }
          }
        }

        func f(_ answer: JSON) -> A { A(json: answer) }

        """
    )
    #expect(
      moved.base.contains("extension ModelStruct {\n  /// A model with the values of an object")
    )
  }

  /// A generic function that takes models of both kinds is there for each of them.
  @Test func functionsOfClassesAndStructsAreWrittenTwice() {
    let source =
      """
      import ObjectMapper

      struct A: Mappable {}
      class B: Mappable {}

      struct Loader {
        // Loads one.
        func load<T: Mappable>(_ text: String) -> T? where T: Sendable {
          let one = T(JSONString: text)
          return one
        }

        func all(_ text: String, of type: (some Mappable).Type) {}
      }
      protocol Loading { func load<T: Mappable>(_ text: String) -> T? }

      """
    let moved = Moved(source)
    #expect(
      moved.text == """
        import Foundation
        import ModelObjectKit

        struct A: ModelStruct {}
        class B: AppModel {}

        struct Loader {
          // Loads one.
          func load<T: ModelObject>(_ text: String) -> T? where T: Sendable {
            let one = try? T(json: text)
            return one
          }

          func load<T: ModelStruct>(_ text: String) -> T? where T: Sendable {
            let one = try? T(json: text)
            return one
          }

          func all(_ text: String, of type: (some ModelObject).Type) {}

          func all(_ text: String, of type: (some ModelStruct).Type) {}
        }
        protocol Loading { func load<T: ModelObject>(_ text: String) -> T?
        func load<T: ModelStruct>(_ text: String) -> T? }

        """
    )
    let returns = Moved(source.replacing("\n", with: "\r\n"))
    #expect(returns.text == moved.text.replacing("\n", with: "\r\n"))
    #expect(moved.report.types == 2 && moved.looks == [])
  }

  /// No struct is passed to a function that takes objects of classes: it is there once.
  @Test(arguments: [
    ("func f<T: Mappable & AnyObject>(_ t: T) {}", "func f<T: ModelObject & AnyObject>(_ t: T) {}"),
    (
      "func f<T: Base>(_ t: T) where T: Mappable { t.load() }",
      "func f<T: Base>(_ t: T) where T: ModelObject { t.load() }"
    ),
    (
      "func f<T: Mappable, O: AnyObject>(_ t: T, _ o: O) {}",
      "func f<T: ModelObject, O: AnyObject>(_ t: T, _ o: O) {}\n"
        + "func f<T: ModelStruct, O: AnyObject>(_ t: T, _ o: O) {}"
    ),
  ])
  func functionsOfObjectsAreWrittenOnce(_ code: String, _ result: String) {
    let start = "struct A: Mappable {}\nclass Base: Mappable { func load() {} }\nenum Loader { "
    let moved = Moved("import ObjectMapper\n\(start)\(code) }\n")
    #expect(
      moved.text == """
        import Foundation
        import ModelObjectKit
        struct A: ModelStruct {}
        class Base: AppModel { func load() {} }
        enum Loader { \(result) }

        """
    )
    #expect(moved.looks == [])
  }

  @Test(arguments: [
    ("let data = try JSONEncoder().encode(A())", "a file with it has a JSONEncoder, and a"),
    ("enum B: Codable { case a(A) }", "B has it, which is Codable"),
    ("struct B { var a: [A]? }", nil),
  ])
  func aStructThatCodersReadBecomesAClass(_ code: String, _ reason: String?) {
    let moved = Moved("import SmartCodable\nstruct A: SmartCodableX { var a = 0 }\n\(code)\n")
    #expect(moved.text.contains(reason == nil ? "struct A: ModelStruct" : "class A: AppModel"))
    #expect(
      moved.silent("structs are classes now, since \(reason ?? "")") == (reason == nil ? [] : [2])
    )
  }

  @Test func structsOfOtherLibrariesStay() {
    let codes = [
      (
        "ObjectMapper",
        "public struct A: Mappable { var a: Int!\n public init?(map: Map) {}\n"
          + " public mutating func mapping(map: Map) { a <- map[\"b\"] } }",
        "public struct A: ModelStruct { var a: Int!"
      ),
      (
        "KakaJSON", "struct A: Convertible { let a: Int\n var b: A2 }\nstruct A2: Convertible {}",
        "struct A: ModelStruct { var a: Int = 0\n var b: A2 = A2() }"
      ),
      (
        "SmartCodable", "struct A: SmartCodableX, Hashable { var a = 0 }",
        "struct A: ModelStruct, Hashable { var a = 0 }"
      ),
      (
        "SwiftyJSON",
        "struct A: Codable { let a: Int\n init?(json: JSON) { guard let b = json[\"b\"].int else"
          + " { return nil }; a = b } }",
        "struct A: ModelStruct, Codable { var a: Int = 0"
      ),
    ]
    for (library, code, result) in codes {
      let moved = Moved("import \(library)\n\(code)\n")
      #expect(moved.text.contains(result), "\(moved.text)")
    }
    // A public one needs an initializer that others see.
    let moved = Moved("import \(codes[0].0)\n\(codes[0].1)\n")
    #expect(moved.text.contains("public init() {}"))
    #expect(moved.text.contains(#"public static var keyMapping: [String: JSONKey] { ["a": "b"] }"#))
  }

  @Test(arguments: [
    ("HandyJSON", "let c = A.deserialize(from: x as? NSDictionary)\n", "extension ModelStruct {"),
    ("ObjectMapper", "let m = Mapper<A>()\n", "extension Mapper where Model: ModelStruct {"),
    ("KakaJSON", "let m = x.kj.model(A.self)\n", "extension KJ where Base: ModelStruct {"),
  ])
  func functionsServeStructs(_ library: String, _ code: String, _ helper: String) {
    let name = ["HandyJSON": "HandyJSON", "ObjectMapper": "Mappable"][library] ?? "Convertible"
    let start = "import \(library)\nstruct A: \(name) { var a = 0 }\n"
    let end = "func f(_ x: Any) {\n  \(code)}\n"
    let moved = Moved(start + end)
    #expect(moved.base.contains(helper) && !moved.base.contains(": ModelObject"), "\(moved.base)")
    let both = Moved(start + "class B: \(name) { var b = 0 }\n" + end)
    #expect(both.base.contains("ModelObject {"), "\(both.base)")
    #expect(both.text.contains(library == "KakaJSON" ? "class A:" : "struct A: ModelStruct"))
  }
}
