import ModelObjectEssentials

/// A sink that builds plain values, for `dictionaryRepresentation`.
///
/// It makes only types that any JSON encoder can write.
final class TreeBuilder {
  /// The export that owns this builder, and outlives it.
  private unowned let exporter: Exporter
  var models: (any ModelExporting)? { exporter }
  /// The open containers, inside one for the value that is being built.
  private var containers: [MadeContainer<Any>] = []
  /// Whether the last key is one of a dictionary, not of a model.
  private var isInDictionary = false
  /// Whether models are left as they are, except in untyped values.
  private var leavesModels = false
  /// Whether the values are for a coder: data is left as it is, and whole numbers of dates are
  /// integers, as few formats but JSON have numbers of one kind.
  private var isForCoders = false
  var untyped = UntypedBranch()
  /// The number of open arrays and objects in the whole export.
  var depth = 0

  init(_ exporter: Exporter) {
    self.exporter = exporter
  }

  /// The value that a closure passes to this builder; nil if it is omitted.
  @inline(never)
  func value(
    leavingModels: Bool = false,
    forCoders: Bool = false,
    _ body: (TreeBuilder) throws -> Void
  ) rethrows -> Any? {
    let outer = (containers, depth, leavesModels, isForCoders)
    containers = [MadeContainer(isArray: true, count: 0)]
    (leavesModels, isForCoders) = (leavingModels, forCoders)
    defer { (containers, depth, leavesModels, isForCoders) = outer }
    try body(self)
    return containers.first?.elements.last
  }

  func add(_ value: Any) {
    if let top = containers.indices.last { containers[top].add(value) }
  }

  func mayNest() -> Bool { exporter.mayNest(at: depth) }
}

extension TreeBuilder: ExportSink {
  func null() { add(JSONNull.value) }
  func bool(_ value: Bool) { add(value) }
  func integer(_ value: Int64) { add(Int(exactly: value) ?? value) }
  func integer(_ value: UInt64) { add(Int(exactly: value) ?? value) }

  func float(_ value: Float) { value.isFinite ? add(Self.number(value)) : unwritable() }

  /// The number with the digits of the `Float`: 8.2 is also 8.2 as a `Double`.
  static func number(_ value: Float) -> Double {
    let sameDigits = Double(value.description) ?? Double(value)
    return Float(sameDigits) == value ? sameDigits : Double(value)
  }

  func double(_ value: Double) { value.isFinite ? add(value) : unwritable() }

  func decimal(_ value: Decimal) { value.isNaN ? unwritable() : add(value) }

  func text(_ value: String) { add(value) }

  func date(_ value: Date) {
    let options = exporter.options
    let format = exporter.ownDateFormat ?? options.dateFormat
    guard let text = DateText.write(value, format: format, timeZone: options.timeZone) else {
      return leaveOut()
    }
    guard format.isNumber else { return add(text) }
    if isForCoders, let integer = Int(text) { return add(integer) }
    // Values that are written later keep all digits.
    let number: Any? = leavesModels ? Decimal(string: text, locale: nil) : Double(text)
    add(number ?? text)
  }

  func data(_ value: Data) { add(isForCoders ? value : value.base64EncodedString()) }

  func model(_ value: any Model) {
    guard leavesModels else { return exporter.write(value, to: self) }
    if exporter.writtenIdentity(of: value) != nil {
      exporter.write(value, to: self)
    } else if exporter.writes(value) || exporter.identity(ofOuter: value) != nil {
      add(value)
    } else {
      leaveOut()
    }
  }

  func untyped(_ value: Any) {
    let outer = leavesModels
    leavesModels = false
    writeUntyped(value)
    leavesModels = outer
  }

  /// Values that are written later keep the text.
  func raw(_ json: RawJSON) {
    if leavesModels { return add(json) }
    guard let tree = exporter.tree(of: json) else { return unwritable() }
    writeUntyped(tree)
  }

  func encodable(_ value: any Encodable) {
    let outer = leavesModels
    leavesModels = false
    let isWritten = exporter.encode(value, to: self)
    leavesModels = outer
    if !isWritten { unwritable() }
  }

  func unwritable() {
    // The outermost container holds the value that is being built.
    if containers.count > 1, containers.last?.isArray == true || isInDictionary {
      null()
    } else {
      leaveOut()
    }
  }

  func leaveOut() {
    if let top = containers.indices.last { containers[top].key = nil }
  }

  func begin(isArray: Bool, count: Int) {
    if depth >= FixedOptions.defaultDepth { _ = mayNest() }
    depth += 1
    containers.append(MadeContainer(isArray: isArray, count: count))
  }

  func key(_ key: String) {
    isInDictionary = true
    if let top = containers.indices.last { containers[top].key = key }
  }

  func key(_ key: ExportKey) {
    self.key(key.text)
    isInDictionary = false
  }

  func end(isArray: Bool) {
    guard containers.count > 1, let closed = containers.popLast() else { return }
    depth -= 1
    add(isArray ? closed.elements : closed.pairs)
  }
}
