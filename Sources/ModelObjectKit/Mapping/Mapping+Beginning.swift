extension Mapping {
  /// Reads the value at a path of the input.
  ///
  /// The rest of the text is only checked to be JSON. The paths in errors and reports begin at the
  /// root of the input.
  func value<Value>(
    at path: JSONKey,
    in given: Input?,
    _ kind: RootKind,
    _ type: (any Model.Type)?,
    _ read: (Input) throws(Misfit) -> Value
  ) throws(Misfit) -> Value {
    let depth = reader.remainingDepth
    if isText {
      reader.remainingDepth = .max / 2
      _ = reader.next()
      let start = reader.position
      try passValue(&state.reader)
      try reader.end()
      reader.position = start
    }
    let root: Source =
      switch given {
      case .object(.tree(let dictionary)): .tree(dictionary)
      case .array(.tree(let array)): .tree(array)
      default: .text(reader.position)
      }
    let isFuzzy = type?.keyMatching != .exact
    guard let place = try find(path, from: root, isFuzzy) else {
      let wanted = path.alternatives.first?.text ?? ""
      throw stop(kind.error(nil, at: wanted))
    }
    guard depth > place.steps.count else {
      throw stop(ModelError(.tooDeep, path: place.steps.path, message: "more than \(depth) levels"))
    }
    reader.remainingDepth = depth - place.steps.count
    let input = try input(from: place.source)
    let mark = notes.mark
    let value: Value
    do throws(Misfit) {
      value = try unwrapping(input, kind, type) { inner throws(Misfit) in
        guard kind.fits(inner) else { throw stop(kind.error(input, at: "")) }
        return try read(inner)
      }
    } catch {
      for step in place.steps.reversed() { failure = failure?.prefixed(with: step) }
      throw error
    }
    for step in place.steps.reversed() { notes.prefix(since: mark, key: step, property: nil) }
    reader.position = reader.bytes.count
    return value
  }

  /// A value of the input, and the steps to it as the input spells them.
  private struct Point {
    let source: Source
    var steps: [PathStep] = []
  }

  /// Finds the first alternative whose value is present and not null, else the first whose value is
  /// null; nil if there is none.
  private func find(
    _ key: JSONKey,
    from root: Source,
    _ isFuzzy: Bool
  ) throws(Misfit) -> Point? {
    var null: Point?
    for alternative in key.alternatives {
      for way in [[.key(alternative.text)], alternative.path ?? []] where !way.isEmpty {
        guard let place = try follow(way, from: root, isFuzzy) else { continue }
        guard case .null = try input(from: place.source) else {
          return place
        }
        null = null ?? place
      }
    }
    return null
  }

  private func follow(
    _ way: [PathStep],
    from root: Source,
    _ isFuzzy: Bool
  ) throws(Misfit) -> Point? {
    if case .tree = root {
      guard let (source, steps) = try follow(way, inTree: root, isFuzzy: isFuzzy) else {
        return nil
      }
      return Point(source: source, steps: steps)
    }
    var place = Point(source: root)
    for step in way {
      guard case .text(let offset) = place.source else { return nil }
      reader.position = offset
      let found: (step: PathStep, offset: Int)?
      switch (step, reader.next()) {
      case (.key(let name), UInt8(ascii: "{")): found = try value(named: name, isFuzzy)
      case (.index(let index), UInt8(ascii: "[")): found = try element(at: index)
      default: found = nil
      }
      guard let found else { return nil }
      place = Point(source: .text(found.offset), steps: place.steps + [found.step])
    }
    return place
  }

  /// Finds the value of a name in the object at the position: that of the exact spelling, else of
  /// the smallest key that folds to the same text.
  ///
  /// Of a repeated key the last value wins.
  private func value(
    named name: String,
    _ isFuzzy: Bool
  ) throws(Misfit) -> (step: PathStep, offset: Int)? {
    guard try reader.open(closing: UInt8(ascii: "}")) else { return nil }
    let wanted = WantedKey(name, isFuzzy: isFuzzy)
    var best: (key: String, offset: Int)?
    repeat {
      let key = reader.text(of: try reader.key())
      _ = reader.next()
      let offset = reader.position
      try passValue(&state.reader)
      guard wanted.matches(key) else { continue }
      if let best, wanted.isBetter(best.key, than: key) { continue }
      best = (key, offset)
    } while try reader.hasMore(closing: UInt8(ascii: "}"))
    return best.map { (.key($0.key), $0.offset) }
  }

  private func element(at index: Int) throws(Misfit) -> (step: PathStep, offset: Int)? {
    guard try reader.open(closing: UInt8(ascii: "]")) else { return nil }
    var place = 0
    var offset: Int?
    repeat {
      _ = reader.next()
      if place == index { offset = reader.position }
      try passValue(&state.reader)
      place += 1
    } while try reader.hasMore(closing: UInt8(ascii: "]"))
    return offset.map { (.index(index), $0) }
  }
}
