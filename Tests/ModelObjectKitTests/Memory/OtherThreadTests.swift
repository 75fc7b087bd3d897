import Foundation
import Testing

@testable import ModelObjectKit

struct OtherThreads {
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
