import Foundation
import ModelObjectKit

/// Checks that the changes between two objects turn the older one into the newer one.
struct ChangeCheck<Model: Living> {
  let old: Model
  let new: Model

  /// An update by an object makes one equal to it, and shares nothing with it.
  func checkUpdate() {
    let copy = old.copy()
    do {
      try copy.update(from: new)
    } catch {
      guard (error as? ModelError)?.code == .unsupportedValue, type(of: old) != type(of: new) else {
        found("update(from:) fails", "\(error)", "\(old)", "\(new)")
      }
      return
    }
    guard type(of: old) == type(of: new) else { return }
    guard copy == new, shown(copy) == shown(new) else {
      found("update(from:) differs", "\(old)", difference("\(new)", "\(copy)"))
    }
    let shared = copy.everything().first { one in new.everything().contains { $0 === one } }
    if let shared { found("update(from:) shares a model", "\(old)", "\(new)", "\(shared)") }
  }

  /// A patch does the same, or says that it can't.
  func checkPatch() {
    do {
      let patch = try new.jsonData(changesSince: old)
      let text = String(decoding: patch, as: UTF8.self)
      if old == new, text != "{}" { found("equal objects differ by a patch", text, "\(old)") }
      guard let tree = ReferenceReader.read(patch)?.tree else { found("a patch is no JSON", text) }
      checkMerge(of: tree, text)
      let copy = old.copy()
      try copy.update(json: patch)
      check(copy, text)
      let other = old.copy()
      try other.update(dictionary: new.dictionaryRepresentation(changesSince: old))
      check(other, text)
    } catch {
      guard (error as? ModelError)?.code == .unsupportedValue else {
        found("a patch fails", "\(error)", "\(old)", "\(new)")
      }
    }
  }

  /// Without models that know the object, a patch gives the newer export too.
  private func checkMerge(of patch: Tree, _ text: String) {
    // Null for a key that is gone would be kept by a model of another class that keeps such keys.
    guard !(old.everything() + new.everything()).contains(where: { $0 is Part }) else { return }
    let merged = tree(old).merged(with: patch).withoutNulls.withoutRepetitions.withSortedSets
    let expected = tree(new).withoutNulls.withoutRepetitions.withSortedSets
    guard merged.withIntegers.json == expected.withIntegers.json else {
      found("a patch merges to something else", text, "\(old)", "\(new)")
    }
  }

  private func tree(_ model: Model) -> Tree {
    ReferenceReader.read(shown(model).utf8)?.tree ?? .null
  }

  private func check(_ copy: Model, _ patch: String) {
    if copy == new, shown(copy) == shown(new) { return }
    // A patch can't say that an unknown key is gone: it becomes null, and elements of a set may come
    // in another order.
    let (first, second) = (tree(copy).withoutNullPairs, tree(new).withoutNullPairs)
    guard first.withSortedSets.withIntegers.json == second.withSortedSets.withIntegers.json else {
      found("a patch gives another object", "\(old)", patch, difference("\(new)", "\(copy)"))
    }
  }
}

extension Tree {
  /// The result of a JSON merge patch (RFC 7396).
  fileprivate func merged(with patch: Tree) -> Tree {
    guard case .object(let changes) = patch else { return patch }
    var result: [(key: String, value: Tree)] = []
    if case .object(let pairs) = self { result = pairs }
    for (key, change) in changes {
      let index = result.firstIndex { $0.key == key }
      let value = (index.map { result[$0].value } ?? .null).merged(with: change)
      if case .null = change {
        if let index { result.remove(at: index) }
      } else if let index {
        result[index].value = value
      } else {
        result.append((key, value))
      }
    }
    return .object(result)
  }

  /// The same without nulls, and what becomes empty without them: keys that are paths leave those.
  fileprivate var withoutNulls: Tree {
    switch self {
    case .array(let elements): .array(elements.map(\.withoutNulls).filter { !$0.isEmpty })
    case .object(let pairs):
      .object(pairs.map { ($0.key, $0.value.withoutNulls) }.filter { !$0.1.isEmpty })
    default: self
    }
  }

  private var isEmpty: Bool {
    switch self {
    case .null: true
    case .array(let elements): elements.isEmpty
    case .object(let pairs): pairs.isEmpty
    default: false
    }
  }

  /// The same without keys whose value is null; a property that is nil on one side alone still
  /// shows, by its value on the other.
  fileprivate var withoutNullPairs: Tree {
    filtered { _, value in if case .null = value { false } else { true } }
  }

  private func filtered(_ isKept: (String, Tree) -> Bool) -> Tree {
    switch self {
    case .array(let elements): .array(elements.map { $0.filtered(isKept) })
    case .object(let pairs):
      .object(pairs.filter { isKept($0.key, $0.value) }.map { ($0.key, $0.value.filtered(isKept)) })
    default: self
    }
  }
}
