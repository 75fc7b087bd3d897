/// What `check` finds, as a page.
enum CheckPage {
  static func html(
    _ diagnostics: [Diagnostic],
    models: Int,
    files: [String: CodeFile],
    count: Int
  )
    -> String
  {
    var page = Page("Models checked")
    let errors = diagnostics.count { $0.severity == .error }
    page.add(figures: [
      Page.Figure(number: models, label: models == 1 ? "model" : "models"),
      Page.Figure(number: count, label: count == 1 ? "file" : "files"),
      Page.Figure(
        number: errors,
        label: errors == 1 ? "error" : "errors",
        look: errors > 0 ? .bad : .good
      ),
      Page.Figure(
        number: diagnostics.count - errors,
        label: diagnostics.count - errors == 1 ? "warning" : "warnings",
        look: diagnostics.count > errors ? .odd : .good
      ),
    ])
    if diagnostics.isEmpty {
      page.add(paragraph: "Nothing is wrong, as far as the sources show it.")
    }
    var file: String?
    for diagnostic in diagnostics {
      if diagnostic.file != file {
        page.add(heading: "`\(diagnostic.file)`")
        file = diagnostic.file
      }
      page.add(
        note: "\(diagnostic.line):\(diagnostic.column)",
        diagnostic.message,
        kind: ("\(diagnostic.severity)", diagnostic.severity == .error ? .bad : .odd),
        source: files[diagnostic.file]?.source.lineText(diagnostic.line)
      )
    }
    return page.html
  }

  /// A report of a document, as a page.
  static func html(of explanation: SourceExplanation) -> String {
    var page = Page(explanation.title)
    page.add(
      figures: [
        Page.Figure(number: explanation.count(.mapped), label: "mapped", look: .good),
        Page.Figure(number: explanation.count(.misfit), label: "didn’t fit", look: .bad),
        Page.Figure(number: explanation.count(.missing), label: "missing", look: .plain),
        Page.Figure(number: explanation.count(.unknownKey), label: "unknown keys", look: .odd),
      ],
      asBar: true
    )
    let kinds: [(SourceExplanation.Row.Kind, String, Page.Look)] = [
      (.misfit, "Values that don’t fit", .bad), (.unknownKey, "Keys without a property", .odd),
      (.missing, "Properties without a key", .plain), (.remark, "Never set", .plain),
      (.mapped, "Mapped", .good),
    ]
    for (kind, title, look) in kinds {
      let rows = explanation.rows.filter { $0.kind == kind }
      guard !rows.isEmpty else { continue }
      page.add(heading: title)
      switch kind {
      case .unknownKey:
        page.add(table: ["Key", ""], rows.map { [.code($0.path.key), .mark($0.text, look)] })
      case .missing: page.add(table: ["Property"], rows.map { [.code($0.path.property)] })
      default:
        page.add(
          table: ["Property", "Key", "Value"],
          rows.map { row in
            let value = kind == .misfit ? Page.Cell.mark(row.text, look) : .code(row.text)
            return [.code(row.path.property), .code(row.path.key), value]
          }
        )
      }
    }
    if !explanation.notes.isEmpty {
      page.add(heading: "Not known from sources")
      page.add(list: explanation.notes)
    }
    return page.html
  }
}

extension SourceFile {
  /// A line of the source without the spaces before it.
  fileprivate func lineText(_ number: Int) -> String? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.indices.contains(number - 1) else { return nil }
    let text = String(decoding: lines[number - 1].prefix(300), as: UTF8.self)
    return String(text.drop { $0 == " " || $0 == "\t" })
  }
}
