import ModelObjectEssentials

/// A file that is replaced as a whole.
///
/// 1. A symbolic link is followed, and kept.
/// 2. Only a regular file is replaced; a folder or a device is an error.
/// 3. An existing file keeps its permissions, and a new one gets the default ones.
/// 4. After an error or a crash, the file is unchanged.
enum ArchiveFile {
  private static let maximumLinkCount = 32

  static func write(_ data: Data, to url: URL) throws {
    let (path, mode) = try target(of: url)
    #if canImport(Darwin)
    // Keeps the permissions, and works if only the file itself is in the sandbox.
    _ = mode
    try data.write(to: URL(fileURLWithPath: path), options: .atomic)
    #else
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    let new = folder.appendingPathComponent(".\(UUID().uuidString).new").path
    do {
      _ = try LockedFile.new(new, [data], mode: mode) {
        try LockedFile.move(new, to: path)
      }
    } catch let error as CocoaError {
      // The error has the path of the file, not of the temporary one.
      let info: [String: Any] = [NSFilePathErrorKey: path, NSUnderlyingErrorKey: error]
      throw CocoaError(error.code, userInfo: info)
    }
    #endif
  }

  /// The path without symbolic links, and the permissions of the file there; nil if there is none.
  static func target(of url: URL) throws -> (path: String, mode: mode_t?) {
    guard url.isFileURL else {
      throw CocoaError(.fileWriteUnsupportedScheme, userInfo: [NSURLErrorKey: url])
    }
    let manager = FileManager.default
    var path = url.path
    for _ in 0..<maximumLinkCount {
      // If there are no attributes, writing throws the reason.
      guard let attributes = try? manager.attributesOfItem(atPath: path) else { return (path, nil) }
      switch attributes[.type] as? FileAttributeType {
      case .typeRegular:
        return (path, (attributes[.posixPermissions] as? Int).map { mode_t($0) })
      case .typeSymbolicLink:
        let destination = try manager.destinationOfSymbolicLink(atPath: path)
        // The system resolves "..": folders may be links too.
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        path = destination.hasPrefix("/") ? destination : "\(folder)/\(destination)"
      default: throw LockedFile.error(path, EEXIST)
      }
    }
    throw LockedFile.error(path, ELOOP)
  }
}
