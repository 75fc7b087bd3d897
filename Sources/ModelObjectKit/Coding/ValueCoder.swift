import Foundation

/// The coder of values of one type.
///
/// A value that does not decode as the type becomes plain values, which go through the table.
class ValueCoder<Value> {
  let rules: Rules<Value>
  /// Nil where the type is not `Codable`.
  let native: NativeForm<Value>?

  init(_ rules: Rules<Value>, _ native: NativeForm<Value>? = NativeForm.of(Value.self)) {
    self.rules = rules
    self.native = native
    isOwnCodable = rules.isEncoded || rules is any OwnTypeRules
  }

  /// Whether there may be dates among the values, whose format the options may give.
  var hasDates: Bool { Value.self == Date.self || isOwnCodable }

  /// Whether values are coded by users' own code; there may be models in them.
  final let isOwnCodable: Bool

  /// Whether the values are models, or containers of them.
  var holdsModels: Bool { false }

  /// The shape of the plain values that are decoded in place of the type.
  var shape: TreeShape { Value.self == String.self ? .text : .any }

  final func comesNatively(_ decoding: ModelDecoding) -> Bool {
    native != nil && !(decoding.usesOwnDates && hasDates)
  }

  // MARK: - In

  func decode(
    _ place: DecodingPlace,
    _ decoding: ModelDecoding,
    existing: Value?
  ) throws(Misfit) -> Value {
    if comesNatively(decoding), let native {
      do {
        return try ask(decoding) { try native.decode(place) }
      } catch {
        if let misfit = error as? Misfit, misfit.isFatal { throw misfit }
      }
      return try decodeByTable(place, decoding)
    }
    do throws(Misfit) {
      return try decodeByTable(place, decoding)
    } catch {
      if !error.isFatal, let value = nativeValue(place, decoding) { return value }
      throw error
    }
  }

  /// The value, or nil for null.
  func decodeIfPresent(
    _ place: DecodingPlace,
    _ decoding: ModelDecoding,
    existing: Value?
  ) throws(Misfit) -> Value? {
    if comesNatively(decoding), let native {
      do {
        return try ask(decoding) { try native.decodeIfPresent(place) }
      } catch {
        if let misfit = error as? Misfit, misfit.isFatal { throw misfit }
      }
    }
    do throws(Misfit) {
      return try decodeByTable(place, decoding)
    } catch {
      if case .null = error { return nil }
      if !error.isFatal, decoding.usesOwnDates, let value = nativeValue(place, decoding) {
        return value
      }
      throw error
    }
  }

  /// Decodes the element that a decoder holds.
  func decodeElement(_ decoder: any Decoder, _ decoding: ModelDecoding) throws -> Value {
    let place = DecodingPlace.element(try decoder.singleValueContainer())
    return try decode(place, decoding, existing: nil)
  }

  /// The value as the decoder decodes it; nil where it can't.
  final func nativeValue(_ place: DecodingPlace, _ decoding: ModelDecoding) -> Value? {
    guard let native else { return nil }
    return try? ask(decoding) { try native.decode(place) }
  }

  func decodeByTable(
    _ place: DecodingPlace,
    _ decoding: ModelDecoding
  ) throws(Misfit) -> Value {
    try rules.read(try decoding.input(at: place), decoding.mapping)
  }

  private func ask<Result>(
    _ decoding: ModelDecoding,
    _ body: () throws -> Result
  ) rethrows -> Result {
    isOwnCodable ? try decoding.asking(body) : try body()
  }

  /// The value as hooks see it: a plain value, or the one that the decoder makes of it if the table
  /// would make another; a date that the coder writes as a number counts in its own way.
  ///
  /// In rows the decoder is asked first, as its columns change by other questions.
  func view(_ place: DecodingPlace, _ decoding: ModelDecoding) throws(Misfit) -> Any? {
    guard !holdsModels, comesNatively(decoding) else { return try place.tree(shape, decoding) }
    switch decoding.kind.scalars {
    case .strict: if let value = native?.plainValue(place) { return value }
    case .row: if let value = nativeValue(place, decoding) { return value }
    case .loose, .yaml: break
    }
    let value = try place.tree(shape, decoding)
    let mark = decoding.mapping.notes.mark
    // Issues are noted only once: when the value is mapped.
    defer { decoding.mapping.notes.forget(since: mark) }
    let byTable = value.flatMap { try? rules.read(Input($0), decoding.mapping) }
    // A scalar that the table takes means the same to the decoder.
    if byTable != nil, codedScalar(of: Value.self) != nil { return value }
    guard let own = nativeValue(place, decoding) else { return value }
    if let byTable, Unknown.areEqual(byTable, own) == true { return value }
    return own
  }

  // MARK: - Out

  func encode(
    _ value: Value,
    _ container: inout KeyedTarget,
    _ key: AnyKey,
    _ encoding: ModelEncoding
  ) throws {
    if let native, !(encoding.usesOwnDates && hasDates) {
      try encoding.asking { try native.encode(value, &container, key) }
    } else if let tree = plainValue(of: value, encoding) {
      try encoding.asking { try container.encode(EncodedTree(tree), forKey: key) }
    }
  }

  /// Gives an encoder the nil of a property that is nil in a fresh object too.
  func encodeNoValue(
    _ container: inout KeyedTarget,
    _ key: AnyKey
  ) throws {
    try native?.encodeNoValue(&container, key)
  }

  /// The value as an element of an array that a path leads to.
  func encodable(_ value: Value, _ encoding: ModelEncoding) -> (any Encodable)? {
    if !(encoding.usesOwnDates && hasDates), let value = value as? any Encodable { return value }
    return plainValue(of: value, encoding).map { EncodedTree($0) }
  }

  /// The value as the table gives it; nil where it is left out.
  func plainValue(of value: Value, _ encoding: ModelEncoding) -> Any? {
    encoding.tree { rules.give(value, to: $0) }
  }
}

extension ModelDecoding {
  /// The plain values at a place, as input for the table.
  func input(at place: DecodingPlace, _ shape: TreeShape = .any) throws(Misfit) -> Input {
    let input = Input(try place.tree(shape, self) ?? UnreadableValue())
    tableInput = input
    return input
  }
}

/// Rules of types with users' own code.
private protocol OwnTypeRules {}
extension ModelValueRules: OwnTypeRules {}
extension RawValueRules: OwnTypeRules {}
