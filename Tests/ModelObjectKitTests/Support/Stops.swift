import Foundation
import Testing

extension ExitTest.Condition {
  /// A check of Swift's that stops the program, and not a read of what is not there.
  static var trap: ExitTest.Condition {
    #if arch(x86_64)
    .signal(SIGILL)
    #else
    .signal(SIGTRAP)
    #endif
  }
}

/// Expects a program that stopped to have said why: each of some texts, in its message.
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
