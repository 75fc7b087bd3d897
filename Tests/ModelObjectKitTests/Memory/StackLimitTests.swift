import Foundation
import Testing

@testable import ModelObjectKit

private final class Probe {}

private enum Surroundings {
  @TaskLocal static var name = "none"
}

/// A recursion that would use up its thread's stack goes on with a fresh one.
@Suite struct StackLimits {
  /// Takes a kilobyte a level, and counts them.
  private static func descend(_ levels: Int, _ stack: StackGuard, _ count: inout Int) {
    guard levels > 0 else { return }
    count += 1
    var reached = count
    withUnsafeTemporaryAllocation(byteCount: 1_024, alignment: 16) { memory in
      memory[levels % 1_024] = 1
      stack.run { descend(levels - 1, stack, &reached) }
    }
    count = reached
  }

  @Test func goOnBeyondASmallStack() async {
    let count = await onThread(stackSize: .smallStack) {
      var count = 0
      Self.descend(20_000, StackGuard(), &count)
      return count
    }
    #expect(count == 20_000)
  }

  /// A fresh stack has 64 MB, so this takes more than one.
  @Test func goOnBeyondAFreshStack() async {
    let count = await onThread(stackSize: .smallStack) {
      var count = 0
      Self.descend(100_000, StackGuard(), &count)
      return count
    }
    #expect(count == 100_000)
  }

  @Test func areFarAtTheStart() async {
    let isNear = await onThread(stackSize: .smallStack) {
      var limit = StackLimit()
      return limit.isNear()
    }
    #expect(!isNear)
  }

  @Test func waitForTheFreshStack() {
    var order: [Int] = []
    StackLimit.withFreshStack { order.append(1) }
    order.append(2)
    #expect(order == [1, 2])
  }

  @Test func keepTheValuesOfTheTask() async {
    @Sendable func seen() -> String {
      var seen = ""
      StackLimit.withFreshStack {
        StackLimit.withFreshStack { seen = "\(Surroundings.name) \(Task.isCancelled)" }
      }
      return seen
    }
    #expect(seen() == "none false")
    #expect(Surroundings.$name.withValue("some") { seen() } == "some false")
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return Surroundings.$name.withValue("inner") { seen() }
    }
    let inTask = await task.value
    #expect(inTask == "inner true")
    let outside = await onThread(stackSize: .smallStack) {
      Surroundings.$name.withValue("thread") { seen() }
    }
    #expect(outside == "thread false")
  }

  @Test func keepNothingOfWhatTheyRan() {
    weak var watched: Probe?
    do {
      let probe = Probe()
      watched = probe
      StackLimit.withFreshStack { withExtendedLifetime(probe) {} }
    }
    #expect(watched == nil)
  }
}

@Suite struct ThreadStates {
  @Test func belongToTheirThread() async {
    let isFresh = await onThread(stackSize: .smallStack) {
      guard ThreadState.current == nil else { return false }
      let state = ThreadState.ofThread()
      return ThreadState.current === state && ThreadState.ofThread() === state
    }
    #expect(isFresh)
  }

  @Test func followTheirWorkOntoAFreshStack() async {
    let isSame = await onThread(stackSize: .smallStack) {
      let state = ThreadState.ofThread()
      var isSame = false
      StackLimit.withFreshStack {
        guard ThreadState.current == nil else { return }
        ThreadState.adopt(state)
        isSame = ThreadState.ofThread() === state
      }
      return isSame && ThreadState.current === state
    }
    #expect(isSame)
  }
}

@Suite struct ExclusivityChecks {
  /// On this platform; a program that links the runtime statically may go without.
  @Test func areFound() {
    #expect(hasExclusivityCheck)
  }
}
