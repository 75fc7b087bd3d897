import ModelObjectEssentials

/// Foundation's coders, and those that answer as they do: a value decodes as a string, a boolean or a
/// number, and as nothing else, and may be asked for again.
final class FoundationCoders: CoderKind {
  static let all = FoundationCoders(hasTypesOfItsOwn: false)
  static let propertyLists = FoundationCoders(hasTypesOfItsOwn: true)

  let hasTypesOfItsOwn: Bool

  private init(hasTypesOfItsOwn: Bool) { self.hasTypesOfItsOwn = hasTypesOfItsOwn }

  var converts: Bool { true }
  var keepsKeysOfDictionaries: Bool { true }

  func keys(of container: KeyedSource) -> [AnyKey] { container.offeredKeys }
  func mayHaveUnlistedKeys(_ schema: ModelSchema) -> Bool { false }

  /// For each type that the value isn't of they make an error, which takes long, so the kind of the
  /// value before this one is tried first.
  func scalar(_ place: DecodingPlace) -> Any? {
    let decoding = place.decoding
    let value: Any? =
      decoding.expectsNumber
      ? number(place) ?? place.scalar(String.self) : place.scalar(String.self) ?? number(place)
    // A number may be too small for a `Double`, and only an integer then.
    guard let value else { return place.scalar(Bool.self) ?? place.scalar(Int.self) }
    decoding.expectsNumber = !(value is String)
    return value
  }

  /// An integer, a `Double`, or a `Decimal` if it has more digits.
  ///
  /// Any number is a `Double` for them, and an `Int` if its nearest `Double` is integral; only the
  /// `Decimal` is exact. A string may be one that isn't finite.
  private func number(_ place: DecodingPlace) -> Any? {
    guard let double = place.scalar(Double.self), double.isFinite else { return nil }
    let decimal = place.scalar(Decimal.self)
    if double.rounded() == double {
      if let value = place.scalar(UInt64.self), decimal == nil || decimal == Decimal(value) {
        return Int(exactly: value) ?? value
      }
      if let value = place.scalar(Int.self), decimal == nil || decimal == Decimal(value) {
        return value
      }
    }
    guard let decimal, !decimal.isNaN, Number.double(double).decimal != nil else { return double }
    return Number.untyped(double, decimal)
  }

  func tree(_ place: DecodingPlace, _ shape: TreeShape) throws(Misfit) -> Any? {
    if place.isNull { return JSONNull.value }
    if let value = try place.container(shape) { return value }
    if case .text = shape, let text = place.scalar(String.self) { return text }
    if let value = scalar(place) { return value }
    if let value = try place.container(.dictionary(shape.leaf)) {
      // Property lists hold a decimal as an object.
      let mayBeDecimal = (value as? [String: Any])?["mantissa"] is [Any]
      return (mayBeDecimal ? place.scalar(Decimal.self) : nil) ?? value
    }
    if let value = try place.container(.array(shape.leaf)) { return value }
    if let value = place.dateOrData { return value }
    try checkSyntax(place)
    return nil
  }

  /// A value that is asked for by its type is plain if the table makes the same of the plain one.
  func view(_ place: DecodingPlace, _ coder: ValueCoder) throws(Misfit) -> DecodedView {
    guard coder.isNativeView(place.decoding) else {
      return DecodedView(value: try tree(place, coder.tree))
    }
    return try place.decoding.withoutNotes { isNoted throws(Misfit) in
      if place.isNull { return DecodedView(value: JSONNull.value) }
      if let own = try? coder.plainElements(place) {
        return DecodedView(value: own.elements, decoded: own.list)
      }
      let likely: TreeShape = coder.shape.isEncoded ? .dictionary(.any) : coder.tree
      let value = try tree(place, likely)
      if coder.holdsOwnCodables, value != nil { return DecodedView(value: value) }
      let byTable = value.flatMap {
        try? coder.value(of: place.decoding.mapping.input(of: $0), place.decoding)
      }
      // A scalar that the table takes means the same to the decoder.
      if byTable != nil, coder.scalar != nil { return DecodedView(value: value) }
      guard let own = try? coder.nativeValue(place) else { return DecodedView(value: value) }
      let isPlain = byTable.flatMap { Unknown.areEqual($0, own) } == true
      let isKept = isNoted && coder.isOwnCodable
      return DecodedView(value: isPlain ? value : own, decoded: isKept ? nil : own)
    }
  }

  /// Ends the decoding if the value isn't JSON: one of the decoders looks at numbers and strings only
  /// if it is asked for them.
  ///
  /// Its error is passed on, which it makes its own of then.
  @inline(never)
  private func checkSyntax(_ place: DecodingPlace) throws(Misfit) {
    struct Keys: Decodable {
      init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: AnyKey.self) }
    }
    do {
      for type in [String.self, Double.self, Keys.self] as [any Decodable.Type] {
        do {
          _ = try place.decode(type)
        } catch  where Self.isOfSyntax(error) {
          throw error
        } catch {}
      }
    } catch {
      place.decoding.syntaxError = error
      let failure = ModelError(.malformedJSON, underlyingError: error)
      throw place.decoding.mapping.stop(failure)
    }
  }

  /// Whether an error is about the text, which no type could be decoded from.
  private static func isOfSyntax(_ error: any Error) -> Bool {
    String(reflecting: type(of: error)).hasSuffix(".JSONError")
      && !"\(error)".hasPrefix("numberIsNotRepresentable")
  }
}
