import ModelObjectKit

// The twins of three classes. A hook that only calls `super` changes nothing, nor does one that is
// handed the whole object, nor an accessor of a property that has no observer.

final class HookedMemo: Memo {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

final class WholeMemo: Memo {
  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] { dictionary }
}

final class AccessedMemo: Memo {
  override class var accessors: [String: PropertyAccessor] {
    [
      "id": .init(\Item.id), "name": .init(\Item.name), "parts": .init(\Part.parts),
      "one": .init(\Part.one), "byName": .init(\Part.byName), "groups": .init(\Part.groups),
      "partSet": .init(\Part.partSet), "count": .init(\Part.count), "when": .init(\Memo.when),
      "day": .init(\Memo.day), "days": .init(\Memo.days), "data": .init(\Memo.data),
      "bySuit": .init(\Memo.bySuit), "ratio": .init(\Memo.ratio), "price": .init(\Memo.price),
      "point": .init(\Memo.point), "any": .init(\Memo.any), "own": .init(\Memo.own),
      "box": .init(\Memo.box), "boxes": .init(\Memo.boxes), "boxMap": .init(\Memo.boxMap),
      "tally": .init(\Memo.tally), "raw": .init(\Memo.raw),
    ]
  }
}

final class HookedClip: Clip {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

final class WholeClip: Clip {
  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] { dictionary }
}

final class AccessedClip: Clip {
  override class var accessors: [String: PropertyAccessor] {
    [
      "id": .init(\Item.id), "name": .init(\Item.name), "media": .init(\Media.media),
      "one": .init(\Media.one), "byName": .init(\Media.byName), "caption": .init(\Media.caption),
      "secs": .init(\Clip.secs), "when": .init(\Clip.when), "size": .init(\Clip.size),
      "cover": .init(\Clip.cover), "money": .init(\Clip.money), "limits": .init(\Clip.limits),
    ]
  }
}

final class HookedGuest: Guest {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// Each value goes through its hands, too: those of objects that are refused then.
final class WholeGuest: Guest {
  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] { dictionary }
  override class var transforms: [String: PropertyTransform] {
    .unchanged("members", "friend", "memo", "word", "nights")
  }
}

final class AccessedGuest: Guest {
  override class var accessors: [String: PropertyAccessor] {
    [
      "id": .init(\Item.id), "name": .init(\Item.name), "members": .init(\Member.members),
      "friend": .init(\Member.friend), "memo": .init(\Member.memo), "word": .init(\Member.word),
      "nights": .init(\Guest.nights),
    ]
  }
}
