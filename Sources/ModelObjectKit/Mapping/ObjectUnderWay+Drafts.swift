/// Properties that are set through a key path: each is set when its value is certain.
///
/// 1. Without the hook for pairs, they are set when all pairs are mapped, in the order of the
///    input.
/// 2. With it, a property is set before `super.serializeValue` returns; as long as another key of
///    the input may feed it, its value waits.
/// 3. A property whose nested model was updated in place is not set.
extension ObjectUnderWay {
  /// The values that are made, but not set.
  struct Drafts {
    fileprivate var list: [(property: Int, draft: Draft, order: Int)] = []
    /// The pairs for the property that keeps unknown keys, where it is set through a key path.
    fileprivate var unknownKeys: [String: Any]?
    /// The index in the input of the pair that is being mapped.
    var order = 0

    var isEmpty: Bool { list.isEmpty && unknownKeys == nil }
  }

  /// Makes the value of a property in its draft; false where the input does not fit.
  func draft(
    _ property: Int,
    _ make: (Draft) throws(Misfit) -> Bool
  ) throws(Misfit) -> Bool {
    let known = state.drafts.list.first { $0.property == property }?.draft
    guard let draft = known ?? schema.properties[property].draft(for: model) else { return false }
    guard try make(draft) else { return false }
    // A setter or a hook may have changed the list meanwhile.
    state.drafts.list.removeAll { $0.property == property }
    state.drafts.list.append((property, draft, state.drafts.order))
    return true
  }

  /// Adds or removes a pair of the property that keeps unknown keys and is set through a key path.
  func keepInDraft(_ value: Any?, under key: String, _ unknownKeys: UnknownKeys) {
    var pairs = state.drafts.unknownKeys ?? unknownKeys.read(from: model)
    state.drafts.unknownKeys = nil
    pairs[key] = value
    state.drafts.unknownKeys = pairs
  }

  /// Sets all properties with waiting values.
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
        !pair.targets.isNone
          && self.keys.targets(of: pair.targets).contains { $0.property == property }
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
