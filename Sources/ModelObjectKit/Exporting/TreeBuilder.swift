import Foundation

/// Builds plain values: what `dictionaryRepresentation` answers.
///
/// Only types that JSON knows are made, so that the tree can go to any JSON encoder.
final class TreeBuilder {
  private enum Container {
    /// Holds one value, or none where it was left out.
    case value(Any?)
    case array([Any])
    case object([String: Any])
    /// An array that is built as an object whose keys count its elements.
    case counted([String: Any], next: Int)
  }

  /// Its owner, which outlives it.
  private unowned let models: any ModelGiver
  private var containers: [Container] = []
  /// The keys of the open objects whose values come next.
  private var keys: [String] = []
  private var hasKey = false
  private var countsNext = false
  var untyped = UntypedBranch()
  let stack: StackGuard

  init(_ models: any ModelGiver) {
    self.models = models
    stack = models.stack
  }

  /// The one value that a closure gives, or nil where it is left out.
  func value(_ body: () throws -> Void) rethrows -> Any? {
    let outer = (containers, keys, hasKey)
    containers = [.value(nil)]
    keys = []
    hasKey = false
    defer { (containers, keys, hasKey) = outer }
    try body()
    guard case .value(let value)? = containers.first else { return nil }
    return value
  }

  private func add(_ value: Any) {
    guard let top = containers.popLast() else { return }
    switch top {
    case .value: containers.append(.value(value))
    case .array(var elements):
      elements.append(value)
      containers.append(.array(elements))
    case .object(var pairs):
      if hasKey, let key = keys.popLast() { pairs[key] = value }
      hasKey = false
      containers.append(.object(pairs))
    case .counted(var pairs, let next):
      pairs[String(next)] = value
      containers.append(.counted(pairs, next: next + 1))
    }
  }

  private func close() {
    switch containers.popLast() {
    case .array(let elements)?: add(elements, closing: true)
    case .object(let pairs)?, .counted(let pairs, _)?: add(pairs, closing: true)
    case .value(let value)?: containers.append(.value(value))
    case nil: break
    }
  }

  /// Adds a container to the one around it, whose key has waited.
  private func add(_ value: Any, closing: Bool) {
    if case .object? = containers.last { hasKey = true }
    add(value)
  }

  private func open(_ container: Container) {
    hasKey = false
    containers.append(container)
  }
}

extension TreeBuilder: ExportSink {
  func null() { add(NSNull()) }
  func bool(_ value: Bool) { add(value) }
  func integer(_ value: Int64) { add(Int(exactly: value) ?? value) }
  func integer(_ value: UInt64) { add(Int(exactly: value) ?? value) }

  /// The number with a `Float`'s own digits: 8.2 is 8.2 as a `Double` too.
  func float(_ value: Float) {
    guard value.isFinite else { return leaveOut() }
    let sameDigits = Double(value.description) ?? Double(value)
    add(Float(sameDigits) == value ? sameDigits : Double(value))
  }

  func double(_ value: Double) {
    if value.isFinite { add(value) } else { leaveOut() }
  }

  func decimal(_ value: Decimal) {
    if value.isNaN { leaveOut() } else { add(value) }
  }

  func text(_ value: String) { add(value) }

  func date(_ value: Date) {
    let options = models.options
    if let number = DateText.number(value, format: options.dateFormat) {
      add(number)
    } else if let text = DateText.write(
      value,
      format: options.dateFormat,
      timeZone: options.timeZone
    ) {
      add(text)
    } else {
      leaveOut()
    }
  }

  func data(_ value: Data) { add(value.base64EncodedString()) }
  func model(_ value: any Model) { models.give(value, to: self) }
  func untyped(_ value: Any) { giveUntyped(value) }

  func encodable(_ value: any Encodable) {
    guard let json = models.json(of: value) else { return leaveOut() }
    JSONReplay.give(json, to: self)
  }

  /// A tree that is there already.
  func tree(_ dictionary: [String: Any]) { add(dictionary) }

  func leaveOut() {
    guard hasKey else { return }
    hasKey = false
    keys.removeLast()
  }

  func beginArray(count: Int) {
    let counts = countsNext
    countsNext = false
    if counts {
      open(.counted([:], next: 0))
    } else {
      var elements: [Any] = []
      elements.reserveCapacity(count)
      open(.array(elements))
    }
  }

  func endArray() { close() }

  func beginObject(count: Int) {
    countsNext = false
    open(.object(Dictionary(minimumCapacity: count)))
  }

  func key(_ key: String) {
    keys.append(key)
    hasKey = true
  }

  func key(_ key: ExportKey) { self.key(key.text) }
  func endObject() { close() }
  func countsNextArray() { countsNext = true }

  func attempt(_ body: () throws -> Void) throws {
    let outer = (containers, keys, hasKey)
    do {
      try body()
    } catch {
      (containers, keys, hasKey) = outer
      throw error
    }
  }
}
