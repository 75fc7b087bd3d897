import Foundation

/// Passes nodes to Foundation's encoder.
final class NodeWriter {
  /// The number of each object in the archive, in the order in which they were found.
  let numbers: [Int]
  /// The list of long strings and data, if there is one.
  let shared: WrittenSharedValues?
  /// The size of the property lists that are values.
  private(set) var nestedLists = NestedListBudget()
  /// Whether the thread's stack had no room: encoders hide the thrown error.
  private(set) var isTooDeep = false
  private var stack = StackLimit()

  init(numbers: [Int], shared: WrittenSharedValues?) {
    self.numbers = numbers
    self.shared = shared
  }

  /// The archive's numbers for nodes if all are objects or null, and at least one is an object;
  /// else nil.
  private func numbers(of nodes: [WrittenNode]) -> [Int]? {
    var found: [Int] = []
    for node in nodes {
      switch node {
      case .object(let object): found.append(numbers[object])
      case .own(ArchiveFormat.null): found.append(ArchiveFormat.noObject)
      default: return nil
      }
    }
    return found.contains { $0 != ArchiveFormat.noObject } ? found : nil
  }

  func write(_ node: WrittenNode, to container: inout any UnkeyedEncodingContainer) throws {
    // Scalars are encoded without an `EncodableNode`, which is much faster.
    switch node {
    case .text(let text):
      if !isLong(text.utf8.count), let text = WrittenText.written(text) {
        try container.encode(text)
      } else {
        try container.encode(EncodableNode(node: node, writer: self))
      }
    case .own(let text): try container.encode(text)
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .unsigned(let value): try container.encode(value)
    case .float(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .date(let value): try container.encode(value)
    default: try container.encode(EncodableNode(node: node, writer: self))
    }
  }

  func write(_ node: WrittenNode, to encoder: any Encoder) throws {
    // Foundation's encoder is recursive.
    isTooDeep = isTooDeep || stack.isNear()
    if isTooDeep { throw ModelError(.tooDeep) }
    switch node {
    case .text(let text): try write(text, to: encoder)
    case .data(let data):
      if let shared, isLong(data.count) {
        try write(.shared, shared.number(of: data, node), to: encoder)
      } else {
        try write(plain: data, to: encoder)
      }
    case .object(let object): try write(.object, numbers[object], to: encoder)
    case .array(let nodes):
      if let numbers = numbers(of: nodes) {
        try write(.objects, numbers, to: encoder)
      } else {
        var container = encoder.unkeyedContainer()
        for node in nodes { try write(node, to: &container) }
      }
    case .dictionary(let pairs): try write(pairs, to: encoder)
    case .tagged(.nested, let node):
      let list = try PropertyListEncoder.binary.encode([EncodableNode(node: node, writer: self)])
      try nestedLists.add(list)
      try write(.nested, list, to: encoder)
    case .tagged(let tag, let node):
      try write(tag, EncodableNode(node: node, writer: self), to: encoder)
    case .own(let text): try write(plain: text, to: encoder)
    case .bool(let value): try write(plain: value, to: encoder)
    case .integer(let value): try write(plain: value, to: encoder)
    case .unsigned(let value): try write(plain: value, to: encoder)
    case .float(let value): try write(plain: value, to: encoder)
    case .double(let value): try write(plain: value, to: encoder)
    case .date(let value): try write(plain: value, to: encoder)
    }
  }

  private func write(
    _ tag: ArchiveFormat.Tag,
    _ value: some Encodable,
    to encoder: any Encoder
  ) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    try container.encode(value, forKey: AnyKey(tag.rawValue))
  }

  private func write(plain value: some Encodable, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }

  private func write(_ text: String, to encoder: any Encoder) throws {
    guard let written = WrittenText.written(text) else {
      let bytes = WrittenNode.data(Data(text.utf8))
      return try write(.utf8, EncodableNode(node: bytes, writer: self), to: encoder)
    }
    if let shared, isLong(text.utf8.count) {
      try write(.shared, shared.number(of: text, .text(text)), to: encoder)
    } else {
      try write(plain: written, to: encoder)
    }
  }

  private func write(_ pairs: [String: WrittenNode], to encoder: any Encoder) throws {
    let pairs = pairs.inKeyOrder()
    let keys = pairs.compactMap { isLong($0.key.utf8.count) ? nil : WrittenText.written($0.key) }
    guard keys.count == pairs.count else {
      let nodes = WrittenNode.array(pairs.flatMap { [.text($0.key), $0.value] })
      return try write(.pairs, EncodableNode(node: nodes, writer: self), to: encoder)
    }
    var container = encoder.container(keyedBy: AnyKey.self)
    for (key, pair) in zip(keys, pairs) {
      try container.encode(EncodableNode(node: pair.value, writer: self), forKey: AnyKey(key))
    }
  }

  /// Whether a string or data of a size is moved to the shared list, if there is one.
  private func isLong(_ size: Int) -> Bool {
    shared != nil && size > ArchiveFormat.longTextSize
  }
}

/// A node as a value that can be encoded.
struct EncodableNode: Encodable {
  let node: WrittenNode
  let writer: NodeWriter

  func encode(to encoder: any Encoder) throws {
    try writer.write(node, to: encoder)
  }
}

extension PropertyListEncoder {
  /// An encoder that writes binary property lists.
  static var binary: PropertyListEncoder {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return encoder
  }
}
