/// A value whose decoder is handed to the running decoding: the only way to the containers in it.
///
/// Many decoders stop the program at a second container, move on with each, or give any container
/// and fail later; but for each value they make a new decoder.
struct Visited: Decodable {
  /// What the visitor made of the value.
  let result: Any?

  init(from decoder: any Decoder) throws {
    guard let decoding = ModelDecoding.current, let visitor = decoding.visitor else {
      throw Misfit.mismatch
    }
    let outer = decoding.kind
    decoding.kind = CoderKinds.of(decoder)
    defer { decoding.kind = outer }
    result = try visitor(decoder)
  }
}

extension ModelDecoding {
  /// Decodes values of which each `Visited` one is handed to a visitor.
  func visiting<Result>(
    _ visitor: (any Decoder) throws -> Any?,
    _ decode: () throws -> Result
  ) throws -> Result {
    try withoutActuallyEscaping(visitor) { visitor in
      let outer = self.visitor
      self.visitor = visitor
      defer { self.visitor = outer }
      return try whileCurrent(decode)
    }
  }

  /// The same; nil if the decoder can't decode the values.
  func visited<Result>(
    _ visitor: (any Decoder) throws -> Any?,
    decode: () throws -> Result?
  ) throws(Misfit) -> Result? {
    do {
      return try visiting(visitor, decode)
    } catch {
      if let misfit = error as? Misfit, misfit.isFatal { throw misfit }
      return nil
    }
  }
}

extension DecodingPlace {
  /// What a visitor makes of the value's decoder; nil if the decoder can't decode the value.
  func visited(_ visitor: (any Decoder) throws -> Any?) throws(Misfit) -> Any? {
    try decoding.visited(visitor) { try decode(Visited.self).result }
  }

  /// Follows a path through the containers from the place, and calls the body with the place at its
  /// end and the steps that were taken, as the input spells them; false if there is no such place.
  ///
  /// Of the body's errors only those that end the mapping are thrown.
  func walk(
    _ path: ArraySlice<PathStep>,
    matching: KeyMatching,
    _ body: (DecodingPlace, [PathStep]) throws(Misfit) -> Void
  ) throws(Misfit) -> Bool {
    var hasArrived = false
    func visit(_ path: ArraySlice<PathStep>, in decoder: any Decoder, steps: [PathStep]) throws {
      guard case .key(let name) = path.first else {
        return try go(path, from: decoding.place(in: decoder), steps)
      }
      let container: KeyedDecodingContainer<AnyKey>
      do {
        container = try decoder.container(keyedBy: AnyKey.self)
      } catch {
        // An element may be null.
        guard let place = try? decoding.place(in: decoder), place.isNull else { throw error }
        return try go(path, from: place, steps)
      }
      let key = container.key(for: name, matching, among: container.allKeys)
      guard let key else { return }
      let place = decoding.place(container, key)
      try go(path.dropFirst(), from: place, steps + [.key(key.stringValue)])
    }
    func go(
      _ path: ArraySlice<PathStep>,
      from place: DecodingPlace,
      _ steps: [PathStep]
    ) throws(Misfit) {
      // Null above the end is the value of the path.
      if path.isEmpty || place.isNull {
        hasArrived = true
        return try body(place, steps)
      }
      switch path.first {
      case nil: break
      case .key:
        _ = try place.visited {
          try visit(path, in: $0, steps: steps)
          return nil
        }
      case .index(let index):
        // It is decoded as an array: only then do decoders of XML collect the elements of one name.
        // Some decoders try an element in another way if the first one fails.
        var count = 0
        _ = try decoding.visited { decoder in
          if count == index {
            try visit(path.dropFirst(), in: decoder, steps: steps + [.index(index)])
          }
          count += 1
          return nil
        } decode: {
          try place.decode([Visited].self)
        }
      }
    }
    try go(path, from: self, [])
    return hasArrived
  }
}

extension KeyedSource {
  /// The key for a name, the best one whose value isn't null: its exact spelling, else the smallest key
  /// that matches.
  func key(
    for name: String,
    _ matching: KeyMatching,
    among listed: @autoclosure () -> [AnyKey]
  ) -> AnyKey? {
    let exact = contains(AnyKey(name)) ? AnyKey(name) : nil
    guard matching.takesOtherSpellings, exact.map(isNull) != false else { return exact }
    let wanted = WantedKey(name, matching)
    let all = listed().filter { wanted.matches($0.stringValue) }
    let values = all.filter { !isNull($0) }
    return wanted.best(of: values.isEmpty ? all : values, \.stringValue) ?? exact
  }

  private func isNull(_ key: AnyKey) -> Bool { (try? decodeNil(forKey: key)) == true }
}
