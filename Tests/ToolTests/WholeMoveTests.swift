import Testing

@testable import ModelObjectTool

/// What becomes of a file, and all that has to be looked at in it.
struct WholeMoveTests {
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let old: String
    let new: String
    let looks: [String]
  }

  private static let cases = [
    Case(
      testDescription: "a declaration that goes takes its semicolon with it",
      old: """
        import SmartCodable
        struct A: SmartCodable {
          weak var owner: B?
          init() {}; mutating func add() {}
          mutating func one() {}; mutating func two() {}
        }
        class B: SmartCodable { var n = 0; required init() {}; func add() {} }
        class C: SmartCodable { var n = 0; required init() {} }
        class D: SmartCodable {
          /// Makes one.
          required init() {}; /* two */ func add() {} // three
        }
        """,
      new: """
        import Foundation
        import ModelObjectKit
        class A: AppModel {
          weak var owner: B?
          func add() {}
          func one() {}; func two() {}
        }
        class B: AppModel { var n = 0; func add() {} }
        class C: AppModel { var n = 0; }
        class D: AppModel {
          /* two */ func add() {} // three
        }
        """,
      looks: []
    ),
    Case(
      testDescription: "what follows a declaration in its line isn't commented out with it",
      old: """
        import SmartCodable
        class A: SmartCodable {
          var a = 0
          required init() {}
          required init(from decoder: Decoder) throws { a = 1 }; var b = 0
        }
        class B: SmartCodable { var a = 0; required init(from decoder: Decoder) throws { a = 1 } }
        """,
      new: """
        import Foundation
        import ModelObjectKit
        class A: AppModel {
          var a = 0
          // TODO(migrate): init(from:) is the model's own; keys belong in keyMapping
          // required init(from decoder: Decoder) throws { a = 1 }
          var b = 0
        }
        class B: AppModel { var a = 0; // TODO(migrate): init(from:) is the model's own; keys belong in keyMapping
        // required init(from decoder: Decoder) throws { a = 1 }
         }
        """,
      looks: [
        "5: init(from:) is the model's own; keys belong in keyMapping",
        "7: init(from:) is the model's own; keys belong in keyMapping",
      ]
    ),
    Case(
      testDescription: "toJSON() is optional where two libraries had one",
      old: """
        import HandyJSON
        import ObjectMapper
        class A: Mappable {
          required init?(map: Map) {}
          func mapping(map: Map) {}
        }
        class B: HandyJSON {
          required init() {}
        }
        func send(_ a: A, _ b: B) {
          post(a.toJSON(), a.toJSONString())
          post(b.toJSON())
        }
        """,
      new: """
        import Foundation
        import ModelObjectKit
        class A: AppModel {
        }
        class B: AppModel {
        }
        func send(_ a: A, _ b: B) {
          post(a.toJSON(), try? a.jsonString())
          post(b.toJSON())
        }
        """,
      looks: [12, 11].map {
        "\($0): toJSON() is optional now, as HandyJSON's was: for a model of ObjectMapper, add `?? [:]`, or `?? []` for a list"
      }
    ),
    Case(
      testDescription: "classes lose Sendable, and @unchecked as well if they were structs",
      old: """
        struct A: Codable, Sendable { var a = 0 }
        struct B: Codable, @unchecked Sendable { var b = 0 }
        struct C: Codable { var c = 0 }
        extension C: Hashable, Sendable {}
        final class D: Sendable, Codable { var d = 0 }
        final class E: Codable, @unchecked Sendable { var e = 0 }
        """,
      new: """
        import ModelObjectKit

        class A: AppModel { var a = 0 }
        class B: AppModel { var b = 0 }
        class C: AppModel { var c = 0 }
        extension C {}
        final class D: AppModel { var d = 0 }
        final class E: AppModel, @unchecked Sendable { var e = 0 }
        """,
      looks: [1, 2, 4, 5].map {
        "\($0): a model that is a class isn't Sendable: send its `snapshot()`, or make it where it is used"
      }
    ),
  ]

  @Test(arguments: cases) func aMoveIsWhole(_ move: Case) {
    let moved = Moved(move.old)
    #expect(moved.text == move.new)
    #expect(moved.looks == move.looks)
  }

  @Test func aStructThatStaysOneIsSendable() {
    let moved = Moved("import KakaJSON\nstruct A: Convertible, Sendable { var a = 0 }\n")
    #expect(moved.text.hasSuffix("struct A: ModelStruct, Sendable { var a = 0 }\n"))
    #expect(moved.looks == [])
  }
}
