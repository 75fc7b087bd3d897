import ModelObjectKit

/// An object with models in it.
class Living: Item {
  /// The models in it, but for those in sets, which have no order.
  var inside: [Living] { [] }
  /// The models in sets.
  var inSets: [Living] { [] }
  /// The values of the properties that identify it, as text.
  var naming: String { "\(id)" }
  /// Whether an export has all that tells a reader what the object is.
  class var isWhole: Bool { true }
  /// The properties that hold models of the family; nil if these have no identity.
  class var places: FlatText.Places? { nil }
}

extension Living {
  /// The model and all models in it, each once.
  func everything(withSets: Bool = false) -> [Living] {
    var seen: Set<ObjectIdentifier> = []
    var all: [Living] = []
    var waiting = [self]
    while let next = waiting.popLast() {
      guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
      all.append(next)
      waiting += next.inside.reversed()
      if withSets { waiting += next.inSets }
    }
    return all
  }

  /// Whether a model in it is inside itself.
  var isInsideItself: Bool {
    var (way, done): (Set<ObjectIdentifier>, Set<ObjectIdentifier>) = ([], [])
    func visit(_ model: Living) -> Bool {
      let id = ObjectIdentifier(model)
      guard !done.contains(id) else { return false }
      guard way.insert(id).inserted else { return true }
      defer {
        way.remove(id)
        done.insert(id)
      }
      return (model.inside + model.inSets).contains(where: visit)
    }
    return visit(self)
  }

  /// Whether a model in it is in two places.
  var holdsAModelTwice: Bool {
    var known: Set<ObjectIdentifier> = []
    func visit(_ model: Living) -> Bool {
      guard known.insert(ObjectIdentifier(model)).inserted else { return true }
      return (model.inside + model.inSets).contains(where: visit)
    }
    return visit(self)
  }

  /// Whether an export, which goes all ways that lead from a model, comes to its end soon.
  var isSmall: Bool {
    var remaining = 500
    var way: Set<ObjectIdentifier> = []
    func visit(_ model: Living) {
      remaining -= 1
      guard remaining > 0, way.insert(ObjectIdentifier(model)).inserted else { return }
      for next in model.inside { visit(next) }
      for next in model.inSets { visit(next) }
      way.remove(ObjectIdentifier(model))
    }
    visit(self)
    return remaining > 0
  }
}
