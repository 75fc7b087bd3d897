import ModelObjectEssentials

/// Makes a text of a whole value, without what is in its models.
final class ContentSink: ValueSink {
  private var content = ""
  var untyped = UntypedBranch()
  private var stack = StackLimit()

  static func text(of property: Property, _ model: any Model) -> String {
    let sink = ContentSink()
    property.write(from: model, to: sink)
    return sink.content
  }

  static func text(_ write: (ContentSink) -> Void) -> String {
    let sink = ContentSink()
    write(sink)
    return sink.content
  }

  private func add(_ text: String) {
    content += text
    content += "\n"
  }

  func null() { add("nil") }
  func bool(_ value: Bool) { add("\(value)") }
  func integer(_ value: Int64) { add("\(value)") }
  func integer(_ value: UInt64) { add("\(value)") }
  func float(_ value: Float) { add("\(value)") }
  func double(_ value: Double) { add("\(value)") }
  func decimal(_ value: Decimal) { add(value.description) }
  func text(_ value: String) { add(value) }
  func date(_ value: Date) { add("\(value.timeIntervalSinceReferenceDate)") }
  func data(_ value: Data) { add(value.base64EncodedString()) }
  func model(_ value: any Model) { add("\(type(of: value))") }
  func leaveOut() { add("") }
  func key(_ key: String) { add(key) }
  func begin(isArray: Bool, count: Int) {
    add(isArray ? "array" : "object")
    add("\(count)")
  }
  func end(isArray: Bool) {}
  func mayNest() -> Bool { !stack.isNear() }

  func encodable(_ value: any Encodable) {
    add((try? EncodedValue(value).text) ?? "\(type(of: value))")
  }

  var setOrder: SetOrder { .any }

  func set(count: Int, _ write: (Int) -> Void) {
    let outer = content
    var texts: [String] = []
    for number in 0..<count {
      content = ""
      write(number)
      texts.append(content)
    }
    content = outer
    add("\(count)")
    for text in texts.inKeyOrder() { add(text) }
  }
}
