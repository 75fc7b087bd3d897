/// A value that was found behind a path, and the steps that led there, as the input spells them.
struct Found {
  let source: Source
  let steps: [PathStep]

  /// The same value, seen from one level further up.
  func after(_ step: PathStep) -> Found {
    Found(source: source, steps: [step] + steps)
  }
}

extension Mapping {
  /// Follows the steps of a path; nil where one of them is missing, or leads through something
  /// that is no object or array.
  func follow(
    _ path: [JSONKey.Step],
    from source: Source,
    _ schema: ModelSchema
  ) throws(Misfit) -> Found? {
    var source = source
    var steps: [PathStep] = []
    for step in path {
      switch step {
      case .key(let name):
        guard let pair = try pair(named: name, in: source, schema) else { return nil }
        source = pair.source
        steps.append(.key(text(of: pair)))
      case .index(let index):
        guard let element = try element(index, in: source) else { return nil }
        source = element
        steps.append(.index(index))
      }
    }
    return Found(source: source, steps: steps)
  }

  /// The pair of an object that a name stands for: by the exact spelling, else, where the class
  /// matches loosely, the smallest key that folds to the same text.
  private func pair(
    named name: String,
    in source: Source,
    _ schema: ModelSchema
  ) throws(Misfit) -> Pair? {
    guard case .object(let pairs) = try input(from: source) else { return nil }
    let folded = schema.isFuzzy ? FoldedKey(name) : nil
    var best: Pair?
    for pair in try list(of: pairs) {
      let key = text(of: pair)
      if key == name { return pair }
      guard let folded, !folded.isEmpty, FoldedKey(key) == folded else { continue }
      if let best, text(of: best).utf8.lexicographicallyPrecedes(key.utf8) { continue }
      best = pair
    }
    return best
  }

  private func element(_ index: Int, in source: Source) throws(Misfit) -> Source? {
    guard case .array(let items) = try input(from: source) else { return nil }
    switch items {
    case .tree(let elements):
      return elements.indices.contains(index) ? .tree(elements[index]) : nil
    case .unread:
      guard try reader.open(closing: UInt8(ascii: "]")) else { return nil }
      var found: Source?
      var place = 0
      repeat {
        _ = reader.next()
        if place == index { found = .text(reader.position) }
        try reader.skipValue()
        place += 1
      } while try reader.hasMore(closing: UInt8(ascii: "]"))
      return found
    }
  }

  /// Maps a value that was found behind a path.
  func mapValue(
    _ found: Found,
    _ property: Int,
    _ filling: Filling
  ) throws(Misfit) -> Bool {
    try mapValue(property, try input(from: found.source), filling) {
      found.steps.reversed().reduce("") { $1.joined(to: $0) }
    }
  }
}
