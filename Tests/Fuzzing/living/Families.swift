import Foundation
import ModelObjectKit

// MARK: - With identity and unknown keys

/// A family on two levels, with an identity and a place for keys that nobody takes.
class Part: Living {
  var parts: [Part] = []
  var one: Part?
  var byName: [String: Part] = [:]
  var groups: [[Part]] = []
  var partSet: Set<Part> = []
  var count: Int? = 1
  var rest: [String: Any] = [:]
  override class var identity: Set<String> { ["id"] }
  override class var unknownKeysProperty: String? { "rest" }
  override class var subclasses: Subclasses? {
    .byTag(
      "kind",
      [
        "memo0": Memo.self, "memo1": HookedMemo.self, "memo2": WholeMemo.self,
        "memo3": AccessedMemo.self, "work": Work.self,
      ]
    )
  }
  override class var places: FlatText.Places? {
    .init(single: ["one"], lists: ["parts", "partSet"], rows: ["groups"], dictionaries: ["byName"])
  }
  override var inside: [Living] {
    parts + (one.map { [$0] } ?? []) + byName.sorted { $0.key < $1.key }.map(\.value)
      + groups.flatMap { $0 }
  }
  override var inSets: [Living] { Array(partSet) }
}

/// Values that coders have forms of their own for.
class Memo: Part {
  var when = Date(timeIntervalSinceReferenceDate: 0)
  var day: Date?
  var days: [Date] = []
  var data = Data()
  var bySuit: [Suit: Int] = [:]
  var ratio = 0.5
  var price: Decimal = 1
  var point: Point?
  var any: Any?
  var own = Leaf()
  var box: Box?
  var boxes: [Box] = []
  var boxMap: [String: Box] = [:]
  var tally: Tally?
  var raw: RawJSON?
  override class var dateFormats: [String: DateOptions.Format] { ["day": .dateOnly] }
  override var inside: [Living] {
    let boxMap = boxMap.sorted { $0.key < $1.key }.map(\.value)
    return super.inside + ((box.map { [$0] } ?? []) + boxes + boxMap).flatMap(\.inside)
  }
}

/// A struct with models, and with structs in it.
struct Box: ModelStruct {
  var name = "-"
  var money = Money()
  var prices: [Money] = []
  var one: Part?
  var parts: [Part] = []
  var boxes: [Box] = []
  var count: Int? = 1

  var inside: [Living] { (one.map { [$0] } ?? []) + parts + boxes.flatMap(\.inside) }
}

class Work: Part {
  var pages = 0
  override class var subclasses: Subclasses? {
    .byTag("type", ["play": Play.self, "film": Film.self], otherwise: OtherWork.self)
  }
}

class Play: Work {
  var acts: [String] = []
  var lead: Memo?
  override var inside: [Living] { super.inside + (lead.map { [$0] } ?? []) }
}

class Film: Work {
  var secs: Int?
  var when: Date?
}

class OtherWork: Work {
  var note = "-"
  // Listed by no tag, and only what it was read from says so.
  override class var isWhole: Bool { false }
}

// MARK: - Without identity

/// A family without identity, whose unknown tags name a class of their own.
class Media: Living {
  var media: [Media] = []
  var one: Media?
  var byName: [String: Media] = [:]
  var caption: String? = "x"
  override class var subclasses: Subclasses? {
    .byTag(
      "kind",
      [
        "memo0": Clip.self, "memo1": HookedClip.self, "memo2": WholeClip.self,
        "memo3": AccessedClip.self, "7": Song.self,
      ],
      otherwise: OtherMedia.self
    )
  }
  override class var keyMapping: [String: JSONKey] { ["caption": ["ext.caption", "title"]] }
  override var inside: [Living] {
    media + (one.map { [$0] } ?? []) + byName.sorted { $0.key < $1.key }.map(\.value)
  }
}

class Clip: Media {
  var secs = 0
  var when: Date?
  var size: Double?
  var cover: Memo?
  var money = Money()
  var limits: [Limited] = []
  override class var keyMapping: [String: JSONKey] { ["size": "ext.list[1].size"] }
  override var inside: [Living] { super.inside + (cover.map { [$0] } ?? []) }
}

final class Song: Media {
  var wordSet: Set<String> = []
  var rank: Rank?
}

final class OtherMedia: Media {
  var note = "-"
  override class var isWhole: Bool { false }
}

// MARK: - With refusals

/// A family with an identity that refuses some of what comes in.
class Member: Living {
  var members: [Member] = []
  var friend: Member?
  var memo: Memo?
  var word: String?
  override class var identity: Set<String> { ["id"] }
  override class var subclasses: Subclasses? {
    .byTag(
      "kind",
      [
        "memo0": Guest.self, "memo1": HookedGuest.self, "memo2": WholeGuest.self,
        "memo3": AccessedGuest.self,
      ]
    )
  }
  override class var places: FlatText.Places? { .init(single: ["friend"], lists: ["members"]) }
  override var inside: [Living] {
    members + (friend.map { [$0] } ?? []) + (memo.map { [$0] } ?? [])
  }
  override func validate() throws {
    if id == 13 { throw Refusal() }
  }
}

class Guest: Member {
  var nights = 0
}
