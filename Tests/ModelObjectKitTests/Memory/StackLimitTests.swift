import Foundation
import Testing

@testable import ModelObjectKit

struct StackLimits {
  /// Uses up the stack, about 1 KB per call, until its end is near; returns the number of calls.
  private static func descend(_ limit: inout StackLimit, with more: Int, _ calls: Int = 0) -> Int {
    guard !limit.isNear(with: more), calls < 100_000 else { return calls }
    return withUnsafeTemporaryAllocation(byteCount: 1_024, alignment: 16) { memory in
      let reached = descend(&limit, with: more, calls + 1)
      use(memory)
      return reached
    }
  }

  /// Keeps the memory in use until here, even in optimized builds.
  @inline(never) @_optimize(none)
  private static func use(_ memory: UnsafeMutableRawBufferPointer) {
    memory[memory.count / 2] = 1
  }

  /// All except 64 KB may be used, and three quarters of a very small stack.
  ///
  /// A thread may get a larger stack than requested.
  @Test(arguments: [(512, 0), (512, 200), (1_024, 0), (128, 0)])
  func areNearAtTheEndOfAStack(size: Int, more: Int) async {
    let (calls, size) = await onThread(stackSize: size * 1024) {
      var limit = StackLimit()
      let calls = Self.descend(&limit, with: more * 1024)
      return (calls, Int(StackBounds.ofThread().size) / 1024)
    }
    let used = size - more - min(64, size / 4)
    #expect(calls > used / 2 && calls <= used, "\(calls) of \(size)")
  }

  @Test func areFarAtTheStart() async {
    let isNear = await onThread(stackSize: .smallStack) {
      var limit = StackLimit()
      return limit.isNear()
    }
    #expect(!isNear)
  }
}

struct ThreadStates {
  @Test func belongToTheirThread() async {
    let isFresh = await onThread(stackSize: .smallStack) {
      guard ThreadState.current == nil else { return false }
      let state = ThreadState.ofThread()
      return ThreadState.current === state && ThreadState.ofThread() === state
    }
    #expect(isFresh)
  }
}

#if !PublicSymbols
struct ExclusivityChecks {
  /// On this platform; a program that links the runtime statically may not have them.
  @Test func areFound() {
    #expect(hasExclusivityCheck && AccessList.found != nil)
  }
}
#endif
