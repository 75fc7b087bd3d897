import ModelObjectEssentials

/// A page for a browser: one file, with nothing from elsewhere, which works without scripts.
struct Page {
  let title: String
  private var body = ""

  init(_ title: String) { self.title = title }

  /// The text with what HTML would take for its own replaced.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      // Control characters aren't allowed in HTML, and could turn a line around.
      case "\n", "\t": escaped.unicodeScalars.append(scalar)
      case _ where Self.controls(scalar): escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func controls(_ scalar: Unicode.Scalar) -> Bool {
    let category = scalar.properties.generalCategory
    return category == .control || category == .format && scalar != "\u{200D}"
  }

  /// A text with what is between backticks as code.
  static func formatted(_ text: String) -> String {
    let parts = text.components(separatedBy: "`")
    guard parts.count % 2 == 1 else { return escaped(text) }
    return parts.enumerated().map { number, part in
      number % 2 == 0 ? escaped(part) : "<code>\(escaped(part))</code>"
    }
    .joined()
  }

  // MARK: - Parts

  mutating func add(paragraph text: String) { body += "<p>\(Self.formatted(text))</p>\n" }

  mutating func add(heading text: String) { body += "<h2>\(Self.formatted(text))</h2>\n" }

  /// A number and what it counts.
  struct Figure {
    let number: Int
    let label: String
    var look = Look.plain
  }

  enum Look: String { case plain, good, bad, odd }

  /// Large numbers, and a bar with their parts.
  mutating func add(figures: [Figure], asBar: Bool = false) {
    body += "<ul class=\"figures\">\n"
    for figure in figures {
      body += "<li class=\"\(figure.look.rawValue)\"><b>\(figure.number)</b>"
      body += " <span>\(Self.escaped(figure.label))</span></li>\n"
    }
    body += "</ul>\n"
    let sum = figures.reduce(0) { $0 + $1.number }
    guard asBar, sum > 0 else { return }
    let words = figures.map { "\($0.number) \($0.label)" }.joined(separator: ", ")
    body += "<div class=\"whole\" role=\"img\" aria-label=\"\(Self.escaped(words))\">"
    for figure in figures where figure.number > 0 {
      body += "<i class=\"\(figure.look.rawValue)\" style=\"flex:\(figure.number)\"></i>"
    }
    body += "</div>\n"
  }

  struct Cell {
    let html: String
    /// A part of a line, from 0 to 1; nil for a cell without a bar.
    var bar: Double?

    static func text(_ text: String) -> Cell { Cell(html: Page.formatted(text)) }
    static func code(_ text: String) -> Cell {
      Cell(html: text.isEmpty ? "" : "<code>\(Page.escaped(text))</code>")
    }
    static func mark(_ text: String, _ look: Look) -> Cell {
      Cell(html: "<em class=\"\(look.rawValue)\">\(Page.escaped(text))</em>")
    }
    static func number(_ number: Int, of largest: Int) -> Cell {
      Cell(html: "\(number)", bar: largest > 0 ? Double(number) / Double(largest) : 0)
    }
  }

  /// A table; where the page is narrow, each row is a block, whose cells have their titles before them.
  mutating func add(table titles: [String], _ rows: [[Cell]]) {
    body += "<table>\n<thead><tr>"
    for title in titles { body += "<th scope=\"col\">\(Self.escaped(title))</th>" }
    body += "</tr></thead>\n<tbody>\n"
    for row in rows {
      body += "<tr>"
      for (title, cell) in zip(titles, row) {
        let isEmpty = cell.html.isEmpty && cell.bar == nil
        body += "<td data-title=\"\(Self.escaped(title))\"\(isEmpty ? " class=\"empty\"" : "")>"
        if let bar = cell.bar {
          let width = Int((bar * 1000).rounded())
          body += "<span class=\"bar\"><i style=\"width:\(width / 10).\(width % 10)%\"></i></span>"
        }
        body += cell.html + "</td>"
      }
      body += "</tr>\n"
    }
    body += "</tbody>\n</table>\n"
  }

  /// A mistake with its place, and the line of the source.
  mutating func add(note place: String, _ text: String, kind: (String, Look), source: String?) {
    let (word, look) = kind
    body += "<div class=\"note \(look.rawValue)\"><p><code>\(Self.escaped(place))</code> "
    body += "<em class=\"\(look.rawValue)\">\(Self.escaped(word))</em> \(Self.formatted(text))</p>"
    if let source { body += "<pre>\(Self.escaped(source))</pre>" }
    body += "</div>\n"
  }

  mutating func add(list items: [String]) {
    body += "<ul>\n" + items.map { "<li>\(Self.formatted($0))</li>\n" }.joined() + "</ul>\n"
  }

  // MARK: - The whole

  var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <title>\(Self.escaped(title))</title>
    <style>
    \(Self.style)
    </style>
    </head>
    <body>
    <main>
    <h1>\(Self.formatted(title))</h1>
    \(body)</main>
    </body>
    </html>

    """
  }

  private static let style = """
    :root { color-scheme: light dark; --back: #fff; --text: #1d1d1f; --soft: #6e6e73;
      --line: #d8d8dc; --fill: #f5f5f7; --good: #1f8a3b; --bad: #c9252d; --odd: #a35c00;
      --bar: #0a66c2 }
    @media (prefers-color-scheme: dark) { :root { --back: #161618; --text: #f2f2f4;
      --soft: #a1a1a8; --line: #3a3a3e; --fill: #242428; --good: #4cc86b; --bad: #ff6961;
      --odd: #ffb340; --bar: #5aa9ff } }
    * { box-sizing: border-box }
    body { margin: 0; background: var(--back); color: var(--text);
      font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
    main { max-width: 70rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
    h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 1rem }
    h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem }
    p { margin: .5rem 0 }
    code, pre { font: .875em/1.5 ui-monospace, monospace }
    pre { background: var(--fill); border-radius: 6px; margin: .4rem 0 0; padding: .5rem .7rem;
      white-space: pre-wrap }
    .figures { display: flex; flex-wrap: wrap; gap: .6rem; list-style: none; margin: 0 0 1rem;
      padding: 0 }
    .figures li { background: var(--fill); border-radius: 8px; min-width: 7.5rem;
      padding: .6rem .9rem }
    .figures b { display: block; font-size: 1.6rem; line-height: 1.2;
      font-variant-numeric: tabular-nums }
    .figures span { color: var(--soft) }
    .good { color: var(--good) } .bad { color: var(--bad) } .odd { color: var(--odd) }
    .whole { display: flex; height: .8rem; border-radius: 4px; overflow: hidden; gap: 2px }
    .whole i, .bar i { background: var(--bar) }
    .whole .good { background: var(--good) } .whole .bad { background: var(--bad) }
    .whole .odd { background: var(--odd) } .whole .plain { background: var(--soft) }
    table { border-collapse: collapse; width: 100% }
    th, td { border-bottom: 1px solid var(--line); padding: .4rem .8rem .4rem 0;
      text-align: left; vertical-align: top }
    th { color: var(--soft); font-weight: 500 }
    em { font-style: normal }
    .bar { display: inline-block; width: 8rem; height: .7rem; margin-right: .6rem }
    .bar i { display: block; height: 100%; min-width: 2px; border-radius: 2px }
    .note { border-left: 4px solid currentColor; margin: .8rem 0; padding: .1rem 0 .1rem .9rem }
    .note p, .note pre { color: var(--text) }
    li { margin: .3rem 0 } .figures li { margin: 0 }
    @media (max-width: 40rem) {
      thead { display: none }
      table, tbody, tr, td { display: block }
      tr { border-bottom: 1px solid var(--line); padding: .5rem 0 }
      td { border: 0; padding: .1rem 0 .1rem 6.5rem; position: relative }
      td.empty { display: none }
      td::before { content: attr(data-title); color: var(--soft); left: 0; position: absolute }
      .bar { width: 5rem }
    }
    @media print {
      :root { --back: #fff; --text: #000; --soft: #444; --line: #bbb; --fill: #f2f2f2;
        --good: #1f8a3b; --bad: #c9252d; --odd: #a35c00; --bar: #0a66c2 }
      body { font-size: 11px }
      main { max-width: none; padding: 0 }
      tr, .note, .figures li { break-inside: avoid }
      h2 { break-after: avoid }
      * { print-color-adjust: exact; -webkit-print-color-adjust: exact }
    }
    """
}
