import ModelObjectEssentials

// What hooks see of the values that a decoder reads.

extension ValueCoder {
  /// Whether hooks may see what the decoder makes of a value, and not only the plain value that it is.
  func isNativeView(_ decoding: ModelDecoding) -> Bool {
    !holdsModels && isNative(in: decoding)
  }

  /// An array or a set, and its elements as hooks see them, if the decoder tells these from all other
  /// values.
  func plainElements(_ place: DecodingPlace) throws -> (elements: [Any], list: Any)? {
    guard case .list(_, let element) = kind, element.scalar != nil, let native,
      let list = try place.decode(native, false),
      let elements = (list as? any Container)?.elements
    else { return nil }
    let plain = elements.compactMap { plainValue($0) }
    guard plain.count == elements.count, let own = try converted(list, place.decoding) else {
      return nil
    }
    return (plain, own)
  }
}

/// A value as hooks see it.
struct DecodedView {
  /// Nil if there is none that can be read.
  let value: Any?
  /// Whether it is what the key's property takes by its own type.
  var isOwned = false
  /// What the property takes, if it was decoded for the view.
  var decoded: Any?
}

extension CodedScalar {
  @inline(__always)
  static func plain(_ source: KeyedSource, _ key: AnyKey) throws -> Any? {
    guard let value = try getIfPresent(source, key) else { return JSONNull.value }
    return plainValue(value)
  }
}

/// A decoded scalar as hooks see it; nil if another type may hold it better.
private func plainValue(_ value: Any) -> Any? {
  switch value {
  case is String, is Bool: value
  case let value as Int: value.magnitude < 1 << 53 ? value : nil
  case let value as Int64: value.magnitude < 1 << 53 ? Int(value) : nil
  case let value as Double where value.isFinite:
    value.magnitude < 0x1p53 ? Int(exactly: value) ?? value : value
  default: nil
  }
}
