import ModelObjectEssentials

/// A file that is open for reading and writing, and locked as long as this object lives.
///
/// The lock is that of the file itself, by whatever path it is reached. The system ends it with the
/// program, however that ends. A new file is made beside the old one: in a sandbox, the folder has to be
/// a part of it.
final class LockedFile {
  /// The path, without symbolic links at its end.
  private(set) var path: String
  private let file: OpenFile
  private var descriptor: CInt { file.descriptor }

  /// Opens and locks a file; makes it if there is none.
  ///
  /// - Throws: A ``ModelError`` of code `fileInUse` if it is locked.
  static func open(_ path: String) throws -> LockedFile {
    for _ in 0..<64 {
      let file = try LockedFile(path, flags: O_CREAT)
      // Another file may have taken its place before it was locked.
      if try file.isInPlace() == true { return file }
    }
    throw inUse(path)
  }

  private init(_ path: String, flags: CInt) throws {
    self.path = path
    // A pipe isn't waited for.
    file = try OpenFile(path, O_RDWR | O_NONBLOCK | flags)
    guard try status().st_mode & S_IFMT == S_IFREG else { throw Self.error(path, EEXIST) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw errno == EWOULDBLOCK ? Self.inUse(path) : Self.error(path)
    }
  }

  /// Ends the lock, which a program that is just being started would share otherwise.
  deinit { _ = flock(descriptor, LOCK_UN) }

  /// Whether the path leads to the file; nil if nothing is there.
  func isInPlace() throws -> Bool? {
    var found = stat()
    // The path and the structure live until the call is over.
    guard unsafe stat(path, &found) == 0 else {
      if errno == ENOENT { return nil }
      throw Self.error(path)
    }
    let own = try status()
    return found.st_ino == own.st_ino && found.st_dev == own.st_dev
  }

  /// The kind and the permissions of what is at a path, links not followed; nil if nothing is there.
  static func mode(at path: String) throws -> mode_t? {
    var found = stat()
    // The path and the structure live until the call is over.
    if unsafe lstat(path, &found) == 0 { return found.st_mode }
    if errno == ENOENT { return nil }
    throw error(path)
  }

  func size() throws -> Int { Int(try status().st_size) }

  /// Whether a path leads to the file.
  func hasNames() throws -> Bool { try status().st_nlink > 0 }

  func read() throws -> Data {
    try file.seek(to: 0)
    return try file.readToEnd()
  }

  /// Writes data at an offset, which is the end of the file; if it fails, the file is as before.
  func append(_ data: Data, at offset: Int, waitsForDisk: Bool) throws {
    do {
      try file.seek(to: offset)
      try file.write(data)
      if waitsForDisk { try file.synchronize() }
    } catch {
      try? cut(to: offset)
      throw error
    }
  }

  func cut(to size: Int) throws { try file.truncate(to: size) }

  /// Waits until the content has reached the disk.
  func synchronize() throws { try file.synchronize() }

  /// Puts a new file with a content, which has reached the disk, in the place of this one; if it
  /// fails, nothing has changed.
  ///
  /// The new file is locked before it gets its place, and has the permissions of this one.
  func replaced(by content: [Data]) throws -> LockedFile {
    let temporary = try removeUnfinished()
    let new = try Self.namingErrors(path) {
      try sibling(temporary, content) { try Self.move(temporary, to: path) }
    }
    // Some file systems can't do this for a folder.
    try? OpenFile(reading: URL(fileURLWithPath: path).deletingLastPathComponent()).synchronize()
    new.path = path
    new.file.path = path
    return new
  }

  /// Removes the file that was to take the place of this one when a program ended; returns its path.
  @discardableResult
  func removeUnfinished() throws -> String {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    let temporary = folder.appendingPathComponent(".store-\(try status().st_ino).new").path
    // The path lives until the call is over.
    _ = unsafe unlink(temporary)
    return temporary
  }

  /// Makes another file with a content, which has reached the disk, and the permissions of this one;
  /// if that or the closure fails, there is none.
  @discardableResult
  func sibling(
    _ path: String,
    _ content: [Data],
    _ body: () throws -> Void = {}
  ) throws -> LockedFile {
    try Self.new(path, content, mode: try status().st_mode & 0o7777, body)
  }

  /// Makes a file with a content, which has reached the disk, and permissions, or else the default
  /// ones; if that or the closure fails, there is none.
  static func new(
    _ path: String,
    _ content: [Data],
    mode: mode_t?,
    _ body: () throws -> Void
  ) throws -> LockedFile {
    let new = try LockedFile(path, flags: O_CREAT | O_EXCL)
    do {
      // Permissions first, so that the content is never readable by more users than before.
      if let mode, fchmod(new.descriptor, mode) != 0 { throw error(path) }
      for part in content { try new.file.write(part) }
      try new.synchronize()
      try body()
    } catch {
      // The path lives until the call is over.
      _ = unsafe unlink(path)
      throw error
    }
    return new
  }

  /// Gives errors of a temporary file the path of the one whose place it is to take.
  static func namingErrors<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as CocoaError {
      let info: [String: Any] = [ErrorKey.path: path, ErrorKey.underlying: error]
      throw CocoaError(error.code, userInfo: info)
    }
  }

  /// Puts a file in the place of another one at once: at any time the path leads to one of the two.
  static func move(_ new: String, to path: String) throws {
    // Both paths live until the call is over.
    guard unsafe rename(new, path) == 0 else { throw error(path) }
  }

  @inline(never)
  private func status() throws -> stat {
    var status = stat()
    // The structure lives until the call is over.
    guard unsafe fstat(descriptor, &status) == 0 else { throw Self.error(path) }
    return status
  }

  private static func inUse(_ path: String) -> ModelError {
    ModelError(.fileInUse, message: "\(path) is open in another StoreFile")
  }

  /// The error of the last call of the system.
  static func error(_ path: String, _ number: CInt = errno) -> CocoaError {
    SystemError.cocoa(path, number)
  }
}
