/// The models of a long input that arrives in bytes or chunks: a JSON array, or objects one after
/// the other.
///
/// Only the current element and a part of the input are in memory. An element is returned as soon
/// as its last byte has arrived.
///
/// <!-- not run: it asks a server -->
/// ```swift
/// let (bytes, _) = try await URLSession.shared.bytes(from: url)
/// for try await person in ModelSequence<Person>(bytes) {
///   print(person.name)
/// }
/// ```
///
/// Elements, skipped elements, and paths in errors are the same as with ``ModelReader``. The
/// sequence ends with its first error, which may come from the bytes. If its task is canceled, it
/// ends without an error.
public struct ModelSequence<Model: ModelObject>: AsyncSequence {
  private let makeIterator: () -> AsyncIterator

  /// Makes a sequence from bytes, such as `URLSession.AsyncBytes`.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of UTF-8 text, with or without a byte-order mark.
  ///   - path: The path of the array in the document, such as `"data.items"`; with a path, the
  ///     input is one document.
  ///   - options: The options; nil for the class's own.
  ///   - maximumElementSize: The largest size of an element in bytes; a larger one is an error of
  ///     code `tooLarge`, and so is a larger key, number or white space beside the elements.
  public init<Bytes: AsyncSequence>(
    _ bytes: Bytes,
    at path: String? = nil,
    options: MappingOptions? = nil,
    maximumElementSize: Int = 64 << 20
  ) where Bytes.Element == UInt8 {
    self.init(path, options, maximumElementSize) {
      SingleBytes(iterator: bytes.makeAsyncIterator())
    }
  }

  /// Makes a sequence from chunks of bytes, such as `Data` or `[UInt8]`, split anywhere.
  ///
  /// <!-- with:
  /// class Entry: ModelObject { var id = 0 }
  /// -->
  /// ```swift
  /// let chunks = AsyncStream { stream in
  ///   for chunk in ["{\"id\": 1}\n{\"i", "d\": 2}\n"] { stream.yield(Data(chunk.utf8)) }
  ///   stream.finish()
  /// }
  /// var ids: [Int] = []
  /// for try await entry in ModelSequence<Entry>(chunks) { ids.append(entry.id) }
  /// ids  // [1, 2]
  /// ```
  ///
  /// - Parameters:
  ///   - chunks: The chunks of UTF-8 text, with or without a byte-order mark.
  ///   - path: The path of the array in the document, such as `"data.items"`; with a path, the
  ///     input is one document.
  ///   - options: The options; nil for the class's own.
  ///   - maximumElementSize: The largest size of an element in bytes; a larger one is an error of
  ///     code `tooLarge`, and so is a larger key, number or white space beside the elements.
  public init<Chunks: AsyncSequence>(
    _ chunks: Chunks,
    at path: String? = nil,
    options: MappingOptions? = nil,
    maximumElementSize: Int = 64 << 20
  ) where Chunks.Element: Collection, Chunks.Element.Element == UInt8 {
    self.init(path, options, maximumElementSize) {
      ByteChunks(iterator: chunks.makeAsyncIterator())
    }
  }

  private init(
    _ path: String?,
    _ options: MappingOptions?,
    _ maximumElementSize: Int,
    _ makeSource: @escaping () -> any ByteSource
  ) {
    makeIterator = {
      let stream = ElementStream(Model.self, at: path, options, maximumElementSize)
      return AsyncIterator(stream: stream, source: makeSource())
    }
  }

  /// Starts reading.
  public func makeAsyncIterator() -> AsyncIterator { makeIterator() }

  /// Reads the models one by one.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let stream: ElementStream
    fileprivate var source: any ByteSource

    /// Returns the next model: what `for` calls before iOS 18 and macOS 15.
    public mutating func next() async throws -> sending Model? {
      try await next(isolation: #isolation)
    }

    /// Returns the next model, or nil at the end, after an error, or if the task is canceled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(any Error) -> sending Model? {
      do {
        while !Task.isCancelled {
          switch try stream.next() {
          case .model(let model): return try freshInstance(model, as: Model.self)
          case .end: return nil
          case .nothingYet:
            stream.state.makeRoom()
            if try await !source.fill(stream.state.buffer, isolation: actor) {
              // Bytes may end early because the task was canceled.
              if Task.isCancelled { break }
              stream.state.isComplete = true
            }
          }
        }
      } catch {
        stream.end()
        if Task.isCancelled, !(error is ModelError) { return nil }
        throw error
      }
      stream.end()
      return nil
    }
  }
}
