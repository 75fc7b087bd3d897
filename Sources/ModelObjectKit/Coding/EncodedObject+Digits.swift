import ModelObjectEssentials

// Columns with numbers of which no type holds all digits: their JSON is written here, since encoders would
// round them.

extension EncodedObject {
  /// The JSON of a column in which there are such numbers; nil if there are none.
  ///
  /// - Throws: An `EncodingError` if a part of it is a date or data, whose form only the encoder knows.
  func text(of place: ExportPlan.Place, _ rest: Any?) throws -> String? {
    guard let rest, holds(rest, where: { $0 is RawJSON }) else { return nil }
    return try text(of: try tree(of: place, rest))
  }

  /// What stays under a key: text if it is a column in which there are such numbers.
  func encodable(kept value: Any) throws -> any Encodable {
    holds(value, where: { $0 is RawJSON }) ? try text(of: value) : EncodedTree(value)
  }

  private func text(of tree: Any) throws -> String {
    let writer = JSONWriter()
    guard !holds(tree, where: { $0 is Date || $0 is Data || $0 is UnreadableValue }),
      writer.write(tree)
    else {
      let message =
        "the digits of a number beside it would be lost, or the form of a date or of data"
      let context = EncodingError.Context(codingPath: [], debugDescription: message)
      throw EncodingError.invalidValue(tree, context)
    }
    return String(decoding: writer.data, as: UTF8.self)
  }

  /// The plain values of an object or array for key paths, and what there was besides.
  private func tree(of place: ExportPlan.Place, _ rest: Any?) throws -> Any {
    if place.innerIsArray {
      let (contents, others) = (try export.elements(of: place), rest as? [Any] ?? [])
      return try (0..<max(contents.count, others.count)).map { index in
        let content = contents.indices.contains(index) ? contents[index] : nil
        let rest = others.indices.contains(index) ? others[index] : nil
        return try part(content, rest) ?? JSONNull.value
      }
    }
    var others = rest as? [String: Any] ?? [:]
    var pairs: [String: Any] = [:]
    for (key, content) in export.pairs(in: place.inner) {
      pairs[key.text] = try part(content, remove(key.text, from: &others))
    }
    return others.merging(pairs) { $1 }
  }

  private func part(_ content: PairContent?, _ rest: Any?) throws -> Any? {
    if let kept = rests?.value(insteadOf: content, at: "", part: rest) { return kept }
    return switch content {
    case nil: rest
    case .nothing: nil
    case .inner(let place): isInTheWay(rest, of: place) ? rest : try tree(of: place, rest)
    case .tag(let tag): tag
    case let content?: try plain(content)
    }
  }
}

/// Whether a value is one that a closure looks for, or has one in it.
private func holds(_ value: Any, where isWanted: (Any) -> Bool) -> Bool {
  switch value {
  case let pairs as [String: Any]: pairs.values.contains { holds($0, where: isWanted) }
  case let elements as [Any]: elements.contains { holds($0, where: isWanted) }
  default: isWanted(value)
  }
}
