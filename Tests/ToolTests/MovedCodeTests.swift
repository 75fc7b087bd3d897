import Foundation
import Testing

@testable import ModelObjectTool

/// Code that wouldn't compile is moved so that it does, or the report names it.
struct MovedCodeTests {
  @Test func aSuperclassOfAnotherModuleLeavesAClassAsItIs() {
    let code = """
      import ObjectMapper
      class Coin: Record, ImmutableMappable {
        let uid: String
        override class var table: String { "coin" }
        required init(map: Map) throws { uid = try map.value("uid"); super.init() }
        override func encode(to container: inout Container) {}
      }
      class Bitcoin: Coin {}
      class Tag: Named, Mappable {
        func mapping(map: Map) {}
      }
      """
    let moved = Moved(code)
    #expect(moved.text.contains("class Coin: Record, ImmutableMappable {"))
    #expect(moved.text.contains("class Bitcoin: Coin {}"))
    #expect(moved.text.contains("class Tag: AppModel, Named {"))
    #expect(
      moved.looks.prefix(2) == [
        "2: Coin is left as it is: its superclass Record isn't a model",
        "8: Bitcoin is left as it is: its superclass Record isn't a model",
      ]
    )
  }

  @Test(arguments: [
    ("self.x = x\n    super.init()", "self.init()\n    self.x = x\n"),
    (
      "let y = x\n    self.x = y\n    super.init(y: y)",
      "let y = x\n    self.init(y: y)\n    self.x = y\n"
    ),
    ("self.x = x; super.init(); print(x)", "self.init()\n    self.x = x; print(x)"),
  ])
  func anInitializerCallsTheOtherOneFirst(_ before: String, _ after: String) {
    let moved = Moved(
      """
      import ObjectMapper
      class Point: NSObject, Mappable {
        var x = 0
        init(x: Int) {
          \(before)
        }
        func mapping(map: Map) { x <- map["x"] }
      }
      """
    )
    #expect(moved.text.contains("convenience init(x: Int) {\n    \(after)"), "\(moved.text)")
    #expect(moved.looks == [])
  }

  @Test func aDelegationThatCanNotBeMovedIsSaid() {
    let moved = Moved(
      """
      import HandyJSON
      class A: HandyJSON {
        var x = 0
        init(x: Int) {
          self.x = x
          guard let y = Int("5") else { return }
          super.init(y: y)
        }
        required init() { self.init(x: 5, z: 6) }
      }
      """
    )
    #expect(
      moved.looks == [
        "7: a convenience initializer calls another one before it uses self",
        "9: init() is called by the other initializers now: it can't call one of them",
      ]
    )
  }

  @Test func aTextThatTheCompilerCanNotTellIsOne() {
    let moved = Moved(
      """
      import ObjectMapper
      class A: Mappable { func mapping(map: Map) {} }
      let all = [A](JSONString: row["all"]) ?? []
      let text = [A](JSONString: "[]")
      """
    )
    #expect(moved.text.contains("(try? [A](json: row[\"all\"] as String)) ?? []"))
    #expect(moved.text.contains("= try? [A](json: \"[]\")"))
  }

  @Test func whatUsesAVariableThatIsLeftIsLeft() {
    let moved = Moved(
      """
      import ObjectMapper
      class A: ImmutableMappable {
        let date: Date
        required init(map: Map) throws {
          let number: Int = try map.value("date")
          date = Date(timeIntervalSince1970: TimeInterval(number))
        }
      }
      """
    )
    #expect(
      moved.looks == [
        "5: not understood in init(map:): `let number: Int = try map.value(\"date\")`",
        "6: not understood in init(map:): `date = Date(timeIntervalSince1970: TimeInterval(number))`",
      ]
    )
    #expect(!moved.text.contains("init()"))
  }

  @Test func whatAskedForTheDirectionIsLeft() {
    let moved = Moved(
      """
      import ObjectMapper
      class A: Mappable {
        var a = 0
        required init?(map: Map) { fatalError() }
        func mapping(map: Map) {
          a <- map[map.mappingType == .toJSON ? "a" : "b"]
        }
      }
      func other(map: Map) {}
      """
    )
    #expect(
      moved.looks == [
        "4: A was only exported: init(map:) ended the program, and it is mapped, too, now",
        "6: not understood in mapping(map:): `a <- map[map.mappingType == .toJSON ? \"a\" : \"b\"]`",
        "9: Map has no counterpart: models are mapped by their lists",
      ]
    )
    #expect(!moved.text.contains("required init()"))
  }

  @Test func keysThatNothingReadsAreSaidOnce() {
    let moved = Moved(
      """
      struct A: Codable {
        var a: Int
        var b: Int
        enum CodingKeys: String, CodingKey { case a, b, c, zip }
        init(from decoder: Decoder) throws {
          a = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .a)
          b = try read(decoder.container(keyedBy: CodingKeys.self), .b, .c)
        }
      }
      """
    )
    #expect(
      moved.looks == [
        "7: not understood in init(from:): "
          + "`b = try read(decoder.container(keyedBy: CodingKeys.self), .b, .c)`"
      ]
    )
    #expect(moved.text.contains("enum CodingKeys"))
  }

  @Test func anObserverThatIsWeakKeepsItsType() {
    let moved = Moved(
      "import HandyJSON\nclass A: HandyJSON { weak var a: AnyObject?; var b: AnyObject? }"
    )
    #expect(moved.text.contains("weak var a: AnyObject?; var b: Any?"))
  }

  /// Functions that differed in a type of the library, or in what becomes the same type.
  @Test func functionsThatBecomeOneAreSaid() {
    let moved = Moved(
      """
      import ObjectMapper
      import HandyJSON

      struct A: Mappable {}
      struct B: HandyJSON { var all: [AnyObject] = [] }
      struct Sender {
        func send<T: Mappable>(_ one: T, to place: Int) {}
        func send<T: HandyJSON>(_ other: T, to place: Int) {}
        func send<T: HandyJSON>(_ other: T) {}
        init<T: Mappable>(_ one: T) {}
        func put(_ a: Any, at b: Int = 0) {}
        func put(_ a: AnyObject) {}
      }
      extension Sender {
        init<T: HandyJSON>(_ one: T) {}
        static func send<T: HandyJSON>(_ other: T) {}
      }

      """
    )
    #expect(
      moved.text == """
        import Foundation
        import ModelObjectKit

        struct A: ModelStruct {}
        struct B: ModelStruct { var all: [Any] = [] }
        struct Sender {
          func send<T: ModelStruct>(_ one: T, to place: Int) {}
          func send<T: ModelStruct>(_ other: T, to place: Int) {}
          func send<T: ModelStruct>(_ other: T) {}
          init<T: ModelStruct>(_ one: T) {}
          func put(_ a: Any, at b: Int = 0) {}
          func put(_ a: AnyObject) {}
        }
        extension Sender {
          init<T: ModelStruct>(_ one: T) {}
          static func send<T: ModelStruct>(_ other: T) {}
        }

        """
    )
    #expect(
      moved.looks == [
        "8: send has the types of that in a.swift:7 now: give one of them another name",
        "15: init has the types of that in a.swift:10 now: give one of them another name",
      ]
    )
  }

  @Test func callsOfWhatMappingCalledAreSaid() {
    let moved = Moved(
      """
      import HandyJSON

      class A: HandyJSON {
        var a = 0
        required init() {}
        func didFinishMapping() { a += 1 }
        func mapping(mapper: HelpingMapper) { mapper <<< self.a <-- "b" }
        func reset() { a = 0; didFinishMapping() }
      }
      class B: A {
        override func didFinishMapping() { super.didFinishMapping() }
      }
      func read(_ a: A) { a.didFinishMapping() }
      enum Road { static func mapping(_ a: Int) {} }
      let road = Road.mapping(5)

      """
    )
    #expect(
      moved.text == """
        import Foundation
        import ModelObjectKit

        class A: AppModel {
          var a = 0
          override class var keyMapping: [String: JSONKey] { ["a": "b"] }

          override func didMap(_ dictionary: [String: Any]) throws {
            a += 1
          }

          func reset() { a = 0; didFinishMapping() }
        }
        class B: A {
        }
        func read(_ a: A) { a.didFinishMapping() }
        enum Road { static func mapping(_ a: Int) {} }
        let road = Road.mapping(5)

        """
    )
    let words = "is called, which no model has any more: its code is in a hook or in lists"
    #expect(moved.looks == ["8: didFinishMapping \(words)", "13: didFinishMapping \(words)"])
  }

  /// A factory that makes new objects names their classes; one that does more is left.
  @Test func factoriesOfNewObjectsNameTheirClasses() {
    let moved = Moved(
      """
      import ObjectMapper

      class Shape: StaticMappable {
        required init?(map: Map) {}
        init() {}
        func mapping(map: Map) {}
        static func objectForMapping(map: Map) -> BaseMappable? {
          var kind: String?
          kind <- map["kind"]
          if kind == nil { return nil }
          return Shape()
        }
      }
      class Line: StaticMappable {
        init() {}
        func mapping(map: Map) {}
        static func objectForMapping(map: Map) -> BaseMappable? { return shared }
        static let shared = Line()
      }

      """
    )
    #expect(
      moved.text == """
        import Foundation
        import ModelObjectKit

        class Shape: AppModel {
          override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? {
            var kind: String?
            kind = convert(dictionary["kind"], to: String.self)
            if kind == nil { return nil }
            return Shape.self
          }
        }
        class Line: AppModel {
          // TODO(migrate): objectForMapping(map:): modelType(for:) takes its place
          // return shared

          static let shared = Line()
        }

        """
    )
    #expect(
      moved.looks == [
        "17: objectForMapping(map:): modelType(for:) takes its place: `return shared`"
      ]
    )
  }

  /// A transform isn't called without its key; code around `stringValue` was, with an empty one.
  @Test func whatSwiftyJSONMadeOfAnAbsentKeyIsSaid() {
    let moved = Moved(
      """
      import SwiftyJSON

      struct A {
        var color: Shade
        var kind: Shade
        var tint: Shade?
        var shade: Shade?
        var hue: Shade?
        var ink: Shade

        init(json: JSON) {
          color = make(json["color"].stringValue)
          kind = make(json["kind"].string ?? "red")
          tint = make(json["tint"].stringValue)
          shade = make(json["shade"].string)
          if let value = json["hue"].string { hue = make(value) }
          let text = json["ink"].stringValue
          ink = make(text)
        }
      }
      enum Shade: String { case light, dark }

      """
    )
    let make = "(value: String) -> Shade? in make(value)"
    #expect(
      moved.text == """
        import Foundation
        import ModelObjectKit

        struct A: ModelStruct {
          var color: Shade = .light
          var kind: Shade = .light
          var tint: Shade?
          var shade: Shade?
          var hue: Shade?
          var ink: Shade = .light

          static var transforms: [String: PropertyTransform] {
            [
              "color": PropertyTransform(from: String.self) { \(make) },
              "kind": PropertyTransform(from: (String?).self) { (value: String?) -> Shade? in make(value ?? "red") },
              "tint": PropertyTransform(from: String.self) { \(make) },
              "shade": PropertyTransform(from: (String?).self) { (value: String?) -> Shade? in make(value) },
              "hue": PropertyTransform(from: String.self) { \(make) },
              "ink": PropertyTransform(from: String.self) { (text: String) -> Shade? in make(text) },
            ]
          }
        }
        enum Shade: String { case light, dark }

        """
    )
    let words =
      "its transform isn't called without the key: give it the default that it made of nothing"
    #expect(moved.looks == ["12: color: \(words)", "13: kind: \(words)", "18: ink: \(words)"])
    #expect(moved.silent("an optional property whose key is absent") == [14])
  }

  @Test func whatUsesALeftVariableOfAJSONIsLeft() {
    let moved = Moved(
      """
      import SwiftyJSON

      struct A {
        var a: String
        var b: Int

        init(json: JSON) {
          a = json["a"].stringValue
          let first = json["list"].arrayValue.first ?? []
          let inner = first["inner"]
          b = inner["b"].intValue
        }
      }

      """
    )
    #expect(
      moved.text == """
        import Foundation
        import ModelObjectKit

        struct A: ModelStruct {
          var a: String = ""
          var b: Int = 0

          // TODO(migrate): not understood in init(json:)
          // let first = json["list"].arrayValue.first ?? []
          // let inner = first["inner"]
          // b = inner["b"].intValue
        }

        """
    )
    #expect(
      moved.looks == [
        "9: not understood in init(json:): "
          + "`let first = json[\"list\"].arrayValue.first ?? [] let inner = first[\"inn…`"
      ]
    )
  }

  /// A class's `Self` may be a subclass: the compiler refuses what was right for a struct.
  @Test func selfOfAStructIsItsName() {
    let moved = Moved(
      """
      struct A: Codable {
        var a: Int?
        static let none: Self = Self()
        static var limit: Int { 5 }
        static func make() -> Self { Self.init(a: Self.limit) }
        func differs(from other: Self) -> Bool { other.a != a }
        enum B { case c; static func make() -> Self { Self.c } }
      }

      """
    )
    #expect(
      moved.text == """
        import ModelObjectKit

        class A: AppModel {
          var a: Int?
          static let none: A = A()
          static var limit: Int { 5 }
          static func make() -> A { A.init(a: Self.limit) }
          func differs(from other: A) -> Bool { other.a != a }
          enum B { case c; static func make() -> Self { Self.c } }
        }

        """
    )
    #expect(moved.looks == [])
  }

  @Test func aConformanceWithAnAttributeIsOne() {
    let moved = Moved(
      """
      import SmartCodable

      @MainActor class A: @preconcurrency SmartCodable {
        @SmartAny var a: Any?
        required init() {}
      }

      """
    )
    #expect(
      moved.text == """
        import Foundation
        import ModelObjectKit

        @MainActor class A: AppModel {
          var a: Any?
        }

        """
    )
    #expect(moved.looks == [])
  }
}
