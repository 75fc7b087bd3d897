import ModelObjectEssentials

/// GRDB's rows.
///
/// Any column of a row that is read from its statement decodes as a string and a number, and a blob that
/// was decoded as a string isn't a blob any more. In rows that were copied, numbers decode as booleans.
final class RowCoders: CoderKind {
  static let all = RowCoders()

  var converts: Bool { true }

  func keys(of container: KeyedSource) -> [AnyKey] { container.offeredKeys }

  /// Rows list all their columns, which they also find in another case.
  func mayHaveUnlistedKeys(_ schema: ModelSchema) -> Bool { !schema.matching.takesOtherSpellings }

  /// The value of a column; nil for a row or rows of another table, and for a blob of a row that was
  /// copied.
  func scalar(_ place: DecodingPlace) -> Any? {
    guard case .keyed(let container, let key) = place.holder else { return nil }
    // Only columns have numbers and strings. Only those of rows that were copied refuse a `Double`,
    // and these don't change.
    let double = try? container.decode(Double.self, forKey: key)
    guard double != nil || (try? container.decode(String.self, forKey: key)) != nil else {
      return nil
    }
    // A record's own strategies for data and dates don't count for optionals.
    if let data = place.scalar(Data?.self) ?? nil {
      guard !data.contains(0), let text = data.validText else { return data }
      // The statement has a text for a number, too; no text of digits is a date.
      let isNumber = ByteView.with(text) { DecimalText($0) != nil }
      guard isNumber, (place.scalar(Date?.self) ?? nil) != nil else { return text }
    }
    guard let double, let integer = place.scalar(Int.self), Double(integer) == double else {
      return double
    }
    return integer
  }

  /// The text of a column, also of a blob; nil for other bytes, and a number of a row that was copied.
  ///
  /// It isn't asked for as a string: of bytes that are no text, the statement would make one.
  func text(_ place: DecodingPlace) -> String? { (place.scalar(Data?.self) ?? nil)?.validText }

  /// The value of a column, also of a blob; nil for a row or rows of another table.
  func column(_ place: DecodingPlace) throws(Misfit) -> Any? {
    if let value = scalar(place) { return value }
    // Only what is neither a row nor rows can be asked for bytes.
    return try tree(place, .any) as? Data
  }

  func tree(_ place: DecodingPlace, _ shape: TreeShape) throws(Misfit) -> Any? {
    if place.isNull { return JSONNull.value }
    if let value = try container(place, shape) { return value }
    if case .text = shape, let text = place.scalar(String.self) { return text }
    if let value = scalar(place) { return value }
    // The rows of an association can't be asked for a keyed container.
    if let rows = try place.container(.array(shape.leaf)) { return rows }
    if let value = try place.container(.dictionary(shape.leaf)) { return value }
    return place.dateOrData
  }

  private func container(_ place: DecodingPlace, _ shape: TreeShape) throws(Misfit) -> Any? {
    guard case .coded = shape else { return try place.container(shape) }
    // Rows of an association stop the program if they are asked for an object.
    guard let value = scalar(place), value is String || value is Data else { return nil }
    if let object = try place.container(.dictionary(.any)) { return object }
    return try place.elements(.any)
  }

  /// The elements of an association are rows.
  func element(
    _ decoder: any Decoder,
    of shape: TreeShape,
    in decoding: ModelDecoding
  ) throws -> Any? {
    switch shape {
    case .any, .coded: try decoding.container(.dictionary(.any), in: decoder)
    default: try decoding.element(shape, decoder)
    }
  }

  /// The column is asked for by the type first: it changes by other questions.
  func view(_ place: DecodingPlace, _ coder: ValueCoder) throws(Misfit) -> DecodedView {
    guard coder.isNativeView(place.decoding) else {
      return DecodedView(value: try tree(place, coder.tree))
    }
    return try place.decoding.withoutNotes { isNoted throws(Misfit) in
      if place.isNull { return DecodedView(value: JSONNull.value) }
      guard let own = try? coder.nativeValue(place) else {
        let value = try tree(place, coder.tree)
        return DecodedView(value: value)
      }
      let isKept = isNoted && coder.isOwnCodable
      return DecodedView(value: try plain(own, at: place, by: coder), decoded: isKept ? nil : own)
    }
  }

  /// The value of a column as hooks see it: a number, a string, a date or data, or plain values.
  private func plain(
    _ value: Any,
    at place: DecodingPlace,
    by coder: ValueCoder
  ) throws(Misfit) -> Any? {
    if let element = coder.element, element.wrapped.scalar == nil {
      return try tree(place, coder.tree)
    }
    switch place.decoding.mapping.input(of: value) {
    case .number(let number):
      guard let decimal = number.untyped as? Decimal else { return number.untyped }
      guard let double = number.double, !decimal.isNaN else { return decimal }
      let untyped = Number.untyped(double, decimal)
      return (untyped as? Double).flatMap { Int(exactly: $0) } ?? untyped
    case .foreign(let value):
      if value is Date || value is Data { return value }
      if let raw = Unknown.rawValue(of: value) { return try plain(raw, at: place, by: coder) }
      let text = (value as? UUID)?.uuidString ?? (value as? URL)?.absoluteString
      return if let text { text } else { try tree(place, .coded) }
    default: return value
    }
  }
}
