import Foundation
import ModelObjectKit
import Testing

/// The classes as an earlier version of the program had them.
private enum Earlier {
  final class Label: ModelObject {
    var color = ""
    var rowCount = 0
    var size = 1
    var kept = ""
    var tags: Set<Tag> = []
    var parent: Label?
    override class var archiveName: String { "Label" }
  }

  final class Tag: ModelObject {
    var name = ""
    override class var archiveName: String { "Tag" }
  }

  final class Encoded: ModelObject {
    var color = ""
    override class var archiveName: String { "Encoded" }
    override func encode(with archiver: ModelArchiver) throws {
      try super.encode(with: archiver)
      if color == "red" { try archiver.encode(7, forKey: "extra_value") }
    }
  }

  final class Pair: ModelObject {
    var first = ""
    var second = ""
    var third = ""
    override class var archiveName: String { "Pair" }
  }
}

private enum Now {
  final class Label: ModelObject {
    /// Was `color`.
    var colour = ""
    /// Was `rowCount`.
    var row_count = 0
    /// Was `size`.
    var extent = 0.5
    /// Was `tags` and `parent`.
    var marks: Set<Tag> = []
    var above: Label?
    var added = "added"
    override class var archiveName: String { "Label" }
    override class var keyMapping: [String: JSONKey] {
      [
        "colour": ["color_name", "color"], "extent": ["measure.x", "size"], "marks": "tags",
        "above": ["parent", "outer"], "added": "more.kept",
      ]
    }
  }

  final class Tag: ModelObject {
    var title = ""
    override class var archiveName: String { "Tag" }
    override class var keyMapping: [String: JSONKey] { ["title": "NAME"] }
  }

  /// Decoded by its own code, from values that its own code encoded.
  final class Encoded: ModelObject {
    var colour = ""
    var extraValue = 0
    override class var archiveName: String { "Encoded" }
    override class var keyMapping: [String: JSONKey] { ["colour": "color"] }
    override func decode(with unarchiver: ModelUnarchiver) throws {
      try super.decode(with: unarchiver)
    }
  }
}

/// One column is one property's, whatever others would take it.
private final class Pair: ModelObject {
  /// The better name wins, not the first property.
  var late = ""
  var early = ""
  /// Its own name is there.
  var second = ""
  /// Would take the name of another property.
  var greedy = ""
  /// Isn't archived, and keeps its column from others.
  var third = "new"
  var other = ""
  override class var archiveName: String { "Pair" }
  override class var unarchivedProperties: Set<String> { ["third"] }
  override class var keyMapping: [String: JSONKey] {
    [
      "late": ["x", "first"], "early": "first", "greedy": "second", "other": ["third", "FIRST"],
    ]
  }
}

private final class Exact: ModelObject {
  var row_count = 0
  var colour = ""
  override class var archiveName: String { "Label" }
  override class var keyMatching: KeyMatching { .exact }
  override class var keyMapping: [String: JSONKey] { ["colour": "color"] }
}

/// A property that has another name than in the archive.
struct RenamedProperties {
  @Test func areFoundByTheirFormerNames() throws {
    let (label, parent, tag) = (Earlier.Label(), Earlier.Label(), Earlier.Tag())
    (label.color, label.rowCount, label.size, label.kept) = ("red", 3, 4, "kept")
    tag.name = "t"
    label.tags = [tag]
    (label.parent, parent.color) = (parent, "blue")
    let read = try Now.Label(archive: label.archivedData())
    #expect((read.colour, read.row_count, read.extent, read.added) == ("red", 3, 4, "added"))
    #expect(read.marks.map(\.title) == ["t"] && read.above?.colour == "blue")
    let again = try Now.Label(archive: read.archivedData())
    #expect(again == read)
  }

  @Test func areFoundInValuesThatTheClassEncoded() throws {
    let labels = ["red", "blue"].map { color in
      let label = Earlier.Encoded()
      label.color = color
      return label
    }
    let read = try [Now.Encoded](archive: labels.archivedData())
    #expect(read.map(\.colour) == ["red", "blue"] && read.map(\.extraValue) == [7, 0])
  }

  @Test func takeEachNameOnce() throws {
    let pair = Earlier.Pair()
    (pair.first, pair.second, pair.third) = ("1", "2", "3")
    let read = try Pair(archive: pair.archivedData())
    #expect((read.late, read.early, read.second) == ("", "1", "2"))
    #expect((read.greedy, read.third, read.other) == ("", "new", ""))
  }

  @Test func areFoundExactlyInExactClasses() throws {
    let label = Earlier.Label()
    (label.color, label.rowCount) = ("red", 3)
    let read = try Exact(archive: label.archivedData())
    #expect((read.colour, read.row_count) == ("red", 0))
  }
}
