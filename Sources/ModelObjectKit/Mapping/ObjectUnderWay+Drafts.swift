/// Properties that are set through a key path: each is set once, when its value is certain.
///
/// 1. Where no hook is called, when all pairs are mapped, in the order of the input.
/// 2. Where the hook is called, before `super.serializeValue` returns; while a better key of the
///    property is still to come, the value waits for it.
/// 3. A nested model that was updated in its place is not set.
extension ObjectUnderWay {
  /// Values that are made, but not set.
  struct Drafts {
    fileprivate var list: [(property: Int, draft: Draft, order: Int)] = []
    /// The unknown keys to be kept, where their property is set through a key path.
    fileprivate var unknownKeys: [String: Any]?
    /// The place in the input of the pair at hand.
    var order = 0

    var isEmpty: Bool { list.isEmpty && unknownKeys == nil }
  }

  /// Makes the value of a property in its draft; false where it does not fit.
  func draft(
    _ property: Int,
    _ make: (Draft) throws(Misfit) -> Bool
  ) throws(Misfit) -> Bool {
    let known = state.drafts.list.first { $0.property == property }?.draft
    guard let draft = known ?? schema.properties[property].draft(for: model) else { return false }
    guard try make(draft) else { return false }
    // What a setter or a hook did meanwhile may have changed the list.
    state.drafts.list.removeAll { $0.property == property }
    state.drafts.list.append((property, draft, state.drafts.order))
    return true
  }

  /// The pairs that a property set through a key path is to keep, as they are so far.
  func keepInDraft(_ value: Any, under key: String, _ unknownKeys: UnknownKeys) {
    var pairs = state.drafts.unknownKeys ?? unknownKeys.read(from: model)
    state.drafts.unknownKeys = nil
    pairs.updateValue(value, forKey: key)
    state.drafts.unknownKeys = pairs
  }

  /// Sets all properties that have values waiting.
  func setDrafted() {
    guard !state.drafts.isEmpty else { return }
    set { _ in true }
  }

  /// Sets the properties whose values no other key of the input can change any more.
  func setCertain() {
    guard !state.drafts.isEmpty else { return }
    set { property in
      guard self.pairs.contested.contains(property) else { return true }
      guard !self.state.bestKeys.hasNull(for: property) else { return false }
      return !self.pairs.list[(self.state.handed.place + 1)...].contains { pair in
        pair.number >= 0
          && self.keys.targets(of: pair.number).contains { $0.property == property }
      }
    }
  }

  private func set(where isCertain: (Int) -> Bool) {
    let certain = state.drafts.list.filter { isCertain($0.property) }
    state.drafts.list.removeAll { isCertain($0.property) }
    for (_, draft, _) in certain.sorted(by: { $0.order < $1.order }) { draft.handOver() }
    if let pairs = state.drafts.unknownKeys, let unknownKeys = schema.unknownKeys {
      state.drafts.unknownKeys = nil
      unknownKeys.property.restore(KeptValue(pairs), in: model)
    }
  }
}
