import ModelObjectKit

/// Decides whether objects are dictionaries rather than models.
///
/// If the user has not decided, the first rule that applies does:
///
/// 1. all keys are ids (``KeyLook``): a dictionary, whatever the values are;
/// 2. tags distinguish kinds of the objects (``FamilyRules``): a model;
/// 3. more than 150 keys with values of one kind: a dictionary;
/// 4. values of more than one shape: a model;
/// 5. the key over them is one of usual dictionaries (`headers`, `rates`): a dictionary;
/// 6. three keys or more, half of which can't be names (`@babel/core`, `a.b.c`); or two or more,
///    all of three capitals (`EUR`): a dictionary;
/// 7. three objects or more, all with the same keys: a model;
/// 8. 20 keys or more (50 if the values are strings or booleans): a dictionary;
/// 9. three objects or more with six keys or more, of which an object has no more than half on
///    average, unless there are unlike objects under them; or two objects or more with strings under three keys or more, none of which is in two
///    objects: a dictionary;
/// 10. three keys or more, all with objects like the first (``Likeness``), under a key in the plural;
///     but not under a name such as `links`, nor with a key for a size, a place and the like
///     (`small`, `next`): a dictionary;
/// 11. else a model.
struct MapRules {
  private let objects: Objects
  private let pairs: [(key: String, places: [Place])]
  private let key: String

  static let maximumEqual = 150
  private static let manyTexts = 50
  private static let many = 20

  static func areDictionaries(_ objects: Objects, under key: String) -> Bool {
    let pairs = objects.seenPairs
    return MapRules(objects: objects, pairs: pairs, key: key).decide()
  }

  private func decide() -> Bool {
    if pairs.allSatisfy({ KeyLook.isID($0.key) }) { return true }
    if FamilyRules.key(of: objects) != nil { return false }
    if hasTooManyOfAKind { return true }
    guard Likeness.isOneShape(pairs.map(\.places)) else { return false }
    if MapNames.contain(key) || hasForeignKeys { return true }
    let (objectCount, fill) = filling
    if objectCount >= 3, fill == 1 { return false }
    let kinds = pairs.flatMap(\.places).kinds
    let isTextual = kinds == .text || kinds == .bool
    if pairs.count >= (isTextual ? Self.manyTexts : Self.many) { return true }
    let areAlike = pairs.allSatisfy { Likeness.areCompatible(pairs[0].places, $0.places) }
    if objectCount >= 3, pairs.count >= 6, fill <= 0.5, kinds != .object || areAlike { return true }
    if objectCount >= 2, pairs.count >= 3, kinds == .text, isDisjoint { return true }
    return kinds == .object && pairs.count >= 3 && Singular.of(key) != key
      && !MapNames.keepModels(key)
      && !pairs.contains { MapNames.positions.contains($0.key.lowercased()) }
      && areAlike
  }

  private var isDisjoint: Bool {
    pairs.allSatisfy { $0.places.reduce(0) { $0 + $1.count } == 1 }
  }

  private var hasForeignKeys: Bool {
    let foreign = pairs.count { KeyLook.isForeign($0.key) }
    return pairs.count >= 3 && foreign * 2 >= pairs.count
      || pairs.count >= 2 && pairs.allSatisfy { KeyLook.isCode($0.key) }
  }

  private var hasTooManyOfAKind: Bool {
    guard pairs.count > Self.maximumEqual else { return false }
    var counts: [Int: Int] = [:]
    for pair in pairs { counts[pair.places.kinds.rawValue, default: 0] += 1 }
    return counts.values.contains { $0 > Self.maximumEqual }
  }

  /// The number of objects with keys, and the part of all keys that they have on average.
  private var filling: (objects: Int, part: Double) {
    let count = objects.count - objects.emptyCount
    let present = pairs.reduce(0) { $0 + $1.places.reduce(0) { $0 + $1.count } }
    guard count > 0, !pairs.isEmpty else { return (0, 1) }
    return (count, Double(present) / Double(count * pairs.count))
  }
}

/// The user's decisions about objects, by the keys over them.
struct Choices: Equatable {
  var maps: Set<String> = []
  var classes: Set<String> = []
}

/// Keys that show whether the objects under them, or with them, are dictionaries.
enum MapNames {
  /// The keys under which objects of one shape are dictionaries, besides those that contain
  /// `dependencies`.
  private static let usual: Set<String> = [
    "headers", "rates", "dependencies", "paths", "labels", "annotations", "definitions", "env",
    "environment", "engines", "scripts", "packages", "schemas", "prices", "quotes", "currencies",
    "languages", "translations", "variables", "matchlabels", "nodeselector", "disttags",
    "patternproperties", "examples", "cookies", "exchangerates", "customfields", "extradata",
    "resolutions", "overrides", "bin", "selector",
  ]

  /// Plurals under which objects are models all the same.
  private static let models: Set<String> = [
    "links", "images", "settings", "options", "preferences", "permissions", "details", "stats",
    "statistics", "thumbnails", "counts", "totals", "limits", "urls", "sizes", "entities",
    "features",
    "parameters", "relationships", "attributes", "properties", "assets", "icons", "fields",
  ]

  /// Keys for sizes, places and other roles: objects that have one are models.
  static let positions: Set<String> = [
    "small", "medium", "large", "thumb", "thumbnail", "original", "full", "tiny", "default", "high",
    "standard", "maxres", "self", "next", "prev", "previous", "first", "last", "start", "end",
    "min",
    "max", "home", "away", "left", "right", "top", "bottom", "from", "to", "day", "night", "today",
    "current", "total", "primary", "secondary", "before", "after", "source", "target", "author",
    "user", "owner", "data", "meta", "name", "id",
  ]

  static func contain(_ key: String) -> Bool {
    let name = bare(key)
    return usual.contains(name) || name.firstPlace(of: "dependencies") != nil
  }

  static func keepModels(_ key: String) -> Bool { models.contains(bare(key)) }

  private static func bare(_ key: String) -> String {
    String(key.lowercased().filter { $0.isLetter })
  }
}
