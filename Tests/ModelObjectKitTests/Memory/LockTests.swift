import Foundation
import Testing

@testable import ModelObjectKit

struct Locks {
  @Test(arguments: [false, true])
  func excludeOtherThreads(isRecursive: Bool) async {
    let lock = Lock(isRecursive: isRecursive)
    nonisolated(unsafe) var count = 0
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<1_000 {
            lock.withLock {
              if isRecursive { lock.withLock { count += 1 } } else { count += 1 }
            }
          }
        }
      }
    }
    #expect(count == 8_000)
  }

  @Test(arguments: [false, true])
  func areFreeAfterAnError(isRecursive: Bool) {
    let lock = Lock(isRecursive: isRecursive)
    #expect(throws: CancellationError.self) { try lock.withLock { throw CancellationError() } }
    var isFree = false
    _ = OtherThread.run { isFree = lock.withLock { true } }
    #expect(isFree)
  }

  @Test func areTakenAgainByTheirThreadIfTheyAreRecursive() {
    let lock = Lock(isRecursive: true)
    #expect(lock.withLock { lock.withLock { lock.withLock { 3 } } } == 3)
    var isFree = false
    _ = OtherThread.run { isFree = lock.withLock { true } }
    #expect(isFree)
  }

  @Test func stopAThreadThatWouldWaitForItself() async {
    await #expect(processExitsWith: .trap) {
      let lock = Lock()
      lock.withLock { lock.withLock {} }
    }
  }

  @Test func keepTheirValueFromOtherThreads() async {
    let texts = Locked(["": 0])
    await withTaskGroup { group in
      for number in 0..<8 {
        group.addTask {
          for _ in 0..<1_000 { texts.withLock { $0["\(number)", default: 0] += 1 } }
        }
      }
    }
    #expect(texts.withLock { $0.values.reduce(0, +) } == 8_000)
    #expect(texts.withLock { $0.count } == 9)
    #expect(throws: CancellationError.self) {
      try texts.withLock {
        $0 = [:]
        throw CancellationError()
      }
    }
    #expect(texts.withLock { $0.isEmpty })
  }
}

/// What C's functions for words that threads share are assumed to do.
struct SharedWords {
  @Test func showWhatWasWrittenBeforeThem() async {
    // The thread sanitizer reports each of these accesses if the words order nothing.
    for _ in 0..<200 {
      let words = AtomicWords(count: 2)
      nonisolated(unsafe) var content = [0]
      let sum = await withTaskGroup { group in
        group.addTask {
          content = Array(0..<100)
          words[1] = 1
          return 0
        }
        group.addTask {
          while words[1] != 1 { await Task.yield() }
          return content.reduce(0, +)
        }
        return await group.reduce(0, +)
      }
      #expect(sum == 4_950)
    }
  }

  @Test func areNeverSeenHalfWritten() async {
    let words = AtomicWords(count: 1)
    let all = [-1, 0x5555_5555_5555_5555, .min, .max]
    await withTaskGroup { group in
      for word in all {
        group.addTask {
          for _ in 0..<10_000 { words[0] = word }
          return true
        }
      }
      for _ in 0..<2 {
        group.addTask { (0..<20_000).allSatisfy { _ in all.contains(words[0]) } }
      }
      for await isWhole in group { #expect(isWhole) }
    }
  }
}
