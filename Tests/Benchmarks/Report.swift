import Foundation

/// Prints rows as they are measured, or all of them at the end as JSON.
struct Report {
  let rounds: Int
  private let asJSON: Bool
  private let nameWidth: Int
  private let comparisonWidth: Int
  private var kind: Row.Kind?
  private(set) var entries: [MeasuredRow] = []

  init(of rows: [Row], rounds: Int, asJSON: Bool) {
    self.rounds = rounds
    self.asJSON = asJSON
    nameWidth = rows.map(\.name.count).max() ?? 0
    comparisonWidth = rows.filter { $0.kind == .speed }.map(\.comparison.count).max() ?? 0
  }

  mutating func add(_ row: Row, _ figures: Figures) {
    entries.append(MeasuredRow(row: row, figures: figures))
    guard !asJSON else { return }
    if kind != row.kind {
      Self.write(heading(of: row.kind))
      kind = row.kind
    }
    Self.write(line(row, figures))
  }

  func finish() throws {
    guard asJSON else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let processors = ProcessInfo.processInfo.activeProcessorCount
    let all = Summary(rounds: rounds, processors: processors, rows: entries)
    Self.write(String(decoding: try encoder.encode(all), as: UTF8.self))
  }

  /// Unbuffered, so that a row appears when it is done.
  private static func write(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}

// MARK: - The table

extension Report {
  private func heading(of kind: Row.Kind) -> String {
    let columns =
      switch kind {
      case .speed:
        [
          "ns per object, median of \(rounds) rounds".padded(to: nameWidth),
          "against".padded(to: comparisonWidth),
          "subject".padded(from: 11),
          "peer".padded(from: 11),
          "times as fast".padded(from: 13),
          "min–max".padded(from: 15),
        ]
      case .figure:
        [
          "figure".padded(to: nameWidth),
          "value".padded(from: 7),
          "min–max".padded(from: 13),
          "meaning",
        ]
      }
    let separator = entries.count > 1 ? "\n" : ""
    let heading = columns.joined(separator: "  ")
    return separator + heading + "\n" + String(repeating: "-", count: heading.count)
  }

  private func line(_ row: Row, _ figures: Figures) -> String {
    let range = "\(figures.ratioMinimum.asRatio)–\(figures.ratioMaximum.asRatio)"
    let columns =
      switch row.kind {
      case .speed:
        [
          row.name.padded(to: nameWidth),
          row.comparison.padded(to: comparisonWidth),
          figures.subject.asNanoseconds.padded(from: 11),
          figures.peer.asNanoseconds.padded(from: 11),
          figures.ratio.asRatio.padded(from: 13),
          range.padded(from: 15),
        ]
      case .figure:
        [
          row.name.padded(to: nameWidth),
          figures.ratio.asRatio.padded(from: 7),
          (figures.ratioMinimum == nil ? "n/a" : range).padded(from: 13),
          row.comparison,
        ]
      }
    return columns.joined(separator: "  ")
  }
}

extension Double? {
  /// Two decimals, or "n/a".
  fileprivate var asRatio: String {
    map { String(format: "%.2f", $0) } ?? "n/a"
  }

  /// A whole number with separated thousands, or "n/a".
  fileprivate var asNanoseconds: String {
    guard let self else { return "n/a" }
    let digits = Array(String(format: "%.0f", self))
    return digits.indices.map { index in
      let isStartOfGroup = index > 0 && (digits.count - index) % 3 == 0
      return isStartOfGroup ? ",\(digits[index])" : String(digits[index])
    }.joined()
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  fileprivate func padded(from width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}

// MARK: - JSON

private struct Summary: Encodable {
  let rounds: Int
  let processors: Int
  let rows: [MeasuredRow]
}

/// A row with its figures.
struct MeasuredRow: Encodable {
  let row: Row
  let figures: Figures

  private enum CodingKeys: String, CodingKey {
    case kind, name, comparison, subjectNanoseconds, peerNanoseconds, ratio, ratioMinimum,
      ratioMaximum
  }

  /// Written out because an unavailable figure is null here, not a missing key.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(row.kind.rawValue, forKey: .kind)
    try container.encode(row.name, forKey: .name)
    try container.encode(row.comparison, forKey: .comparison)
    if row.kind == .speed || figures.peer != nil {
      try container.encode(figures.subject, forKey: .subjectNanoseconds)
      try container.encode(figures.peer, forKey: .peerNanoseconds)
    }
    try container.encode(figures.ratio, forKey: .ratio)
    try container.encode(figures.ratioMinimum, forKey: .ratioMinimum)
    try container.encode(figures.ratioMaximum, forKey: .ratioMaximum)
  }
}
