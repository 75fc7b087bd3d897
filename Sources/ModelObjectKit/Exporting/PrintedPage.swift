import Foundation

/// A sink that makes the printed lines of one model's properties.
final class PrintedPage: ValueSink {
  /// A line, within the lines of the model.
  struct Line {
    let indent: Int
    var text: String
    /// The model whose class, or description, ends the line.
    var model: (any Model)?
  }

  private(set) var lines: [Line] = []
  /// The text before the next value: a property's name, a key, a dash.
  var name = ""
  var untyped = UntypedBranch()

  private static let maximumLength = 200

  /// For each open container, whether it is an array.
  private var areArrays: [Bool] = []
  private var isEmpty = false

  func mayNest() -> Bool { areArrays.count < ModelPrinter.maximumDepth }

  private func add(_ text: String, _ model: (any Model)? = nil) {
    isEmpty = false
    lines.append(Line(indent: areArrays.count, text: name + text, model: model))
    if areArrays.last == true { name = "- " }
  }

  private func open(asArray: Bool) {
    add("")
    if let last = lines.indices.last, lines[last].text.hasSuffix(" ") {
      lines[last].text.removeLast()
    }
    areArrays.append(asArray)
    isEmpty = true
    name = asArray ? "- " : ""
  }

  private func close(empty: String) {
    if isEmpty, let last = lines.indices.last { lines[last].text += " " + empty }
    isEmpty = false
    areArrays.removeLast()
    name = areArrays.last == true ? "- " : ""
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
  }

  func endObject() { close(empty: "[:]") }
}
