import Foundation

/// Copies and compares values without a type, which may be trees with models in them.
enum UntypedTree {
  /// Deeper than this a tree is taken as it is: no mapping makes one.
  private static let maximumDepth = 512

  /// The tree with copies in place of the models in it.
  static func copy(_ value: Any, _ copier: any ModelCopier) -> Any {
    copy(value, copier, depth: 0)
  }

  private static func copy(_ value: Any, _ copier: any ModelCopier, depth: Int) -> Any {
    guard depth < maximumDepth else { return value }
    if isPlain(value) { return value }
    if let array = payload(of: value, as: [Any].self) {
      return array.map { copy($0, copier, depth: depth + 1) }
    }
    if let dictionary = payload(of: value, as: [String: Any].self) {
      return dictionary.mapValues { copy($0, copier, depth: depth + 1) }
    }
    if let object = reference(in: value) {
      return (object as? any Model).map { copier.copied($0) } ?? value
    }
    guard let rules = ValueRules.of(type(of: value)), rules.holdsModels else { return value }
    return rules.copyAny(value, copier)
  }

  /// Whether two trees are equal: numbers by what they count, whatever their types.
  static func areEqual(_ first: Any, _ second: Any, _ comparer: any ModelComparer) -> Bool {
    areEqual(first, second, comparer, depth: 0)
  }

  private static func areEqual(
    _ first: Any,
    _ second: Any,
    _ comparer: any ModelComparer,
    depth: Int
  ) -> Bool {
    guard depth < maximumDepth else { return true }
    if let object = reference(in: first), let other = reference(in: second) {
      if let model = object as? any Model, let other = other as? any Model {
        return comparer.areEqual(model, other)
      }
      if object === other { return true }
    } else if type(of: first) == type(of: second), !isTree(first), !isPlain(first),
      let rules = ValueRules.of(type(of: first))
    {
      return rules.areEqualAny(first, second, comparer)
    }
    switch (Input(first), Input(second)) {
    case (.null, .null): return true
    case (.bool(let first), .bool(let second)): return first == second
    case (.number(let first), .number(let second)): return first.isEqual(to: second)
    case (.text(let first), .text(let second)): return first.string == second.string
    case (.array(.tree(let first)), .array(.tree(let second))):
      return first.count == second.count
        && zip(first, second).allSatisfy { areEqual($0, $1, comparer, depth: depth + 1) }
    case (.object(.tree(let first)), .object(.tree(let second))):
      return first.count == second.count
        && first.allSatisfy { key, value in
          second[key].map { areEqual(value, $0, comparer, depth: depth + 1) } ?? false
        }
    case (.foreign(let first), .foreign(let second)):
      return Unknown.areEqual(first, second)
        ?? (reference(in: first) == nil && type(of: first) == type(of: second))
    default: return false
    }
  }

  /// The commonest values that hold nothing.
  private static func isPlain(_ value: Any) -> Bool {
    let type = type(of: value)
    return type == String.self || type == Int.self || type == Bool.self || type == Double.self
  }

  private static func isTree(_ value: Any) -> Bool {
    type(of: value) == [Any].self || type(of: value) == [String: Any].self
  }
}

extension Number {
  /// Whether two numbers are the same, exactly; what is no number equals itself.
  fileprivate func isEqual(to other: Number) -> Bool {
    if let first = integer(as: Int128.self), let second = other.integer(as: Int128.self) {
      return first == second
    }
    switch (self, other) {
    case (.decimal, _), (_, .decimal):
      return decimal == other.decimal
    default:
      return double == other.double
    }
  }
}
