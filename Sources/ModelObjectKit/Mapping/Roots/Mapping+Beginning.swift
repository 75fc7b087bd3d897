extension Mapping {
  /// Reads the value at a path of the input.
  ///
  /// The rest of the text is only checked to be JSON, and not too deep. The paths in errors and
  /// reports begin at the root of the input.
  func value<Value>(
    at path: JSONKey.Alternative,
    _ kind: RootKind,
    of type: (any Model.Type)?,
    _ read: (Input) throws(Misfit) -> Value
  ) throws(Misfit) -> Value {
    let end = try enter(path, kind, of: type)
    let input = try input(from: end.source)
    let value: Value
    notes.steps = end.steps.map { Notes.Step(key: $0) }
    defer { notes.steps = [] }
    do throws(Misfit) {
      value = try unwrapping(input, if: kind == .array && preservesReferences) {
        inner throws(Misfit) in
        guard kind.fits(inner) else { throw stop(kind.error(found: input.description)) }
        return try read(inner)
      }
    } catch {
      prefixFailure(with: end.steps)
      throw error
    }
    reader.position = reader.bytes.count
    return value
  }

  @inline(never)
  private func prefixFailure(with steps: [PathStep]) {
    // The offset in the text has given an error of depth its complete path.
    guard !isText || failure?.code != .tooDeep else { return }
    for step in steps.reversed() { failure = failure?.prefixed(with: step) }
  }

  /// Finds the value at a path, and moves the reader to its depth.
  @inline(never)
  private func enter(
    _ path: JSONKey.Alternative,
    _ kind: RootKind,
    of type: (any Model.Type)?
  ) throws(Misfit) -> PathEnd {
    let depth = reader.remainingDepth
    if isText {
      _ = reader.next()
      let start = reader.position
      reader.position = try end(ofPartsAt: start)
      try reader.end()
      reader.position = start
    }
    let root: ValueLocation =
      switch callersTree {
      case .dictionary(let pairs): .tree(pairs)
      case .array(let elements): .tree(elements)
      case nil: .text(reader.position)
      }
    let matching = type?.keyMatching ?? .fuzzy
    let mayBeMarked = kind == .array && preservesReferences
    let end = try find(path, from: root, matching: matching) { input in
      kind.fits(input) || (mayBeMarked && RootKind.object.fits(input))
    }
    guard let end else {
      let indexed = indexed(path.path ?? [], from: root, matching)
      let hint =
        indexed.map { "; use \($0.path)" }
        ?? missingStep(of: path.path ?? [.key(path.text)], from: root, matching)
      throw stop(kind.error(found: "nothing" + hint, at: path.text))
    }
    guard depth > end.steps.count else {
      throw stop(ModelError(.tooDeep, path: end.steps.path, message: "more than \(depth) levels"))
    }
    reader.remainingDepth = depth - end.steps.count
    return end
  }

  /// Which step of a path isn't there, and what is near it, to follow an error.
  private func missingStep(
    of path: [PathStep],
    from root: ValueLocation,
    _ matching: KeyMatching
  ) -> String {
    let (position, depth) = (reader.position, reader.remainingDepth)
    defer { (reader.position, reader.remainingDepth) = (position, depth) }
    // The depth was checked when the text was looked through.
    reader.remainingDepth = .max / 2
    for (count, step) in path.enumerated().reversed() {
      guard let end = try? follow(Array(path[..<count]), from: root, matching),
        end.steps.count == count, let input = try? input(from: end.source)
      else { continue }
      let name = end.steps.isEmpty ? "the root" : end.steps.path.shownPath
      switch (step, input) {
      case (.key(let key), .object(let pairs)):
        let keys = (try? self.pairs(of: ObjectSource(pairs)).prefix(1_000).map(\.key)) ?? []
        let near = NameDistance.nearest(to: key, among: keys).map { ", near \($0.quoted)" }
        return "; \(name) has no \(key.quoted)\(near ?? "")".onOneLine
      case (.index(let index), .array): return "; \(name) has no element \(index)"
      default: return "; \(name) is \(input.description)"
      }
    }
    return ""
  }

  /// Finds the value of the whole key or at the path: the first that fits, else the first that isn't
  /// null, else the first; nil if there is none.
  ///
  /// Unlike a property's keys, these are two readings of one string: the caller asks for an object or
  /// an array, so that a value of another kind isn't what is meant.
  private func find(
    _ path: JSONKey.Alternative,
    from root: ValueLocation,
    matching: KeyMatching,
    _ fits: (Input) -> Bool
  ) throws(Misfit) -> PathEnd? {
    var (other, null): (PathEnd?, PathEnd?)
    for way in [[.key(path.text)], path.path ?? []] where !way.isEmpty {
      guard let end = try follow(way, from: root, matching), end.steps.count == way.count else {
        continue
      }
      let input = try input(from: end.source)
      if fits(input) { return end }
      if case .null = input { null = null ?? end } else { other = other ?? end }
    }
    return other ?? null
  }
}
