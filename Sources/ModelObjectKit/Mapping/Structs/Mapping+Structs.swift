// Values of users' `Codable` types, which decode themselves.
//
// 1. They are read by a mapping of their own, on the same text: models in them aren't filed in a
//    store, references aren't resolved, and lists aren't matched.
// 2. They are read exactly first, as JSON has them: nothing is converted.
// 3. If that fails, they are read once more, with the conversions of a class. What was noted in the
//    first pass counts no more, and models that it has read aren't read again.

/// What a mapping holds for such values.
final class StructState {
  /// The mapping that reads them.
  fileprivate var inner: Mapping?
  /// What has read the last one by it.
  private var lastReading: StructReading?
  /// The value that is being read, and isn't yet in a model in it.
  var reading: StructReading?
  /// Whether this is the state of an inner mapping.
  fileprivate let isInner: Bool
  /// What a coder around the mapping has for the code of users' types.
  var userInfo: [CodingUserInfoKey: Any] = [:]

  /// The last error of a type's code, which an inner mapping shares.
  fileprivate(set) var lastError = LastError()
  /// Whether a report lists the parts of values.
  var listsParts = false

  init(isInner: Bool = false) { self.isInner = isInner }

  /// What has read the last value, if nothing of that was kept.
  fileprivate func takeReading() -> StructReading? {
    defer { lastReading = nil }
    return isKnownUniquelyReferenced(&lastReading) ? lastReading : nil
  }

  fileprivate func giveBack(_ reading: StructReading) { lastReading = reading }
}

/// The last error of a type's code, and how many keys lead to that type.
final class LastError {
  var error: DecodingError?
  var depth = 0
}

extension Mapping {
  private var structs: StructState {
    if let known = state.structs { return known }
    let made = StructState()
    state.structs = made
    return made
  }

  /// Sets what a coder around the mapping has for the code of users' types.
  func pass(_ userInfo: [CodingUserInfoKey: Any]) {
    if !userInfo.isEmpty { structs.userInfo = userInfo }
  }

  func decoded<Own: DecodingShape>(
    from input: Input,
    by shape: Own
  ) throws(Misfit) -> Own.Value {
    let structs = structs
    // An element of a list in such a value, which is read for the second time.
    if let reading = structs.reading { return try reading.part(input, shape) }
    if input.isNullOrNullText { throw .null }
    if structs.isInner { return try reading(structs).value(of: input, shape) }
    return try inside(structs) { reading throws(Misfit) in try reading.value(of: input, shape) }
  }

  func decode<Own: DecodingShape>(
    elementsFrom start: Int,
    by shape: Own,
    into values: inout [Own.Value]
  ) throws(Misfit) -> Bool {
    // The path of each issue has the number of its element.
    guard !notes.isOn, !state.cut.isUnfinished else { return false }
    let structs = structs
    guard structs.reading == nil, !structs.isInner else { return false }
    state.misfitCount += try inside(structs) { reading throws(Misfit) in
      try reading.elements(from: start, shape, into: &values)
    }
    return true
  }

  /// Calls a closure with what reads a value by the inner mapping.
  @inline(__always)
  private func inside<Result>(
    _ structs: StructState,
    _ body: (StructReading) throws(Misfit) -> Result
  ) throws(Misfit) -> Result {
    let inner = structs.inner ?? Mapping(inside: self, structs)
    structs.inner = inner
    let reading = structs.takeReading() ?? inner.reading(inner.structs)
    let depth = reader.remainingDepth
    inner.enter(from: self)
    defer {
      inner.leave(to: self, depth)
      structs.giveBack(reading)
    }
    return try body(reading)
  }

  private func reading(_ structs: StructState) -> StructReading {
    let rules = StructReading.Rules(matching: .fuzzy, userInfo: structs.userInfo)
    return StructReading(self, structs, rules)
  }

  private convenience init(inside outer: Mapping, _ around: StructState) {
    let text = outer.isText ? outer.reader.bytes : nil
    self.init(
      text: text,
      options: nil,
      isReport: outer.notes.isReport,
      isDecoding: outer.isDecoding
    )
    let structs = StructState(isInner: true)
    (structs.userInfo, structs.listsParts) = (around.userInfo, around.listsParts)
    structs.lastError = around.lastError
    state.structs = structs
  }

  private func enter(from outer: Mapping) {
    if state.changedOptions !== outer.state.changedOptions {
      state.changedOptions = outer.state.changedOptions
      // What models in such values name is filled at no end: it has to be there.
      if preservesReferences { references.isResolving = true }
    }
    if let keys = outer.state.rare?.duplicateKeys, state.rare?.duplicateKeys !== keys {
      state.find(keys, byClass: true)
    }
    (reader.position, reader.remainingDepth) = (
      outer.reader.position, outer.reader.remainingDepth
    )
    if outer.state.notes.isOn { swap(&state.notes, &outer.state.notes) }
  }

  private func leave(to outer: Mapping, _ depth: Int) {
    if state.notes.isOn { swap(&state.notes, &outer.state.notes) }
    outer.reader.remainingDepth = depth
    outer.reader.position = reader.position
    outer.state.misfitCount += state.misfitCount
    state.misfitCount = 0
    guard let rare = state.rare else { return }
    if let error = rare.failure { _ = outer.stop(error) }
    if let words = rare.insideOfMisfit { outer.rare.insideOfMisfit = words }
    (rare.failure, rare.insideOfMisfit) = (nil, nil)
  }
}

// MARK: - Roots

extension Mapping {
  /// Reads the root as a value of a type, with keys matched by a rule; a model matches its own.
  func root<Value: Decodable>(_ type: Value.Type, _ rule: KeyMatching) throws -> Value {
    if let type = type as? any Model.Type, let model = try root(type) as? Value { return model }
    structs.listsParts = notes.isReport
    let shape = decodedShape(of: type).matching(rule)
    return try rootValue { () throws(Misfit) in
      _ = reader.next()
      let start = reader.position
      let input = try nextInput()
      do throws(Misfit) {
        let value = try shape.read(input, self)
        try finishValue(from: start)
        return value
      } catch {
        throw try stop(error, input, shape, from: start)
      }
    }
  }

  /// Ends the mapping because the root doesn't fit; errors of the text come first.
  @inline(never)
  private func stop(
    _ misfit: Misfit,
    _ input: Input,
    _ shape: any Shape,
    from start: Int
  ) throws(Misfit) -> Misfit {
    if misfit.isFatal { return misfit }
    try finishValue(from: start)
    try reader.end()
    let last = structs.lastError
    let words = last.error?.words(inside: last.depth) ?? ""
    var issue = ModelError.Issue(.typeMismatch, expected: shape.expectation)
    if case .null = misfit {
      issue = ModelError.Issue(.unexpectedNull, expected: shape.typeName)
    } else {
      issue.found = input.description + words
    }
    guard !notes.isReport else {
      return stop(ModelError(.rejected, message: "\(issue)"))
    }
    let issues = notes.issues + [issue]
    return stop(ModelError(.invalidInput, issues: issues, issueCount: issues.count))
  }
}

// MARK: - Archives

extension Mapping {
  func decoded<Own: DecodingShape>(
    from encoded: EncodedValue,
    by shape: Own
  ) throws(Misfit) -> Own.Value? {
    try? encoded.decoded(as: Own.Value.self)
  }

  func decodedByItself<Value: Decodable>(_ type: Value.Type, from input: Input) -> Value? {
    let rules = StructReading.Rules(archived: ArchivedValue())
    return try? StructReading(self, structs, rules).ownValue(type, of: input)
  }
}

extension EncodedValue {
  /// The value, if the type can be decoded from it; throws the error of a snapshot in it that can't be
  /// opened.
  func decoded<Value: Decodable>(
    as type: Value.Type,
    _ part: ArchivedValue = ArchivedValue()
  ) throws(ModelError) -> Value? {
    do {
      return try ByteView.with(text) { (bytes) throws -> Value in
        let mapping = Mapping(text: bytes, options: nil)
        let structs = StructState(isInner: true)
        mapping.state.structs = structs
        let rules = StructReading.Rules(archived: part)
        let input = try mapping.nextInput()
        return try StructReading(mapping, structs, rules).ownValue(type, of: input)
      }
    } catch {
      if let error = error as? UnopenedSnapshot { throw error.error }
      return nil
    }
  }
}
