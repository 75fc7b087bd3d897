extension ModelDecoding {
  /// What a closure makes of the values of the object that a decoder holds.
  func pairs(
    in decoder: any Decoder,
    _ read: (DecodingPlace, _ isRepeated: Bool) throws -> Any?
  ) throws -> [String: Any] {
    if kind.keepsKeysOfDictionaries {
      // Only the keys of a `Dictionary` are left as they are by the decoder's strategy.
      let container = try decoder.singleValueContainer()
      let pairs = try atNextLevel { () throws(Misfit) in
        try visited({ try read(place(in: $0), false) }) {
          try container.decode([String: Visited].self).compactMapValues(\.result)
        }
      }
      guard let pairs else { throw Misfit.mismatch }
      return pairs
    }
    // Values are asked for by their keys: only then do decoders of XML collect those of one name.
    let container = try decoder.container(keyedBy: AnyKey.self)
    try mapping.descend()
    defer { mapping.ascend() }
    var pairs: [String: Any] = [:]
    let keys = container.allKeys.inKeyOrder(by: \.stringValue)
    for (index, key) in keys.enumerated() {
      let name = key.stringValue
      if index > 0, keys[index - 1].stringValue == name { continue }
      let isRepeated = index + 1 < keys.count && keys[index + 1].stringValue == name
      pairs[name] = try read(place(container, key), isRepeated)
    }
    return pairs
  }
}

extension ValueCoder {
  /// The pairs of a dictionary whose values have this coder; nil if there is none.
  ///
  /// A value whose key doesn't fit isn't decoded: only the key is noted.
  func decodePairs(_ place: DecodingPlace, _ key: any Shape) throws(Misfit) -> [String: Any]? {
    let decoding = place.decoding
    let mapping = decoding.mapping
    let pairs = try place.visited { decoder in
      try decoding.pairs(in: decoder) { place, _ in
        let path = place.path
        let name = path.last?.stringValue ?? ""
        if mapping.options.isNumber(name) { return nil }
        let text = Input.text(.string(name))
        let isKey = (try? key.readKey(text, mapping)) != nil
        return try (isKey ? self : ValueCoder(key)).noting(.key(name), at: path.count, in: decoding)
        {
          if isKey { return try decode(place) }
          decoding.tableInput = text
          throw Misfit.mismatch
        }
      }
    }
    return pairs as? [String: Any]
  }

  /// The elements of an array that have this coder; nil if there is no array.
  ///
  /// At first the decoder's errors are passed on to it: some decoders then try the same element in
  /// another way. If the decoder gives up, the array is decoded again: elements that were decoded are
  /// not made twice, and elements that do not fit are left out.
  func decodeElements(_ place: DecodingPlace) throws(Misfit) -> [Any]? {
    let decoding = place.decoding
    var values: [Any] = []
    var (index, doneCount) = (0, 0)
    var isLenient = !holdsModels
    func visit(_ decoder: any Decoder) throws -> Any? {
      if index == doneCount {
        let path = decoder.codingPath
        let step = path.last?.step ?? .index(index)
        let value = try noting(step, at: path.count, in: decoding, isLenient: isLenient) {
          try decodeElement(decoder, decoding, isLenient: isLenient)
        }
        if let value { values.append(value) }
        doneCount += 1
      }
      index += 1
      return nil
    }
    return try decoding.atNextLevel { () throws(Misfit) in
      while true {
        index = 0
        do {
          _ = try decoding.visiting(visit) { try place.decode([Visited].self) }
          return values
        } catch {
          if let misfit = error as? Misfit, misfit.isFatal { throw misfit }
          guard !isLenient else { return nil }
          isLenient = true
        }
      }
    }
  }

  /// What a closure decodes of an element; nil if the element doesn't fit, which is noted then.
  ///
  /// Unless the pass over the elements is lenient, the decoder's own errors are passed on.
  @inline(never)
  private func noting(
    _ step: PathStep,
    at depth: Int,
    in decoding: ModelDecoding,
    isLenient: Bool = true,
    _ decode: () throws -> Any
  ) throws -> Any? {
    let mapping = decoding.mapping
    let outer = (decoding.notedDepth, mapping.notes.steps)
    defer { (decoding.notedDepth, mapping.notes.steps) = outer }
    decoding.notedDepth = depth
    mapping.notes.enter([step])
    decoding.tableInput = .foreign(UnreadableValue())
    do {
      return try decode()
    } catch {
      guard isLenient || error is Misfit else { throw error }
      let misfit = error as? Misfit ?? .mismatch
      if misfit.isFatal { throw misfit }
      if case .null = misfit, mapping.elementClass == nil, let null = shape.nullElement {
        return null
      }
      mapping.note(misfit, of: decoding.tableInput, as: shape)
      return nil
    }
  }
}
