/// The rows of a report in the tree of its properties.
///
/// Uses loops and numbers instead of recursion and references: a report is as deep as its input.
struct ReportTree {
  /// A match of a property, or why it has none, with the full path of the key.
  private struct Fact {
    let arrow: String
    let key: String?
    let text: String
  }

  private static let maximumValueLength = 60

  private var properties = PathTree()
  private var facts: [Int: [Fact]] = [:]
  /// The key of each property that has one, and of the objects around it.
  private var keys: [Int: String] = [:]
  /// Rows for issues that don't belong to a property, by the node above them.
  private var extras: [Int: [ReportRow]] = [:]

  init(_ report: MappingReport) {
    for match in report.matches {
      let text = match.value.cut(to: Self.maximumValueLength)
      add(Fact(arrow: "←", key: match.key, text: text), to: match.property)
    }
    var wordings: [String: String] = [:]
    for entry in report.unfed where entry.subject == .part {
      wordings[entry.key ?? ""] = entry.shownReason
    }
    for entry in report.unfed where entry.subject != .part {
      let text = entry.shownReason
      add(Fact(arrow: "–", key: entry.key, text: text), to: entry.property)
    }
    addKeysOfContainers()
    // A property that wasn't mapped is shown instead of its issue, which says the same.
    let told = Set(
      report.unfed.filter { $0.subject != .part }.map { $0.issuePath ?? $0.key ?? $0.property }
    )
    // A missing key without a property belongs to a model that was skipped.
    let untold = report.issues.filter {
      $0.kind != .unknownKey && $0.kind != .missingKey && !told.contains($0.path)
    }
    addExtras(untold + report.issues.filter { $0.kind == .unknownKey }, wordings)
  }

  private mutating func add(_ fact: Fact, to property: String) {
    let node = properties.insert(property)
    facts[node, default: []].append(fact)
    if let key = fact.key, keys[node] == nil { keys[node] = key }
  }

  /// If `Pages[0].TITLE` maps to `pages[0].title`, the keys of `pages[0]` and `pages` are known
  /// too, unless they have their own matches.
  private mutating func addKeysOfContainers() {
    for node in properties.nodes.indices {
      guard let key = keys[node] else { continue }
      let around = properties.ancestors(of: node)
      let keysAround = PathTree.prefixes(of: key).dropLast()
      // A key path may skip levels: then keys and containers can't be matched.
      guard around.count == keysAround.count else { continue }
      // An element must come from an element; it doesn't if the mapping begins at a path.
      let isAligned = zip(around, keysAround.reversed()).allSatisfy { container, key in
        !properties.nodes[container].step.hasPrefix("[") || key.hasSuffix("]")
      }
      guard isAligned else { continue }
      for (container, key) in zip(around, keysAround.reversed()) where keys[container] == nil {
        keys[container] = String(key)
      }
    }
  }

  private mutating func addExtras(_ issues: [ModelError.Issue], _ wordings: [String: String]) {
    var tree = PathTree()
    var owners = [PathTree.root: PathTree.root]
    for node in properties.nodes.indices {
      guard let key = keys[node].map({ tree.insert($0) }), owners[key] == nil else { continue }
      owners[key] = node
    }
    for issue in issues {
      let (place, rest) = tree.deepest(on: issue.path) { owners[$0] != nil }
      guard let owner = owners[place] else { continue }
      let isUnknown = issue.kind == .unknownKey
      var row = ReportRow(label: isUnknown ? "?" : "", arrow: isUnknown ? "←" : "–")
      let wording = issue.kind == .rejected || isUnknown ? nil : wordings[issue.path]
      row.text = wording?.onOneLine ?? issue.explanation
      // An unknown key never has the path of a property's key: only an empty key leaves no rest.
      row.key = isUnknown && rest.isEmpty ? "\"\"" : rest.onOneLine
      extras[owner, default: []].append(row)
    }
  }

  /// The lines of the whole tree, top down.
  func lines() -> [String] {
    var lines: [String] = []
    var levels = [ReportLevel(rows: rows(under: PathTree.root), indent: 2)]
    while var level = levels.popLast() {
      guard let row = level.rows.popFirst() else { continue }
      lines.append(level.line(for: row))
      levels.append(level)
      if let inner = row.inner {
        levels.append(ReportLevel(rows: rows(under: inner), indent: level.innerIndent))
      }
    }
    return lines
  }

  /// The rows of one level.
  ///
  /// The rows of all elements of an array are one level, with the indexes in front, so that no
  /// element needs a line just for its index and all columns line up.
  private func rows(under node: Int, ofElement: Bool = false) -> [ReportRow] {
    var rows: [ReportRow] = []
    for child in properties.nodes[node].children {
      let (end, label) = collapsed(child)
      let isIndex = label.hasPrefix("[")
      let isContainer = !properties.nodes[end].children.isEmpty || extras[end] != nil
      var own = (facts[end] ?? [header(of: end)]).map { fact in
        var row = ReportRow(label: label, arrow: fact.arrow, text: fact.text.onOneLine)
        row.key = fact.key.map { relative($0, under: node).onOneLine } ?? ""
        // "[3] ← [3]" says nothing.
        if isIndex && row.key == label { row.key = "" }
        if isIndex && row.key.isEmpty && row.arrow == "←" { row.arrow = "" }
        if isIndex && !ofElement { swap(&row.gutter, &row.label) }
        return row
      }
      if isContainer && own.count == 1 && own[0].isOnlyGutter {
        var inner = self.rows(under: end, ofElement: true)
        // "[1] ← [2]" after an element that was skipped.
        inner[0].gutter = own[0].middle.isEmpty ? label : "\(label) \(own[0].middle)"
        rows += inner
        continue
      }
      if isContainer { own[own.count - 1].inner = end }
      rows += own
    }
    return rows + (extras[node] ?? [])
  }

  /// The fact for an object without a fact of its own.
  private func header(of node: Int) -> Fact {
    Fact(arrow: keys[node] == nil ? "" : "←", key: keys[node], text: "")
  }

  /// The end and the label of a chain of only children, which is shown on one line.
  private func collapsed(_ start: Int) -> (end: Int, label: String) {
    var node = start
    var label = String(properties.nodes[node].step)
    while !label.hasPrefix("["), facts[node] == nil, extras[node] == nil,
      properties.nodes[node].children.count == 1
    {
      node = properties.nodes[node].children[0]
      label += properties.nodes[node].step
    }
    return (node, PathTree.withoutLeadingStop(label[...]).onOneLine)
  }

  /// A key without the part that the rows above it show.
  private func relative(_ key: String, under node: Int) -> String {
    for container in [node] + properties.ancestors(of: node) {
      guard let start = keys[container], key.utf8.starts(with: start.utf8) else { continue }
      let rest = Substring(key.utf8.dropFirst(start.utf8.count))
      switch rest.utf8.first {
      case UInt8(ascii: "."), UInt8(ascii: "["): return PathTree.withoutLeadingStop(rest)
      default: continue
      }
    }
    return key
  }
}

/// One line of a report.
private struct ReportRow {
  /// The index of the element that begins here: `[3]`.
  var gutter = ""
  var label: String
  var arrow: String
  var key = ""
  var text = ""
  /// The node whose rows follow, indented.
  var inner: Int?

  var middle: String { key.isEmpty ? arrow : "\(arrow) \(key)" }
  /// Whether the row shows only an element's index, and perhaps its index in the input.
  var isOnlyGutter: Bool { !gutter.isEmpty && label.isEmpty && arrow != "–" && text.isEmpty }
}

/// Rows whose columns line up.
private struct ReportLevel {
  var rows: ArraySlice<ReportRow>
  let innerIndent: Int
  private let indent: Int
  private let widths: [Int]

  init(rows: [ReportRow], indent: Int) {
    self.rows = rows[...]
    self.indent = indent
    widths = [\ReportRow.gutter, \.label, \.middle].map { column in
      // Longer cells aren't aligned, so that the other rows stay close to their values.
      rows.map { $0[keyPath: column].count }.filter { $0 <= 40 }.max() ?? 0
    }
    innerIndent = indent + 2 + (widths[0] > 0 ? widths[0] + 1 : 0)
  }

  func line(for row: ReportRow) -> String {
    var line = ""
    for (cell, width) in zip([row.gutter, row.label, row.middle], widths) {
      if width == 0 && cell.isEmpty { continue }
      if !line.isEmpty { line += " " }
      line += cell + String(repeating: " ", count: max(0, width - cell.count))
    }
    if !row.text.isEmpty { line += "  " + row.text }
    while line.last == " " { line.removeLast() }
    return String(repeating: " ", count: indent) + line
  }
}
