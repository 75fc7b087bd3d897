import Foundation

extension Report {
  /// Writes the ratios of the rows as pictures: `speed.svg`, `costs.svg` for the rows that say what an
  /// ability costs, and `growth.svg` for those that say what more objects cost.
  func writeCharts(to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let caption = BarChart.caption("\(rounds) rounds")
    func write(_ bars: [BarChart.Bar], _ title: String, isGain: Bool = false, to name: String)
      throws
    {
      guard !bars.isEmpty else { return }
      let chart = BarChart(title: title, caption: caption, isGain: isGain, bars: bars)
      try Data(chart.svg().utf8).write(to: folder.appending(path: name))
    }
    let speeds = entries.filter { $0.row.kind == .speed }.compactMap { entry in
      bar(entry, name: entry.row.name, note: "against \(entry.row.comparison)")
    }
    try write(speeds, "Times as fast", isGain: true, to: "speed.svg")
    try write(bars(of: "cost of "), "Times the plain class", to: "costs.svg")
    try write(
      bars(of: Rows.growthPrefix),
      "Time per object over that of 1,000",
      to: "growth.svg"
    )
  }

  /// The bars of the rows whose names begin so; what follows a colon in the name is a note.
  private func bars(of prefix: String) -> [BarChart.Bar] {
    entries.filter { $0.row.name.hasPrefix(prefix) }.compactMap { entry in
      let parts = entry.row.name.dropFirst(prefix.count).split(separator: ": ", maxSplits: 1)
      return bar(entry, name: String(parts[0]), note: parts.count > 1 ? String(parts[1]) : "")
    }
  }

  private func bar(_ entry: MeasuredRow, name: String, note: String) -> BarChart.Bar? {
    guard let ratio = entry.figures.ratio, ratio > 0 else { return nil }
    return BarChart.Bar(name: name, note: note, ratio: ratio)
  }
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
