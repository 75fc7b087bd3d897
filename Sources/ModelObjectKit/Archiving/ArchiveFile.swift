import Foundation

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
    do {
      try replace(path, mode, with: data)
    } catch let error as CocoaError {
      // The error has the path of the file, not of the temporary one.
      throw self.error(error.code, at: path, error)
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
      // Permissions first, then the content, so that it is never readable by more users than
      // before.
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

  /// The path without symbolic links, and the permissions of the file there; nil if there is none.
  static func target(of url: URL) throws -> (path: String, mode: Any?) {
    guard url.isFileURL else {
      throw CocoaError(.fileWriteUnsupportedScheme, userInfo: [NSURLErrorKey: url])
    }
    let manager = FileManager.default
    var path = url.path
    for _ in 0..<maximumLinkCount {
      // If there are no attributes, writing throws the reason.
      guard let attributes = try? manager.attributesOfItem(atPath: path) else { return (path, nil) }
      switch attributes[.type] as? FileAttributeType {
      case .typeRegular: return (path, attributes[.posixPermissions])
      case .typeSymbolicLink:
        let destination = try manager.destinationOfSymbolicLink(atPath: path)
        // The system resolves "..": folders may be links too.
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        path = destination.hasPrefix("/") ? destination : "\(folder)/\(destination)"
      default: throw error(.fileWriteFileExists, at: path, POSIXError(.EEXIST))
      }
    }
    throw error(.fileWriteUnknown, at: path, POSIXError(.ELOOP))
  }

  private static func error(
    _ code: CocoaError.Code,
    at path: String,
    _ cause: any Error
  ) -> CocoaError {
    CocoaError(code, userInfo: [NSFilePathErrorKey: path, NSUnderlyingErrorKey: cause])
  }
}
