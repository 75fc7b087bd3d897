import Foundation
import ModelObjectKit

/// A plain and slow model of which key maps to which property, and of the conversion of its value.
///
/// It shares no code with the library. It follows the documentation (the articles on keys and on
/// values). If the documentation leaves something open, the value is `unclear`, or an issue is
/// optional.
struct Oracle {
  struct Finding: Hashable, CustomStringConvertible {
    let kind: ModelError.Issue.Kind
    let path: String

    var description: String { "\(kind) \(path)" }
  }

  /// With strict options, some values don't fit.
  let isStrict: Bool
  /// In text, a key may occur twice; a dictionary only has the last value.
  let isText: Bool
  /// The required findings of strict options.
  var certain: Set<Finding> = []
  /// The optional findings: the documentation doesn't say which of several keys is reported.
  var possible: Set<Finding> = []
  /// Whether the keys of structs are matched exactly, as those of the class around them.
  var matchesExactly = false
  /// Places that may hold anything, and below them.
  var open: Set<String> = []

  init(isStrict: Bool, isText: Bool) {
    self.isStrict = isStrict
    self.isText = isText
  }

  /// The missing findings, and the superfluous ones.
  func differences(from found: Set<Finding>) -> (lacking: Set<Finding>, surplus: Set<Finding>) {
    func isOpen(_ finding: Finding) -> Bool {
      possible.contains(finding)
        || open.contains {
          finding.path == $0 || finding.path.hasPrefix($0 + ".")
            || finding.path.hasPrefix($0 + "[")
        }
    }
    return (
      certain.subtracting(found).filter { !isOpen($0) },
      found.subtracting(certain).filter { !isOpen($0) }
    )
  }

  typealias Pairs = [OraclePair]

  /// Maps an object of the input to the values of the properties.
  mutating func map(
    _ pairs: Pairs,
    onto type: any OracleModel.Type,
    holding values: [OracleValue],
    path: String
  ) -> [OracleValue] {
    let last = known(pairs)
    let outer = matchesExactly
    matchesExactly = type.isExact
    defer { matchesExactly = outer }
    let prefix = path.isEmpty ? "" : path + "."
    let properties = type.properties
    let owners = Set(properties.filter { $0.keys == nil }.map(\.bareName))
    let folded = last.map { Self.fold($0.key) }
    return zip(properties, values).map { property, value in
      if let keys = property.keys {
        return listed(keys, in: last, property: property, value, isExact: type.isExact, prefix)
      }
      let name = Self.fold(property.name)
      let taken = zip(last, folded).filter { pair, folded in
        // If a property has the key's exact spelling, only it matches.
        if owners.contains(pair.key) { return pair.key == property.bareName }
        return type.isExact ? pair.key == property.name : !folded.isEmpty && folded == name
      }
      let candidates = Self.best(taken.map(\.0), first: [property.bareName, property.name])
      if candidates.isEmpty { return missing(property, at: prefix + property.bareName, value) }
      return contest(candidates, property, value, prefix)
    }
  }

  /// The pairs that the input has: in a dictionary, the last one of a key.
  func known(_ pairs: Pairs) -> Pairs {
    var known: Pairs = []
    for pair in pairs {
      if !isText { known.removeAll { $0.key == pair.key } }
      known.append(pair)
    }
    return known
  }

  private mutating func missing(
    _ property: OracleProperty,
    at path: String,
    _ value: OracleValue
  ) -> OracleValue {
    if !property.type.isOptional { certain.insert(Finding(kind: .missingKey, path: path)) }
    return value
  }

  // MARK: - Keys

  static func fold(_ key: String) -> String {
    String(decoding: key.utf8.filter { !"_- ".utf8.contains($0) }, as: UTF8.self)
      .uppercased().lowercased()
  }

  /// Some spellings first, then the smallest by its UTF-8 bytes; if a key repeats, the last one
  /// first.
  static func best(_ pairs: Pairs, first names: [String]) -> Pairs {
    pairs.enumerated().sorted { a, b in
      let ranks = [a, b].map { names.firstIndex(of: $0.element.key) ?? names.count }
      if ranks[0] != ranks[1] { return ranks[0] < ranks[1] }
      if a.element.key == b.element.key { return a.offset > b.offset }
      return a.element.key.utf8.lexicographicallyPrecedes(b.element.key.utf8)
    }.map(\.element)
  }

  /// The best key whose value isn't null decides; if all are null, the property gets null.
  private mutating func contest(
    _ candidates: Pairs,
    _ property: OracleProperty,
    _ value: OracleValue,
    _ prefix: String
  ) -> OracleValue {
    let best = candidates.first { !Self.isNull($0.value, for: property.type) }
    guard let decisive = best ?? candidates.first else { return value }
    let path = prefix + decisive.key
    if best == nil {
      if property.type.isOptional { return .null }
      certain.insert(Finding(kind: .unexpectedNull, path: path))
    } else if let taken = convert(decisive.value, to: property.type, holding: value, at: path) {
      return taken
    } else {
      certain.insert(Finding(kind: .typeMismatch, path: path))
    }
    return value
  }

  // MARK: - Lists of keys

  /// The listed keys compete in their order, each as a whole before it is a path.
  private mutating func listed(
    _ keys: [String],
    in pairs: Pairs,
    property: OracleProperty,
    _ value: OracleValue,
    isExact: Bool,
    _ prefix: String
  ) -> OracleValue {
    var candidates: Pairs = []
    var (isClear, isBlocked) = (true, false)
    for key in keys {
      for place in Self.find(key, in: pairs, isExact: isExact) {
        // If the best spelling of a step leads nowhere, no particular one is required.
        if !place.isAlone { isClear = false }
        if let tree = place.tree { candidates.append(OraclePair(place.path, tree)) }
        isBlocked = isBlocked || place.tree == nil && !place.path.isEmpty
      }
    }
    guard isClear else {
      leaveOpen(keys, pairs, prefix)
      return .unclear
    }
    if candidates.isEmpty {
      // A value on a path that isn't an object is an issue in place of the missing key.
      guard !isBlocked else {
        leaveOpen(keys, pairs, prefix)
        possible.insert(Finding(kind: .missingKey, path: prefix + keys[0]))
        return value
      }
      return missing(property, at: prefix + keys[0], value)
    }
    return contest(candidates, property, value, prefix)
  }

  /// Any value at the end of one of the listed keys is right.
  private mutating func leaveOpen(_ keys: [String], _ pairs: Pairs, _ prefix: String) {
    let steps = Set(
      keys.flatMap { [$0, String($0.prefix { $0 != "." && $0 != "[" })] }.map(Self.fold)
    )
    for pair in pairs where steps.contains(Self.fold(pair.key)) { open.insert(prefix + pair.key) }
  }

  /// A whole key, then a path: the places as spelled in the input, their values, and whether each
  /// key on the way was the only candidate.
  private static func find(
    _ text: String,
    in pairs: Pairs,
    isExact: Bool
  ) -> [(path: String, tree: OracleTree?, isAlone: Bool)] {
    var places: [(path: String, tree: OracleTree?, isAlone: Bool)] = []
    if let (pair, isAlone) = step(text, in: pairs, isExact: isExact) {
      places.append((pair.key, pair.value, isAlone))
    }
    if text.contains(where: { ".[".contains($0) }) {
      places.append(follow(text, in: pairs, isExact: isExact))
    }
    return places
  }

  private static func follow(
    _ text: String,
    in pairs: Pairs,
    isExact: Bool
  ) -> (path: String, tree: OracleTree?, isAlone: Bool) {
    var tree = OracleTree.object(pairs)
    var path = ""
    var isAlone = true
    for part in text.replacing("[", with: ".[").split(separator: ".") {
      // Null above the end is the value.
      if case .null = tree { return (path, tree, isAlone) }
      if part.hasPrefix("[") {
        guard case .array(let elements) = tree, let index = Int(part.dropFirst().dropLast()),
          elements.indices.contains(index)
        else { return (path, nil, isAlone) }
        path += part
        tree = elements[index]
      } else {
        guard case .object(let pairs) = tree,
          let (pair, isAloneHere) = step(String(part), in: pairs, isExact: isExact)
        else { return (path, nil, isAlone) }
        path += path.isEmpty ? pair.key : "." + pair.key
        isAlone = isAlone && isAloneHere
        tree = pair.value
      }
    }
    return (path, tree, isAlone)
  }

  private static func step(
    _ name: String,
    in pairs: Pairs,
    isExact: Bool
  ) -> (pair: OraclePair, isAlone: Bool)? {
    let folded = fold(name)
    let matching = pairs.filter {
      $0.key == name || !isExact && !folded.isEmpty && fold($0.key) == folded
    }
    guard let key = best(matching, first: [name]).first?.key,
      let pair = pairs.last(where: { $0.key == key })
    else { return nil }
    return (pair, matching.count == 1)
  }
}
