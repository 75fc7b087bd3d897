import ModelObjectEssentials

extension StructReading {
  /// Reads a value of a type that the code of another one asks for.
  ///
  /// 1. Scalars, dates, data, `URL`s, `UUID`s and decimals in JSON's own form.
  /// 2. Models as everywhere, in both passes.
  /// 3. In the first pass, and for types that only decode themselves: by the type's own code.
  /// 4. In the second pass: by the shape of the type. A type with a shape of its own, such as an
  ///    enum with raw values, decodes itself first.
  ///
  /// Throws a `Misfit`, or the error of a type's code.
  @inline(__always)
  func value<Value: Decodable>(
    _ type: Value.Type,
    _ source: StructSource,
    at key: @autoclosure () -> (any CodingKey)?,
    isSingle: Bool = false
  ) throws -> Value {
    if type == String.self, let value = text(source) { return try exactly(value, type) }
    if type == Int.self, let value = integer(source) { return try exactly(value, type) }
    if type == Double.self, let value = double(source) { return try exactly(value, type) }
    if type == Bool.self, let value = bool(source) { return try exactly(value, type) }
    return try other(type, source, at: key(), isSingle: isSingle)
  }

  @inline(never)
  private func other<Value: Decodable>(
    _ type: Value.Type,
    _ source: StructSource,
    at key: (any CodingKey)?,
    isSingle: Bool
  ) throws -> Value {
    try check()
    let known = StructType.of(type)
    switch known.form {
    case .own, .holder: return try nested(type, source, at: key)
    case .model:
      guard !rules.isArchived, let model = known.shape?.modelClass else {
        return try nested(type, source, at: key)
      }
      if let value = try self.model(model, source) as? Value { return value }
      throw Misfit.mismatch
    case .list, .set, .dictionary:
      return try container(type, known, source, at: key, isSingle: isSingle)
    case .other:
      if !converts || isSingle { return try nested(type, source, at: key) }
      let mark = mapping.notes.mark
      if let value = try? nested(type, source, at: key) { return value }
      if let fatal { throw fatal }
      forget(since: mark)
      return try converted(type, known, source)
    case .raw:
      if let value = try raw(source) as? Value { return value }
      throw Misfit.mismatch
    case .date where rules.isArchived: return try nested(type, source, at: key)
    default: break
    }
    if let value = exactValue(type, known, source) { return value }
    guard converts, !isSingle else { throw isNull(source) ? Misfit.null : .mismatch }
    return try converted(type, known, source)
  }

  /// A value in JSON's own form; nil for any other.
  private func exactValue<Value>(
    _ type: Value.Type,
    _ known: StructType,
    _ source: StructSource
  ) -> Value? {
    let value: Any?
    switch known.form {
    case .integer:
      func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Any? {
        number(source)?.integer(as: type)
      }
      value = (type as? any FixedWidthInteger.Type).flatMap { integer($0) }
    case .float:
      value = double(source).flatMap { $0.isFinite ? number(source)?.float : Float($0) }
    case .decimal:
      value = isNumber(source) ? converted(known, source) : foreign(source, type)
    case .date where isNumber(source) || isText(source): value = converted(known, source)
    case .data, .url, .uuid:
      value = isText(source) ? converted(known, source) : foreign(source, type)
    default: value = foreign(source, type)
    }
    return value.flatMap { $0 as? Value }
  }

  /// A part that keeps its text.
  private func raw(_ source: StructSource) throws -> RawJSON {
    if case .node(let index, let offset) = source, case let node = node(index, at: offset),
      node >= 0
    {
      let end = mapping.state.tape.end(of: node)
      return RawJSON(checked: String(mapping.reader.bytes[offset, end]))
    }
    if let json = try RawJSON.read(try input(source), mapping) { return json }
    throw Misfit.mismatch
  }

  private func foreign<Value>(_ source: StructSource, _ type: Value.Type) -> Any? {
    if case .input(.foreign(let value)) = source { value as? Value } else { nil }
  }

  private func converted(_ known: StructType, _ source: StructSource) -> Any? {
    guard let shape = known.shape else { return nil }
    return try? shape.anyValue(of: input(source), mapping)
  }

  /// Converts a value, as a property of its type does.
  private func converted<Value>(
    _ type: Value.Type,
    _ known: StructType,
    _ source: StructSource
  ) throws -> Value {
    guard let shape = known.shape else { throw Misfit.mismatch }
    let depth = mapping.reader.remainingDepth
    defer { mapping.reader.remainingDepth = depth }
    do throws(Misfit) {
      let value = try shape.anyValue(of: try input(source), mapping)
      if let value = ModelObjectKit.exactValue(in: value, type) ?? value as? Value { return value }
    } catch {
      throw stop(error)
    }
    throw Misfit.mismatch
  }

  /// Reads an array, a set or a dictionary.
  ///
  /// A single value is one only if it is there as one: `5` isn't a list then.
  private func container<Value: Decodable>(
    _ type: Value.Type,
    _ known: StructType,
    _ source: StructSource,
    at key: (any CodingKey)?,
    isSingle: Bool
  ) throws -> Value {
    let input = try input(source)
    var isOwnForm = false
    switch (known.form, input) {
    case (.dictionary, .object): isOwnForm = true
    case (.list, .array), (.set, .array): isOwnForm = true
    // As Swift encodes a dictionary whose keys aren't names: keys and values in turns.
    case (.dictionary, .array): return try nested(type, source, at: key)
    default: break
    }
    guard isOwnForm || converts && !isSingle else {
      throw isNull(source) ? Misfit.null : .mismatch
    }
    if converts, known.shape != nil { return try converted(type, known, source) }
    guard known.form != .dictionary || isNamedExactly(type, source) else { throw Misfit.mismatch }
    guard known.shape?.isEncoded == false else { return try nested(type, source, at: key) }
    return try asOne { try nested(type, source, at: key) }
  }

  /// Whether the keys of an object are those that Swift writes for a dictionary with numbers as keys.
  private func isNamedExactly(_ type: Any.Type, _ source: StructSource) -> Bool {
    guard (type as? any Container.Type)?.keyType == Int.self, let object = object(source) else {
      return true
    }
    return names(in: object).allSatisfy { name in Int(name).map { String($0) == name } ?? true }
  }
}

extension Shape {
  fileprivate func anyValue(
    of input: Input,
    _ context: any ValueContext
  ) throws(Misfit) -> Any { try read(input, context) }
}
