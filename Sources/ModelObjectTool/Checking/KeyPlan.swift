import ModelObjectKit

/// Which keys of an object belong to which properties.
struct KeyPlan {
  struct Place {
    let property: ModelProperty
    let name: String
    let keys: [String]
  }

  private(set) var places: [Place] = []
  private(set) var isWhole = true
  private let folds: Bool

  init(_ model: ModelType, _ catalog: ModelCatalog) {
    folds = !model.matchesExactly
    let entries = model.entries(.keyMapping)
    isWhole = model.chain.allSatisfy { $0.lists[.keyMapping]?.isWhole ?? true }
    for property in model.mapped where catalog.facts(property).isMapped != false {
      let name = model.name(of: property)
      if let entry = entries[name] {
        if entry.keys == nil { isWhole = false }
        places.append(Place(property: property, name: name, keys: entry.keys ?? [name]))
      } else {
        places.append(Place(property: property, name: name, keys: [name]))
      }
    }
  }

  /// The value for a property, the best one that isn't null, and how its key is spelled.
  func find(
    _ place: Place,
    in pairs: [JSONTree.Pair],
    _ used: inout Set<String>
  ) -> (value: JSONTree, spelling: String)? {
    var found: (value: JSONTree, spelling: String)?
    for key in place.keys {
      let whole = pairs.last { $0.key == key } ?? pairs.last { matches($0.key, key) }
      if let whole {
        used.insert(whole.key)
        if found == nil || isNull(found?.value), !isNull(whole.value) || found == nil {
          found = (whole.value, whole.key)
        }
      }
      let steps = JSONKey(key).steps
      guard steps.count > 1, let head = pairs.last(where: { matches($0.key, steps[0]) }) else {
        continue
      }
      used.insert(head.key)
      guard let end = head.value.value(at: steps.dropFirst(), folded: folds) else { continue }
      if found == nil || isNull(found?.value) && !isNull(end.value) {
        found = (end.value, head.key + end.spelling)
      }
    }
    return found
  }

  private func isNull(_ value: JSONTree?) -> Bool {
    if case .null = value { true } else { false }
  }

  private func matches(_ key: String, _ wanted: String) -> Bool {
    key == wanted || folds && FoldedKey(key) == FoldedKey(wanted)
  }
}
