/// The order in which the elements of a set are passed to a sink: that of its hashes is another one in
/// each run, and in each copy.
enum SetOrder {
  /// That of the set.
  case any
  /// Models with identities are in the order of these.
  case identity
  /// One that the elements alone decide.
  case contents
}

extension Set {
  /// The elements in the order of their identities, if they are models with some.
  var inIdentityOrder: [Element] { inOrder(of: .identity) }

  /// The elements of a set of models in an order.
  ///
  /// Those without identities follow; they and those with equal ones are in the order of their contents.
  func inOrder(of order: SetOrder) -> [Element] {
    let elements = Array(self)
    guard elements.count > 1, order != .any else { return elements }
    let models = elements.map { heldObject(in: $0) as? any Model }
    let identities = models.map { $0.flatMap { ModelIdentity(of: $0) } }
    if order == .identity, identities.allSatisfy({ $0 == nil }) { return elements }
    var texts = [String?](repeating: nil, count: elements.count)
    func text(_ number: Int) -> String {
      let text = texts[number] ?? models[number]?.contentText() ?? ""
      texts[number] = text
      return text
    }
    let sorted = Order { first, second in
      switch (identities[first], identities[second]) {
      case (let one?, let other?) where one != other: one.precedes(other)
      case (_?, nil): true
      case (nil, _?): false
      default: text(first) < text(second)
      }
    }
    return sorted.sorted(elements.count).map { elements[$0] }
  }
}
