import Foundation

extension Report {
  /// Writes the ratios of the rows as pictures: `speed.svg`, and `costs.svg` for the rows that say
  /// what an ability costs.
  func writeCharts(to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let speeds = entries.compactMap { entry in
      entry.row.kind == .speed
        ? bar(entry, name: entry.row.name, note: "against \(entry.row.comparison)", isGain: true)
        : nil
    }
    let costs = entries.compactMap { entry in
      entry.row.name.hasPrefix(Self.costs)
        ? bar(
          entry,
          name: String(entry.row.name.dropFirst(Self.costs.count)),
          note: "",
          isGain: false
        ) : nil
    }
    try write(speeds, "Times as fast", to: folder.appending(path: "speed.svg"))
    try write(costs, "Times the plain class", to: folder.appending(path: "costs.svg"))
  }

  private static let costs = "cost of "

  private func bar(_ entry: MeasuredRow, name: String, note: String, isGain: Bool) -> BarChart.Bar?
  {
    guard let ratio = entry.figures.ratio, ratio > 0 else { return nil }
    return BarChart.Bar(name: name, note: note, ratio: ratio, isGain: isGain)
  }

  private func write(_ bars: [BarChart.Bar], _ title: String, to file: URL) throws {
    guard !bars.isEmpty else { return }
    let chart = BarChart(title: title, caption: caption, bars: bars)
    try Data(chart.svg().utf8).write(to: file)
  }

  private var caption: String {
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
    return "\(system) \(processor), \(cores) cores, \(rounds) rounds, \(day)"
  }
}
