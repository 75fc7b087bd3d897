import ModelObjectKit

// A family whose objects have an identity of two parts, of which the keys may give one, with the
// twins of a class. What has a hook is filed as what has none.

class Line: Living {
  var lang = "en"
  var lines: [Line] = []
  var one: Line?
  var byName: [String: Line] = [:]
  var lineSet: Set<Line> = []
  var count: Int? = 1
  override class var identity: Set<String> { ["id", "lang"] }
  override var naming: String { "\(id) \(lang)" }
  override class var subclasses: Subclasses? {
    .byTag(
      "kind",
      [
        "memo0": Verse.self, "memo1": HookedVerse.self, "memo2": WholeVerse.self,
        "memo3": AccessedVerse.self,
      ]
    )
  }
  override var inside: [Living] {
    lines + (one.map { [$0] } ?? []) + byName.sorted { $0.key < $1.key }.map(\.value)
  }
  override var inSets: [Living] { Array(lineSet) }
}

class Verse: Line {
  var feet = 0
  var memo: Memo?
  override var inside: [Living] { super.inside + (memo.map { [$0] } ?? []) }
}

final class HookedVerse: Verse {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// It is handed the whole object, and each value, and refuses nothing.
final class WholeVerse: Verse {
  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] { dictionary }
  override class var transforms: [String: PropertyTransform] {
    .unchanged("lang", "lines", "one", "byName", "count", "feet", "memo")
  }
  override func validate() throws {}
}

final class AccessedVerse: Verse {
  override class var accessors: [String: PropertyAccessor] {
    [
      "id": .init(\Item.id), "name": .init(\Item.name), "lang": .init(\Line.lang),
      "lines": .init(\Line.lines), "one": .init(\Line.one), "byName": .init(\Line.byName),
      "lineSet": .init(\Line.lineSet), "count": .init(\Line.count), "feet": .init(\Verse.feet),
      "memo": .init(\Verse.memo),
    ]
  }
}

extension [String: PropertyTransform] {
  /// Transforms that return what they get.
  static func unchanged(_ names: String...) -> Self {
    Dictionary(uniqueKeysWithValues: names.map { ($0, PropertyTransform(read: { $0 })) })
  }
}
