extension MappingCensus: CustomStringConvertible {
  /// The counts as text: a line for each class, and below it a line for each property and key.
  public var description: String {
    let counts = settled
    let lines = Dictionary(grouping: counts.orderedLines) { $0.entry.typeName }
    return Set(lines.keys).union(counts.objects.keys).inKeyOrder().map { name in
      let objects = counts.objects[name, default: 0]
      let rows = lines[name, default: []].map { line in
        let key = line.entry.kind == .unknownKey ? "? \(line.entry.key)" : line.entry.key
        return (key: key, words: Self.words(line, of: objects))
      }
      let width = rows.map(\.key.count).max() ?? 0
      let title = "\(name), \(objects) \(objects == 1 ? "object" : "objects")".onOneLine
      return
        ([title]
        + rows.map { key, words in
          "  \(key)\(String(repeating: " ", count: width - key.count)) \(words)".onOneLine
        })
        .joined(separator: "\n")
    }
    .joined(separator: "\n")
  }

  private static func words(_ line: Line, of objects: Int) -> String {
    let (entry, expected) = line
    let times = "\(entry.count) \(entry.count == 1 ? "time" : "times")"
    let found = entry.found.map { $0 == "null" ? $0 : $0.withArticle }
    switch entry.kind {
    case .missingKey: return entry.count == objects ? "always missing" : "missing \(times)"
    case .unknownKey:
      guard let found else { return times }
      return "\(times), \(found)" + (expected.map { "; near \($0)" } ?? "")
    case .duplicateKey: return "\(times) a duplicate key"
    case .unexpectedNull: return "\(times) null"
    case .rejected: return "\(times) rejected"
    case .unresolved: return "\(times) unresolved"
    case .replaced: return "\(times) with the identity of another object"
    case .unidentified: return "\(times) without an identity"
    case .unknownTag: return "\(times) an unknown tag"
    case .unknownRawValue: return "\(times) an unknown value"
    default:
      let instead = expected.map { $0 == found ? " that doesn't fit" : " instead of \($0)" } ?? ""
      return "\(times) \(found ?? "a value")\(instead)"
    }
  }
}
