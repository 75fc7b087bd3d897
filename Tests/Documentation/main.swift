import Foundation

// Makes two things of the articles; `.ci/docs` runs it.
//
//   documentation pages GRAPHS ARTICLES CATALOG   the articles as DocC wants them
//   documentation summary LAYOUT ARTICLES         what is in `llms.txt`, with the examples of the articles
//
// Articles name files and symbols as they are read where the repository is browsed:
// `[Dates](Dates.md#numbers)`, `keyMapping`, `MappingOptions.strict`. On the site these are links. A
// name without a type is a member of `ModelObject`, or of what the page is about. DocC's own links
// stand in titles and in lists of topics alone, which no one reads as text.

func stop(_ message: String) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(1)
}

struct Article {
  let name: String
  let lines: [String]

  init(_ url: URL) throws {
    name = url.lastPathComponent
    lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
  }

  /// The title, and the sentence below it.
  var title: String { String(lines.first?.drop { $0 == "#" || $0 == " " } ?? "") }
  var abstract: String { lines.dropFirst().first { !$0.isEmpty } ?? "" }

  /// The type that the page describes, in place of an article.
  var subject: String? {
    title.hasPrefix("``")
      ? title.split(whereSeparator: { "`/".contains($0) }).last.map(String.init) : nil
  }

  /// The lines below a heading, to the next one of its level; all of them without a heading.
  func section(_ heading: String) -> ArraySlice<String>? {
    if heading.isEmpty { return lines.dropFirst() }
    guard
      let start = lines.firstIndex(where: {
        $0.drop { $0 == "#" } == " \(heading)" && $0 != $0.drop { $0 == "#" }
      })
    else { return nil }
    let level = lines[start].prefix { $0 == "#" }.count
    let rest = lines[(start + 1)...]
    let end = rest.firstIndex { 1...level ~= $0.prefix { $0 == "#" }.count && $0.contains(" ") }
    return rest[..<(end ?? rest.endIndex)]
  }
}

func articles(_ folder: String) throws -> [Article] {
  try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".md") }
    .sorted()
    .map { try Article(URL(fileURLWithPath: folder).appendingPathComponent($0)) }
}

let arguments = Array(CommandLine.arguments.dropFirst())
switch (arguments.first, arguments.count) {
case ("pages", 4):
  let symbols = try Symbols(arguments[1])
  let all = try articles(arguments[2])
  let headings = headingLinks(of: all)
  for article in all {
    var page = Page(article: article, symbols: symbols, headings: headings)
    let text = page.converted.joined(separator: "\n")
    let file = URL(fileURLWithPath: arguments[3]).appendingPathComponent(article.name)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
case ("summary", 3):
  print(try summary(arguments[1], articles(arguments[2])), terminator: "")
default:
  stop("usage: documentation pages GRAPHS ARTICLES CATALOG | documentation summary LAYOUT ARTICLES")
}
