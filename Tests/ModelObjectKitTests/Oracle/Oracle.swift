import Foundation
import ModelObjectKit

/// A plain and slow telling of which key feeds which property, and of what becomes of its value.
///
/// It shares no code with the library. It says what the documentation says (the articles on keys
/// and on values), and leaves open, as `unclear` or as issues that may but need not be found, what
/// the documentation leaves open.
struct Oracle {
  struct Finding: Hashable, CustomStringConvertible {
    let kind: ModelError.Issue.Kind
    let path: String

    var description: String { "\(kind) \(path)" }
  }

  /// Under strict handling some values fit no more.
  let isStrict: Bool
  /// The findings that strict handling must have.
  var certain: Set<Finding> = []
  /// The findings that it may have: the documentation does not say which of several keys is
  /// reported.
  var possible: Set<Finding> = []
  /// Places where anything may be found, and below them.
  var open: Set<String> = []

  init(isStrict: Bool) {
    self.isStrict = isStrict
  }

  /// The findings that are lacking, and those that are too many.
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

  /// Maps an object of the input onto the values of the properties.
  mutating func map(
    _ pairs: Pairs,
    onto type: any OracleModel.Type,
    holding values: [OracleValue],
    path: String
  ) -> [OracleValue] {
    // Of the same key twice the last one counts.
    var last: Pairs = []
    for pair in pairs {
      last.removeAll { $0.key == pair.key }
      last.append(pair)
    }
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
        // A property that bears the key's exact spelling takes it alone.
        if owners.contains(pair.key) { return pair.key == property.bareName }
        return type.isExact ? pair.key == property.name : !folded.isEmpty && folded == name
      }
      let candidates = Self.best(taken.map(\.0), first: [property.bareName, property.name])
      if candidates.isEmpty { return missing(property, at: prefix + property.bareName, value) }
      return contest(candidates, property, value, prefix)
    }
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

  /// Some spellings first, then the smallest by its UTF-8 bytes.
  private static func best(_ pairs: Pairs, first names: [String]) -> Pairs {
    pairs.sorted { a, b in
      let ranks = [a, b].map { names.firstIndex(of: $0.key) ?? names.count }
      if ranks[0] != ranks[1] { return ranks[0] < ranks[1] }
      return a.key.utf8.lexicographicallyPrecedes(b.key.utf8)
    }
  }

  /// The best key whose value fits; objects for one nested model merge into it, the best one last.
  private mutating func contest(
    _ candidates: Pairs,
    _ property: OracleProperty,
    _ value: OracleValue,
    _ prefix: String
  ) -> OracleValue {
    if candidates.count == 1 {
      return take(candidates[0].value, property.type, value, at: prefix + candidates[0].key)
    }
    var result: OracleValue?
    for candidate in candidates {
      let (key, tree) = (candidate.key, candidate.value)
      var attempt = Oracle(isStrict: isStrict)
      let taken = attempt.convert(tree, to: property.type, holding: value, at: prefix + key)
      // Findings in competing keys are neither promised nor ruled out.
      possible.formUnion(attempt.certain.union(attempt.possible))
      open.formUnion(attempt.open)
      if result == nil { result = taken }
      if taken == nil {
        possible.insert(Finding(kind: .typeMismatch, path: prefix + key))
        possible.insert(Finding(kind: .unexpectedNull, path: prefix + key))
      }
    }
    guard let model = property.type.model, let result, Self.fields(result) != nil else {
      return result ?? value
    }
    return merge(candidates, into: value, of: model, prefix)
  }

  /// Objects for one nested model, the best one last.
  private mutating func merge(
    _ candidates: Pairs,
    into value: OracleValue,
    of model: any OracleModel.Type,
    _ prefix: String
  ) -> OracleValue {
    var merged = Self.fields(value) ?? Self.fields(model.init().held) ?? []
    var count = 0
    for candidate in candidates.reversed() {
      guard case .object(let pairs) = candidate.value else { continue }
      var attempt = Oracle(isStrict: isStrict)
      merged = attempt.map(pairs, onto: model, holding: merged, path: prefix + candidate.key)
      count += 1
    }
    // Whether null takes back what was there, or what a worse key gave, is not said.
    let isOpen = count < candidates.count && (count > 1 || Self.fields(value) != nil)
    return isOpen ? .unclear : .object(merged)
  }

  private static func fields(_ value: OracleValue) -> [OracleValue]? {
    if case .object(let values) = value { values } else { nil }
  }

  // MARK: - Lists of keys

  /// The first of the listed keys that is present and not null.
  private mutating func listed(
    _ keys: [String],
    in pairs: Pairs,
    property: OracleProperty,
    _ value: OracleValue,
    isExact: Bool,
    _ prefix: String
  ) -> OracleValue {
    var nulls: [String] = []
    for key in keys {
      let place = Self.find(key, in: pairs, isExact: isExact)
      // Which spelling of a step counts where the best one leads nowhere is not said.
      if !place.isAlone { leaveOpen(keys, pairs, prefix) }
      guard let tree = place.tree else {
        if place.isAlone { continue }
        return .unclear
      }
      if Self.isNull(tree, for: property.type) {
        nulls.append(place.path)
        if place.isAlone { continue }
        return .unclear
      }
      if place.isAlone { return take(tree, property.type, value, at: prefix + place.path) }
      if property.type.model != nil { return .unclear }
      var attempt = Oracle(isStrict: isStrict)
      return attempt.convert(tree, to: property.type, holding: value, at: "") ?? .unclear
    }
    guard let first = nulls.first else { return missing(property, at: prefix + keys[0], value) }
    if property.type.isOptional { return .null }
    if nulls.count == 1 {
      certain.insert(Finding(kind: .unexpectedNull, path: prefix + first))
    } else {
      for path in nulls { possible.insert(Finding(kind: .unexpectedNull, path: prefix + path)) }
    }
    return value
  }

  /// Whatever is found where one of the listed keys could lead is right.
  private mutating func leaveOpen(_ keys: [String], _ pairs: Pairs, _ prefix: String) {
    let steps = Set(
      keys.flatMap { [$0, String($0.prefix { $0 != "." && $0 != "[" })] }.map(Self.fold)
    )
    for pair in pairs where steps.contains(Self.fold(pair.key)) { open.insert(prefix + pair.key) }
  }

  /// A whole key, else a path: the place as the input spells it, what is there, and whether each
  /// key on the way is the only one that it could have been.
  private static func find(
    _ text: String,
    in pairs: Pairs,
    isExact: Bool
  ) -> (path: String, tree: OracleTree?, isAlone: Bool) {
    if let (pair, isAlone) = step(text, in: pairs, isExact: isExact) {
      return (pair.key, pair.value, isAlone)
    }
    var tree = OracleTree.object(pairs)
    var path = ""
    var isAlone = true
    for part in text.replacing("[", with: ".[").split(separator: ".") {
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
    let keys = Set(matching.map(\.key))
    guard let key = best(matching, first: [name]).first?.key,
      let pair = pairs.last(where: { $0.key == key })
    else { return nil }
    return (pair, keys.count == 1)
  }
}
