import ModelObjectEssentials

/// A report in Markdown as a page: titles, lists and paragraphs.
enum MarkdownPage {
  static func html(of text: String) -> String {
    let lines = text.components(separatedBy: "\n")
    let title = lines.first { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) } ?? "Report"
    var page = Page(title)
    var items: [String] = []
    func endList() {
      if !items.isEmpty { page.add(list: items) }
      items = []
    }
    for line in lines where !line.hasPrefix("# ") {
      if line.hasPrefix("- ") {
        items.append(String(line.dropFirst(2)))
      } else if line.hasPrefix("  "), let last = items.popLast() {
        items.append(last + " " + line.drop { $0 == " " })
      } else {
        endList()
        if line.hasPrefix("## ") {
          page.add(heading: String(line.dropFirst(3)))
        } else if !line.isEmpty {
          page.add(paragraph: line)
        }
      }
    }
    endList()
    return page.html
  }
}
