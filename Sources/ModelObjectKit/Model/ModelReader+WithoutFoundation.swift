// What only a build with all of Foundation has, so that the compiler says what to use instead.
#if !Foundation
extension ModelReader {
  /// Reads a file handle of Foundation.
  @available(*, unavailable, message: "use init(descriptor:), or the trait Foundation")
  public convenience init<File: AnyObject>(
    _ file: File,
    at path: String? = nil,
    options: MappingOptions? = nil,
    maximumElementSize: Int = 64 << 20
  ) {
    self.init(descriptor: -1)
  }

  /// The progress of reading, as Foundation shows it.
  @available(*, unavailable, message: "use bytesRead and totalBytes, or the trait Foundation")
  public var progress: Never { fatalError() }
}

extension ModelWriter {
  /// Writes to a file handle of Foundation.
  @available(*, unavailable, message: "use init(descriptor:), or the trait Foundation")
  public convenience init<File: AnyObject>(
    _ file: File,
    as form: Form = .lines,
    options: ExportOptions? = nil
  ) {
    self.init(descriptor: -1)
  }
}
#endif
