/// What a mapping would do with each property and each key, as far as sources show it.
struct SourceExplanation {
  /// The paths to a value: that of its property, and that of its key in the document.
  struct Path {
    var property = ""
    var key = ""

    /// The path to a part, by a step that both have.
    func appending(_ step: String) -> Path { Path(property: property + step, key: key + step) }

    /// The paths in an object.
    func below(property name: String = "", key spelling: String = "") -> Path {
      Path(
        property: property.isEmpty ? name : "\(property).\(name)",
        key: key.isEmpty ? spelling : "\(key).\(spelling)"
      )
    }
  }

  struct Row {
    enum Kind { case mapped, misfit, missing, unknownKey, remark }

    let kind: Kind
    let path: Path
    let text: String
  }

  let title: String
  var rows: [Row] = []
  /// What sources don't show, each once.
  var notes: [String] = []

  /// The report as `explain` prints it, and what isn't known below.
  var text: String {
    let order: [Row.Kind] = [.mapped, .misfit, .missing, .remark, .unknownKey]
    let sorted = order.flatMap { kind in rows.filter { $0.kind == kind } }
    let cells = sorted.map { row in
      let arrow = row.kind == .mapped || row.kind == .unknownKey ? "←" : "–"
      return (
        label: row.kind == .unknownKey ? "?" : row.path.property,
        middle: row.path.key.isEmpty ? arrow : "\(arrow) \(row.path.key)", text: row.text
      )
    }
    func width(_ texts: [String]) -> Int { texts.map(\.count).filter { $0 <= 40 }.max() ?? 0 }
    let widths = (width(cells.map(\.label)), width(cells.map(\.middle)))
    let lines = cells.map { cell -> String in
      var line =
        "  " + Self.padded(cell.label, widths.0) + " " + Self.padded(cell.middle, widths.1) + "  "
        + cell.text
      while line.last == " " { line.removeLast() }
      return line
    }
    return ([summary] + lines + notes.map { "Not known from sources: \($0)" })
      .joined(separator: "\n") + "\n"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// How many there are of a kind.
  func count(_ kind: Row.Kind) -> Int { rows.count { $0.kind == kind } }

  var summary: String {
    let unknown = count(.unknownKey)
    let parts = [
      (count(.mapped), "mapped"), (count(.misfit), "didn't fit"), (count(.missing), "missing"),
      (unknown, unknown == 1 ? "unknown key" : "unknown keys"),
    ]
    let texts = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "\(title): " + (texts.isEmpty ? "0 mapped" : texts.joined(separator: ", "))
  }
}
