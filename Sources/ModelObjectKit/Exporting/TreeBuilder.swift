import Foundation

/// A sink that builds plain values, for `dictionaryRepresentation`.
///
/// It makes only types that JSON knows, so that any JSON encoder takes the tree.
final class TreeBuilder {
  /// An open array or object.
  ///
  /// Values are added in place: in a container that was taken out they would be copied each time.
  private struct Container {
    enum Kind {
      /// The root, with one value, or none where it was left out.
      case value
      case array
      case object
      /// An array that is built as an object whose keys count its elements.
      case counted
    }

    let kind: Kind
    /// The elements of an array, or the one value.
    var elements: [Any] = []
    /// The pairs of an object.
    var pairs: [String: Any] = [:]
  }

  /// The export that owns this builder, and outlives it.
  private unowned let giver: any ModelGiver
  var models: (any ModelGiver)? { giver }
  private var containers: [Container] = []
  /// The keys whose values have not been added yet, one for each open container in an object.
  private var keys: [String] = []
  private var hasKey = false
  /// Whether the next value, if it is an array, is built as an object whose keys count its
  /// elements.
  private var countsNext = false
  var untyped = UntypedBranch()
  /// How many arrays and objects are open, in all of the export.
  var depth = 0

  init(_ models: any ModelGiver) {
    giver = models
  }

  /// The value that a closure gives; nil where it is left out.
  func value(_ body: () throws -> Void) rethrows -> Any? {
    let outer = (containers, keys, hasKey, countsNext, depth)
    containers = [Container(kind: .value)]
    keys = []
    hasKey = false
    countsNext = false
    defer { (containers, keys, hasKey, countsNext, depth) = outer }
    try body()
    return containers.first?.elements.last
  }

  private func add(_ value: Any) {
    countsNext = false
    let top = containers.count - 1
    guard top >= 0 else { return }
    switch containers[top].kind {
    case .value, .array: containers[top].elements.append(value)
    case .object:
      if hasKey, let key = keys.popLast() { containers[top].pairs[key] = value }
      hasKey = false
    case .counted: containers[top].pairs[String(containers[top].pairs.count)] = value
    }
  }

  private func close() {
    guard let top = containers.last, top.kind != .value else { return }
    containers.removeLast()
    depth -= 1
    add(top.kind == .array ? top.elements : top.pairs, closing: true)
  }

  /// Adds a closed container to the one around it, under the key that has waited for it.
  private func add(_ value: Any, closing: Bool) {
    if containers.last?.kind == .object { hasKey = true }
    add(value)
  }

  func mayNest() -> Bool { giver.mayNest(at: depth) }

  private func open(_ kind: Container.Kind, count: Int) {
    if depth >= FixedOptions.usualDepth { _ = mayNest() }
    depth += 1
    hasKey = false
    countsNext = false
    var container = Container(kind: kind)
    if kind == .array { container.elements.reserveCapacity(count) }
    if kind == .object { container.pairs.reserveCapacity(count) }
    containers.append(container)
  }
}

extension TreeBuilder: ExportSink {
  func null() { add(NSNull()) }
  func bool(_ value: Bool) { add(value) }
  func integer(_ value: Int64) { add(Int(exactly: value) ?? value) }
  func integer(_ value: UInt64) { add(Int(exactly: value) ?? value) }

  func float(_ value: Float) {
    if value.isFinite { add(Self.number(value)) } else { leaveOut() }
  }

  /// The number with a `Float`'s own digits: 8.2 is 8.2 as a `Double` too.
  static func number(_ value: Float) -> Double {
    let sameDigits = Double(value.description) ?? Double(value)
    return Float(sameDigits) == value ? sameDigits : Double(value)
  }

  func double(_ value: Double) {
    if value.isFinite { add(value) } else { leaveOut() }
  }

  func decimal(_ value: Decimal) {
    if value.isNaN { leaveOut() } else { add(value) }
  }

  func text(_ value: String) { add(value) }

  func date(_ value: Date) {
    let options = giver.options
    let format = giver.ownDateFormat ?? options.dateFormat
    if let number = DateText.number(value, format: format) {
      add(number)
    } else if let text = DateText.write(value, format: format, timeZone: options.timeZone) {
      add(text)
    } else {
      leaveOut()
    }
  }

  func data(_ value: Data) { add(value.base64EncodedString()) }
  func model(_ value: any Model) { giver.give(value, to: self) }
  func untyped(_ value: Any) { giveUntyped(value) }

  func encodable(_ value: any Encodable) {
    guard let json = giver.json(of: value) else { return leaveOut() }
    JSONReplay.give(json, to: self)
  }

  /// Adds a tree that has been made before.
  func tree(_ dictionary: [String: Any]) { add(dictionary) }

  func leaveOut() {
    countsNext = false
    guard hasKey else { return }
    hasKey = false
    keys.removeLast()
  }

  func beginArray(count: Int) {
    open(countsNext ? .counted : .array, count: count)
  }

  func endArray() { close() }

  func beginObject(count: Int) { open(.object, count: count) }

  func key(_ key: String) {
    keys.append(key)
    hasKey = true
  }

  func key(_ key: ExportKey) { self.key(key.text) }
  func endObject() { close() }

  func countedKey(_ key: String) {
    self.key(key)
    countsNext = true
  }
}
