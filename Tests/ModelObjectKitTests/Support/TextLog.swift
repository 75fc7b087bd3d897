import Synchronization

/// Texts that a closure adds, on whatever thread.
final class TextLog: Sendable {
  private let lines = Mutex<[String]>([])

  func add(_ texts: [String]) { lines.withLock { $0 += texts } }

  var texts: [String] { lines.withLock { $0 } }
}
