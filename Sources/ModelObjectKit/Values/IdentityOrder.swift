extension Set {
  /// The elements in the order of their identities, if they are models with some; a set has no order
  /// of its own, and that of its hashes is another one in each run.
  ///
  /// Those with equal identities are in the order of their other values.
  var inIdentityOrder: [Element] {
    let elements = Array(self)
    let models = elements.map { heldObject(in: $0) as? any Model }
    let identities = models.map { $0.flatMap { ModelIdentity(of: $0) } }
    guard identities.contains(where: { $0 != nil }) else { return elements }
    let order = Order { first, second in
      guard let one = identities[first], let other = identities[second] else {
        return identities[first] != nil && identities[second] == nil
      }
      if one == other { return models[first]?.plainText ?? "" < models[second]?.plainText ?? "" }
      return one.precedes(other)
    }
    return order.sorted(elements.count).map { elements[$0] }
  }
}

extension Model {
  /// The values of the properties that hold no models.
  fileprivate var plainText: String {
    SchemaCache.schema(of: type(of: self)).declaration.properties
      .filter { !$0.heldModels.writesModels }
      .map { $0.valueText(in: self) }
      .joined(separator: "\n")
  }
}
