import Foundation

/// A sink that makes the printed lines of one model's properties.
final class PrintedPage: UntypedSink {
  private(set) var lines: [PrintedLine] = []
  /// The text before the next value: a property's name, a key, a dash.
  var name = ""
  var untyped = UntypedBranch()

  private static let maximumLength = 200

  private struct Container {
    let isArray: Bool
    /// The keys of an object, and the first line of each.
    var pairs: [(key: String, line: Int)] = []
  }

  private var indent: Int
  /// How many models are around the values.
  private let depth: Int
  /// The open containers.
  private var containers: [Container] = []
  private var isEmpty = false

  init(indent: Int, depth: Int) {
    self.indent = indent
    self.depth = depth
  }

  func mayNest() -> Bool { containers.count < ModelPrinter.maximumDepth }

  private func add(_ text: String, _ model: (any Model)? = nil) {
    isEmpty = false
    lines.append(PrintedLine(indent: indent, depth: depth, text: name + text, model: model))
    if containers.last?.isArray == true { name = "- " }
  }

  private func open(asArray: Bool) {
    add("")
    if let last = lines.indices.last, lines[last].text.hasSuffix(" ") {
      lines[last].text.removeLast()
    }
    indent += 1
    containers.append(Container(isArray: asArray))
    isEmpty = true
    name = asArray ? "- " : ""
  }

  private func close(empty: String) {
    if isEmpty, let last = lines.indices.last { lines[last].text += " " + empty }
    isEmpty = false
    indent -= 1
    containers.removeLast()
    name = containers.last?.isArray == true ? "- " : ""
  }

  func null() { add("nil") }
  func bool(_ value: Bool) { add(String(value)) }
  func integer(_ value: Int64) { add(String(value)) }
  func integer(_ value: UInt64) { add(String(value)) }
  func float(_ value: Float) { add(value.description) }
  func double(_ value: Double) { add(value.description) }
  func decimal(_ value: Decimal) { add(value.description) }
  func text(_ value: String) { add(value.cut(to: Self.maximumLength).debugDescription) }

  func date(_ value: Date) { add(DateText.description(of: value)) }

  func data(_ value: Data) { add("\(value.count) bytes") }
  func model(_ value: any Model) { add("", value) }
  func untyped(_ value: Any) { giveUntyped(value) }

  func encodable(_ value: any Encodable) {
    guard StackLimit.hasRoom(for: value) else { return leaveOut() }
    add(String(describing: value).cut(to: Self.maximumLength).onOneLine)
  }

  func leaveOut() { add("…") }
  func beginArray(count: Int) { open(asArray: true) }
  func endArray() { close(empty: "[]") }
  func beginObject(count: Int) { open(asArray: false) }

  func key(_ key: String) {
    name = key.cut(to: Self.maximumLength).onOneLine + ": "
    if !containers.isEmpty { containers[containers.count - 1].pairs.append((key, lines.count)) }
  }

  func endObject() {
    sortPairs()
    close(empty: "[:]")
  }

  /// Puts the lines of a dictionary in the order of its keys' bytes.
  private func sortPairs() {
    guard let pairs = containers.last?.pairs, pairs.count > 1 else { return }
    let ends = pairs.dropFirst().map(\.line) + [lines.count]
    let sorted = zip(pairs, ends)
      .sorted { $0.0.key.precedes($1.0.key) }
      .flatMap { lines[$0.0.line..<$0.1] }
    lines.replaceSubrange(pairs[0].line..., with: sorted)
  }
}
