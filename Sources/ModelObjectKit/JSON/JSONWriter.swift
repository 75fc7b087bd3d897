import ModelObjectEssentials

/// Writes JSON text, value by value, without a tree.
///
/// A value that JSON can't hold is omitted, together with its key in an object. The writer adds
/// commas and layout; the caller passes one value for each key.
final class JSONWriter {
  let buffer = ByteBuffer()
  private let options: ExportOptions
  /// Exports models and custom values; without it, they are omitted.
  let models: (any ModelExporting)?

  private(set) var depth = 0
  /// Whether the value of a written key comes next.
  private var hasKey = false
  /// Whether that key is one of a dictionary, not of a model.
  private var isInDictionary = false
  /// The offset of that key, with the comma and layout before it.
  private var keyStart = 0
  /// The untyped containers that are open.
  var untyped = UntypedBranch()
  private var hasFailed = false
  /// Whether values come from an earlier export, in which dates are strings.
  private var passesOnTexts = false

  /// Whether numbers are written without a fraction of zero, as Foundation's encoder does.
  private let isArchive: Bool

  init(
    options: ExportOptions = ExportOptions(),
    models: (any ModelExporting)? = nil,
    isArchive: Bool = false
  ) {
    (self.options, self.models, self.isArchive) = (options, models, isArchive)
  }

  var data: Data { buffer.popData() }

  /// Writes a tree of plain values; false if JSON can't hold one of them.
  func write(_ tree: Any) -> Bool { write { $0.writeUntyped(tree) } }

  /// Writes what a closure does; false if JSON can't hold a value of it.
  func write(_ body: (JSONWriter) -> Void) -> Bool {
    hasFailed = false
    body(self)
    return !hasFailed
  }
}

// MARK: - Layout

extension JSONWriter {
  /// Writes the text before a value: nothing after a key, else a comma and the beginning of the
  /// line.
  @inline(__always)
  func beginValue() {
    if hasKey {
      hasKey = false
    } else if depth > 0 {
      separate(from: UInt8(ascii: "["))
    }
  }

  /// Writes a comma, unless the container has just been opened, and a new line if the options say
  /// so.
  private func separate(from opening: UInt8) {
    // No value ends with an opening bracket: a string ends with its quote.
    if buffer.last != opening { buffer.append(UInt8(ascii: ",")) }
    if options.prettyPrinted { breakLine() }
  }

  private func breakLine() {
    buffer.append(UInt8(ascii: "\n"))
    // With unlimited indentation, the text of a long chain would grow quadratically.
    buffer.append(repeating: UInt8(ascii: " "), count: 2 * min(depth, 100))
  }

  func mayNest() -> Bool {
    models?.mayNest(at: depth, with: 0) ?? (depth < FixedOptions.defaultDepth)
  }

  /// Appends the bytes of a key, without their comma if it is the first of the object; the caller
  /// writes the value.
  @inline(__always)
  func appendKey(_ bytes: ImmortalArray<UInt8>) {
    let bytes = bytes.view
    buffer.append(buffer.last == UInt8(ascii: "{") ? bytes[1, bytes.count] : bytes)
  }
}

// MARK: - Values

extension JSONWriter: ExportSink {
  func null() {
    beginValue()
    buffer.append("null")
  }

  func bool(_ value: Bool) {
    beginValue()
    appendBool(value)
  }

  @inline(__always)
  func appendBool(_ value: Bool) {
    buffer.append(value ? "true" : "false" as StaticString)
  }

  func integer(_ value: Int64) {
    beginValue()
    buffer.append(value.magnitude, isNegative: value < 0)
  }

  func integer(_ value: UInt64) {
    beginValue()
    buffer.append(value, isNegative: false)
  }

  func float(_ value: Float) { value.isFinite ? number(value.description) : unwritable() }

  /// Writes the shortest text that is read as the same number.
  func double(_ value: Double) { value.isFinite ? number(value.description) : unwritable() }

  func decimal(_ value: Decimal) { value.isNaN ? unwritable() : number(value.description) }

  private func number(_ text: String) {
    beginValue()
    buffer.append(ascii: isArchive && text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  func text(_ value: String) {
    beginValue()
    if passesOnTexts, value.isDotNetDate {
      buffer.appendDotNetDate(value)
    } else {
      buffer.appendQuoted(value)
    }
  }

  func date(_ value: Date) {
    let dateFormat = models?.ownDateFormat ?? options.dateFormat
    guard let text = DateText.write(value, format: dateFormat, timeZone: options.timeZone) else {
      return leaveOut()
    }
    if dateFormat.isNumber {
      number(text)
    } else if dateFormat == .dotNetJSON {
      beginValue()
      buffer.appendDotNetDate(text)
    } else {
      self.text(text)
    }
  }

  func data(_ value: Data) {
    text(value.base64EncodedString())
  }

  func model(_ value: any Model) {
    guard let models else { return leaveOut() }
    models.write(value, to: self)
  }

  func raw(_ json: RawJSON) {
    beginValue()
    ByteView.with(options.writesLines ? json.line : json.text) { buffer.append($0) }
  }

  func encodable(_ value: any Encodable) {
    if models?.encode(value, to: self) != true { unwritable() }
  }

  /// What couldn't be read is a number that no type can hold: a decoder refuses it, but only if the
  /// value is asked for.
  func foreign(_ value: Any) {
    if models == nil, value is UnreadableValue { number("1e999") } else { writeOwn(value) }
  }

  func unwritable() {
    guard depth > 0, isInDictionary || !hasKey else { return leaveOut() }
    hasFailed = true
    null()
  }

  func leaveOut() {
    hasFailed = true
    guard hasKey else { return }
    hasKey = false
    buffer.truncate(to: keyStart)
  }

  func begin(isArray: Bool, count: Int) {
    if depth >= FixedOptions.defaultDepth, !mayNest() { hasFailed = true }
    beginValue()
    buffer.append(isArray ? UInt8(ascii: "[") : UInt8(ascii: "{"))
    depth &+= 1
  }

  func key(_ key: String) {
    isInDictionary = true
    noteKey()
    separate(from: UInt8(ascii: "{"))
    buffer.appendQuoted(key)
    buffer.append(options.prettyPrinted ? ": " : ":" as StaticString)
  }

  func key(_ key: ExportKey) {
    if !options.prettyPrinted, let bytes = key.bytes {
      noteKey()
      appendKey(bytes)
    } else {
      self.key(key.text)
    }
    isInDictionary = false
  }

  /// Writes the bytes of a key, in text without layout whose keys aren't sorted.
  func key(_ bytes: ImmortalArray<UInt8>) {
    noteKey()
    isInDictionary = false
    appendKey(bytes)
  }

  /// Notes where a pair begins, and that its value comes next.
  @inline(__always)
  private func noteKey() {
    keyStart = buffer.count
    hasKey = true
  }

  func end(isArray: Bool) {
    depth &-= 1
    let opening = isArray ? UInt8(ascii: "[") : UInt8(ascii: "{")
    if options.prettyPrinted, buffer.last != opening { breakLine() }
    // In ASCII each closing bracket is two after its opening one.
    buffer.append(opening + 2)
  }

  /// Calls the body, which passes values of an earlier export.
  func passesOn(_ body: () -> Void) {
    let outer = passesOnTexts
    passesOnTexts = true
    body()
    passesOnTexts = outer
  }

  @inline(never)
  func attempt(_ body: () throws -> Void) throws {
    let start = buffer.count
    let outer = (depth, hasKey, keyStart)
    do {
      try body()
    } catch {
      buffer.truncate(to: start)
      (depth, hasKey, keyStart) = outer
      throw error
    }
  }
}
