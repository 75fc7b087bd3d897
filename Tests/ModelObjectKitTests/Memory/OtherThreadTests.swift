import Foundation
import Testing

@testable import ModelObjectKit

@Suite struct OtherThreads {
  @Test func runOnceAndAreWaitedFor() {
    let here = ThreadState.ofThread()
    nonisolated(unsafe) var calls = 0
    nonisolated(unsafe) var isOther = false
    for _ in 0..<100 {
      let hasRun = OtherThread.run {
        calls += 1
        isOther = ThreadState.ofThread() !== here
      }
      #expect(hasRun)
    }
    #expect(calls == 100 && isOther)
  }

  @Test func giveBackWhatTheirClosureHolds() {
    final class Held {}
    weak var weak: Held?
    do {
      let held = Held()
      weak = held
      _ = OtherThread.run { withExtendedLifetime(held) {} }
    }
    #expect(weak == nil)
  }
}

@Suite struct RecursiveLocks {
  @Test func areTakenAgainByTheirThread() throws {
    let lock = RecursiveLock()
    #expect(lock.withLock { lock.withLock { lock.withLock { 3 } } } == 3)
    #expect(throws: CancellationError.self) { try lock.withLock { throw CancellationError() } }
    // Given back by each.
    var isFree = false
    _ = OtherThread.run { isFree = lock.withLock { true } }
    #expect(isFree)
  }

  @Test func excludeOtherThreads() async {
    let lock = RecursiveLock()
    nonisolated(unsafe) var count = 0
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<1_000 {
            lock.withLock { lock.withLock { count += 1 } }
          }
        }
      }
    }
    #expect(count == 8_000)
  }
}
