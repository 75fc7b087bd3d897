import Foundation

extension FileManager {
  /// Replaces a file by another one at once: at any time the path leads to one of the two.
  func replaceFile(atPath path: String, withFileAtPath new: String) throws {
    // Both paths live until the call is over.
    guard unsafe rename(new, path) == 0 else {
      let cause = POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      throw CocoaError(.fileWriteUnknown, userInfo: [NSUnderlyingErrorKey: cause])
    }
  }
}
