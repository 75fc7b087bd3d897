import ModelObjectEssentials

/// A file that is replaced as a whole.
///
/// 1. A symbolic link is followed, and kept.
/// 2. Only a regular file is replaced; a folder, a device, a pipe or a socket is an error. The file is
///    new only if the system says that nothing is there: any other answer is an error, too.
/// 3. An existing file keeps its permissions, and a new one gets the default ones.
/// 4. After an error or a crash, the file is unchanged.
enum ArchiveFile {
  private static let maximumLinkCount = 32

  static func write(_ data: Data, to url: URL) throws {
    let (path, mode) = try target(of: url)
    #if canImport(Darwin)
    // Foundation keeps the permissions, and asks the system for a place for the new file, so that it
    // works if only the file itself is in the sandbox. No test here has seen either.
    _ = mode
    try data.write(to: URL(fileURLWithPath: path), options: .atomic)
    #else
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    let new = folder.appendingPathComponent(".\(UUID().uuidString).new").path
    _ = try LockedFile.namingErrors(path) {
      try LockedFile.new(new, [data], mode: mode) { try LockedFile.move(new, to: path) }
    }
    #endif
  }

  /// The path without symbolic links, and the permissions of the file there; nil if there is none.
  static func target(of url: URL) throws -> (path: String, mode: mode_t?) {
    guard url.isFileURL else {
      throw CocoaError(.fileWriteUnsupportedScheme, userInfo: [ErrorKey.url: url])
    }
    let manager = FileManager.default
    var path = url.path
    for _ in 0..<maximumLinkCount {
      guard let mode = try LockedFile.mode(at: path) else { return (path, nil) }
      switch mode & S_IFMT {
      case S_IFREG: return (path, mode & 0o7777)
      case S_IFLNK:
        let destination = try manager.destinationOfSymbolicLink(atPath: path)
        // The system resolves "..": folders may be links too.
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        path = destination.hasPrefix("/") ? destination : "\(folder)/\(destination)"
      case S_IFDIR: throw LockedFile.error(path, EISDIR)
      default: throw LockedFile.error(path, EEXIST)
      }
    }
    throw LockedFile.error(path, ELOOP)
  }
}
