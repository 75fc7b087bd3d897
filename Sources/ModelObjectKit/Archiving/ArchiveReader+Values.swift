import Foundation

extension ArchiveReader {
  /// The input for a value of the archive; nil if the value is absent.
  func input(of mark: StoredMark) throws(Misfit) -> Input? {
    switch mark {
    case .absent: return nil
    case .object(ArchiveFormat.noObject): return .null
    case .object(let number): return .foreign(try model(number: number))
    case .objects(let numbers): return .array(.tree(try models(numbers)))
    case .some(let mark):
      guard let input = try input(of: mark) else { throw .damaged }
      return .foreign(SomeInput(input: input))
    case .special(let tag, let text): return .foreign(try special(tag, text))
    case .plain(let input): return input
    }
  }

  private func special(_ tag: ArchiveFormat.Tag, _ text: String) throws(Misfit) -> Any {
    let value: Any? =
      switch tag {
      case .json: EncodedValue(text: text)
      case .url: URL(string: text)
      case .uuid: UUID(uuidString: text)
      case .timeZone: TimeZone(identifier: text)
      case .locale: Locale(identifier: text)
      default: nil
      }
    guard let value else { throw .damaged }
    return value
  }

  private func models(_ numbers: [Int]) throws(Misfit) -> [Any] {
    var models: [Any] = []
    for number in numbers {
      if number == ArchiveFormat.noObject {
        models.append(NSNull())
      } else if let model = try fitting({ () throws(Misfit) in try model(number: number) }) {
        models.append(model)
      } else {
        countMisfit(.object(number), nil)
      }
    }
    return models
  }

  /// Makes the models that a value refers to, but not the value.
  func touch(_ mark: StoredMark) throws(Misfit) {
    var waiting = [mark]
    while let mark = waiting.popLast() {
      var values: [Any] = []
      switch mark {
      case .object, .objects: _ = try fitting { () throws(Misfit) in try input(of: mark) }
      case .some(let mark): waiting.append(mark)
      case .plain(.array(.tree(let elements))): values = elements
      case .plain(.object(.tree(let pairs))): values = Array(pairs.values)
      default: break
      }
      for value in values.reversed() { waiting.append(try document.mark(of: value)) }
    }
  }
}

// MARK: - Context of values

extension ArchiveReader: ValueContext {
  var options: FixedOptions { .lenient }
  var elementClass: (any Model.Type)? { nil }
  var allowsNonFinite: Bool { true }

  /// Values that don't fit are skipped silently: archives outlive the classes that wrote them.
  ///
  /// A census counts them.
  func note(_ misfit: Misfit, _ input: Input, _ shape: any Shape) {
    countMisfit(.plain(input), shape)
  }

  func noteUnknown(_ input: Input, _ shape: any Shape) { countMisfit(.plain(input), shape) }

  func eachElement(
    of items: Input.Items,
    _ body: (Input) throws(Misfit) -> Void
  ) throws(Misfit) {
    guard case .tree(let elements) = items else { throw .damaged }
    for element in elements {
      if let input = try fittingInput(of: element) { try body(input) }
    }
  }

  func eachPair(
    of pairs: Input.Pairs,
    _ body: (String, Input) throws(Misfit) -> Void
  ) throws(Misfit) {
    guard case .tree(let dictionary) = pairs else { throw .damaged }
    for (key, value) in dictionary {
      if let input = try fittingInput(of: value) { try body(StoredMark.unmarked(key), input) }
    }
  }

  /// The input for an element; nil if it is absent, or a model that isn't allowed there.
  private func fittingInput(of value: Any) throws(Misfit) -> Input? {
    let mark = try document.mark(of: value)
    if let input = try fitting({ () throws(Misfit) in try input(of: mark) }) { return input }
    countMisfit(mark, nil)
    return nil
  }

  /// The result of a closure; nil if the value doesn't fit or is skipped.
  func fitting<Value>(_ read: () throws(Misfit) -> Value) throws(Misfit) -> Value? {
    do throws(Misfit) {
      return try read()
    } catch {
      if error.isFatal { throw error }
      return nil
    }
  }

  /// Maps an object that was archived as a dictionary because the property had another type.
  func model(
    from pairs: Input.Pairs,
    declared: any Model.Type,
    existing: AnyObject?
  ) throws(Misfit) -> any Model {
    guard let tree = try tree(of: .object(pairs)) as? [String: Any] else { throw .mismatch }
    return try Mapping(options: nil)
      .model(from: .tree(tree), declared: declared, existing: existing)
  }

  func tree(of input: Input) throws(Misfit) -> Any {
    try checkStack(with: 0)
    switch input {
    case .null: return NSNull()
    case .bool(let value): return value
    case .number(.float(let value)): return value
    case .number(let number): return number.untyped
    case .text(let text): return text.string
    case .foreign(let value):
      if let some = value as? SomeInput { return try tree(of: some.input) }
      if let encoded = value as? EncodedValue { return try encoded.tree() }
      return value
    case .array(let items):
      var elements: [Any] = []
      try eachElement(of: items) { input throws(Misfit) in elements.append(try tree(of: input)) }
      return elements
    case .object(let pairs):
      var dictionary: [String: Any] = [:]
      try eachPair(of: pairs) { key, input throws(Misfit) in
        dictionary[key] = try tree(of: input)
      }
      return dictionary
    }
  }

  func checkStack(with more: Int) throws(Misfit) {
    if stack.isNear(with: more) { throw stop(.tooDeep, StackLimit.message) }
  }

  func json(of input: Input) throws(Misfit) -> Data {
    let writer = JSONWriter()
    guard writer.write(try tree(of: input)) else { throw .mismatch }
    return writer.data
  }
}

extension EncodedValue {
  /// The value as plain Swift values.
  func tree() throws(Misfit) -> Any {
    try ByteView.with(text) { bytes throws(Misfit) in
      let mapping = Mapping(text: bytes, options: nil)
      do throws(Misfit) {
        return try mapping.tree(of: try mapping.reader.value())
      } catch {
        throw error.isFatal ? .mismatch : error
      }
    }
  }
}
