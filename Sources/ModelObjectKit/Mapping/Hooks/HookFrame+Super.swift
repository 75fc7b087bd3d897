// What a hook passes to `super`.

extension HookFrame {
  /// Maps a value to the properties that a key sets, as `super.serializeValue` does.
  func apply(_ value: Any?, key: String) throws {
    guard !state.isBusy else { return try applyInside(value, key) }
    state.isBusy = true
    defer { state.isBusy = false }
    do throws(Misfit) {
      if !assignUnchanged(value, key) { try assign(value, of: key) }
    } catch {
      throw stop(error)
    }
  }

  @inline(never)
  private func stop(_ misfit: Misfit) -> ModelError {
    let error = mapping.error(for: misfit)
    _ = mapping.stop(error)
    return error
  }

  /// Maps a value while another one is being mapped: as an update of its own, whose end at the last
  /// level is the end of this mapping too, or hooks that go back again and again would not end.
  @inline(never)
  private func applyInside(_ value: Any?, _ key: String) throws {
    if let failure = mapping.failure { throw failure }
    do {
      try Mapping(options: mapping.options).update(model, key: key, to: value)
    } catch let error as ModelError where error.code == .tooDeep {
      _ = mapping.stop(error)
      throw error
    }
  }

  /// Assigns a value to the properties that a key sets.
  ///
  /// A value that the hook did not change is read from the input itself, so that no digit is lost.
  private func assign(_ value: Any?, of key: String) throws(Misfit) {
    state.isPassedOn = true
    let isUnchanged = isAsHanded(value)
    guard isHanded(key) else {
      state.object.passing = .other
      return try mapping.assign(source(of: value, isUnchanged), under: key, &state.object)
    }
    state.object.passing = .own
    if isUnchanged, try mapModels(of: state.targets, key) { return }
    try assign(value, isUnchanged: isUnchanged, to: state.targets, under: key)
  }

  @inline(__always)
  private func isHanded(_ key: String) -> Bool { state.key?.isSame(as: key) == true }

  @inline(never)
  private func isAsHanded(_ value: Any?) -> Bool { isUnchanged(value) }

  @inline(never)
  private func assign(
    _ value: Any?,
    isUnchanged: Bool,
    to targets: TargetList,
    under key: String
  ) throws(Misfit) {
    try mapping.assign(source(of: value, isUnchanged), to: targets, &state.object, key: .text(key))
  }

  /// Maps the value that the hook was handed to new models; false unless that is all there is to it.
  @inline(__always)
  private func mapModels(of targets: TargetList, _ key: String) throws(Misfit) -> Bool {
    if state.offset >= 0 { return try mapText(of: targets, key) }
    return try mapping.mapModel(at: source, of: targets, &state.object, key: key)
  }

  /// Where the value is that the hook was handed.
  private var source: ValueLocation {
    guard state.offset < 0 else { return .text(state.offset) }
    guard case .list(let pairs) = state.object.source else { return .null }
    return pairs[state.pair].source
  }

  @inline(never)
  private func mapText(of targets: TargetList, _ key: String) throws(Misfit) -> Bool {
    mapping.reader.position = state.offset
    return try mapping.mapModels(of: targets, &state.object, key: .text(key))
  }

  private func source(of value: Any?, _ isUnchanged: Bool) -> ValueLocation {
    isUnchanged ? source : value.map { .tree($0) } ?? .null
  }

  /// Assigns an unchanged value straight to the only property that its key sets, so that it isn't
  /// read again; false if the value is changed, or the rules of the property's type have to decide.
  @inline(never)
  private func assignUnchanged(_ value: Any?, _ key: String) -> Bool {
    let property = plan.property(of: state.targets)
    guard property >= 0, isHanded(key), state.object.isDirect,
      !state.object.decided.contains(property), isUnchanged(value)
    else { return false }
    let slot = plan.slots[property].direct
    if case .none = slot { return false }
    state.object.checkAccess(to: property)
    guard write(value, to: slot) else { return false }
    state.object.decided.insert(property)
    return true
  }

  /// Writes the value that the hook was handed into a slot that takes it.
  @inline(__always)
  private func write(_ value: Any?, to slot: DirectSlot) -> Bool {
    if state.offset >= 0, let text = payload(of: value, as: String.self) {
      return slot.write(text, in: memory)
    }
    if state.offset >= 0, let integer = payload(of: value, as: Int.self) {
      return slot.write(integer, in: memory)
    }
    return writeTree(value, to: slot)
  }

  @inline(never)
  private func writeTree(_ value: Any?, to slot: DirectSlot) -> Bool {
    // A view of a decoder's value isn't what the property takes.
    if case .original(let original) = source, !original.isOwned { return false }
    guard var value else { return false }
    return slot.write(&value, in: memory)
  }

  @inline(__always)
  private func isUnchanged(_ value: Any?) -> Bool {
    if let bits = state.bits { return bits == ValueBits(value) }
    guard let value, let handed = state.value else { return false }
    return isSameValue(handed, value)
  }
}
