import Foundation
import ModelObjectKit
import Testing

private class Shape: ModelObject {
  var id = 0
  var others: [String: Any] = [:]
  override class var subclasses: Subclasses? { .byTag("kind", ["circle": Circle.self]) }
  override class var unknownKeysProperty: String? { "others" }
}

private final class Circle: Shape {
  var radius = 0
}

private class Drawing: ModelObject {
  var shapes: [Shape] = []
}

private final class HookedShape: Shape {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// Tags of objects whose class keeps what no property takes.
@Suite struct UnknownTags {
  @Test(arguments: [
    (#""square""#, #""square""#), ("5", "5"), ("null", "null"), (#"{"a":1}"#, #"{"a":1}"#),
  ])
  func goOutAsTheyCame(tag: String, kept: String) throws {
    for key in ["kind", "KIND"] {
      let json = #"{"shapes":[{"id":1,"\#(key)":\#(tag)}]}"#
      for input in everyWay(json) {
        let drawing = try input.map(to: Drawing.self)
        let expected = #"{"shapes":[{"id":1,"\#(key)":\#(kept)}]}"#
        #expect(try drawing.jsonString() == expected, "\(input)")
      }
    }
    let hooked = try HookedShape(json: #"{"id":1,"kind":\#(tag)}"#)
    #expect(try hooked.jsonString() == #"{"id":1,"kind":\#(kept)}"#)
  }

  @Test func ofAListedClassAreNotKept() throws {
    let json = #"{"shapes":[{"kind":"circle","id":1,"radius":2,"x":3}]}"#
    for input in everyWay(json) {
      let circle = try #require(try input.map(to: Drawing.self).shapes.first as? Circle)
      #expect(circle.others.keys.sorted() == ["x"], "\(input)")
      #expect(try circle.jsonString() == #"{"kind":"circle","id":1,"radius":2,"x":3}"#)
    }
    let shape = Shape()
    try shape.update(json: #"{"kind": "circle", "id": 2}"#)
    #expect(shape.others.isEmpty && shape.id == 2)
  }

  @Test func areNoUnknownKeysToStrictHandling() throws {
    let shape = try Shape(json: #"{"id": 1, "kind": "square"}"#, options: .strict)
    #expect(shape.others["kind"] as? String == "square")
    let back = try Shape(archive: shape.archivedData())
    #expect(back == shape)
  }
}
