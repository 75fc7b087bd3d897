#if Foundation
public import Foundation

extension ModelReader {
  /// The progress of reading, in bytes.
  ///
  /// The total is the file's size. For a file handle, or a file without a size, it is unknown, and
  /// therefore negative, until the end. For an empty file it becomes 1, so that the progress can
  /// finish. After an error that ends the reader, it doesn't finish.
  ///
  /// It advances with each part of the file that is read, not with each element. After
  /// `progress.cancel()`, the reader throws `CocoaError.userCancelled` instead of returning the next
  /// element, and then nil.
  public var progress: Progress { progressing.progress }

  /// Reads an open file: a pipe, standard input, or a file from its current offset.
  ///
  /// The reader waits for bytes to arrive, and returns each element as soon as it is complete. It
  /// reads ahead, and doesn't close the file.
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
  ///   - file: The file, in UTF-8, with or without a byte-order mark.
  ///   - path: Same as for a URL.
  ///   - options: Same as for a URL.
  ///   - maximumElementSize: Same as for a URL.
  public convenience init(
    _ file: FileHandle,
    at path: String? = nil,
    options: MappingOptions? = nil,
    maximumElementSize: Int = 64 << 20
  ) {
    // The handle may be closed meanwhile.
    let lent = OpenFile(lent: file.fileDescriptor)
    self.init(lent, size: nil, at: path, options, maximumElementSize)
  }
}

extension ModelWriter {
  /// Writes to an open file: a pipe, standard output, or a file at its current offset.
  ///
  /// The writer doesn't close the file.
  ///
  /// <!-- not run: it writes to standard output -->
  /// ```swift
  /// let writer = ModelWriter(.standardOutput)
  /// try writer.write(person)
  /// ```
  public convenience init(
    _ handle: FileHandle,
    as form: Form = .lines,
    options: ExportOptions? = nil
  ) {
    // The handle may be closed meanwhile.
    let lent = OpenFile(lent: handle.fileDescriptor)
    self.init(form, options) { try lent.write($0) }
  }
}

/// The progress of a reader, for those who observe it.
struct ReadProgress {
  fileprivate let progress: Progress

  /// Begins to read a file of a size, if it has one.
  init(size: Int?) { progress = Progress(totalUnitCount: size.map { Int64($0) } ?? -1) }

  /// Notes how far the file has been read, before it is read on.
  func advance(to offset: Int) {
    // It finishes when the text is known to be whole.
    let total = progress.totalUnitCount
    progress.completedUnitCount = total < 0 ? Int64(offset) : min(Int64(offset), max(total - 1, 0))
  }

  /// Throws if the reading is canceled.
  func check() throws {
    if progress.isCancelled { throw CocoaError(.userCancelled) }
  }

  /// Notes that the file has been read to its end.
  func finish(at offset: Int) {
    // Progress over a total of zero would never be finished.
    progress.totalUnitCount = Int64(max(offset, 1))
    progress.completedUnitCount = progress.totalUnitCount
  }
}
#endif
