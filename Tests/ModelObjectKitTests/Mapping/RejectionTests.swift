import Foundation
import ModelObjectKit
import Testing

private struct Refusal: Error, Equatable {
  var step: String
}

/// Rejects an input at the step that the input specifies.
private class Guarded: ModelObject {
  var id = 0
  var at = ""

  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
    if dictionary["at"] as? String == "willMap" { throw Refusal(step: "willMap") }
    return dictionary
  }

  override func serializeValue(_ value: Any?, key: String) throws {
    if key == "at", value as? String == "serializeValue" { throw Refusal(step: "serializeValue") }
    try super.serializeValue(value, key: key)
  }

  override func didMap(_ dictionary: [String: Any]) throws {
    if at == "didMap" { throw Refusal(step: "didMap") }
  }

  override func validate() throws {
    if at == "validate" { throw Refusal(step: "validate") }
  }
}

/// Rejects only in `validate`, so that no dictionary is made for it.
private final class Checked: ModelObject {
  var id = 0

  override func validate() throws {
    if id == 13 { throw Refusal(step: "validate") }
  }
}

private final class Holder: ModelObject {
  var part: Guarded?
  var own = Guarded()
  var list: [Guarded] = []
  var optionals: [Guarded?] = []
  var byName: [String: Guarded] = [:]
  var lists: [[Guarded]] = []
  var checked: [Checked] = []
  var inner: Holder?
}

private let steps = ["willMap", "serializeValue", "didMap", "validate"]

struct Rejection {
  @Test func theDefaultOfANewObjectKeepsItsValues() throws {
    for input in everyWay(#"{"own": {"id": 2, "at": "validate"}}"#) {
      let own = try input.map(to: Holder.self).own
      #expect(own.id == 0 && own.at == "", "\(input)")
    }
  }

  @Test func anObjectIsRejectedOnce() throws {
    final class Refusing: ModelObject {
      nonisolated(unsafe) static var count = 0

      override func validate() throws {
        Self.count += 1
        throw Refusal(step: "validate")
      }
    }
    final class Around: ModelObject {
      var part: Refusing?
      var list: [Refusing] = []
    }
    for input in everyWay(#"{"part": {}, "list": [{}]}"#) {
      Refusing.count = 0
      _ = try input.map(to: Around.self)
      #expect(Refusing.count == 2, "\(input)")
    }
  }

  @Test(arguments: steps)
  func aPropertyKeepsItsValue(step: String) throws {
    let json = #"{"part": {"id": 1, "at": "\#(step)"}, "own": {"id": 2, "at": "\#(step)"}}"#
    for input in everyWay(json) {
      let holder = Holder()
      let own = holder.own
      try input.update(holder, options: nil)
      #expect(holder.part == nil, "\(input)")
      #expect(holder.own === own, "\(input)")
      let other = Guarded()
      holder.part = other
      try input.update(holder, options: nil)
      #expect(holder.part === other, "\(input)")
    }
  }

  @Test(arguments: steps)
  func anElementIsDropped(step: String) throws {
    let bad = #"{"id": 2, "at": "\#(step)"}"#
    let json = #"""
      {"list": [{"id": 1}, \#(bad), {"id": 3}], "optionals": [\#(bad), null, {"id": 3}],
       "byName": {"a": {"id": 1}, "b": \#(bad)}, "lists": [[\#(bad), {"id": 4}], [\#(bad)]]}
      """#
    for input in everyWay(json) {
      let holder = try input.map(to: Holder.self)
      #expect(holder.list.map(\.id) == [1, 3], "\(input)")
      #expect(holder.optionals.map(\.?.id) == [nil, 3], "\(input)")
      #expect(holder.byName.mapValues(\.id) == ["a": 1], "\(input)")
      #expect(holder.lists.map { $0.map(\.id) } == [[4], []], "\(input)")
    }
  }

  @Test(arguments: steps)
  func atTheRootTheErrorIsThrown(step: String) throws {
    for options in [MappingOptions.lenient, .strictButMissing] {
      for input in everyWay(#"{"id": 1, "at": "\#(step)"}"#) {
        let error = try #require(throws: ModelError.self) {
          try input.map(to: Guarded.self, options: options)
        }
        #expect(error.code == .rejected, "\(input)")
        #expect(error.underlyingError as? Refusal == Refusal(step: step), "\(input)")
        // Every hook rejects the object.
        #expect(error.path == "", "\(input)")
        let updating = try #require(throws: ModelError.self) {
          try input.update(Guarded(), options: options)
        }
        #expect(updating.code == .rejected, "\(input)")
        #expect(updating.underlyingError as? Refusal == Refusal(step: step), "\(input)")
      }
    }
  }

  @Test(arguments: steps)
  func underStrictItIsAnIssue(step: String) throws {
    let bad = #"{"id": 2, "at": "\#(step)"}"#
    let json = #"""
      {"part": \#(bad), "list": [{"id": 1, "at": ""}, \#(bad)], "by_name": {"b": \#(bad)},
       "lists": [[], [\#(bad)]], "inner": {"list": [\#(bad)], "own": {"id": "x"}}}
      """#
    for input in everyWay(json) {
      let issues = input.issues(mappingTo: Holder.self, options: .strictButMissing)
      let rejected = issues.filter { $0.kind == .rejected }.map(\.path)
      let objects = ["by_name.b", "inner.list[0]", "list[1]", "lists[1][0]", "part"]
      #expect(rejected.sorted() == objects, "\(input)")
      let others = issues.filter { $0.kind != .rejected }.map(\.path)
      #expect(others == ["inner.own.id"], "\(input)")
    }
  }

  @Test func aClassWithoutOtherHooksIsRejectedByValidateToo() throws {
    for input in everyWay(#"{"checked": [{"id": 12}, {"id": 13}, {"id": 14}]}"#) {
      #expect(try input.map(to: Holder.self).checked.map(\.id) == [12, 14], "\(input)")
      let issues = input.issues(mappingTo: Holder.self, options: .strictButMissing)
      #expect(issues.map(\.path) == ["checked[1]"], "\(input)")
      #expect(issues.map(\.kind) == [.rejected], "\(input)")
    }
  }

  @Test func ofARootArrayTheElementIsDropped() throws {
    let json = #"[{"id": 12}, {"id": 13}, {"id": 14}]"#
    #expect(try [Checked](json: json).map(\.id) == [12, 14])
    #expect(try [Checked](json: Data(json.utf8)).map(\.id) == [12, 14])
    #expect(
      try [Checked](dictionaries: [["id": 12], ["id": 13], ["id": 14]]).map(\.id) == [12, 14]
    )
    let error = try #require(throws: ModelError.self) {
      try [Checked](json: json, options: .strict)
    }
    #expect(error.code == .invalidInput)
    #expect(error.issues.map(\.path) == ["[1]"])
    #expect(error.issues.map(\.kind) == [.rejected])
    let named = try [String: Checked](json: #"{"a": {"id": 12}, "b": {"id": 13}}"#)
    #expect(named.mapValues(\.id) == ["a": 12])
  }

  @Test func anInstanceUpdatedInPlaceKeepsItsValues() throws {
    for input in everyWay(#"{"own": {"id": 7, "at": "validate"}}"#) {
      let holder = Holder()
      let own = holder.own
      try input.update(holder, options: nil)
      #expect(holder.own === own, "\(input)")
      #expect(own.id == 0 && own.at == "", "\(input)")
    }
  }

  @Test func anUpdateIsUndone() throws {
    for input in everyWay(#"{"id": 5, "at": "validate"}"#) {
      let guarded = Guarded()
      #expect(throws: ModelError.self) { try input.update(guarded, options: nil) }
      #expect(guarded.id == 0 && guarded.at == "", "\(input)")
    }
  }

  @Test func anOuterObjectMayRejectForAnInnerOne() throws {
    for input in everyWay(#"{"boxes": [{"inner": {"id": 13}}, {"inner": {"id": 1}}]}"#) {
      let outer = try input.map(to: Outer.self)
      #expect(outer.boxes.map { $0.inner?.id } == [1], "\(input)")
    }
  }

  private final class Outer: ModelObject {
    var boxes: [Strongbox] = []
  }

  private final class Strongbox: ModelObject {
    var inner: Checked?

    override func validate() throws {
      if inner == nil { throw Refusal(step: "validate") }
    }
  }
}

private class Shape: ModelObject {
  var kind = ""

  override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? {
    switch dictionary["kind"] as? String {
    case "circle": Circle.self
    case "square": Square.self
    case "alien": Checked.self
    default: nil
    }
  }
}

private final class Circle: Shape {
  var radius = 0.0
}

private final class Square: Shape {
  var side = 0.0
}

private final class Drawing: ModelObject {
  var shape: Shape?
  var circle: Circle?
  var shapes: [Shape] = []
}

struct PickedClasses {
  @Test func standAtTheRoot() throws {
    for input in everyWay(#"{"kind": "circle", "radius": 2}"#) {
      let shape = try input.map(to: Shape.self)
      #expect((shape as? Circle)?.radius == 2, "\(input)")
      #expect(type(of: shape) == Circle.self, "\(input)")
    }
    for input in everyWay(#"{"kind": "blob"}"#) {
      #expect(type(of: try input.map(to: Shape.self)) == Shape.self, "\(input)")
    }
  }

  @Test func standInPropertiesAndCollections() throws {
    let json = #"""
      {"shape": {"kind": "square", "side": 1}, "circle": {"kind": "circle", "radius": 2},
       "shapes": [{"kind": "circle", "radius": 3}, {"kind": "square", "side": 4}, {}]}
      """#
    for input in everyWay(json) {
      let drawing = try input.map(to: Drawing.self, options: .strictButMissing)
      #expect((drawing.shape as? Square)?.side == 1, "\(input)")
      #expect(drawing.circle?.radius == 2, "\(input)")
      try #require(drawing.shapes.count == 3, "\(input)")
      #expect((drawing.shapes[0] as? Circle)?.radius == 3, "\(input)")
      #expect((drawing.shapes[1] as? Square)?.side == 4, "\(input)")
      #expect(type(of: drawing.shapes[2]) == Shape.self, "\(input)")
    }
    let shapes = try [Shape](json: #"[{"kind": "circle"}, {"kind": "square"}, {}]"#)
    #expect(shapes.map { "\(type(of: $0))" } == ["Circle", "Square", "Shape"])
  }

  @Test func thatDoNotFitAreAMismatch() throws {
    let json = #"""
      {"circle": {"kind": "square"}, "shape": {"kind": "alien"},
       "shapes": [{"kind": "alien"}, {"kind": "circle"}]}
      """#
    for input in everyWay(json) {
      let drawing = try input.map(to: Drawing.self)
      #expect(drawing.circle == nil && drawing.shape == nil, "\(input)")
      #expect(drawing.shapes.map { "\(type(of: $0))" } == ["Circle"], "\(input)")
      let issues = input.issues(mappingTo: Drawing.self, options: .strictButMissing)
      #expect(issues.map(\.path).sorted() == ["circle", "shape", "shapes[0]"], "\(input)")
      #expect(issues.allSatisfy { $0.kind == .typeMismatch }, "\(input)")
    }
  }

  @Test func thatDoNotFitTheRootAreRejected() throws {
    for input in everyWay(#"{"kind": "square"}"#) {
      let error = try #require(throws: ModelError.self) { try input.map(to: Circle.self) }
      #expect(error.code == .rejected, "\(input)")
    }
    for input in everyWay(#"{"kind": "alien"}"#) {
      let error = try #require(throws: ModelError.self) { try input.map(to: Shape.self) }
      #expect(error.code == .rejected, "\(input)")
    }
  }

  @Test func replaceAnInstanceOfAnotherClass() throws {
    for input in everyWay(#"{"shape": {"kind": "square", "side": 1}}"#) {
      let drawing = Drawing()
      let square = Square()
      square.side = 7
      drawing.shape = square
      try input.update(drawing, options: nil)
      #expect(drawing.shape === square && square.side == 1, "\(input)")
      let circle = Circle()
      drawing.shape = circle
      try input.update(drawing, options: nil)
      #expect((drawing.shape as? Square)?.side == 1, "\(input)")
      #expect(circle.kind == "", "\(input)")
    }
  }

  @Test func seeTheInputsOwnKeys() throws {
    for input in everyWay(#"{"KIND": "circle", "kind": "square", "n": 1}"#) {
      #expect(type(of: try input.map(to: Shape.self)) == Square.self, "\(input)")
    }
  }
}
