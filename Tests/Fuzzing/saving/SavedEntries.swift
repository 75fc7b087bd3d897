import Foundation
import ModelObjectKit

class Entry: ModelObject {
  var id = 0
  var text = ""
  var next: Entry?
  var part: Piece?
  var tag = Tag()
  override class var identity: Set<String> { ["id"] }
  override class var archiveName: String { "entry" }
  override class var subclasses: Subclasses? {
    .byTag("kind", ["plain": Entry.self, "other": OtherEntry.self])
  }
}

/// A struct of entries, with others in it, and with a part.
struct Tag: ModelStruct {
  var text = ""
  var codes: [Code] = []
  var inner: [Tag] = []
  var piece: Piece?
}

struct Code: Codable {
  var text: String
}

/// The same struct in a later version.
struct LaterTag: ModelStruct {
  var text = ""
  var codes: [Code] = []
  var inner: [LaterTag] = []
  var piece: Piece?
  var more = 1
}

/// A part of entries, which may share it.
final class Piece: ModelObject {
  var text = ""
  var next: Piece?
  override class var archiveName: String { "piece" }
}

final class OtherEntry: Entry {
  override class var archiveName: String { "other" }
}

/// The same classes in a later version: each object has a value that is another one each time.
class LaterEntry: ModelObject {
  var id = 0
  var text = ""
  var next: LaterEntry?
  var part: Piece?
  var tag = LaterTag()
  var token = UUID()
  override class var identity: Set<String> { ["id"] }
  override class var archiveName: String { "entry" }
  override class var subclasses: Subclasses? {
    .byTag("kind", ["plain": LaterEntry.self, "other": LaterOtherEntry.self])
  }
}

final class LaterOtherEntry: LaterEntry {
  override class var archiveName: String { "other" }
}
