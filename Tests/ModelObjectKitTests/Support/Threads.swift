import Foundation
import ModelObjectKit
import Synchronization

/// Runs some work on a separate thread with a stack of a given size.
///
/// Building and releasing deep values takes stack too, so do it in the work.
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

/// Runs some work on a thread with a small stack, while this one waits.
///
/// Deep values belong to this thread, which builds and releases them.
func onSmallStack<Result>(_ work: @escaping () -> Result) -> Result {
  nonisolated(unsafe) var waiting: (() -> Result)? = work
  nonisolated(unsafe) var result: Result?
  let isDone = DispatchSemaphore(value: 0)
  let thread = Thread {
    result = waiting?()
    // Objects of the work are released on its thread.
    waiting = nil
    isDone.signal()
  }
  thread.stackSize = .smallStack
  thread.start()
  isDone.wait()
  // The thread may live a moment longer, and must not be the last owner of the result.
  defer { result = nil }
  guard let result else { preconditionFailure("the work has run") }
  return result
}

/// Runs some work on fifty threads, which wait for each other before they begin.
func onFiftyThreads<Result: Sendable>(
  _ work: @escaping @Sendable (Int) -> Result
) async -> [Result] {
  let gate = Gate(count: 50)
  return await withTaskGroup(of: Result.self) { group in
    for index in 0..<50 {
      group.addTask {
        await onThread(stackSize: .smallStack) {
          gate.pass()
          return work(index)
        }
      }
    }
    return await group.reduce(into: []) { $0.append($1) }
  }
}

/// Opens when a given number of threads is waiting.
private final class Gate: Sendable {
  private let condition = NSCondition()
  private let missing: Mutex<Int>

  init(count: Int) {
    missing = Mutex(count)
  }

  func pass() {
    condition.lock()
    missing.withLock { $0 -= 1 }
    while missing.withLock({ $0 > 0 }) { condition.wait() }
    condition.broadcast()
    condition.unlock()
  }
}

extension Int {
  /// The stack of a thread that the system makes for background work.
  static var smallStack: Int { 512 * 1024 }

  /// A stack for building and releasing very deep values.
  static var largeStack: Int { 512 * 1024 * 1024 }
}

/// "ok", "too deep" if what a body maps is, or another error.
func depthOutcome(_ body: () throws -> Void) -> String {
  do {
    try body()
    return "ok"
  } catch let error as ModelError where error.code == .tooDeep {
    return "too deep"
  } catch {
    return "\(error)"
  }
}
