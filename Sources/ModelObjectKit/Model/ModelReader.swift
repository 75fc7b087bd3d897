public import Foundation

/// Reads the models of a long file one after another: a JSON array, or one object in each line.
///
/// Only the current element and a piece of the file are in memory, however long the file is. A file
/// that begins with `[` is an array; of any other, each line is an element (NDJSON, JSON Lines).
///
/// <!-- not run: it reads a file -->
/// ```swift
/// let reader = try ModelReader<Person>(contentsOf: url)
/// while let person = try reader.next() {
///   print(person.name)
/// }
/// ```
///
/// Elements are read as by `[Person](json:)`: elements that are no objects, and objects that a hook
/// rejects, are left out, or are errors, as the options say, and so are lines that aren't JSON. A
/// path in an error begins with the element's index, `[2].id`.
///
/// A reader belongs to one thread or task at a time. The models that it hands out are new, and it
/// keeps none of them.
public final class ModelReader<Model: ModelObject> {
  /// How much of the file has been read, in bytes.
  ///
  /// The total is the file's size; for a file handle, and for a file without a size, it is unknown,
  /// and negative, until the end. An empty file counts as one byte at the end, so that it is
  /// finished. After an error that ends the reader it isn't finished: the rest has not been read.
  ///
  /// It moves on with each piece of the file, not with each element. After `progress.cancel()` the
  /// reader throws `CocoaError.userCancelled` where it would read the next piece.
  public let progress: Progress

  private let file: FileHandle
  private let closesFile: Bool
  private let stream: ElementStream

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - url: The file: UTF-8, with or without a byte-order mark. It may be removed while it is
  ///     read.
  ///   - path: Where in the document the array is, such as `"data.items"`, matched as the class's
  ///     keys are. Of equal keys the first counts, and of several paths the one that comes first in
  ///     the text. With a path the file is one document, not lines.
  ///   - options: The options; the class's own where there are none.
  ///   - maximumElementSize: How many bytes an element may have; a larger one is an error of code
  ///     `tooLarge`. What stands beside the array may be of any size.
  /// - Throws: The error of opening the file.
  public init(
    contentsOf url: URL,
    at path: JSONKey? = nil,
    options: MappingOptions? = nil,
    maximumElementSize: Int = 64 << 20
  ) throws {
    file = try FileHandle(forReadingFrom: url)
    closesFile = true
    // A file without an end, such as a pipe, has no size.
    let size = try? file.seekToEnd()
    if size != nil { try file.seek(toOffset: 0) }
    progress = Progress(totalUnitCount: size.map { Int64(clamping: $0) } ?? -1)
    stream = ElementStream(
      Model.self,
      at: path,
      options: .fixed(options),
      maximumElementSize: maximumElementSize
    )
  }

  /// Reads an open file: a pipe, standard input, or a file from its present offset.
  ///
  /// The reader waits for bytes where none have arrived, and returns each element as soon as it is
  /// complete. It reads ahead, and leaves closing the file to the caller.
  ///
  /// <!-- not run: it reads standard input -->
  /// ```swift
  /// let reader = ModelReader<Person>(.standardInput)
  /// while let person = try reader.next() {
  ///   print(person.name)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - file: The file: UTF-8, with or without a byte-order mark.
  ///   - path: As for a URL.
  ///   - options: As for a URL.
  ///   - maximumElementSize: As for a URL.
  public init(
    _ file: FileHandle,
    at path: JSONKey? = nil,
    options: MappingOptions? = nil,
    maximumElementSize: Int = 64 << 20
  ) {
    self.file = file
    closesFile = false
    progress = Progress(totalUnitCount: -1)
    stream = ElementStream(
      Model.self,
      at: path,
      options: .fixed(options),
      maximumElementSize: maximumElementSize
    )
  }

  deinit {
    if closesFile { try? file.close() }
  }

  /// The next model, or nil at the end.
  ///
  /// After an error of code `invalidInput`, which is about one element, and one of code
  /// `malformedJSON` about a line, the next call continues after that element. After any other error
  /// it returns nil.
  ///
  /// - Throws: A ``ModelError``: `invalidInput` where strict handling found something,
  ///   `unexpectedRoot` where no array is at the path, `malformedJSON`, with line and column in the
  ///   file, where the text is no JSON or ends too early, `tooLarge`, or `tooDeep`. An error of the
  ///   file passes through.
  public func next() throws -> sending Model? {
    while true {
      switch try stream.next() {
      case .model(let model): return try freshInstance(model, as: Model.self)
      case .nothingYet: try readOn()
      case .end:
        if stream.isWhole {
          // Progress over a total of zero would never be finished.
          progress.totalUnitCount = Int64(max(stream.offset, 1))
          progress.completedUnitCount = progress.totalUnitCount
        }
        return nil
      }
    }
  }

  private func readOn() throws {
    progress.completedUnitCount = Int64(stream.offset)
    if progress.isCancelled {
      stream.end()
      throw CocoaError(.userCancelled)
    }
    stream.makeRoom()
    do {
      if try !stream.buffer.fill(from: file) { stream.complete() }
    } catch {
      stream.end()
      throw error
    }
  }
}
