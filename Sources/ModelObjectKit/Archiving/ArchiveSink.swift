import Foundation

/// A sink that makes a node of a value.
final class ArchiveSink {
  /// The node of the last value; `absent` if it can't be archived.
  private(set) var node = WrittenNode.absent
  /// The error because of which the archive can't be written.
  private(set) var failure: ModelError?
  private var open: [MadeContainer<WrittenNode>] = []
  /// The number of optionals around the next value, and around each open container.
  private var someCount = 0
  private var someCounts: [Int] = []
  private var stack = StackLimit()
  var untyped = UntypedBranch()
  private let numberOfModel: (any Model) -> Int

  /// The closure returns the number of a model, which it adds to the archive.
  init(_ numberOfModel: @escaping (any Model) -> Int) {
    self.numberOfModel = numberOfModel
  }

  /// Makes the node of one value.
  func node(_ give: (ArchiveSink) -> Void) -> WrittenNode {
    node = .absent
    someCount = 0
    give(self)
    return node
  }

  /// The node of a closed container; every `nestingStep` levels it is a nested property list,
  /// because Foundation limits the depth of a list.
  private func nested(_ node: WrittenNode) -> WrittenNode {
    let isDeep = !open.isEmpty && open.count.isMultiple(of: ArchiveFormat.nestingStep)
    return isDeep ? .tagged(.nested, node) : node
  }

  private func begin(isArray: Bool) {
    if let message = stack.message(at: open.count) { fail(ModelError(.tooDeep, message: message)) }
    open.append(MadeContainer(isArray: isArray))
    someCounts.append(someCount)
    someCount = 0
  }

  private func put(_ value: WrittenNode) {
    var value = value
    while someCount > 0 {
      value = .tagged(.some, value)
      someCount -= 1
    }
    if let last = open.indices.last { open[last].add(value) } else { node = value }
  }

  private func end() {
    guard let closed = open.popLast(), let count = someCounts.popLast() else { return }
    someCount = count
    put(nested(closed.isArray ? .array(closed.elements) : .dictionary(closed.pairs)))
  }

  private func fail(_ error: ModelError) {
    if failure == nil { failure = error }
  }
}

// MARK: - Values

extension ArchiveSink: ValueSink {
  func null() { put(.null) }
  func bool(_ value: Bool) { put(.bool(value)) }
  func integer(_ value: Int64) { put(.integer(value)) }
  func integer(_ value: UInt64) { put(.unsigned(value)) }
  func float(_ value: Float) { put(WrittenNode(value)) }
  func double(_ value: Double) { put(WrittenNode(value)) }
  func decimal(_ value: Decimal) { put(.tagged(.decimal, .text(value.description))) }
  func text(_ value: String) { put(.text(value)) }
  func date(_ value: Date) { put(WrittenNode(value)) }
  func data(_ value: Data) { put(.data(value)) }
  func model(_ value: any Model) { put(.object(numberOfModel(value))) }
  func some() { someCount += 1 }

  func encodable(_ value: any Encodable) {
    do {
      put(.tagged(.json, .text(try EncodedValue(value).text)))
    } catch {
      fail(error as? ModelError ?? ModelError(.unsupportedValue, underlyingError: error))
    }
  }

  func leaveOut() {
    someCount = 0
    guard let last = open.indices.last else { return }
    open[last].key = nil
  }

  func beginArray(count: Int) { begin(isArray: true) }

  func beginObject(count: Int) { begin(isArray: false) }

  func key(_ key: String) {
    guard let last = open.indices.last else { return }
    open[last].key = key
  }

  func endArray() { end() }
  func endObject() { end() }

  func mayNest() -> Bool { failure == nil }
  func untypedNull() { put(.nullObject) }

  /// Archives a value by its own type, and omits it if that can't be archived.
  func foreign(_ value: Any) {
    switch value {
    case let value as URL: put(.tagged(.url, .text(value.absoluteString)))
    case let value as UUID: put(.tagged(.uuid, .text(value.uuidString)))
    case let value as TimeZone: put(.tagged(.timeZone, .text(value.identifier)))
    case let value as Locale: put(.tagged(.locale, .text(value.identifier)))
    default:
      let value = Unknown.unboxed(value)
      if let value = Unknown.modelValue(of: value) ?? Unknown.rawValue(of: value) {
        untyped(value)
      } else if let value = Unknown.encodable(value) {
        encodable(value)
      } else {
        leaveOut()
      }
    }
  }
}
