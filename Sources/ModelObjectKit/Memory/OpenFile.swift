package import ModelObjectEssentials

/// A file that is open on a descriptor of the system.
///
/// Its errors are those of Foundation's `FileHandle`: a `CocoaError` with the path, if that is known,
/// and with the system's error as the underlying one.
package final class OpenFile {
  /// The descriptor, which another owner may close meanwhile: it is asked for at each use.
  private let currentDescriptor: () -> CInt
  /// The path for errors.
  var path: String?
  /// Whether the descriptor belongs to this object, and is open.
  private var isOwner: Bool

  var descriptor: CInt { currentDescriptor() }

  /// Uses the descriptor of another owner, and doesn't close it.
  package init(lent descriptor: @escaping @autoclosure () -> CInt) {
    currentDescriptor = descriptor
    path = nil
    isOwner = false
  }

  /// Takes a descriptor over.
  init(owned descriptor: CInt, _ path: String) {
    currentDescriptor = { descriptor }
    self.path = path
    isOwner = true
  }

  /// Opens a file for reading.
  package convenience init(reading url: URL) throws {
    guard url.isFileURL else {
      throw CocoaError(.fileReadUnsupportedScheme, userInfo: [ErrorKey.url: url])
    }
    try self.init(url.path, O_RDONLY)
  }

  /// Opens a file for writing, at its beginning.
  convenience init(writing url: URL) throws { try self.init(url.path, O_WRONLY) }

  /// Opens or makes a file.
  ///
  /// Other programs that this one starts don't get it.
  convenience init(_ path: String, _ flags: CInt) throws {
    // The path lives until the call is over.
    let descriptor = unsafe open(path, flags | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw SystemError.cocoa(path, isReading: flags & O_ACCMODE == O_RDONLY)
    }
    self.init(owned: descriptor, path)
  }

  deinit { if isOwner { _ = system(close: descriptor) } }

  /// Closes the file, if it is this object's.
  func close() throws {
    guard isOwner else { return }
    isOwner = false
    // The descriptor is free even if the call was interrupted.
    guard system(close: descriptor) == 0 || errno == EINTR else { throw error() }
  }

  /// Whether it is a folder, which can be opened and not read.
  package var isFolder: Bool {
    var found = stat()
    // The structure lives until the call is over.
    return unsafe fstat(descriptor, &found) == 0 && found.st_mode & S_IFMT == S_IFDIR
  }

  /// The size; nil for a pipe, which has none.
  ///
  /// The next bytes are read from the beginning.
  package func sizeFromStart() -> Int? {
    let size = lseek(descriptor, 0, SEEK_END)
    return size >= 0 && lseek(descriptor, 0, SEEK_SET) == 0 ? Int(size) : nil
  }

  func seek(to offset: Int) throws {
    guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { throw error() }
  }

  /// Everything from the current offset on.
  package func readToEnd() throws -> Data {
    let buffer = ByteBuffer()
    let here = lseek(descriptor, 0, SEEK_CUR)
    var found = stat()
    // The structure lives until the call is over.
    if here >= 0, unsafe fstat(descriptor, &found) == 0, found.st_size > here {
      // One more, so that the end is seen without more room.
      buffer.reserve(Int(found.st_size - here) + 1)
    }
    while try buffer.fill(from: self, room: 1) {}
    return buffer.popData()
  }

  /// The next bytes, once there are some; empty at the end.
  package func readChunk() throws -> Data {
    let buffer = ByteBuffer()
    _ = try buffer.fill(from: self, room: ByteBuffer.step)
    return buffer.popData()
  }

  /// Reads some bytes to an address, and waits until there are some; zero at the end.
  @unsafe
  func read(to address: UnsafeMutableRawPointer, _ count: Int) throws -> Int {
    while true {
      // There is room for that many bytes.
      let found = unsafe system(read: descriptor, address, count)
      if found >= 0 { return found }
      switch errno {
      case EINTR: continue
      case EAGAIN: wait(for: POLLIN)
      default: throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
    }
  }

  /// Writes all of some data.
  package func write(_ data: Data) throws {
    // The data lives, unchanged, until the closure is over.
    try unsafe data.withUnsafeBytes { bytes in
      var rest = unsafe bytes[...]
      while unsafe !rest.isEmpty {
        let part = unsafe UnsafeRawBufferPointer(rebasing: rest)
        let count = unsafe system(write: descriptor, part)
        if count >= 0 {
          unsafe rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          wait(for: POLLOUT)
        } else if errno != EINTR {
          throw error()
        }
      }
    }
  }

  func truncate(to size: Int) throws {
    guard ftruncate(descriptor, off_t(size)) == 0 else { throw error() }
  }

  /// Waits until the content has reached the disk.
  func synchronize() throws {
    #if canImport(Darwin)
    // There, the other call reaches the drive, but not what the drive keeps. A file system that can't
    // do this one says so, fcntl(2), and the other one does what there is.
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(descriptor) == 0 else { throw error() }
  }

  /// Waits until a file that doesn't wait by itself is ready: another owner of a pipe doesn't want
  /// to wait.
  private func wait(for event: CInt) {
    var wanted = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    // The structure lives until the call is over.
    _ = unsafe poll(&wanted, 1, -1)
  }

  private func error() -> CocoaError { SystemError.cocoa(path) }
}

// The system's functions, beside methods of the same names.
private func system(close descriptor: CInt) -> CInt { close(descriptor) }

@unsafe
private func system(read file: CInt, _ address: UnsafeMutableRawPointer, _ count: Int) -> Int {
  // The caller says how much room there is.
  unsafe read(file, address, count)
}

@unsafe
private func system(write file: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
  // The caller keeps the bytes alive.
  unsafe write(file, bytes.baseAddress, bytes.count)
}

/// The keys of what an error tells, as Foundation names them.
enum ErrorKey {
  static let path = "NSFilePath"
  static let url = "NSURL"
  static let underlying = "NSUnderlyingError"
}

/// The errors of the system, as Foundation passes them on.
package enum SystemError {
  /// The error of the last call of the system.
  static func cocoa(_ path: String?, _ number: CInt = errno, isReading: Bool = false) -> CocoaError
  {
    let code: CocoaError.Code =
      switch number {
      case ENOENT, ENOTDIR: isReading ? .fileReadNoSuchFile : .fileNoSuchFile
      case EACCES, EPERM: isReading ? .fileReadNoPermission : .fileWriteNoPermission
      case EROFS: .fileWriteVolumeReadOnly
      case EEXIST: .fileWriteFileExists
      case ENOSPC, EDQUOT: .fileWriteOutOfSpace
      default: isReading ? .fileReadUnknown : .fileWriteUnknown
      }
    var info: [String: Any] = [
      ErrorKey.underlying: POSIXError(POSIXErrorCode(rawValue: number) ?? .EIO)
    ]
    if let path { info[ErrorKey.path] = path }
    return CocoaError(code, userInfo: info)
  }

  /// What the system says about one of its errors; nil for an error that isn't from it.
  package static func message(of error: any Error) -> String? {
    let cause = (error as? CocoaError)?.underlying ?? error
    guard let error = cause as? POSIXError else { return nil }
    // The text is valid until the next call.
    return unsafe String(cString: strerror(error.code.rawValue))
  }
}
