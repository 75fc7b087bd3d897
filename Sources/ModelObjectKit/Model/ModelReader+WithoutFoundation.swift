// What only a build with all of Foundation has, so that the compiler says what to use instead.
#if !Foundation
/// What isn't there without the trait `Foundation`.
///
/// Only messages of the compiler name it: what takes or returns it is unavailable.
public struct NeedsTheTraitFoundation: Sendable {
  /// `FileHandle.standardInput`, if it is written as `.standardInput`.
  public static let standardInput = Self()
  /// `FileHandle.standardOutput`.
  public static let standardOutput = Self()
  /// `FileHandle.standardError`.
  public static let standardError = Self()
}

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

  /// Reads standard input, as a file handle of Foundation.
  @available(*, unavailable, message: "use init(descriptor:), or the trait Foundation")
  public convenience init(
    _ file: NeedsTheTraitFoundation,
    at path: String? = nil,
    options: MappingOptions? = nil,
    maximumElementSize: Int = 64 << 20
  ) {
    self.init(descriptor: -1)
  }

  /// The progress of reading, as Foundation shows it.
  @available(*, unavailable, message: "use bytesRead and totalBytes, or the trait Foundation")
  public var progress: NeedsTheTraitFoundation { NeedsTheTraitFoundation() }
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

  /// Writes to standard output or standard error, as a file handle of Foundation.
  @available(*, unavailable, message: "use init(descriptor:), or the trait Foundation")
  public convenience init(
    _ file: NeedsTheTraitFoundation,
    as form: Form = .lines,
    options: ExportOptions? = nil
  ) {
    self.init(descriptor: -1)
  }
}
#endif
