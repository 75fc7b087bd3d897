/// The source of the bytes of a `ModelSequence`, without the type of its iterator.
protocol ByteSource {
  /// Adds bytes to the end of a buffer; false if there are no more.
  mutating func fill(
    _ buffer: ByteBuffer,
    isolation actor: isolated (any Actor)?
  ) async throws -> Bool
}

/// A source of chunks of bytes.
struct ByteChunks<Iterator: AsyncIteratorProtocol>: ByteSource
where Iterator.Element: Collection, Iterator.Element.Element == UInt8 {
  var iterator: Iterator

  mutating func fill(
    _ buffer: ByteBuffer,
    isolation actor: isolated (any Actor)?
  ) async throws -> Bool {
    guard let chunk = try await nextElement(of: &iterator, isolation: actor) else { return false }
    buffer.append(chunk)
    return true
  }
}

/// A source of single bytes.
struct SingleBytes<Iterator: AsyncIteratorProtocol>: ByteSource
where Iterator.Element == UInt8 {
  var iterator: Iterator

  /// Returns after each byte with which an element may end: the next byte may take long to arrive.
  mutating func fill(
    _ buffer: ByteBuffer,
    isolation actor: isolated (any Actor)?
  ) async throws -> Bool {
    for _ in 0..<ByteBuffer.step {
      guard let byte = try await nextElement(of: &iterator, isolation: actor) else { return false }
      buffer.append(byte)
      if byte | 0x20 == UInt8(ascii: "}") || byte == 0x0A { break }
    }
    return true
  }
}
