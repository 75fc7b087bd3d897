import Foundation
import Testing

@testable import ModelObjectKit

private final class Entry: Sendable {
  let number: Int

  init(_ number: Int) {
    self.number = number
  }
}

struct ImmortalTables {
  @Test func giveBackWhatWasInsertedFirst() {
    let table = ImmortalTable<Entry>()
    let key = ObjectIdentifier(Entry.self)
    #expect(table.with(key, { $0 }) == nil)
    let first = Entry(1)
    #expect(table.insert(first, for: key) === first)
    #expect(table.with(key, { $0 }) === first)
    #expect(table.insert(Entry(2), for: key) === first)
    #expect(table.with(key, { $0 }) === first)
    #expect(table.with(ObjectIdentifier(Int.self), { $0 }) == nil)
  }

  @Test func keepTheirObjectsForEver() {
    let table = ImmortalTable<Entry>()
    weak var watched: Entry?
    weak var refused: Entry?
    do {
      let entry = Entry(3)
      watched = entry
      _ = table.insert(entry, for: ObjectIdentifier(Int.self))
      let late = Entry(4)
      refused = late
      _ = table.insert(late, for: ObjectIdentifier(Int.self))
    }
    #expect(watched?.number == 3 && refused == nil)
  }

  @Test func findEveryKeyHoweverManyThereAre() {
    let table = ImmortalTable<Entry>()
    let objects = (0..<5_000).map { Entry($0) }
    for object in objects { _ = table.insert(object, for: ObjectIdentifier(object)) }
    #expect(objects.allSatisfy { table.with(ObjectIdentifier($0), { $0 }) === $0 })
  }

  @Test func mayBeReadWhileTheyGrow() async {
    let table = ImmortalTable<Entry>()
    let objects = (0..<2_000).map { Entry($0) }
    let wrong = await withTaskGroup(of: Int.self) { group in
      for thread in 0..<8 {
        group.addTask {
          var wrong = 0
          for round in objects.indices {
            let object = objects[(round + 250 * thread) % objects.count]
            let key = ObjectIdentifier(object)
            let found = table.with(key) { $0 }
            if let found, found !== object { wrong += 1 }
            if table.insert(object, for: key) !== object { wrong += 1 }
            if table.with(key, { $0 }) !== object { wrong += 1 }
          }
          return wrong
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }
}

struct SpellingTables {
  @Test func takeALineOfTheCacheForEachKey() {
    #expect(MemoryLayout<SpellingTable.Spelling>.stride == 64)
  }

  @Test func findKeysByTheirBytesAlone() {
    let keys = (0..<500).map { "key\($0)" } + ["", "e\u{301}", "\u{E9}"]
    let table = SpellingTable(keys)
    for (number, key) in keys.enumerated() {
      #expect(ByteView.with(key) { table.find($0) } == number)
    }
    #expect(ByteView.with("key500") { table.find($0) } == -1)
    #expect(ByteView.with("a long key that is not there") { table.find($0) } == -1)
    #expect(ByteView.with("a") { SpellingTable([]).find($0) } == -1)
  }

  /// Keys that only differ in the middle, of any length.
  @Test func compareAllBytesOfAKey() {
    for count in 17...50 {
      let keys = (8..<count - 8).map { place in
        String((0..<count).map { $0 == place ? "x" : "a" })
      }
      let table = SpellingTable(keys)
      for (number, key) in keys.enumerated() {
        #expect(ByteView.with(key) { table.find($0) } == number)
      }
      #expect(ByteView.with(String(repeating: "a", count: count)) { table.find($0) } == -1)
    }
  }

  @Test func takeTheFirstOfTheSameKeyTwice() {
    #expect(ByteView.with("a") { SpellingTable(["b", "a", "a"]).find($0) } == 1)
  }

  @Test func haveRoomForSoManyKeysOfSomeLength() {
    let table = SpellingTable(room: 2, maximumCount: 3)
    func hasRoom(for key: String) -> Bool { ByteView.with(key) { table.hasRoom(for: $0) } }
    #expect(hasRoom(for: "abc") && !hasRoom(for: "abcd"))
    for (number, key) in ["abc", "d"].enumerated() {
      #expect(hasRoom(for: key))
      #expect(ByteView.with(key) { table.insert($0, number: number + 7) }.value == number)
    }
    #expect(!hasRoom(for: "e") && ByteView.with("d") { table.find($0) } == 8)
  }
}

struct ImmortalMemories {
  /// Arrays of any size don't overlap in memory.
  @Test func areTheirOwnersAlone() {
    let sizes = (0..<300).map { ($0 * 37) % 90 } + [5_000, 1, 2_000]
    let arrays = sizes.enumerated().map { number, size in
      ImmortalArray(Array(repeating: number, count: size))
    }
    let bytes = sizes.enumerated().map { number, size in
      ImmortalArray(Array(repeating: UInt8(truncatingIfNeeded: number), count: size))
    }
    for (number, size) in sizes.enumerated() {
      #expect((0..<size).allSatisfy { arrays[number][$0] == number })
      #expect((0..<size).allSatisfy { bytes[number][$0] == UInt8(truncatingIfNeeded: number) })
    }
  }
}

struct ImmortalArrays {
  @Test func holdTheirElements() {
    let array = ImmortalArray(["a", "b", String(repeating: "c", count: 50)])
    #expect(array.count == 3)
    #expect(array[0] == "a" && array[2].count == 50)
    #expect(ImmortalArray<Int>([]).count == 0)
  }

  @Test func holdTheFillerUntilAnElementIsPut() {
    let array = ImmortalArray(repeating: "-", count: 3)
    array.put(String(repeating: "c", count: 50), at: 1)
    #expect(array[0] == "-" && array[1].count == 50 && array[2] == "-")
    #expect(ImmortalArray(repeating: 0, count: 0).count == 0)
  }

  @Test func stopOutside() async {
    await #expect(processExitsWith: .trap) { _ = ImmortalArray([1])[1] }
    await #expect(processExitsWith: .trap) { _ = ImmortalArray<Int>([])[0] }
    await #expect(processExitsWith: .trap) { _ = ImmortalArray([1])[-1] }
    await #expect(processExitsWith: .trap) { ImmortalArray([1]).put(2, at: -1) }
  }
}

struct ImmortalValues {
  @Test func holdTheirValueForEver() {
    weak var watched: Entry?
    let value: Immortal<(entry: Entry, text: String)>
    do {
      let entry = Entry(5)
      watched = entry
      value = Immortal((entry, String(repeating: "d", count: 50)))
    }
    let copy = value
    #expect(watched?.number == 5 && copy.value.entry === watched)
    #expect(copy.value.text.count == 50)
  }
}

struct ImmortalHints {
  @Test func holdWhatIsFoundOutLater() {
    let hint = ImmortalHint<String>()
    #expect(hint.value == nil)
    let copy = hint
    hint.store(Immortal("found"))
    #expect(hint.value?.value == "found" && copy.value?.value == "found")
  }
}

struct AtomicWordss {
  @Test func beginWithoutGuessesAndKeepTheLast() {
    let table = AtomicWords(count: 3)
    #expect((0..<3).map { table[$0] } == [-1, -1, -1])
    table[0] = 2
    table[2] = .max
    table[2] = 1
    #expect((0..<3).map { table[$0] } == [2, -1, 1])
  }

  @Test func stopOutside() async {
    await #expect(processExitsWith: .trap) { _ = AtomicWords(count: 2)[2] }
    await #expect(processExitsWith: .trap) { _ = AtomicWords(count: 0)[0] }
    await #expect(processExitsWith: .trap) { AtomicWords(count: 2)[-1] = 0 }
  }
}

struct UnwatchedVariables {
  private final class Counter: UncheckedStorage<[Entry]> {
    let name = "counter"
  }

  @Test func holdTheirValueAndLetItGo() {
    weak var watched: Entry?
    do {
      let counter = Counter([Entry(1)])
      watched = counter.state.first
      counter.state.append(Entry(2))
      #expect(counter.state.map(\.number) == [1, 2] && counter.name == "counter")
      #expect(watched != nil)
    }
    #expect(watched == nil)
  }

  /// A change through one address is visible through the next, and not in other objects.
  @Test func haveOnePlaceInTheirObject() {
    let counters = (0..<50).map { Counter([Entry($0)]) }
    for round in 0..<3 {
      for counter in counters { counter.state.append(Entry(round)) }
    }
    for (number, counter) in counters.enumerated() {
      #expect(counter.state.map(\.number) == [number, 0, 1, 2])
    }
  }

  /// Swift would trap here for another variable of a class.
  @Test func areNotWatched() {
    let counter = Counter([])
    func change(_ entries: inout [Entry]) { counter.state = [Entry(3)] }
    change(&counter.state)
    #expect(counter.state.map(\.number) == [3])
  }
}

struct BorrowedReferences {
  @Test func giveTheObjectWithoutHoldingIt() {
    weak var watched: Entry?
    do {
      let entry = Entry(7)
      watched = entry
      let borrowed = Borrowed(entry)
      #expect(borrowed.object === entry && borrowed.with { $0.number } == 7)
      withExtendedLifetime(entry) {}
    }
    #expect(watched == nil)
    let none = Borrowed<Entry>(nil)
    #expect(none.object == nil && none.with { $0.number } == nil)
  }

  @Test func passErrorsOn() {
    let entry = Entry(8)
    let borrowed = Borrowed(entry)
    #expect(throws: CancellationError.self) { try borrowed.with { _ in throw CancellationError() } }
    withExtendedLifetime(entry) {}
  }
}
