extension Set {
  /// The elements in the order of their identities, if they are models with some; a set has no order
  /// of its own, and that of its hashes is another one in each run.
  var inIdentityOrder: [Element] {
    let elements = Array(self)
    let identities = elements.map {
      (heldObject(in: $0) as? any Model).flatMap { ModelIdentity(of: $0) }
    }
    guard identities.contains(where: { $0 != nil }) else { return elements }
    let order = Order { first, second in
      guard let one = identities[first], let other = identities[second] else {
        return identities[first] != nil && identities[second] == nil
      }
      return one.precedes(other)
    }
    return order.sorted(elements.count).map { elements[$0] }
  }
}
