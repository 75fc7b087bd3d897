/// The links to headings: as articles write them, in small letters, and as DocC wants them.
func headingLinks(of articles: [Article]) -> [String: String] {
  var links: [String: String] = [:]
  for article in articles {
    for line in article.lines where line.hasPrefix("#") && line.contains(" ") {
      let words = line.drop { $0 == "#" }.dropFirst()
      let kept = words.filter { $0.isASCII && ($0.isLetter || $0.isNumber || " -".contains($0)) }
      let anchor = kept.map { $0 == " " ? "-" : String($0) }.joined()
      links["\(article.name)#\(anchor.lowercased())"] = anchor
    }
  }
  return links
}

/// An article that becomes a page of the site.
struct Page {
  let article: Article
  let symbols: Symbols
  let headings: [String: String]
  private var isCode = false
  private var isList = false

  init(article: Article, symbols: Symbols, headings: [String: String]) {
    (self.article, self.symbols, self.headings) = (article, symbols, headings)
  }

  var converted: [String] {
    mutating get {
      var result: [String] = []
      for (index, line) in article.lines.enumerated() {
        if line.hasPrefix("```") { isCode.toggle() }
        if line.hasPrefix("## ") { isList = line == "## Topics" }
        let isOwn = isCode || line.hasPrefix("#") || line.hasPrefix("```") || line.hasPrefix("<!--")
        let isSymbols = (isList && line.hasPrefix("- ")) || (index == 0 && line.hasPrefix("# ``"))
        if line.contains("``"), !line.hasPrefix("```"), !isCode, !isSymbols {
          stop(
            "\(article.name):\(index + 1): write `keyMapping` or `MappingOptions.strict`, not ``…``"
          )
        }
        if line.contains("](doc:") || line.contains("<doc:") {
          stop("\(article.name):\(index + 1): write [Title](Name.md)")
        }
        result.append(isOwn || line.hasPrefix("- ``") ? line : self.line(line[...]))
      }
      return result
    }
  }

  /// The line with DocC's links: code that names a symbol, and links to files.
  private func line(_ line: Substring) -> String {
    var result = ""
    var rest = line
    while let first = rest.first {
      if first == "`", let end = rest.dropFirst().firstIndex(of: "`") {
        let name = String(rest[rest.index(after: rest.startIndex)..<end])
        let link = symbols.link(name, subject: article.subject, in: article.name)
        result += link.map { "``\($0)``" } ?? "`\(name)`"
        rest = rest[rest.index(after: end)...]
      } else if first == "[", let (text, target, end) = link(rest) {
        result += "[\(text)](\(self.target(target)))"
        rest = rest[end...]
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  /// The link at the beginning, whose text may have code with brackets in it.
  private func link(_ line: Substring) -> (Substring, Substring, String.Index)? {
    var isCode = false
    var index = line.index(after: line.startIndex)
    while index < line.endIndex, isCode || line[index] != "]" {
      if line[index] == "`" { isCode.toggle() }
      index = line.index(after: index)
    }
    guard index < line.endIndex, line[index...].hasPrefix("]("),
      let end = line[index...].firstIndex(of: ")")
    else { return nil }
    let text = line[line.index(after: line.startIndex)..<index]
    return (text, line[line.index(index, offsetBy: 2)..<end], line.index(after: end))
  }

  private func target(_ target: Substring) -> String {
    guard let match = target.wholeMatch(of: /([A-Za-z]+)\.md(#.*)?/) else { return String(target) }
    guard let anchor = match.2 else { return "doc:\(match.1)" }
    return "doc:\(match.1)#" + (headings[String(target)] ?? String(anchor.dropFirst()))
  }
}
