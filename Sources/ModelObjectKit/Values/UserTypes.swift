import ModelObjectEssentials

/// A custom `ModelValue`.
struct ModelValueShape<Value: ModelValue>: Shape {
  var heldModels: HeldModels { .handedOut }

  func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Value {
    if case .foreign(let value) = input, let value = value as? Value { return value }
    guard !input.isNullOrNullText else { throw .null }
    if context.isUnfinished(input) { throw .unfinished }
    return try context.sharing(input) { () throws(Misfit) in
      if let value = Value(modelValue: try context.tree(of: input)) { return value }
      throw .mismatch
    }
  }

  func reason(_ input: Input, _ options: FixedOptions) -> String {
    "\(typeName) can't be made from \(input.phrase)"
  }

  func write(_ value: Value, to sink: any ValueSink) {
    sink.untyped(value.modelValue)
  }

  func areEqual(_ first: Value, _ second: Value, _ comparer: any ModelComparer) -> Bool {
    Unknown.areEqual(first, second)
      ?? UntypedTree.areEqual(first.modelValue, second.modelValue, comparer)
  }
}

/// An enum with a raw value, or any other type that wraps one.
struct RawValueShape<Value: RawRepresentable>: Shape {
  let rawShape: any Shape<Value.RawValue>
  var raw: (any Shape)? { rawShape }

  /// The value for raw values that the type doesn't know, if it has one.
  private var unknown: Value? {
    func unknown<Unknown: UnknownRepresentable>(_ type: Unknown.Type) -> Any { type.unknown }
    return (Value.self as? any UnknownRepresentable.Type).flatMap { unknown($0) as? Value }
  }

  func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Value {
    var value: Value?
    do {
      value = try known(input, context)
    } catch {
      guard case .mismatch = error, input.isScalar else { throw error }
    }
    if let value {
      if !isOwnForm(input, context) { try context.convert(input, to: self) }
      return value
    }
    guard let unknown else { throw .mismatch }
    context.noteUnknown(input, self)
    return unknown
  }

  func readKey(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Value {
    guard let value = try known(input, context) else { throw .mismatch }
    return value
  }

  /// The value for an input; nil if the type doesn't know the raw value.
  private func known(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Value? {
    if case .foreign(let value) = input, let value = value as? Value { return value }
    if context.isUnfinished(input) { throw .unfinished }
    return Value(rawValue: try rawShape.readKey(input, context))
  }

  func isOwnForm(_ input: Input, _ context: any ValueContext) -> Bool {
    if case .foreign(let value) = input, value is Value { return true }
    return rawShape.isOwnForm(input, context)
  }

  func reason(_ input: Input, _ options: FixedOptions) -> String {
    switch input {
    case .array, .object, .foreign: input.reason(typeName)
    default: "\(input.phrase) is not a raw value of \(typeName)"
    }
  }

  var rawValues: [String]? {
    func texts<Cases: CaseIterable>(_ type: Cases.Type) -> [String] {
      Cases.allCases.compactMap { ($0 as? Value).map { "\($0.rawValue)" } }
    }
    return (Value.self as? any CaseIterable.Type).map { texts($0) }
  }

  func keyText(of value: Value) -> String { rawShape.keyText(of: value.rawValue) }

  func write(_ value: Value, to sink: any ValueSink) {
    rawShape.write(value.rawValue, to: sink)
  }

  func areEqual(_ first: Value, _ second: Value, _ comparer: any ModelComparer) -> Bool {
    Unknown.areEqual(first, second) ?? rawShape.areEqual(first.rawValue, second.rawValue, comparer)
  }

  /// By the type's own hash, or by the raw value if the type isn't `Equatable`.
  func hash(_ value: Value, into hasher: inout Hasher) {
    if Value.self is any Equatable.Type {
      Unknown.hash(value, into: &hasher)
    } else {
      rawShape.hash(value.rawValue, into: &hasher)
    }
  }
}

/// A type whose values decode themselves.
protocol DecodingShape<Value>: Shape where Value: Decodable {
  /// How the keys of values are matched: by the rule of the class around them.
  var rule: KeyMatching { get }
}

extension DecodingShape {
  var heldModels: HeldModels { .encoded }

  func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Value {
    if case .foreign(let value) = input { return try read(foreign: value, input, context) }
    guard input.isShared else { return try ownValue(input, context) }
    return try context.sharing(input) { () throws(Misfit) in try ownValue(input, context) }
  }

  func read(
    elementsFrom start: Int,
    _ context: any ValueContext,
    into values: inout [Value]
  ) throws(Misfit) -> Bool { try context.decode(elementsFrom: start, by: self, into: &values) }

  @inline(never)
  private func read(
    foreign value: Any,
    _ input: Input,
    _ context: any ValueContext
  ) throws(Misfit) -> Value {
    if let value = value as? Value { return value }
    return try context.sharing(input) { () throws(Misfit) in
      if let encoded = value as? EncodedValue,
        let value = try context.decoded(from: encoded, by: self)
      {
        return value
      }
      return try ownValue(input, context)
    }
  }

  private func ownValue(
    _ input: Input,
    _ context: any ValueContext
  ) throws(Misfit) -> Value {
    if context.isUnfinished(input) { throw .unfinished }
    return try context.decoded(from: input, by: self)
  }

  func reason(_ input: Input, _ options: FixedOptions) -> String {
    "\(typeName) can't be decoded from \(input.phrase)"
  }
}

/// Any other `Codable` type.
struct CodableShape<Value: Codable>: DecodingShape {
  var rule = KeyMatching.fuzzy

  func matching(_ rule: KeyMatching) -> any Shape<Value> { CodableShape(rule: rule) }

  func text(of value: Value) -> String {
    StackLimit.hasRoom(for: value) ? shownText(of: value) : typeName
  }

  func write(_ value: Value, to sink: any ValueSink) {
    sink.encodable(value)
  }

  /// By the type's own `==`, or, if that doesn't exist or is inconclusive, by what the values encode.
  func areEqual(_ first: Value, _ second: Value, _ comparer: any ModelComparer) -> Bool {
    if let areEqual = Unknown.areEqual(first, second) { return areEqual }
    if let first = reference(in: first), first === reference(in: second) { return true }
    guard let first = try? StructTree(first, isArchive: true),
      let second = try? StructTree(second, isArchive: true)
    else { return false }
    return first.isEqual(to: second)
  }
}

/// A part of such a value that is decoded, but not encoded.
struct DecodableShape<Value: Decodable>: DecodingShape {
  var rule = KeyMatching.fuzzy

  func matching(_ rule: KeyMatching) -> any Shape<Value> { DecodableShape(rule: rule) }
  func text(of value: Value) -> String { typeName }
  func write(_ value: Value, to sink: any ValueSink) { sink.leaveOut() }
}

extension DecodingError {
  /// The words on an error in a part of the value at a depth of the coding path, to follow the
  /// value's own description; nil for an error of the whole value.
  func words(inside depth: Int = 0) -> String? { message(inside: depth).map { " in which \($0)" } }

  private func message(inside depth: Int) -> String? {
    switch self {
    case .typeMismatch(let type, let context):
      context.path(depth).map { "\($0) is not \(Self.name(of: type).withArticle)" }
    case .valueNotFound(_, let context): context.path(depth).map { "\($0) is null" }
    case .keyNotFound(let key, let context):
      context.path(depth, with: [key]).map { "\($0) is missing" }
    case .dataCorrupted(let context):
      context.path(depth).map { "\($0) does not fit: \(context.debugDescription.quoted)" }
    @unknown default: nil
    }
  }

  /// The name of a type, or `object` or `array` for any of them.
  private static func name(of type: Any.Type) -> String {
    guard let container = type as? any Container.Type else { return "\(type)" }
    if container.keyType != nil { return "object" }
    return container is any OptionalType.Type ? "\(type)" : "array"
  }
}

extension DecodingError.Context {
  /// The path of the part with the error, from a depth on; nil for the whole value.
  fileprivate func path(_ depth: Int, with keys: [any CodingKey] = []) -> String? {
    let path = codingPath.dropFirst(depth) + keys
    return path.isEmpty ? nil : path.map(\.step).path.shownPath
  }
}

extension CodingKey {
  /// The key as a step of a path.
  var step: PathStep { intValue.map { .index($0) } ?? .key(stringValue) }
}

/// A `Codable` value as JSON text that the same type decodes without loss.
package struct EncodedValue {
  package let text: String
  /// The models in it, which an archive has apart.
  package var models: EncodedModels?

  init(text: String, models: EncodedModels? = nil) { (self.text, self.models) = (text, models) }
}

/// The objects of an archive in a `Codable` value.
///
/// A class, so that the value still lies inline in an `Any`.
package final class EncodedModels: Sendable {
  /// The key of the objects in the value's text that stand for them.
  package let key: String
  let numbers: [Int]

  init(key: String, numbers: [Int]) { (self.key, self.numbers) = (key, numbers) }
}

/// A `Codable` value of an archive that is being decoded: the models in it find it in the decoder's
/// `userInfo`.
///
/// Only the thread that decodes uses it.
final class ArchivedValue: @unchecked Sendable {
  /// The classes that a snapshot in it may hold.
  let classes: [any Model.Type]
  /// Whether someone hears of parts that don't fit.
  let tellsMisfits: Bool
  /// The parts that don't fit.
  private(set) var issues: [ModelError.Issue] = []
  /// The objects of the archive in it.
  let models: EncodedModels?
  /// Returns the object with a number, which is to be of a class; without one, of any that the archive
  /// is opened with.
  private let open: OpenModel
  /// Whether the value has a number that isn't there.
  private(set) var isDamaged = false

  typealias OpenModel = (Int, (any Model.Type)?) throws(Misfit) -> any Model

  init(
    _ classes: [any Model.Type] = [],
    tellsMisfits: Bool = false,
    models: EncodedModels? = nil,
    open: @escaping OpenModel = { (_, _) throws(Misfit) in throw .mismatch }
  ) {
    (self.classes, self.tellsMisfits) = (classes, tellsMisfits)
    (self.models, self.open) = (models, open)
  }

  /// The model with a number in the value.
  func model(_ number: Int, of type: (any Model.Type)?) throws(Misfit) -> any Model {
    guard let numbers = models?.numbers, numbers.indices.contains(number) else {
      isDamaged = true
      throw .stopped
    }
    return try open(numbers[number], type)
  }

  /// Adds what doesn't fit in a model of a decoder.
  func add(_ issues: [ModelError.Issue], from decoder: any Decoder) {
    let steps = decoder.codingPath.map(\.step)
    self.issues += issues.map { $0.prefixed(with: steps) }
  }
}

/// Why the model of a snapshot in an archive can't be opened.
struct UnopenedSnapshot: Error {
  let error: ModelError
}

extension CodingUserInfoKey {
  /// Set for an `EncodedValue`, in which a snapshot is an archive, as exports leave something out; for
  /// a decoder, to its `ArchivedValue`.
  static let losesNothing = CodingUserInfoKey("ModelObjectKit.losesNothing")

  init(_ name: String) {
    guard let key = CodingUserInfoKey(rawValue: name) else {
      fatalError("\(name) can't be the key of a coder's userInfo")
    }
    self = key
  }
}
