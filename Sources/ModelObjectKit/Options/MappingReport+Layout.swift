/// The printed table: a line for each property, and one for each issue that no property's line
/// shows.
///
/// A property may take a value that is an issue, such as an unknown raw value: its line shows both.
extension MappingReport {
  private typealias Row = (label: String, middle: String, text: String)

  private static let maximumValueLength = 60
  /// Cells that are longer don't widen their column.
  private static let maximumColumnWidth = 40

  var lines: [String] {
    let rows = rows
    let widths = [rows.map(\.label), rows.map(\.middle)].map { column in
      column.map(\.count).filter { $0 <= Self.maximumColumnWidth }.max() ?? 0
    }
    return rows.map { row in
      var line = " "
      for (cell, width) in zip([row.label, row.middle], widths) where width > 0 || !cell.isEmpty {
        line += " " + cell + String(repeating: " ", count: max(0, width - cell.count))
      }
      line += "  " + row.text
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  private var rows: [Row] {
    var fed: [Row] = []
    let (untold, taken) = (untold, Set(matches.map(\.key)))
    let told = Dictionary(grouping: untold, by: \.path)
    let converted = unmappedParts.filter { $0.subject == .converted }
    let sources = Dictionary(converted.map { ($0.key ?? "", $0.shownReason) }) { $1 }
    for match in matches {
      let value = match.value.cut(to: Self.maximumValueLength)
      let source = sources[match.key].map { value.isEmpty ? $0 : "\(value) (\($0))" }
      let texts = [source ?? value] + told[match.key, default: []].map(\.explanation)
      let text = texts.filter { !$0.isEmpty }.joined(separator: ": ")
      let row = Self.row(match.property, "←", match.key, text)
      // Its parts were mapped before it; its line goes above theirs.
      let partCount = fed.reversed().prefix { part in
        part.label.hasPrefix(row.label + ".") || part.label.hasPrefix(row.label + "[")
      }.count
      fed.insert(row, at: fed.count - partCount)
    }
    let parts = unmappedParts.filter { $0.subject == .part }
    let wordings = Dictionary(parts.map { ($0.key ?? "", $0.shownReason) }) { $1 }
    let partsFrom = converted.filter { !taken.contains($0.key ?? "") }
    return fed + partsFrom.map { Self.row("", "←", $0.key, $0.shownReason) }
      + shown.map { Self.row($0.property, "–", $0.key, $0.shownReason) }
      + untold.filter { !taken.contains($0.path) }.map { issue in
        let wording = issue.kind == .rejected ? nil : wordings[issue.path]
        return Self.row("", "–", issue.path, wording ?? issue.explanation)
      }
      + issues.filter { $0.kind == .unknownKey }.map { issue in
        Self.row("?", "←", issue.path, issue.explanation)
      }
  }

  /// What has its own line.
  private var shown: [UnmappedPart] {
    unmappedParts.filter { ![.part, .converted].contains($0.subject) }
  }

  /// The issues, other than missing and unknown keys and tags, that neither a property's line nor the first
  /// line shows.
  var untold: [ModelError.Issue] {
    let telling = shown.filter { $0.subject != .remark }
    let paths = Set(telling.map { $0.issuePath ?? $0.key ?? $0.property })
    return issues.filter {
      $0.kind != .unknownKey && $0.kind != .missingKey && $0.kind != .unknownTag && $0 != rejection
        && ($0.kind == .duplicateKey || !paths.contains($0.path))
    }
  }

  @inline(never)
  private static func row(_ label: String, _ arrow: String, _ key: String?, _ text: String) -> Row {
    let key = key?.shownPath ?? ""
    return (label.shownPath, key.isEmpty ? arrow : "\(arrow) \(key)", text.onOneLine)
  }
}
