import Foundation

/// Copies and compares untyped values, which may be trees with models in them.
///
/// A tree may be of any depth: each level asks for its stack.
enum UntypedTree {
  /// The tree with copies in place of the models in it.
  static func copy(_ value: Any, _ copier: any ModelCopier) -> Any {
    changed(value, copier) ?? value
  }

  /// The tree with copies in place of the models in it; nil where it holds none.
  private static func changed(_ value: Any, _ copier: any ModelCopier) -> Any? {
    if isPlain(value) { return nil }
    if let object = reference(in: value), let model = object as? any Model {
      return copier.copied(model)
    }
    return copier.stack.run { changed(container: value, copier) }
  }

  private static func changed(container value: Any, _ copier: any ModelCopier) -> Any? {
    if let array = payload(of: value, as: [Any].self) {
      return array.replaced { changed($0, copier) }
    }
    if let dictionary = payload(of: value, as: [String: Any].self) {
      return dictionary.replaced { changed($0, copier) }
    }
    if let object = reference(in: value) {
      guard object is NSArray || object is NSDictionary else { return nil }
      return copier.container(insteadOf: object) { changed(object: object, copier) }
    }
    if let nested = nestedAny(in: value) { return changed(nested, copier) }
    if let rules = ValueRules.of(type(of: value)) {
      return rules.contents.holdsModels ? rules.copyAny(value, copier) : nil
    }
    return (value as? any Replaceable)?.replaced { changed($0, copier) }
  }

  /// A copy of an array or dictionary of Foundation's, which can be changed where the original can.
  private static func changed(object: AnyObject, _ copier: any ModelCopier) -> AnyObject? {
    switch object {
    case let array as NSArray:
      guard let elements = array.map({ $0 }).replaced({ changed($0, copier) }) else { return nil }
      return array is NSMutableArray ? NSMutableArray(array: elements) : NSArray(array: elements)
    case let dictionary as NSDictionary:
      var pairs: [AnyHashable: Any] = [:]
      var isChanged = false
      for (key, value) in dictionary {
        // All keys of an `NSDictionary` can be hashed.
        guard let key = key as? AnyHashable else { continue }
        let copy = changed(value, copier)
        if copy != nil { isChanged = true }
        pairs[key] = copy ?? value
      }
      guard isChanged else { return nil }
      return dictionary is NSMutableDictionary
        ? NSMutableDictionary(dictionary: pairs) : NSDictionary(dictionary: pairs)
    default: return nil
    }
  }

  /// Whether two trees are equal; numbers of different types are compared by their values.
  static func areEqual(_ first: Any, _ second: Any, _ comparer: any ModelComparer) -> Bool {
    if let object = reference(in: first), let other = reference(in: second) {
      if let model = object as? any Model, let other = other as? any Model {
        return comparer.areEqual(model, other)
      }
      if object === other { return true }
      // Containers of Foundation's may hold themselves.
      if object is NSArray || object is NSDictionary, comparer.haveMet(object, other) {
        return true
      }
    } else if type(of: first) == type(of: second), !isTree(first), !isPlain(first),
      let rules = ValueRules.of(type(of: first))
    {
      return comparer.stack.run { rules.areEqualAny(first, second, comparer) }
    }
    switch (Input(first), Input(second)) {
    case (.null, .null): return true
    case (.bool(let first), .bool(let second)): return first == second
    case (.number(let first), .number(let second)): return first.isEqual(to: second)
    case (.text(let first), .text(let second)): return first.string == second.string
    case (.array(.tree(let first)), .array(.tree(let second))):
      guard first.count == second.count else { return false }
      return comparer.stack.run {
        zip(first, second).allSatisfy { self.areEqual($0, $1, comparer) }
      }
    case (.object(.tree(let first)), .object(.tree(let second))):
      guard first.count == second.count else { return false }
      return comparer.stack.run {
        first.allSatisfy { key, value in
          second[key].map { self.areEqual(value, $0, comparer) } ?? false
        }
      }
    case (.foreign(let first), .foreign(let second)):
      return Unknown.areEqual(first, second)
        ?? (reference(in: first) == nil && type(of: first) == type(of: second))
    default: return false
    }
  }

  /// Whether a value is of one of the commonest types that hold no other values.
  private static func isPlain(_ value: Any) -> Bool {
    let type = type(of: value)
    return type == String.self || type == Int.self || type == Bool.self || type == Double.self
  }

  private static func isTree(_ value: Any) -> Bool {
    type(of: value) == [Any].self || type(of: value) == [String: Any].self
  }
}

/// A collection whose elements can be replaced; `replaced` is nil where all stay.
private protocol Replaceable {
  func replaced(_ change: (Any) -> Any?) -> Self?
}

extension Array: Replaceable {
  fileprivate func replaced(_ change: (Any) -> Any?) -> [Element]? {
    var copy: [Element]?
    for (index, element) in enumerated() {
      guard let changed = change(element), let element = changed as? Element else { continue }
      if copy == nil { copy = self }
      copy?[index] = element
    }
    return copy
  }
}

extension Dictionary: Replaceable {
  fileprivate func replaced(_ change: (Any) -> Any?) -> [Key: Value]? {
    var copy: [Key: Value]?
    for (key, value) in self {
      guard let changed = change(value), let value = changed as? Value else { continue }
      if copy == nil { copy = self }
      copy?[key] = value
    }
    return copy
  }
}

extension Number {
  /// Whether two numbers have exactly the same value; NaN equals itself.
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
