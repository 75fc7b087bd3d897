import Foundation

/// A file that is replaced as a whole.
///
/// 1. A symbolic link is followed, and stays.
/// 2. Only a regular file is replaced; another one, such as a folder or a device, is an error.
/// 3. A file that was there keeps its permission bits, and a new one gets the usual ones.
/// 4. After an error, or a crash, the file is as it was before.
enum ArchiveFile {
  private static let maximumLinkCount = 32

  static func write(_ data: Data, to url: URL) throws {
    guard url.isFileURL else {
      throw CocoaError(.fileWriteUnsupportedScheme, userInfo: [NSURLErrorKey: url])
    }
    let (path, mode) = try target(of: url.path)
    #if canImport(Darwin)
    // Keeps the permission bits, and works where only the file itself lies inside of the sandbox.
    _ = mode
    try data.write(to: URL(fileURLWithPath: path), options: .atomic)
    #else
    do {
      try replace(path, mode, with: data)
    } catch let error as CocoaError {
      // Names the file itself, not the new one beside it.
      throw CocoaError(
        error.code,
        userInfo: [NSFilePathErrorKey: path, NSUnderlyingErrorKey: error]
      )
    }
    #endif
  }

  #if !canImport(Darwin)
  private static func replace(_ path: String, _ mode: Any?, with data: Data) throws {
    let manager = FileManager.default
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    let new = folder.appendingPathComponent(".\(UUID().uuidString).new")
    try Data().write(to: new, options: .withoutOverwriting)
    do {
      let file = try FileHandle(forWritingTo: new)
      defer { try? file.close() }
      // First the permissions, then the content: it is never readable by more users than before.
      if let mode { try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: new.path) }
      try file.write(contentsOf: data)
      try file.synchronize()
      try manager.replaceFile(atPath: path, withFileAtPath: new.path)
    } catch {
      try? manager.removeItem(at: new)
      throw error
    }
  }
  #endif

  /// The path without symbolic links, and the permission bits of the file there; nil where there is
  /// none yet.
  private static func target(of path: String) throws -> (path: String, mode: Any?) {
    let manager = FileManager.default
    var path = path
    for _ in 0..<maximumLinkCount {
      // Where there are no attributes, writing tells why.
      guard let attributes = try? manager.attributesOfItem(atPath: path) else { return (path, nil) }
      switch attributes[.type] as? FileAttributeType {
      case .typeRegular: return (path, attributes[.posixPermissions])
      case .typeSymbolicLink:
        let destination = try manager.destinationOfSymbolicLink(atPath: path)
        // The system resolves ".." in the path, as folders may be links too.
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        path = destination.hasPrefix("/") ? destination : "\(folder)/\(destination)"
      default:
        let cause = POSIXError(.EEXIST)
        throw CocoaError(
          .fileWriteFileExists,
          userInfo: [NSFilePathErrorKey: path, NSUnderlyingErrorKey: cause]
        )
      }
    }
    throw CocoaError(
      .fileWriteUnknown,
      userInfo: [NSFilePathErrorKey: path, NSUnderlyingErrorKey: POSIXError(.ELOOP)]
    )
  }
}
