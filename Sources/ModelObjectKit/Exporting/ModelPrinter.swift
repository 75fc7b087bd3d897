import ModelObjectEssentials

/// Prints a model as an indented tree of `property: value`.
///
/// Each model is printed once, and only mentioned when it occurs again. Models and containers
/// nested deeper than `maximumDepth` are an ellipsis.
final class ModelPrinter: ValueSink {
  private static let maximumDepth = 64
  private static let maximumLength = 200

  private var printed: Set<ObjectIdentifier> = []
  private var text = ""
  /// The beginning of each line of the current model.
  private var margin = "\n"
  /// The number of models around the current one.
  private var depth = 0
  /// The text before the next value: a property's name, a key, a dash.
  private var name = ""
  var untyped = UntypedBranch()

  /// For each open container of the current model, whether it is an array.
  private var areArrays: [Bool] = []
  private var isEmpty = false

  static func write<Target: TextOutputStream>(_ model: any Model, to target: inout Target) {
    if let description = model.customDescription { return target.write(description) }
    let printer = ModelPrinter()
    printer.write(model)
    target.write(printer.text)
  }

  /// Writes a model after its property's name, and the lines of its properties.
  private func write(_ model: any Model) {
    guard depth < Self.maximumDepth else { return text += "…" }
    let outer = (margin, name, areArrays, isEmpty)
    defer { (margin, name, areArrays, isEmpty) = outer }
    margin += String(repeating: "  ", count: areArrays.count + 1)
    areArrays = []
    if let description = model.customDescription {
      let lines = description.split(separator: "\n", omittingEmptySubsequences: false)
      return text += lines.joined(separator: margin)
    }
    text += "\(type(of: model).shown)"
    let isStruct = type(of: model).structType != nil
    guard isStruct || printed.insert(ObjectIdentifier(model)).inserted else {
      return text += " (shown above)"
    }
    depth += 1
    defer { depth -= 1 }
    for property in SchemaCache.schema(of: type(of: model)).declaration.properties {
      name = property.name + ": "
      property.write(from: model, to: self)
    }
  }

  func mayNest() -> Bool { areArrays.count < Self.maximumDepth }

  private func add(_ value: String) {
    isEmpty = false
    text += margin + String(repeating: "  ", count: areArrays.count) + name + value
    if areArrays.last == true { name = "- " }
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

  func model(_ value: any Model) {
    add("")
    write(value)
  }

  func structure(_ standIn: any Model) { model(standIn) }

  func encodable(_ value: any Encodable) {
    guard StackLimit.hasRoom(for: value) else { return leaveOut() }
    add(shownText(of: value).cut(to: Self.maximumLength).onOneLine)
  }

  func raw(_ json: RawJSON) { add(json.line.cut(to: Self.maximumLength)) }

  func leaveOut() { add("…") }

  func begin(isArray: Bool, count: Int) {
    if name.hasSuffix(" ") { name.removeLast() }
    add("")
    areArrays.append(isArray)
    isEmpty = true
    name = isArray ? "- " : ""
  }

  func key(_ key: String) {
    name = key.cut(to: Self.maximumLength).onOneLine + ": "
  }

  func end(isArray: Bool) {
    if isEmpty { text += isArray ? " []" : " [:]" }
    isEmpty = false
    areArrays.removeLast()
    name = areArrays.last == true ? "- " : ""
  }
}
