extension KeyedSource {
  /// All keys of a container of one of Foundation's decoders, whose `allKeys` leave out the keys that
  /// the key type refuses.
  ///
  /// Refusing all keys and collecting their strings takes a fraction of the time: else each key is
  /// put in an existential and cast back, in arrays that grow. Other decoders may stop the program
  /// then.
  ///
  /// - Assumes: Foundation's decoders offer the text of each key to the type, once.
  /// - Canary: `OfferedKeys`.
  /// - If it fails: the type is offered no key, or a key isn't left out, and `allKeys` is used.
  /// - A user would see: decoders that are slower.
  var offeredKeys: [AnyKey] {
    let state = ThreadState.ofThread()
    state.collectsKeys = true
    let accepted = allKeys
    state.collectsKeys = false
    defer { state.offeredKeys.removeAll(keepingCapacity: true) }
    return accepted.isEmpty && !state.offeredKeys.isEmpty
      ? state.offeredKeys.map { AnyKey($0) } : allKeys
  }
}
