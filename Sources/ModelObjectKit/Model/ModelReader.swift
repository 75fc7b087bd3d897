public import ModelObjectEssentials

/// Reads models from a long file one by one: from a JSON array, or from objects one after the other.
///
/// Only the current element and a part of the file are in memory, however long the file is. If the
/// file begins with `[`, it is an array. Otherwise each value in it is an element, wherever its
/// lines end: one on each line (NDJSON, JSON Lines), several on a line, or one over several lines.
///
/// <!-- not run: it reads a file -->
/// ```swift
/// let reader = try ModelReader<Person>(contentsOf: url)
/// while let person = try reader.next() {
///   print(person.name)
/// }
/// ```
///
/// As with `[Person](json:)`, elements that aren't objects, and objects that a hook rejects, are
/// skipped, or are errors, as the options say. Paths in errors begin with the element's index, as
/// in `[2].id`.
///
/// Text between values that isn't JSON is skipped or an error in the same way. The reader continues
/// on the next line that may begin a value, and loses no value after a line that was cut; a line
/// that is indented further than the broken value is a part of it. If there is such text and no
/// object at all, as in a web page, that is an error under any options.
///
/// Use a reader on one thread or task at a time. The returned models are new, and the reader
/// doesn't keep them.
public final class ModelReader<Model: ModelObject> {
  /// The number of bytes up to the end of the last element.
  ///
  /// The reader reads ahead, in parts; those bytes aren't counted yet. At the end of a file, they
  /// are all of its bytes.
  ///
  /// <!-- with:
  /// class Entry: ModelObject { var id = 0 }
  /// let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  /// defer { try? FileManager.default.removeItem(at: url) }
  /// try Data("{\"id\": 1}\n{\"id\": 2}\n".utf8).write(to: url)
  /// -->
  /// ```swift
  /// let reader = try ModelReader<Entry>(contentsOf: url)
  /// try reader.next()?.id  // 1
  /// reader.bytesRead  // 9
  /// reader.totalBytes  // 20
  /// ```
  public var bytesRead: Int { stream.state.offset }

  /// The file's size when it was opened; nil for a file without a size, and for one that was open.
  public let totalBytes: Int?

  let progressing: ReadProgress
  private let file: OpenFile
  private let stream: ElementStream

  /// Opens a file.
  ///
  /// <!-- with:
  /// class Entry: ModelObject { var id = 0 }
  /// let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  /// defer { try? FileManager.default.removeItem(at: url) }
  /// try Data(#"{"data": {"items": [{"id": 1}, {"id": 2}]}}"#.utf8).write(to: url)
  /// -->
  /// ```swift
  /// // {"data": {"items": [{"id": 1}, {"id": 2}]}}
  /// let reader = try ModelReader<Entry>(contentsOf: url, at: "data.items")
  /// var ids: [Int] = []
  /// while let entry = try reader.next() { ids.append(entry.id) }
  /// ids  // [1, 2]
  /// ```
  ///
  /// - Parameters:
  ///   - url: The file, in UTF-8, with or without a byte-order mark. It may be removed while it is
  ///     read.
  ///   - path: The path of the array in the document, such as `"data.items"`, matched like the
  ///     class's keys. If keys repeat, or several paths match, the first in the text is used. With
  ///     a path, the file is one document.
  ///   - options: The options; nil for the class's own.
  ///   - maximumElementSize: The largest size of an element in bytes; a larger one is an error of
  ///     code `tooLarge`, and so is a larger key, number or white space outside the array. Strings
  ///     there may be of any size.
  /// - Throws: The error of opening the file.
  public convenience init(
    contentsOf url: URL,
    at path: String? = nil,
    options: MappingOptions? = nil,
    maximumElementSize: Int = 64 << 20
  ) throws {
    let file = try OpenFile(reading: url)
    self.init(file, size: file.sizeFromStart(), at: path, options, maximumElementSize)
  }

  /// Reads a file that is open on a descriptor of the system: a pipe, a socket, standard input, or a
  /// file from its current offset.
  ///
  /// The reader waits for bytes to arrive, and returns each element as soon as it is complete. It
  /// reads ahead. It doesn't close the descriptor, which must stay open as long as it reads.
  ///
  /// <!-- not run: it reads standard input -->
  /// ```swift
  /// let reader = ModelReader<Person>(descriptor: STDIN_FILENO)
  /// while let person = try reader.next() {
  ///   print(person.name)
  /// }
  /// ```
  ///
  /// If the descriptor isn't open for reading, ``next()`` throws the system's error.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor of a file in UTF-8, with or without a byte-order mark.
  ///   - path: Same as for a URL.
  ///   - options: Same as for a URL.
  ///   - maximumElementSize: Same as for a URL.
  public convenience init(
    descriptor: CInt,
    at path: String? = nil,
    options: MappingOptions? = nil,
    maximumElementSize: Int = 64 << 20
  ) {
    self.init(OpenFile(lent: descriptor), size: nil, at: path, options, maximumElementSize)
  }

  init(
    _ file: OpenFile,
    size: Int?,
    at path: String?,
    _ options: MappingOptions?,
    _ maximumElementSize: Int
  ) {
    self.file = file
    totalBytes = size
    progressing = ReadProgress(size: size)
    stream = ElementStream(Model.self, at: path, options, maximumElementSize)
  }

  /// Returns the next model, or nil at the end.
  ///
  /// After an error of code `invalidInput`, or of code `malformedJSON` for text between values, the
  /// next call continues after that. After any other error, it returns nil.
  ///
  /// <!-- with:
  /// class Entry: ModelObject { var id = 0 }
  /// let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  /// defer { try? FileManager.default.removeItem(at: url) }
  /// try Data("{\"id\": 1}\n{\"id\": 2}\n".utf8).write(to: url)
  /// -->
  /// ```swift
  /// let reader = try ModelReader<Entry>(contentsOf: url)
  /// try reader.next()?.id  // 1
  /// try reader.next()?.id  // 2
  /// try reader.next()  // nil
  /// ```
  /// - Throws: A ``ModelError`` of code `invalidInput` for an element with issues that the options
  ///   make errors, `unexpectedRoot` if there is no array at the path, `malformedJSON`, with line
  ///   and column, if an array isn't JSON or ends too early, if the options make text between values
  ///   an error, or if no object could be read; `tooLarge`, or `tooDeep`; also the errors of reading
  ///   the file.
  public func next() throws -> sending Model? {
    while true {
      // Much of the file may have been read ahead.
      if !stream.isAtEnd {
        do { try progressing.check() } catch {
          stream.end()
          throw error
        }
      }
      switch try stream.next() {
      case .model(let model): return try freshInstance(model, as: Model.self)
      case .nothingYet: try readOn()
      case .end(let isWhole):
        if isWhole { progressing.finish(at: bytesRead) }
        return nil
      }
    }
  }

  private func readOn() throws {
    do {
      progressing.advance(to: bytesRead)
      stream.state.makeRoom()
      if try !stream.state.buffer.fill(from: file) { stream.state.isComplete = true }
    } catch {
      stream.end()
      throw error
    }
  }
}
