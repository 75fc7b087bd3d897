extension ModelDecoding {
  /// Decodes a container element by element; nil if there is no such container.
  ///
  /// The results of its elements are their values; elements that don't fit are noted, and have none.
  func collect<Container: Decodable>(
    _ type: Container.Type,
    of coder: ValueCoder,
    hasNames: Bool,
    at place: DecodingPlace
  ) throws(Misfit) -> Container? {
    let outer = notedDepth
    defer { notedDepth = outer }
    return try atNextLevel { () throws(Misfit) in
      do {
        var count = 0
        return try visiting({ decoder in
          defer { count += 1 }
          let last = decoder.codingPath.last
          let step = hasNames ? .key(last?.stringValue ?? "") : last?.step ?? PathStep.index(count)
          return try self.element(decoder, coder, step)
        }) { try place.decode(Container.self) }
      } catch {
        if let misfit = error as? Misfit, misfit.isFatal { throw misfit }
        return nil
      }
    }
  }

  private func element(
    _ decoder: any Decoder,
    _ coder: ValueCoder,
    _ step: PathStep
  ) throws(Misfit) -> Any? {
    let mark = mapping.notes.mark
    tableInput = .foreign(UnreadableValue())
    if coder.isOwnCodable || coder.shape.contents.holdsModels {
      notedDepth = decoder.codingPath.count
    }
    defer { mapping.notes.prefix(since: mark, key: step, property: step) }
    do {
      return try coder.decodeElement(decoder, self)
    } catch {
      let misfit = error as? Misfit ?? .mismatch
      if misfit.isFatal { throw misfit }
      mapping.note(misfit, tableInput, coder.shape)
      return nil
    }
  }
}
