import Foundation

/// Runs some work on a thread of its own, with a stack of a given size.
///
/// What is deep takes stack to build and to let go of too, so all of it belongs into the work.
func onThread<Result: Sendable>(
  stackSize: Int,
  _ work: @escaping @Sendable () -> Result
) async -> Result {
  await withCheckedContinuation { continuation in
    let thread = Thread { continuation.resume(returning: work()) }
    thread.stackSize = stackSize
    thread.start()
  }
}

extension Int {
  /// The stack of a thread that the system makes for background work.
  static var smallStack: Int { 512 * 1024 }

  /// A stack on which a test may build and free what is far too deep.
  static var largeStack: Int { 512 * 1024 * 1024 }
}
