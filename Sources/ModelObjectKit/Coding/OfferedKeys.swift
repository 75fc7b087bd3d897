/// What containers ask the key type: of each key that they list, whether it is one.
extension AnyKey: CodingKey {
  /// Nil while `offeredKeys` are collected: then the thread's state collects the text.
  init?(stringValue: String) {
    if let state = ThreadState.current, state.collectsKeys {
      state.offeredKeys.append(stringValue)
      return nil
    }
    self.init(stringValue)
  }

  /// Nil while `offeredKeys` are collected: they have names.
  init?(intValue: Int) {
    if ThreadState.current?.collectsKeys == true { return nil }
    self.init(intValue)
  }
}

extension KeyedSource {
  /// All keys of a container of Foundation's decoders, a row or CodableCSV, whose `allKeys` leave
  /// out the keys that the key type refuses.
  ///
  /// CodableCSV lists numbers if the type takes them.
  ///
  /// Refusing all keys and collecting their strings takes a fraction of the time: else each key is
  /// put in an existential and cast back, in arrays that grow. Other decoders may stop the program
  /// then. The container of a row lists no keys afterwards: it is asked once.
  ///
  /// - Assumes: these decoders offer the text of each key to the type, once.
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
