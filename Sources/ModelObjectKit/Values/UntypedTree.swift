import ModelObjectEssentials

/// Copies and compares untyped values, which may contain models.
///
/// A tree may have any depth, so no function is recursive.
enum UntypedTree {
  /// The tree with copies of the models in it; a container of Foundation that has models becomes one
  /// of Swift.
  static func copy(_ value: Any, _ copier: any ModelCopier) -> Any {
    // The containers being copied, each inside the one before it; the first holds the tree.
    var levels = [CopiedLevel([value])]
    while true {
      let top = levels.count - 1
      guard let part = levels[top].nextPart().map(innermost) else {
        let closed = levels.removeLast()
        guard top > 0 else { return closed.parts[0] }
        if closed.isChanged { levels[top - 1].replacePart(by: closed.value) }
        continue
      }
      if isPlain(part) { continue }
      let object = reference(in: part)
      if let model = object as? any Model {
        levels[top].replacePart(by: copier.copied(model))
      } else if object == nil, !isTree(part), let shape = shape(of: type(of: part)),
        !shape.isList || !shape.heldModels.areAny
      {
        if shape.heldModels.holdsModels {
          levels[top].replacePart(by: shape.copy(any: part, copier))
        }
      } else if object == nil || !levels.contains(where: { $0.object === object }) {
        switch Input(part) {
        case .array(.tree(let elements)): levels.append(CopiedLevel(elements, nil, object))
        case .object(.tree(let pairs)):
          levels.append(CopiedLevel(Array(pairs.values), Array(pairs.keys), object))
        default: break
        }
      }
    }
  }

  /// Whether two trees are equal; numbers of different types are compared by their values.
  static func areEqual(_ first: Any, _ second: Any, _ comparer: any ModelComparer) -> Bool {
    if let object = reference(in: first), let other = reference(in: second) {
      if let model = object as? any Model, let other = other as? any Model {
        return comparer.areEqual(model, other)
      }
      if object === other { return true }
      // Foundation's containers may contain themselves.
      if isFoundationContainer(object), comparer.haveMet(object, other) {
        return true
      }
    } else if type(of: first) == type(of: second), !isTree(first), !isPlain(first),
      let shape = shape(of: type(of: first))
    {
      return comparer.areEqual(later: { shape.areEqual(any: first, second, comparer) })
    }
    switch (Input(first), Input(second)) {
    case (.null, .null): return true
    case (.bool(let first), .bool(let second)): return first == second
    case (.number(let first), .number(let second)): return first.isEqual(to: second)
    case (.text(let first), .text(let second)): return first.string == second.string
    case (.array(.tree(let first)), .array(.tree(let second))):
      guard first.count == second.count else { return false }
      return comparer.areEqual(later: {
        zip(first, second).allSatisfy { areEqual($0, $1, comparer) }
      })
    case (.object(.tree(let first)), .object(.tree(let second))):
      guard first.count == second.count else { return false }
      return comparer.areEqual(later: {
        first.allSatisfy { key, value in
          second[key].map { areEqual(value, $0, comparer) } ?? false
        }
      })
    case (.foreign(let first), .foreign(let second)):
      return Unknown.areEqual(first, second)
        ?? (reference(in: first) == nil && type(of: first) == type(of: second))
    default: return false
    }
  }

  /// The innermost value of an `Any` in an `Any`.
  private static func innermost(_ value: Any) -> Any {
    var value = value
    while let nested = nestedAny(in: value) { value = nested }
    return value
  }

  /// Whether a value is of one of the most common types without parts.
  private static func isPlain(_ value: Any) -> Bool {
    let type = type(of: value)
    return type == String.self || type == Int.self || type == Bool.self || type == Double.self
  }

  private static func isTree(_ value: Any) -> Bool {
    type(of: value) == [Any].self || type(of: value) == [String: Any].self
  }
}

/// A container whose parts are being copied.
private struct CopiedLevel {
  /// The container, if it is one of Foundation's, which may contain itself.
  let object: AnyObject?
  /// The keys of a dictionary; nil for an array.
  private let keys: [String]?
  private(set) var parts: [Any]
  private(set) var isChanged = false
  private var next = 0

  init(_ parts: [Any], _ keys: [String]? = nil, _ object: AnyObject? = nil) {
    (self.parts, self.keys, self.object) = (parts, keys, object)
  }

  var value: Any { keys.map { Dictionary(uniqueKeysWithValues: zip($0, parts)) } ?? parts }

  mutating func nextPart() -> Any? {
    guard next < parts.count else { return nil }
    next += 1
    return parts[next - 1]
  }

  mutating func replacePart(by part: Any) {
    parts[next - 1] = part
    isChanged = true
  }
}

extension Number {
  /// Whether two numbers have exactly the same value; NaN equals itself.
  fileprivate func isEqual(to other: Number) -> Bool {
    if let first = whole, let second = other.whole { return first.isEqual(to: second) }
    switch (self, other) {
    case (.decimal, _), (_, .decimal):
      return decimal == other.decimal
    default:
      return double == other.double
    }
  }
}
