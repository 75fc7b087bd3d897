/// What a migration has done, and what someone has to look at.
struct MigrationReport {
  struct Place: Hashable, Comparable, CustomStringConvertible {
    let file: String
    let line: Int
    var description: String { "\(file):\(line)" }
    static func < (first: Place, second: Place) -> Bool {
      (first.file, first.line) < (second.file, second.line)
    }
  }

  /// How often each rule was applied, in the order of their first use.
  private(set) var rules: [(name: String, count: Int)] = []
  private(set) var looks: [(place: Place, text: String)] = []
  /// What changes without an error, and where.
  private(set) var silent: [(text: String, places: [Place])] = []
  /// Texts of which each place is listed, not only some.
  private var whole: Set<String> = []
  private(set) var notes: [String] = []
  var written: [String] = []
  /// What `modelobject check` says of the new files.
  var checked: [String] = []
  var types = 0
  var properties = 0

  mutating func count(_ rule: String, _ number: Int = 1) {
    guard number > 0 else { return }
    if let index = rules.firstIndex(where: { $0.name == rule }) {
      rules[index].count += number
    } else {
      rules.append((rule, number))
    }
  }

  mutating func note(_ text: String) { notes.append(text) }

  mutating func look(in file: String, line: Int, _ text: String) {
    let place = Place(file: file, line: line)
    guard !looks.contains(where: { $0.place == place && $0.text == text }) else { return }
    looks.append((place, text))
  }

  mutating func warn(_ text: String, in file: String, line: Int, listsAll: Bool = false) {
    if listsAll { whole.insert(text) }
    let place = Place(file: file, line: line)
    if let index = silent.firstIndex(where: { $0.text == text }) {
      if !silent[index].places.contains(place) { silent[index].places.append(place) }
    } else {
      silent.append((text, [place]))
    }
  }

  /// The report as Markdown, which reads as text, too.
  func text(isWritten: Bool) -> String {
    let sections: [(title: String, lines: [String])] = [
      ("Done", rules.map { "\($0.name): \($0.count)" }),
      ("To look at", kinds),
      (
        "Changes without an error",
        silent.map {
          "\($0.text): \(Self.list($0.places, most: whole.contains($0.text) ? nil : 8))"
        }
      ),
      ("What `modelobject check` says of the new files", checked),
      ("Notes", notes),
      ("Files", written.sorted()),
    ]
    var text = "# Migration to ModelObject\n\n"
    for section in sections where !section.lines.isEmpty {
      text += "## \(section.title)\n\n" + section.lines.map { "- \($0)\n" }.joined() + "\n"
    }
    return text + summary(isWritten) + "\n"
  }

  /// What has to be looked at: what is said of many places comes last, once.
  private var kinds: [String] {
    Dictionary(grouping: looks, by: \.text).map { (text: $0, places: $1.map(\.place).sorted()) }
      .sorted { first, second in
        let isMany = (first.places.count > 2, second.places.count > 2)
        if isMany.0 != isMany.1 { return isMany.1 }
        return (first.places[0], first.text) < (second.places[0], second.text)
      }
      .flatMap { kind in
        kind.places.count > 2
          ? ["\(kind.text): \(kind.places.count) places: \(Self.list(kind.places, most: nil))"]
          : kind.places.map { "\($0): \(kind.text)" }
      }
  }

  /// `a.swift:3, 7; b.swift:4`.
  private static func list(_ places: [Place], most: Int?) -> String {
    let shown = places.sorted().prefix(most ?? .max)
    let files = Dictionary(grouping: shown, by: \.file).sorted { $0.key < $1.key }
    let list = files.map { file, places in
      "\(file):\(places.map { String($0.line) }.joined(separator: ", "))"
    }
    let more = places.count - shown.count
    return list.joined(separator: "; ") + (more > 0 ? " and \(more) more" : "")
  }

  private func summary(_ isWritten: Bool) -> String {
    guard !written.isEmpty || !looks.isEmpty else { return "Nothing to migrate." }
    let files = written.count == 1 ? "1 file" : "\(written.count) files"
    let state = isWritten ? "\(files) written" : "\(files) would change; --write changes them"
    let marks = looks.count == 1 ? "1 place" : "\(looks.count) places"
    let counts = [(types, "type", "types"), (properties, "property", "properties")].map {
      count,
      one,
      many in
      "\(count) \(count == 1 ? one : many)"
    }
    return "\(counts[0]) with \(counts[1]); \(state); \(marks) to look at."
  }
}
