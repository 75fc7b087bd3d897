import Foundation

/// Ratios as bars on a doubling scale, with a line at 1, as an SVG that a phone can show.
struct BarChart {
  struct Bar {
    let name: String
    /// What the ratio compares with.
    let note: String
    let ratio: Double
  }

  let title: String
  /// The machine, the date and how often each was measured.
  let caption: String
  /// Whether more is better: the bars on the worse side of 1 have the color of a cost.
  let isGain: Bool
  let bars: [Bar]

  private let width = 380.0
  private let margin = 16.0
  private let rowHeight = 46.0
  private let top = 78.0

  /// The document.
  func svg() -> String {
    let height = top + Double(bars.count) * rowHeight + 12
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width.asLength) \(height.asLength)" \
      width="\(width.asLength)" height="\(height.asLength)" role="img" \
      aria-label="\(title.escaped)">
      """,
      style,
      #"<rect class="page" width="\#(width.asLength)" height="\#(height.asLength)" rx="8"/>"#,
      text(title, "title", x: margin, y: 28),
      text(caption, "small", x: margin, y: 48),
    ]
    for step in scale {
      lines.append(text(label(of: step), "tick", x: x(of: exp2(Double(step))), y: top - 8))
    }
    for (index, bar) in bars.enumerated() {
      lines += row(bar, y: top + Double(index) * rowHeight)
    }
    return lines.joined(separator: "\n") + "\n</svg>\n"
  }

  private func row(_ bar: Bar, y: Double) -> [String] {
    let (one, end) = (x(of: 1), x(of: bar.ratio))
    let isGood = isGain ? bar.ratio >= 1 : bar.ratio < 1
    let value = String(format: "%.1f", bar.ratio)
    let hasRoom = max(one, end) + 40 <= width - margin
    // Lines cross the bars, not the names.
    let lines = scale.map { step in
      line(step == 0 ? "one" : "grid", x: x(of: exp2(Double(step))), from: y + 18, to: y + 38)
    }
    return lines + [
      """
      <text x="\(margin.asLength)" y="\((y + 14).asLength)">\(bar.name.escaped)\
      <tspan class="small"> \(bar.note.escaped)</tspan></text>
      """,
      """
      <rect class="\(isGood ? "gain" : "cost")" x="\(min(one, end).asLength)" \
      y="\((y + 20).asLength)" width="\(max(abs(end - one), 1).asLength)" height="16" rx="2"/>
      """,
      text(
        value,
        hasRoom ? "value" : "inner",
        x: hasRoom ? max(one, end) + 6 : end - 6,
        y: y + 32
      ),
    ]
  }

  /// The doublings from the smallest ratio to the largest, 1 among them.
  private var scale: ClosedRange<Int> {
    let steps = bars.map { log2($0.ratio) }
    let least = min(0, steps.min() ?? 0)
    let most = max(1, steps.max() ?? 1)
    return Int(least.rounded(.down))...Int(most.rounded(.up))
  }

  private func x(of ratio: Double) -> Double {
    let span = Double(scale.upperBound - scale.lowerBound)
    let part = (log2(ratio) - Double(scale.lowerBound)) / span
    return margin + 8 + part * (width - 2 * margin - 16)
  }

  private func label(of step: Int) -> String {
    step < 0 ? "1/\(1 << -step)" : "\(1 << step)"
  }

  private func line(_ kind: String, x: Double, from: Double, to: Double) -> String {
    """
    <line class="\(kind)" x1="\(x.asLength)" y1="\(from.asLength)" \
    x2="\(x.asLength)" y2="\(to.asLength)"/>
    """
  }

  private func text(_ text: String, _ kind: String, x: Double, y: Double) -> String {
    #"<text class="\#(kind)" x="\#(x.asLength)" y="\#(y.asLength)">\#(text.escaped)</text>"#
  }

  private var style: String {
    """
    <style>
      text { font: 13px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; \
    fill: #1f2328 }
      .title { font-weight: 600; font-size: 15px }
      .small, .tick { font-size: 12px; fill: #59636e }
      .tick { text-anchor: middle }
      .inner { text-anchor: end; font-weight: 600 }
      .value { font-weight: 600 }
      .page { fill: #ffffff }
      .gain { fill: #4ac26b }
      .cost { fill: #fb8f44 }
      .grid { stroke: #d1d9e0 }
      .one { stroke: #1f2328; stroke-width: 2 }
      @media (prefers-color-scheme: dark) {
        text { fill: #f0f6fc }
        .small, .tick { fill: #9198a1 }
        .page { fill: #0d1117 }
        .gain { fill: #238636 }
        .cost { fill: #bd561d }
        .grid { stroke: #3d444d }
        .one { stroke: #f0f6fc }
      }
    </style>
    """
  }
}

extension Double {
  /// A length with at most one decimal.
  fileprivate var asLength: String {
    let tenths = (self * 10).rounded() / 10
    return tenths == tenths.rounded() ? String(Int(tenths)) : String(tenths)
  }
}

extension String {
  fileprivate var escaped: String {
    replacingOccurrences(of: "&", with: "&amp;")
      .replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: "\"", with: "&quot;")
  }
}
