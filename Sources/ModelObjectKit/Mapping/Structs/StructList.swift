/// The elements of an array, for the code of a user's type.
struct StructList: UnkeyedDecodingContainer {
  private let decoder: StructDecoder
  private let elements: Elements
  /// The node of the next element.
  private var next = 0
  private(set) var currentIndex = 0

  private enum Elements {
    /// The node and the offset of the array.
    case text(Int, at: Int)
    case tree([Any])
  }

  private var reading: StructReading { decoder.reading }
  var codingPath: [any CodingKey] { decoder.codingPath }

  /// Nil if there is no array.
  init?(_ decoder: StructDecoder) {
    self.decoder = decoder
    switch decoder.source {
    case .input(.array(.tree(let values))): elements = .tree(values)
    case .node(let index, let offset):
      let reading = decoder.reading
      let node = reading.node(index, at: offset)
      guard node >= 0, reading.mapping.state.tape[node].kind == .array else { return nil }
      elements = .text(node, at: offset)
      next = node + 1
    case .input: return nil
    }
  }

  var count: Int? {
    switch elements {
    case .tree(let values): return values.count
    case .text(let index, let offset):
      guard !decoder.isOver else { return nil }
      let node = reading.node(index, at: offset)
      // So many fit into a node.
      guard node >= 0, case let count = reading.mapping.state.tape[node].partCount,
        count < 1 << 24 - 1
      else { return nil }
      return count
    }
  }

  var isAtEnd: Bool { decoder.isOver || source == nil }

  /// The next element; nil at the end.
  private var source: StructSource? {
    switch elements {
    case .tree(let values):
      return values.indices.contains(currentIndex)
        ? .input(reading.mapping.input(of: values[currentIndex])) : nil
    case .text(let index, let offset):
      let node = reading.node(index, at: offset)
      guard node == index, next < reading.mapping.state.tape[node].next - 1 else { return nil }
      return .node(next, at: reading.mapping.state.tape[next].begin)
    }
  }

  private mutating func advance() {
    if case .text = elements { next = reading.mapping.state.tape.index(after: next) }
    currentIndex += 1
  }

  private func element(_ type: Any.Type) throws -> StructSource {
    if decoder.isOver { try decoder.check() }
    if let source { return source }
    throw DecodingError.valueNotFound(
      type,
      decoder.context("the array has ended", AnyKey(currentIndex))
    )
  }

  mutating func decodeNil() throws -> Bool {
    guard reading.isNull(try element(Never.self)) else { return false }
    advance()
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let (source, index) = (try element(type), currentIndex)
    do {
      let value = try reading.within(decoder, .index(index), .index(index)) {
        try reading.value(type, source, at: AnyKey(index))
      }
      advance()
      return value
    } catch let misfit as Misfit {
      throw decoder.error(misfit, type, AnyKey(index))
    }
  }

  mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    if isAtEnd { return nil }
    return try decodeNil() ? nil : decode(type)
  }

  mutating func nestedContainer<Key>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    let container = try inner(type).container(keyedBy: type)
    advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try inner([Any].self).unkeyedContainer()
    advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try inner((any Decoder).self)
    advance()
    return decoder
  }

  private func inner(_ type: Any.Type) throws -> StructDecoder {
    decoder.inner(try element(type), AnyKey(currentIndex))
  }
}
