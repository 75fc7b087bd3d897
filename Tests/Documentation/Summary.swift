import Foundation

/// What is in `llms.txt`: the words of the layout, with parts of the articles in their places.
///
/// A line `@ Name.md: Heading` is the examples of that section, `@ articles` the list of all articles.
/// The layout has no examples of its own: those of articles are compiled and run.
func summary(_ layout: String, _ articles: [Article]) throws -> String {
  var result: [String] = []
  let lines = try String(contentsOfFile: layout, encoding: .utf8).components(separatedBy: "\n")
  for (index, line) in lines.enumerated() {
    let place = "\(layout):\(index + 1)"
    if line.hasPrefix("```") { stop("\(place): take the example from an article") }
    guard line.hasPrefix("@ ") else {
      result.append(line)
      continue
    }
    let parts = line.dropFirst(2).split(separator: ":", maxSplits: 1).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    if parts == ["articles"] {
      result += articles.filter { $0.subject == nil && !$0.name.hasSuffix("InChinese.md") }
        .map { "- [\($0.title)](\($0.name)): \($0.abstract)" }
      continue
    }
    let heading = parts.count > 1 ? parts[1] : ""
    guard let article = articles.first(where: { $0.name == parts[0] }),
      let section = article.section(heading)
    else { stop("\(place): there is no such section") }
    let examples = examples(in: section)
    if examples.isEmpty { stop("\(place): the section has no examples") }
    if result.last?.isEmpty == false { result.append("") }
    result += examples
  }
  return result.joined(separator: "\n")
}

/// The blocks of code in some lines, with an empty line between them.
func examples(in lines: ArraySlice<String>) -> [String] {
  var result: [String] = []
  var isInside = false
  for line in lines {
    if line.hasPrefix("```"), !isInside, !result.isEmpty { result.append("") }
    if line.hasPrefix("```") { isInside.toggle() }
    // A number in a comment leads to the list under the example, which isn't here.
    if isInside || line.hasPrefix("```") {
      result.append(line.replacing(#/([^ ]) \/\/ \d+$/#) { "\($0.1)" })
    }
  }
  return result
}
