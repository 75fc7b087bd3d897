import Synchronization

/// Strings that a closure adds, on any thread.
final class TextLog: Sendable {
  private let lines = Mutex<[String]>([])

  func add(_ texts: [String]) { lines.withLock { $0 += texts } }

  var texts: [String] { lines.withLock { $0 } }
}
