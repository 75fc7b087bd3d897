import ModelObjectEssentials

// What hooks see of the values that a decoder reads.

extension ValueCoder {
  /// The value as hooks see it: a plain value, or the one that the decoder makes of it if the table
  /// would make another; a date that the coder writes as a number counts in its own way.
  ///
  /// Of users' own types they see plain values, whatever the decoder makes of what is in them. In
  /// rows the decoder is asked first, as its columns change by other questions.
  func view(_ place: DecodingPlace) throws(Misfit) -> DecodedView {
    guard !holdsModels, isNative(usesOwnDates: place.decoding.usesOwnDates) else {
      return DecodedView(value: try place.tree(tree))
    }
    return try nativeView(place)
  }

  private func nativeView(_ place: DecodingPlace) throws(Misfit) -> DecodedView {
    let decoding = place.decoding
    // Issues are noted only once: when the value is mapped.
    let (mark, isNoted) = (decoding.mapping.notes.mark, decoding.mapping.notes.isOn)
    defer { decoding.mapping.notes.forget(since: mark) }
    func view(_ value: Any?, _ own: Any) -> DecodedView {
      DecodedView(value: value, decoded: isNoted && isOwnCodable ? nil : own)
    }
    var likely = tree
    switch decoding.kind.scalars {
    case .row:
      if place.isNull { return DecodedView(value: JSONNull.value) }
      if let own = try? nativeValue(place) { return view(try plain(own, place), own) }
    case .strict:
      if place.isNull { return DecodedView(value: JSONNull.value) }
      if let own = try? plainElements(place) { return view(own.elements, own.list) }
      if shape.isEncoded { likely = .dictionary(.any) }
    case .loose, .yaml: break
    }
    let value = try place.tree(likely)
    if holdsOwnCodables, value != nil { return DecodedView(value: value) }
    let byTable = value.flatMap { try? self.value(of: decoding.mapping.input(of: $0), decoding) }
    // A scalar that the table takes means the same to the decoder.
    if byTable != nil, scalar != nil { return DecodedView(value: value) }
    guard let own = try? nativeValue(place) else { return DecodedView(value: value) }
    if let byTable, Unknown.areEqual(byTable, own) == true { return view(value, own) }
    return view(own, own)
  }

  /// The value of a column as hooks see it: a number, a string, a date or data, or plain values.
  private func plain(_ value: Any, _ place: DecodingPlace) throws(Misfit) -> Any? {
    if let element, element.wrapped.scalar == nil { return try place.tree(tree) }
    switch place.decoding.mapping.input(of: value) {
    case .number(let number):
      guard let decimal = number.untyped as? Decimal else { return number.untyped }
      guard let double = number.double, !decimal.isNaN else { return decimal }
      let untyped = Number.untyped(double, decimal)
      return (untyped as? Double).flatMap { Int(exactly: $0) } ?? untyped
    case .foreign(let value):
      if value is Date || value is Data { return value }
      if let raw = Unknown.rawValue(of: value) { return try plain(raw, place) }
      let text = (value as? UUID)?.uuidString ?? (value as? URL)?.absoluteString
      return if let text { text } else { try place.tree(.coded) }
    default: return value
    }
  }

  /// An array or a set, and its elements as hooks see them, if the decoder tells these from all other
  /// values.
  private func plainElements(_ place: DecodingPlace) throws -> (elements: [Any], list: Any)? {
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
