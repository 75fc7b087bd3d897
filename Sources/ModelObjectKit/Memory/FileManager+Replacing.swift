import Foundation

extension FileManager {
  /// Puts a file in the place of another one: to open the path gives the one or the other.
  func replaceFile(atPath path: String, withFileAtPath new: String) throws {
    // Both paths live until the call is over.
    guard unsafe rename(new, path) == 0 else {
      let cause = POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      throw CocoaError(.fileWriteUnknown, userInfo: [NSUnderlyingErrorKey: cause])
    }
  }
}
