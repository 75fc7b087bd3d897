import Foundation
import Testing

extension ExitTest.Condition {
  /// A trap of Swift, not an invalid read.
  static var trap: ExitTest.Condition {
    #if arch(x86_64)
    .signal(SIGILL)
    #else
    .signal(SIGTRAP)
    #endif
  }
}

/// Expects a program that stopped to have printed each of some strings in its message.
func expect(
  _ result: ExitTest.Result?,
  says texts: [String],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  for text in texts {
    #expect(
      message.contains(text),
      "\(text) in: \(message.prefix(500))",
      sourceLocation: sourceLocation
    )
  }
}
