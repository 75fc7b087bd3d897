import ModelObjectEssentials
import ModelObjectKit

/// `modelobject census`: shows stored entries of a census, or what a newer one has beside an older.
struct CensusCommand {
  let output: (String) throws -> Void
  let contents: (String) throws -> Data

  /// Returns whether the newer one has something that the older hasn't.
  func run(old: String?, new: String, page: String?) throws -> Bool {
    let entries = try entries(in: new)
    guard let old else {
      try write(entries, title: "Census", page)
      return false
    }
    let known = MappingCensus(try self.entries(in: old))
    let news = MappingCensus(entries).difference(from: known)
    try write(news, title: "New in the census", page)
    return !news.isEmpty
  }

  /// The stored entries; an error names the file, and the place of what isn't JSON.
  private func entries(in file: String) throws -> [MappingCensus.Entry] {
    let data = try contents(file)
    do {
      _ = try JSONTree(Array(data))
    } catch {
      throw Failure(description: "'\(file)' isn't JSON: \(error)")
    }
    do {
      return try JSONDecoder().decode([MappingCensus.Entry].self, from: data)
    } catch {
      throw Failure(description: "'\(file)' has no stored entries of a census")
    }
  }

  private func write(_ entries: [MappingCensus.Entry], title: String, _ page: String?) throws {
    if let page {
      try OutputFile.write(CensusPage.html(entries, title: title), to: page)
    }
    // Of stored entries, the number of objects isn't known.
    let lines = "\(MappingCensus(entries))".components(separatedBy: "\n").map { line in
      line.hasPrefix(" ") ? line : line.replacingEach(", 0 objects", with: "")
    }
    try output(
      entries.isEmpty
        ? (title == "Census" ? "The census is empty.\n" : "Nothing is new.\n")
        : lines.joined(separator: "\n") + "\n"
    )
  }
}

/// Entries of a census as a page.
enum CensusPage {
  static func html(_ entries: [MappingCensus.Entry], title: String) -> String {
    var page = Page(title)
    let classes = Dictionary(grouping: entries, by: \.typeName)
    let unknown = entries.count { $0.kind == .unknownKey }
    let missing = entries.count { $0.kind == .missingKey }
    page.add(figures: [
      Page.Figure(number: classes.count, label: classes.count == 1 ? "class" : "classes"),
      Page.Figure(number: unknown, label: "unknown keys", look: .odd),
      Page.Figure(number: missing, label: "missing keys"),
      Page.Figure(number: entries.count - unknown - missing, label: "other findings", look: .bad),
    ])
    if entries.isEmpty { page.add(paragraph: "There is nothing in it.") }
    let largest = entries.map(\.count).max() ?? 0
    for (name, entries) in classes.sorted(by: { $0.key < $1.key }) {
      page.add(heading: "`\(name)`")
      page.add(
        table: ["Key", "Finding", "Found", "Times"],
        entries.map { entry in
          [
            .code(entry.key), .mark(words(entry.kind), look(entry.kind)), .text(entry.found ?? ""),
            .number(entry.count, of: largest),
          ]
        }
      )
    }
    return page.html
  }

  private static func words(_ kind: MappingCensus.Kind) -> String {
    switch kind {
    case .unknownKey: "unknown key"
    case .missingKey: "missing"
    case .typeMismatch: "another type"
    case .unexpectedNull: "null"
    case .duplicateKey: "duplicate key"
    case .unknownTag: "unknown tag"
    case .unknownRawValue: "unknown value"
    default: kind.rawValue
    }
  }

  private static func look(_ kind: MappingCensus.Kind) -> Page.Look {
    switch kind {
    case .unknownKey: .odd
    case .missingKey: .plain
    default: .bad
    }
  }
}

/// A file that the tool writes.
enum OutputFile {
  static func write(_ text: String, to path: String) throws {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    } catch {
      throw Failure(
        description: "'\(path)' can't be written: \(SystemError.message(of: error) ?? "\(error)")"
      )
    }
  }
}
