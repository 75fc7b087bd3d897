import Foundation

extension ArchiveReader {
  /// What a value of the archive says; nil for no value.
  func input(of value: ArchivedValue) throws(Misfit) -> Input? {
    switch value {
    case .text(let text): try input(ofText: text)
    case .integer(let integer): .number(.signed(integer))
    case .object(ArchiveFormat.noObject): .null
    case .object(let number): .foreign(try model(number: number))
    case .any(let value): try input(of: value)
    }
  }

  private func input(of value: Any, someDepth: Int = 0) throws(Misfit) -> Input? {
    switch Input(value) {
    case .text(let text): return try input(ofText: text.string)
    case .object(.tree(let pairs)):
      guard pairs.count == 1, let (key, value) = pairs.first, Self.isMarked(key) else {
        return .object(.tree(pairs))
      }
      guard let tag = ArchiveFormat.Tag(rawValue: key) else { throw damaged() }
      return try input(of: value, tag, someDepth)
    case let input: return input
    }
  }

  private func input(ofText text: String) throws(Misfit) -> Input? {
    guard text.utf8.first == ArchiveFormat.markByte else { return .text(.verbatim(text)) }
    if Self.isMarked(text) {
      switch text {
      case ArchiveFormat.null: return .null
      case ArchiveFormat.nullObject: return .foreign(NSNull())
      case ArchiveFormat.absent: return nil
      default: throw damaged()
      }
    }
    return .text(.verbatim(Self.unmarked(text)))
  }

  /// Whether a text means something, as one of the user's does not.
  private static func isMarked(_ text: String) -> Bool {
    let mark = ArchiveFormat.markByte
    return text.utf8.first == mark && text.utf8.dropFirst().first != mark
  }

  /// The user's text, without the mark in front of its own.
  private static func unmarked(_ text: String) -> String {
    guard text.utf8.first == ArchiveFormat.markByte else { return text }
    return String(text.unicodeScalars.dropFirst())
  }

  private func input(
    of value: Any,
    _ tag: ArchiveFormat.Tag,
    _ someDepth: Int
  ) throws(Misfit) -> Input {
    switch tag {
    case .object:
      guard let number = ArchivedValue.integer(value) else { throw damaged() }
      return .foreign(try model(number: number))
    case .objects: return .array(.tree(try models(value)))
    case .some:
      // No type has so many optionals around each other.
      guard someDepth < 16, let input = try input(of: value, someDepth: someDepth + 1) else {
        throw damaged()
      }
      return .foreign(SomeInput(input: input))
    case .shared, .utf8: return try sharedInput(of: value, tag)
    case .nested: return try nestedInput(of: value)
    case .pairs: return .object(.tree(try pairs(value)))
    case .double, .float, .decimal: return try number(value, tag)
    case .date:
      guard case .number(let number)? = try input(of: value), case .double(let seconds) = number
      else { throw damaged() }
      return .foreign(Date(timeIntervalSinceReferenceDate: seconds))
    case .json: return .foreign(EncodedValue(text: try text(value)))
    case .url: return try foreign(URL(string: try text(value)))
    case .uuid: return try foreign(UUID(uuidString: try text(value)))
    case .timeZone: return try foreign(TimeZone(identifier: try text(value)))
    case .locale: return .foreign(Locale(identifier: try text(value)))
    case .every, .lines: throw damaged()
    }
  }

  private func foreign(_ value: Any?) throws(Misfit) -> Input {
    guard let value else { throw damaged() }
    return .foreign(value)
  }

  /// A user's text.
  private func text(_ value: Any) throws(Misfit) -> String {
    guard case .text(let text)? = try input(of: value) else { throw damaged() }
    return text.string
  }

  private func nestedInput(of value: Any) throws(Misfit) -> Input {
    guard let data = value as? Data, (try? nestedUse.add(data)) != nil,
      nestedUse.fits(in: archiveSize),
      let list = (try? ArchivedDocument.propertyList(data)) as? [Any], list.count == 1,
      let input = try input(of: list[0])
    else { throw damaged() }
    return input
  }

  private func sharedInput(of value: Any, _ tag: ArchiveFormat.Tag) throws(Misfit) -> Input {
    var value = value
    if tag == .utf8 {
      if let pairs = value as? [String: Any] {
        value = try sharedValue(pairs[ArchiveFormat.Tag.shared.rawValue])
      }
      guard let data = value as? Data, let text = String(validating: data, as: UTF8.self) else {
        throw damaged()
      }
      return .text(.verbatim(text))
    }
    switch Input(try sharedValue(value)) {
    case .text(let text): return try input(ofText: text.string) ?? .null
    case .foreign(let data): return .foreign(data)
    default: throw damaged()
    }
  }

  private func sharedValue(_ number: Any?) throws(Misfit) -> Any {
    guard let number = ArchivedValue.integer(number), shared.indices.contains(number) else {
      throw damaged()
    }
    return shared[number]
  }

  private func models(_ value: Any) throws(Misfit) -> [Any] {
    guard let numbers = try? ArchivedColumn.numbers(value) else { throw damaged() }
    var models: [Any] = []
    for number in numbers {
      models.append(
        number == ArchiveFormat.noObject ? NSNull() : try model(number: number)
      )
    }
    return models
  }

  /// A dictionary whose keys stand as values; they get back the form that keys have.
  private func pairs(_ value: Any) throws(Misfit) -> [String: Any] {
    guard let values = value as? [Any], values.count.isMultiple(of: 2) else { throw damaged() }
    var pairs: [String: Any] = [:]
    for index in stride(from: 0, to: values.count, by: 2) {
      let key = try text(values[index])
      let isMarked = key.utf8.first == ArchiveFormat.markByte
      pairs[isMarked ? ArchiveFormat.mark + key : key] = values[index + 1]
    }
    return pairs
  }

  private func number(_ value: Any, _ tag: ArchiveFormat.Tag) throws(Misfit) -> Input {
    let text = try text(value)
    switch tag {
    case .double:
      if let bits = UInt64(text, radix: 16) { return .number(.double(Double(bitPattern: bits))) }
    case .float:
      if let bits = UInt32(text, radix: 16) { return .number(.float(Float(bitPattern: bits))) }
    default:
      if text == Decimal.nan.description { return .number(.decimal(.nan)) }
      let decimal = DecimalText.with(text) { $0?.decimal }
      if let decimal { return .number(.decimal(decimal)) }
    }
    throw damaged()
  }

  /// Makes the models that a value refers to, and nothing else of it.
  func touch(_ value: ArchivedValue) throws(Misfit) {
    switch value {
    case .object(let number) where number != ArchiveFormat.noObject: _ = try model(number: number)
    case .any(let value): try touch(value, depth: 0)
    default: break
    }
  }

  private func touch(_ value: Any, depth: Int) throws(Misfit) {
    // No type that holds a set of models is nested deeper.
    guard depth < 32 else { return }
    switch Input(value) {
    case .array(.tree(let values)): for value in values { try touch(value, depth: depth + 1) }
    case .object(.tree(let pairs)):
      switch pairs.count == 1 ? pairs.first.flatMap({ ArchiveFormat.Tag(rawValue: $0.key) }) : nil {
      case .object, .objects:
        do throws(Misfit) { _ = try input(of: value) } catch { if error.isFatal { throw error } }
      default: for value in pairs.values { try touch(value, depth: depth + 1) }
      }
    default: break
    }
  }
}

// MARK: - For the rules

extension ArchiveReader: ValueContext {
  var options: FixedOptions { .lenient }
  var elementClass: (any Model.Type)? { nil }
  var takesNonFinite: Bool { true }

  /// What does not fit is left out: archives outlive the classes that wrote them.
  func note(_ misfit: Misfit, _ input: Input, _ rules: ValueRules) {}

  func eachElement(
    of items: Input.Items,
    _ body: (Input) throws(Misfit) -> Void
  ) throws(Misfit) {
    guard case .tree(let elements) = items else { throw damaged() }
    for element in elements {
      if let input = try fittingInput(of: element) { try body(input) }
    }
  }

  func eachPair(
    of pairs: Input.Pairs,
    _ body: (String, Input) throws(Misfit) -> Void
  ) throws(Misfit) {
    guard case .tree(let dictionary) = pairs else { throw damaged() }
    for (key, value) in dictionary {
      if let input = try fittingInput(of: value) { try body(Self.unmarked(key), input) }
    }
  }

  /// What an element says; nil where no model may stand.
  private func fittingInput(of value: Any) throws(Misfit) -> Input? {
    do throws(Misfit) {
      return try input(of: value)
    } catch {
      if error.isFatal { throw error }
      return nil
    }
  }

  /// An object of an archive that is no model: the property had another type then.
  func model(
    from pairs: Input.Pairs,
    declared: any Model.Type,
    existing: AnyObject?
  ) throws(Misfit) -> any Model {
    guard let tree = try tree(of: .object(pairs)) as? [String: Any] else { throw .mismatch }
    return try Mapping(options: nil, namedClasses: [:])
      .model(from: .tree(tree), declared: declared, existing: existing)
  }

  func tree(of input: Input) throws(Misfit) -> Any {
    guard stack.isNear() else { return try unguardedTree(of: input) }
    var result: Result<Any, Misfit> = .failure(.stopped)
    StackLimit.withFreshStack {
      let outer = stack
      stack = StackLimit()
      result = Result { () throws(Misfit) in try unguardedTree(of: input) }
      stack = outer
    }
    return try result.get()
  }

  private func unguardedTree(of input: Input) throws(Misfit) -> Any {
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

  func json(of input: Input) throws(Misfit) -> Data {
    let writer = JSONWriter()
    guard writer.write(try tree(of: input)) else { throw .mismatch }
    return writer.data
  }
}

extension EncodedValue {
  /// The value as plain Swift values.
  fileprivate func tree() throws(Misfit) -> Any {
    try ByteView.with(text) { bytes throws(Misfit) in
      let mapping = Mapping(text: bytes, options: nil, namedClasses: [:])
      return try mapping.tree(of: try mapping.reader.value())
    }
  }

  /// Gives the value to a property that is of another type by now.
  func map(to property: Property, of model: any Model) throws(Misfit) {
    try ByteView.with(text) { bytes throws(Misfit) in
      let mapping = Mapping(text: bytes, options: nil, namedClasses: [:])
      do throws(Misfit) {
        try property.map(try mapping.reader.value(), into: model, mapping)
      } catch {
        throw error.isFatal ? .mismatch : error
      }
    }
  }
}
