import ModelObjectEssentials

/// The shape of plain values that are decoded if there is no type to decode.
///
/// Scalars are tried before containers: some decoders make an array of everything. Only where a
/// property's type is an object or array, these come first.
indirect enum TreeShape {
  case any
  case text
  /// What a user's `Codable` type is made of, which a column of a row has as JSON.
  case coded
  case model(any Model.Type)
  /// A model of a class that is made in place of the value.
  case instance(any Model.Type)
  case array(TreeShape)
  case dictionary(TreeShape)

  /// The shape of a row of an association that is decoded in place of the value.
  var ofRow: TreeShape {
    switch self {
    case .any, .coded: .dictionary(.any)
    default: self
    }
  }

  /// The shape of what is in a container that comes in place of the value.
  var leaf: TreeShape { if case .instance = self { self } else { .any } }

  /// The shape of the elements, if the value is an array.
  var elements: TreeShape { if case .array(let element) = self { element } else { leaf } }
}

extension DecodingPlace {
  /// Decodes null, a scalar, `[Any]` or `[String: Any]`; nil if none of these can be decoded.
  func tree(_ shape: TreeShape) throws(Misfit) -> Any? {
    try decoding.checkStack()
    return try decoding.kind.tree(self, shape)
  }

  /// The container at the place as plain values; nil if there is none of the shape.
  func container(_ shape: TreeShape) throws(Misfit) -> Any? {
    switch shape {
    case .any, .text, .coded: return nil
    case .array(let element): return try elements(element)
    case .model, .dictionary: return try visited { try decoding.container(shape, in: $0) }
    case .instance(let type):
      do {
        return try decoding.visiting({ try decoding.nested(type, $0) }) {
          try decode(Visited.self).result
        }
      } catch {
        if let misfit = error as? Misfit { throw misfit }
        return nil
      }
    }
  }

  /// A part of a container; nil for a model that was rejected, and for one that can't be read,
  /// unless such parts are marked.
  func part(_ shape: TreeShape) throws(Misfit) -> Any? {
    do throws(Misfit) {
      return try tree(shape) ?? (decoding.marksUnreadable ? UnreadableValue() : nil)
    } catch {
      if error.isFatal { throw error }
      return nil
    }
  }

  /// The elements of an array as plain values; nil if there is none.
  ///
  /// It is decoded as an array: only then do decoders of XML collect the elements of one name.
  func elements(_ shape: TreeShape) throws(Misfit) -> Any? {
    try decoding.atNextLevel { () throws(Misfit) in
      let results: [Any?]? = try decoding.visited {
        try decoding.kind.element($0, of: shape, in: decoding)
      } decode: {
        try decode([Visited].self).map(\.result)
      }
      guard let results else { return nil }
      let completed = (decoding.kind as? OtherCoders)?.completed(results, self)
      return (completed ?? results).compactMap { $0 }
    }
  }
}

extension ModelDecoding {
  /// An element of an array as plain values.
  func element(_ shape: TreeShape, _ decoder: any Decoder) throws -> Any? {
    var shape = shape
    if case .model = shape {
      do {
        return try container(shape, in: decoder)
      } catch {
        if let misfit = error as? Misfit, misfit.isFatal { throw misfit }
        shape = .any
      }
    }
    return try place(in: decoder).part(shape)
  }

  /// The contents of a decoder that holds a container of a shape.
  func container(_ shape: TreeShape, in decoder: any Decoder) throws -> Any {
    // A hook's values come here without `tree`.
    try checkStack()
    // Only what is a container is a level.
    switch shape {
    case .instance(let type): return try nested(type, decoder)
    case .model(let type):
      let container = try decoder.container(keyedBy: AnyKey.self)
      try mapping.descend()
      defer { mapping.ascend() }
      var schema = SchemaCache.schema(of: type)
      let object = DecodedObject(self, container)
      if let tags = schema.tags {
        // What the tag is counts when the object is mapped.
        let mark = mapping.notes.mark
        let picked = try mapping.pickedClass(tags, in: .decoded(object))
        mapping.notes.forget(since: mark)
        if !picked.isMisplaced { schema = SchemaCache.schema(of: picked.type) }
      }
      return try object.dictionary(schema)
    case .dictionary(let shape):
      return try pairs(in: decoder) { place, isRepeated in
        // A repeated key is an array if no type says otherwise.
        if isRepeated, case .any = shape, let elements = try place.elements(.any) {
          return elements
        }
        return try place.part(shape)
      }
    case .any, .text, .coded, .array: throw Misfit.mismatch
    }
  }
}
