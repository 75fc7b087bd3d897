import ModelObjectEssentials

/// A sink that makes a node of a value.
final class ArchiveSink {
  /// The node of the last value; `absent` if it can't be archived.
  private var node = WrittenNode.absent
  /// The error because of which the archive can't be written.
  private(set) var failure: ModelError?
  /// The open containers, and the number of optionals around each.
  private var open: [(container: MadeContainer<WrittenNode>, someCount: Int)] = []
  /// The number of optionals around the next value.
  private var someCount = 0
  private var stack = StackLimit()
  var untyped = UntypedBranch()
  private let numberOfModel: (any Model) -> Int

  /// The closure returns the number of a model, which it adds to the archive.
  init(_ numberOfModel: @escaping (any Model) -> Int) {
    self.numberOfModel = numberOfModel
  }

  /// Makes the node of one value.
  func node(_ write: (ArchiveSink) throws -> Void) rethrows -> WrittenNode {
    node = .absent
    someCount = 0
    try write(self)
    return node
  }

  private func put(_ value: WrittenNode) {
    var value = value
    while someCount > 0 {
      value = .tagged(.some, value)
      someCount -= 1
    }
    if let last = open.indices.last { open[last].container.add(value) } else { node = value }
  }
}

// MARK: - Values

extension ArchiveSink: ValueSink {
  func null() { put(.null) }
  func bool(_ value: Bool) { put(.scalar(value ? 0x09 : 0x08, 0)) }
  func integer(_ value: Int64) { put(.integer(value)) }
  func integer(_ value: UInt64) { put(.integer(value)) }
  func float(_ value: Float) { put(.scalar(0x22, UInt64(value.bitPattern))) }
  func double(_ value: Double) { put(.double(value)) }
  func decimal(_ value: Decimal) { put(.tagged(.decimal, .text(value.description))) }
  func text(_ value: String) { put(.string(value)) }
  func date(_ value: Date) { put(WrittenNode(value)) }
  func data(_ value: Data) { put(.data(value)) }
  func model(_ value: any Model) { put(.object(numberOfModel(value))) }
  func some() { someCount += 1 }

  func encodable(_ value: any Encodable) {
    do {
      guard let value = value as? any ArchivedApart else {
        return put(node(of: try EncodedParts(value)))
      }
      guard !stack.isNear() else { throw ModelError(.tooDeep, message: StackLimit.message) }
      put(.tagged(.archive, .data(try value.archive())))
    } catch {
      let own = error as? ModelError ?? ModelError(.unsupportedValue, underlyingError: error)
      failure = failure ?? own
    }
  }

  private func node(of parts: EncodedParts) -> WrittenNode {
    let text = WrittenNode.text(parts.text)
    guard !parts.models.isEmpty else { return .tagged(.json, text) }
    let models = parts.models.map { WrittenNode.object(numberOfModel($0)) }
    return .dictionary([
      ArchiveFormat.Tag.json.rawValue: text,
      ArchiveFormat.Tag.models.rawValue: .array([.string(parts.modelKey)] + models),
    ])
  }

  func raw(_ json: RawJSON) { put(.tagged(.json, .text(json.text))) }

  func leaveOut() {
    someCount = 0
    guard let last = open.indices.last else { return }
    open[last].container.key = nil
  }

  func begin(isArray: Bool, count: Int) {
    if let message = stack.message(at: open.count) {
      failure = ModelError(.tooDeep, message: message)
    }
    open.append((MadeContainer(isArray: isArray, count: count), someCount))
    someCount = 0
  }

  func key(_ key: String) {
    guard let last = open.indices.last else { return }
    open[last].container.key = ArchiveFormat.marked(key)
  }

  func end(isArray: Bool) {
    guard let (closed, count) = open.popLast() else { return }
    someCount = count
    let node = isArray ? WrittenNode.array(closed.elements) : .dictionary(closed.pairs)
    // Foundation limits the depth of a property list.
    let isDeep = !open.isEmpty && open.count.isMultiple(of: ArchiveFormat.nestingStep)
    put(isDeep ? .nested(node) : node)
  }

  func mayNest() -> Bool { failure == nil }
  func untypedNull() { put(.text(ArchiveFormat.nullObject)) }

  /// Keeps the type of what would be only a string.
  func foreign(_ value: Any) {
    switch value {
    case let value as URL: put(.tagged(.url, .string(value.absoluteString)))
    case let value as UUID: put(.tagged(.uuid, .string(value.uuidString)))
    case let value as TimeZone: put(.tagged(.timeZone, .string(value.identifier)))
    default:
      if let name = localeName(of: value) { return put(.tagged(.locale, .string(name))) }
      writeOwn(value)
    }
  }
}
