/// The source of the bytes of a `ModelSequence`, without the type of its iterator.
class ByteSource {
  /// Adds bytes to the end of a buffer; false if there are no more.
  func fill(
    _ buffer: ByteBuffer,
    isolation actor: isolated (any Actor)?
  ) async throws -> Bool {
    false
  }
}

/// A source of chunks of bytes.
final class ByteChunks<Iterator: AsyncIteratorProtocol>: ByteSource
where Iterator.Element: Collection, Iterator.Element.Element == UInt8 {
  private var iterator: Iterator

  init(_ iterator: Iterator) {
    self.iterator = iterator
  }

  override func fill(
    _ buffer: ByteBuffer,
    isolation actor: isolated (any Actor)?
  ) async throws -> Bool {
    guard let chunk = try await iterator.next(isolation: actor) else { return false }
    buffer.append(chunk)
    return true
  }
}

/// A source of single bytes.
final class SingleBytes<Iterator: AsyncIteratorProtocol>: ByteSource
where Iterator.Element == UInt8 {
  private var iterator: Iterator

  init(_ iterator: Iterator) {
    self.iterator = iterator
  }

  /// Returns after each byte with which an element may end: the next byte may take long to arrive.
  override func fill(
    _ buffer: ByteBuffer,
    isolation actor: isolated (any Actor)?
  ) async throws -> Bool {
    var iterator = iterator
    defer { self.iterator = iterator }
    for _ in 0..<ByteBuffer.step {
      guard let byte = try await iterator.next(isolation: actor) else { return false }
      buffer.append(byte)
      if byte | 0x20 == UInt8(ascii: "}") || byte == 0x0A { break }
    }
    return true
  }
}
