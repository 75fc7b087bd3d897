import Foundation

extension Report {
  /// Writes the ratios of some rows as pictures: `speed.svg`, and `costs.svg` for what an ability costs.
  func writeCharts(to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write("Times as fast", isGain: true, bars(of: Self.speeds), to: folder, "speed.svg")
    let costs = bars(of: Self.costs).sorted { $0.ratio < $1.ratio }
    try write("Times the plain class", isGain: false, costs, to: folder, "costs.svg")
  }

  private func write(
    _ title: String,
    isGain: Bool,
    _ bars: [BarChart.Bar],
    to folder: URL,
    _ name: String
  ) throws {
    guard !bars.isEmpty else { return }
    let caption = BarChart.caption("\(rounds) rounds")
    let chart = BarChart(title: title, caption: caption, isGain: isGain, bars: bars)
    try Data(chart.svg().utf8).write(to: folder.appending(path: name))
  }

  /// The bars of the rows with these names, and with this peer, if there is one.
  private func bars(of names: [(row: String, peer: String?, bar: String)]) -> [BarChart.Bar] {
    names.compactMap { name in
      let entry = entries.first {
        $0.row.name == name.row && (name.peer == nil || $0.row.comparison == name.peer)
      }
      guard let ratio = entry?.figures.ratio, ratio > 0 else { return nil }
      let note = name.peer.map { "against \($0)" } ?? ""
      return BarChart.Bar(name: name.bar, note: note, ratio: ratio)
    }
  }

  private static let speeds: [(row: String, peer: String?, bar: String)] = [
    ("text in: user", "JSONDecoder", "JSON in, a user"),
    ("text in: user, hook that calls super", "JSONDecoder", "with a hook that calls super"),
    ("text in: status", "JSONDecoder", "JSON in, 68 objects"),
    ("text in: timeline", "JSONDecoder", "JSON in, a timeline"),
    ("text in: outline", "JSONDecoder", "JSON in, 40,000 numbers"),
    ("dictionary in: user, Swift values", "code by hand", "dictionary in, a user"),
    ("text out: user", "JSONEncoder", "JSON out, a user"),
    ("archive out: 10000 users", "PropertyListEncoder", "archive out"),
    ("archive in: 10000 users", "PropertyListDecoder", "archive in"),
    ("JSONDecoder: user", "synthesized Codable", "through JSONDecoder"),
    ("JSONEncoder: user", "synthesized Codable", "through JSONEncoder"),
    ("first in a process: text in, user", "JSONDecoder", "first user of a process"),
  ]

  private static let costs: [(row: String, peer: String?, bar: String)] = [
    ("cost of an update in place", nil, "an update in place"),
    ("cost of .strict", nil, ".strict, or an issueHandler"),
    ("cost of six key paths into two objects", nil, "six key paths"),
    ("cost of upsert of 1,000 known users", nil, "an upsert of 1,000 known objects"),
    ("cost of serializeValue through JSONDecoder", nil, "serializeValue through JSONDecoder"),
    ("cost of unknown keys, five of them kept", nil, "five unknown keys that are kept"),
    ("cost of 8 accessors of observed properties", nil, "accessors on 8 properties"),
    ("cost of serializeValue that calls super", nil, "serializeValue that calls super"),
    ("cost of an empty didMap", nil, "an empty didMap"),
  ]
}

extension BarChart {
  /// A picture of ratios that a script has measured, the less the better: the title, then how it
  /// measured, then a line for each bar, with a name, a note and a ratio between tabs.
  init(lines: some Sequence<String>) throws {
    var lines = lines.makeIterator()
    guard let title = lines.next(), let how = lines.next() else {
      throw UsageError(description: "a picture needs a title, and how it was measured")
    }
    self.init(
      title: title,
      caption: Self.caption(how),
      isGain: false,
      bars: try IteratorSequence(lines).map { line in
        let parts = line.components(separatedBy: "\t")
        guard parts.count == 3, let ratio = Double(parts[2]), ratio > 0 else {
          throw UsageError(description: "'\(line)' isn't a name, a note and a ratio")
        }
        return Bar(name: parts[0], note: parts[1], ratio: ratio)
      }
    )
  }

  /// The machine, how it was measured there, and when.
  static func caption(_ how: String) -> String {
    #if os(Linux)
    let system = "Linux"
    #else
    let system = "macOS"
    #endif
    #if arch(arm64)
    let processor = "arm64"
    #else
    let processor = "x86_64"
    #endif
    let day = Date.now.formatted(.iso8601.year().month().day())
    let cores = ProcessInfo.processInfo.activeProcessorCount
    return "\(system) \(processor), \(cores) cores, \(how), \(day)"
  }
}
