import Foundation
import Testing

@testable import ModelObjectKit

private final class Entry: Sendable {
  let number: Int

  init(_ number: Int) {
    self.number = number
  }
}

@Suite struct ImmortalTables {
  @Test func giveBackWhatWasStoredLast() {
    let table = ImmortalTable<Entry>()
    let key = ObjectIdentifier(Entry.self)
    #expect(table.with(key, { $0 }) == nil)
    let first = Entry(1)
    table.store(first, for: key)
    #expect(table.with(key, { $0 }) === first)
    let second = Entry(2)
    table.store(second, for: key)
    #expect(table.with(key, { $0 }) === second)
  }

  @Test func keepTheirObjectsForEver() {
    let table = ImmortalTable<Entry>()
    weak var watched: Entry?
    do {
      let entry = Entry(3)
      watched = entry
      table.store(entry, for: ObjectIdentifier(Int.self))
      table.store(Entry(4), for: ObjectIdentifier(Int.self))
    }
    #expect(watched?.number == 3)
  }

  /// A place may be shared, so an older entry may be gone; the last one never is.
  @Test func findWhatWasJustStoredHoweverManyThereAre() {
    let table = ImmortalTable<Entry>()
    let objects = (0..<2_000).map { Entry($0) }
    let lost = objects.filter { object in
      table.store(object, for: ObjectIdentifier(object))
      return table.with(ObjectIdentifier(object), { $0 }) !== object
    }
    #expect(lost.map(\.number) == [])
  }

  @Test func mayBeReadWhileTheyAreWritten() async {
    let table = ImmortalTable<Entry>()
    let keys = [ObjectIdentifier(Int.self), ObjectIdentifier(String.self)]
    let sums = await withTaskGroup(of: Int.self) { group in
      for thread in 1...8 {
        group.addTask {
          var seen = 0
          for round in 0..<500 {
            table.store(Entry(thread), for: keys[round % 2])
            if let entry = table.with(keys[(round + 1) % 2], { $0 }), (1...8).contains(entry.number)
            {
              seen += 1
            }
          }
          return seen
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(sums.count == 8 && sums.allSatisfy { $0 >= 499 })
  }
}

@Suite struct SpellingTables {
  @Test func takeALineOfTheCacheForEachKey() {
    #expect(MemoryLayout<SpellingTable.Spelling>.stride == 64)
  }
}

@Suite struct ImmortalArrays {
  @Test func holdTheirElements() {
    let array = ImmortalArray(["a", "b", String(repeating: "c", count: 50)])
    #expect(array.count == 3)
    #expect(array[0] == "a" && array[2].count == 50)
    #expect(ImmortalArray<Int>([]).count == 0)
  }

  @Test func stopOutside() async {
    await #expect(processExitsWith: .trap) { _ = ImmortalArray([1])[1] }
    await #expect(processExitsWith: .trap) { _ = ImmortalArray<Int>([])[0] }
    await #expect(processExitsWith: .trap) { _ = ImmortalArray([1])[-1] }
  }
}

@Suite struct ImmortalValues {
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

@Suite struct ImmortalHints {
  @Test func holdWhatIsFoundOutLater() {
    let hint = ImmortalHint<String>()
    #expect(hint.value == nil)
    let copy = hint
    hint.store(Immortal("found"))
    #expect(hint.value?.value == "found" && copy.value?.value == "found")
  }
}

@Suite struct HintTables {
  @Test func beginWithoutGuessesAndKeepTheLast() {
    let table = HintTable(count: 3)
    #expect((0..<3).map { table[$0] } == [-1, -1, -1])
    table[0] = 2
    table[2] = .max
    table[2] = 1
    #expect((0..<3).map { table[$0] } == [2, -1, 1])
  }

  @Test func stopOutside() async {
    await #expect(processExitsWith: .trap) { _ = HintTable(count: 2)[2] }
    await #expect(processExitsWith: .trap) { _ = HintTable(count: 0)[0] }
    await #expect(processExitsWith: .trap) { HintTable(count: 2)[-1] = 0 }
  }
}

@Suite struct UnwatchedVariables {
  private final class Counter: Unwatched<[Entry]> {
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

  /// What is changed by one address is there by the next, and nowhere else.
  @Test func haveOnePlaceInTheirObject() {
    let counters = (0..<50).map { Counter([Entry($0)]) }
    for round in 0..<3 {
      for counter in counters { counter.state.append(Entry(round)) }
    }
    for (number, counter) in counters.enumerated() {
      #expect(counter.state.map(\.number) == [number, 0, 1, 2])
    }
  }

  /// Swift would stop the program here for another variable of a class.
  @Test func areNotWatched() {
    let counter = Counter([])
    func change(_ entries: inout [Entry]) { counter.state = [Entry(3)] }
    change(&counter.state)
    #expect(counter.state.map(\.number) == [3])
  }
}

@Suite struct BorrowedReferences {
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
