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

private final class Seen: Shape {
  override func didExport(_ dictionary: inout [String: Any]) throws {
    dictionary["seen"] = true
  }
}

private class Letter: ModelObject {
  var id = 0
  var others: [String: Any] = [:]
  override class var subclasses: Subclasses? { .byTag("kind", ["\u{E9}": Accent.self]) }
  override class var unknownKeysProperty: String? { "others" }
}

private final class Accent: Letter {}

private class Drawing: ModelObject {
  var shapes: [Shape] = []
}

private final class HookedShape: Shape {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private class Medium: ModelObject {
  var kind = ""
  override class var subclasses: Subclasses? {
    .byTag("kind", ["base": Medium.self, "film": Film.self])
  }
}

private final class Film: Medium {}

private class Piece: ModelObject {
  var kind = ""
  override class var subclasses: Subclasses? { .byTag("kind", ["memo": Memo.self]) }
}

private class Memo: Piece {
  override class var subclasses: Subclasses? {
    .byTag("kind", ["memo": Memo.self, "long": LongMemo.self])
  }
}

private final class LongMemo: Memo {}

private class Block: ModelObject {
  var id = 0
  override class var subclasses: Subclasses? {
    .byTag("type", ["text": TextBlock.self, "image": ImageBlock.self])
  }
}

private class TextBlock: Block {
  var text = ""
  override class var subclasses: Subclasses? { .byTag("style", ["quote": Quote.self]) }
}

private final class Quote: TextBlock {}

private final class ImageBlock: Block {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private class Open: ModelObject {
  override class var subclasses: Subclasses? {
    .byTag("type", ["text": OpenText.self], otherwise: Open.self)
  }
}

private final class OpenText: Open {}

private final class Page: ModelObject {
  var block: Block?
  var blocks: [Block] = []
  var named: [String: Block] = [:]
  var open: Open?
  var shape: Shape?
}

/// A typo, or what a newer server sends.
struct UnknownTagIssues {
  private static let expected = "expected one of image, text"
  private static let cases: [(json: String, issues: [String])] = [
    (#"{"block": {"id": 1, "type": "txet"}}"#, [#"block.type: unknown tag "txet", \#(expected)"#]),
    (#"{"block": {"TYPE": "txet", "id": 1}}"#, [#"block.TYPE: unknown tag "txet", \#(expected)"#]),
    (#"{"block": {"type": 5}}"#, ["block.type: unknown tag 5, \(expected)"]),
    (
      #"{"blocks": [{"type": "text"}, {"type": "a"}, {"type": "image"}, {"type": "b"}]}"#,
      [
        #"blocks[1].type: unknown tag "a", \#(expected)"#,
        #"blocks[3].type: unknown tag "b", \#(expected)"#,
      ]
    ),
    (#"{"named": {"k": {"type": "a"}}}"#, [#"named.k.type: unknown tag "a", \#(expected)"#]),
    (
      #"{"block": {"type": "text", "style": "x"}}"#,
      [#"block.style: unknown tag "x", expected one of quote"#]
    ),
    (#"{"block": {"type": null}, "blocks": [{}, {"type": "text", "style": "quote"}]}"#, []),
    // A class for other tags, and one that keeps unknown keys.
    (#"{"open": {"type": "x"}, "shape": {"kind": "x"}}"#, []),
  ]

  @Test(arguments: WayIn.allCases.filter { !$0.needsIdentity })
  func areErrorsIfMismatchesAre(way: WayIn) throws {
    for (json, issues) in Self.cases {
      let input = JSONInput(json, by: way)
      // Each time that an input is mapped.
      let texts = Set(issues)
      let found = input.issues(mappingTo: Page.self, options: .strictButMissing)
      let paths = found.map { issue in
        texts.first { issue.description.hasSuffix($0) } ?? "\(issue)"
      }
      #expect(Set(paths) == texts, "\(input)")
      #expect(found.allSatisfy { $0.kind == .unknownTag }, "\(input)")
      #expect(found.count <= issues.count * max(way.count, 2), "\(input) \(found)")
    }
  }

  @Test func leaveTheObjectOfTheDeclaredClass() throws {
    for input in everyWay(#"{"block": {"id": 1, "type": "txet"}}"#) {
      let log = TextLog()
      var options = MappingOptions()
      options.issueHandler = { issues in log.add(issues.map(\.description)) }
      let block = try input.map(to: Page.self, options: options).block
      #expect(block.map { type(of: $0) == Block.self } == true && block?.id == 1, "\(input)")
      #expect(log.texts == [#"block.type: unknown tag "txet", \#(Self.expected)"#], "\(input)")
    }
  }

  @Test func areIssuesAtTheRootToo() throws {
    let json = #"{"type": "txet"}"#
    for input in everyWay(json) {
      let issues = input.issues(mappingTo: Block.self, options: .strictButMissing)
      #expect(issues.map(\.path) == ["type"], "\(input)")
    }
    let report = try Block.explain(json: json)
    #expect(report.issues.map(\.kind) == [.unknownTag, .missingKey])
    #expect(
      "\(report)" == """
        Block: 1 missing, 1 unknown tag
             – type  no subclass of Block for "txet"
          id –       no such key
        """
    )
  }
}

/// Tags of objects whose class keeps unknown keys.
struct UnknownTags {
  @Test(arguments: [
    (#""square""#, #""square""#), ("5", "5"), (#"{"a":1}"#, #"{"a":1}"#),
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

  /// A tag twice: the first one selects the class, and the property has the other.
  @Test func giveWayToTheTagOfAnotherClass() throws {
    let piece = try Piece(json: #"{"kind":"memo","kind":"x"}"#)
    #expect(type(of: piece) == Memo.self && piece.kind == "x")
    #expect(try piece.jsonString() == #"{"kind":"memo"}"#)
  }

  @Test func areComparedByteByByte() throws {
    for (tag, type) in [("\u{E9}", Accent.self), ("e\u{301}", Letter.self)] {
      let json = "{\"id\":1,\"kind\":\"\(tag)\"}"
      for input in everyWay(json) {
        let letter = try input.map(to: Letter.self)
        #expect(Swift.type(of: letter) == type, "\(input)")
        let written = try letter.dictionaryRepresentation()["kind"] as? String
        #expect(written?.unicodeScalars.elementsEqual(tag.unicodeScalars) == true, "\(input)")
      }
    }
  }

  @Test func takeTimeInProportion() throws {
    let tags = (0..<50_000).map { #""kind":"x\#($0)""# }.joined(separator: ",")
    let drawing = try Drawing(json: #"{"shapes":[{\#(tags)}]}"#)
    #expect(drawing.shapes.first?.others["kind"] as? String == "x49999" || everyClassIsHooked)
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

  /// Of a tag that comes twice, the first one selects the class; what is kept is the last, as of every
  /// unknown key.
  @Test(
    .enabled(if: !everyClassIsHooked, "a dictionary has each key once"),
    arguments: [
      (#"{"kind":"circle","id":1,"kind":"x"}"#, #"{"id":1,"radius":0,"kind":"x"}"#),
      (#"{"kind":"x","id":1,"kind":"circle"}"#, #"{"id":1}"#),
      (#"{"kind":"x","id":1,"kind":"y"}"#, #"{"id":1,"kind":"y"}"#),
    ]
  )
  func areTheLastOfTheirKey(json: String, exported: String) throws {
    for way in [WayIn.text, .data] {
      let drawing = try JSONInput(#"{"shapes":[\#(json)]}"#, by: way).map(to: Drawing.self)
      #expect(try drawing.jsonString() == #"{"shapes":[\#(exported)]}"#, "\(way)")
    }
  }

  @Test(arguments: [#""zzz""#, "{}", #"{"a":[1]}"#, "true", "[null]"])
  func ofAListedClassGoOutInPlaceOfItsOwn(tag: String) throws {
    for input in everyWay(#"{"kind":\#(tag),"id":1}"#) {
      let circle = try input.map(to: Circle.self)
      #expect(circle.others["kind"] != nil, "\(input)")
      // After a hook the tag comes first, as any other.
      let expected =
        everyClassIsHooked
        ? #"{"kind":\#(tag),"id":1,"radius":0}"# : #"{"id":1,"radius":0,"kind":\#(tag)}"#
      #expect(try circle.jsonString() == expected, "\(input)")
      let tree = try JSONSerialization.jsonObject(with: Data(expected.utf8)) as? NSDictionary
      #expect(try circle.dictionaryRepresentation() as NSDictionary == tree, "\(input)")
      let encoded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(circle))
      #expect(encoded as? NSDictionary == tree, "\(input)")
    }
  }

  @Test func areWrittenByHooksAndLeftOutWithTheOthers() throws {
    let seen = try Seen(json: #"{"kind":"zzz","id":1}"#)
    #expect(try seen.jsonString() == #"{"id":1,"kind":"zzz","seen":true}"#)
    let encoded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(seen))
    #expect((encoded as? [String: Any])?["kind"] as? String == "zzz")
    var options = ExportOptions()
    options.properties = ["id"]
    #expect(
      try Circle(json: #"{"kind":"zzz"}"#).jsonString(options: options)
        == #"{"kind":"circle","id":0}"#
    )
  }

  /// A property keeps a tag with which the object is read as the same class.
  @Test func inAPropertyGoOutIfTheySelectTheClass() throws {
    for (tag, written) in [("video", "video"), ("", "base"), ("null", "base"), ("film", "film")] {
      let media = try [Medium](json: #"[{"kind":"\#(tag)"}]"#)
      #expect(try media.jsonString() == #"[{"kind":"\#(written)"}]"#)
      let encoded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(media))
      #expect(encoded as? [[String: String]] == [["kind": written]])
    }
    let film = Film()
    film.kind = "video"
    #expect(try film.jsonString() == #"{"kind":"film"}"#)
  }

  /// A value that selects a class, or null, can't replace the class's own tag.
  @Test(arguments: [NSNull(), "circle", "null"] as [any Sendable])
  func mustBeUnknown(kept: any Sendable) throws {
    let circle = Circle()
    circle.others = ["kind": kept]
    #expect(try circle.jsonString() == #"{"kind":"circle","id":0,"radius":0}"#)
  }

  @Test(arguments: WayIn.forms)
  func giveWayToNullAndToClasses(way: WayIn) throws {
    for (tag, kept) in [("null", nil), (#""circle""#, nil), (#""oval""#, "oval"), ("{}", nil)] {
      let shape = try Shape(json: #"{"id": 1, "kind": "square"}"#)
      try JSONInput(#"{"kind": \#(tag), "id": 2}"#, by: way).update(shape, options: nil)
      #expect(shape.others["kind"] as? String == kept, "\(tag)")
      #expect(shape.id == 2)
    }
  }

  /// A cut tag isn't a tag yet; the whole one is kept if it is unknown.
  @Test(arguments: [("circle", nil), ("oval", "oval")] as [(String, String?)])
  func areKeptOnceTheyAreWhole(tag: String, kept: String?) throws {
    let json = #"{"id":1,"kind":"\#(tag)","more":2}"#
    for shape in [Shape(), Circle(), HookedShape()] {
      for end in 1...json.utf8.count {
        try shape.update(partialJSON: String(json.prefix(end)))
        let known = shape.others["kind"] as? String
        #expect(known == nil || known == kept, "\(json.prefix(end))")
      }
      #expect(shape.others["kind"] as? String == kept)
      #expect(shape.others["more"] as? Int == 2)
    }
  }

  @Test func areNoUnknownKeysToStrictHandling() throws {
    let shape = try Shape(json: #"{"id": 1, "kind": "square"}"#, options: .strict)
    #expect(shape.others["kind"] as? String == "square")
    let back = try Shape(archive: shape.archivedData())
    #expect(back == shape)
  }
}
