#if !PublicSymbols
import Foundation
import Testing

@testable import ModelObjectKit

private class Counted: Equatable {
  static func == (first: Counted, second: Counted) -> Bool { first === second }
}

private final class CountedHeir: Counted {}

private class Child: ModelObject {}

private final class ChildHeir: Child {}

private struct Wide: Equatable {
  var numbers = (1, 2, 3, 4, 5)
  var text = "wide"

  static func == (first: Wide, second: Wide) -> Bool {
    first.numbers == second.numbers && first.text == second.text
  }
}

private enum Choice: Equatable {
  case none
  case text(String)
  case both(Int, Counted)
}

private class Base {
  var byte: Int8 = 1
  var text = "a"
  var optional: Int?
}

private final class Holder: Base {
  var wide = Wide()
  var choice = Choice.none
  var list: [Counted] = []
  var map: [String: Counted] = [:]
  var untyped: Any = 1
  var closure: (() -> Counted?)?
  var counted = Counted()
  var optionalCounted: Counted?
  var child = Child()
  var optionalChild: Child?
  var flag = false
  var double = 0.5
  var data = Data()
  var decimal: Decimal = 1
  var date = Date(timeIntervalSinceReferenceDate: 0)
}

/// A slot reads and writes the same value as the language.
struct Slots {
  private func stored(_ name: String) throws -> StoredProperty {
    try #require(StoredProperty.all(of: Holder.self).first { $0.name == name })
  }

  private func exchange<Value: Equatable>(
    _ name: String,
    _ path: ReferenceWritableKeyPath<Holder, Value>,
    _ first: Value,
    _ second: Value
  ) throws {
    let slot = try #require(Slot<Value>(try stored(name)), "\(name)")
    let holder = Holder()
    #expect(slot.read(from: holder) == holder[keyPath: path], "\(name)")
    slot.write(first, to: holder)
    #expect(holder[keyPath: path] == first, "\(name)")
    holder[keyPath: path] = second
    #expect(slot.read(from: holder) == second, "\(name)")
    slot.write(first, in: ObjectMemory(holder))
    #expect(slot.borrow(from: ObjectMemory(holder)) { $0 == first }, "\(name)")
    withExtendedLifetime(holder) {}
  }

  @Test func readAndWriteValuesOfEveryKind() throws {
    let counted = Counted()
    try exchange("byte", \.byte, -128, 127)
    try exchange("text", \.text, String(repeating: "long ", count: 9), "short")
    try exchange("optional", \.optional, 7, nil)
    try exchange("wide", \.wide, Wide(text: "first"), Wide(numbers: (5, 4, 3, 2, 1)))
    try exchange("choice", \.choice, .both(1, counted), .text("long enough for the heap to hold"))
    try exchange("list", \.list, [counted, Counted()], [])
    try exchange("map", \.map, ["a": counted], ["b": Counted()])
    try exchange("counted", \.counted, counted, CountedHeir())
    try exchange("optionalCounted", \.optionalCounted, counted, nil)
    try exchange("flag", \.flag, true, false)
    try exchange("double", \.double, -0.0, .greatestFiniteMagnitude)
    try exchange("data", \.data, Data(count: 100), Data([1]))
    try exchange("decimal", \.decimal, Decimal(1) / 3, -1)
    try exchange("date", \.date, .distantPast, .distantFuture)
  }

  @Test func leaveTheNeighboursAlone() throws {
    let holder = Holder()
    try #require(Slot<Int8>(try stored("byte"))).write(-1, to: holder)
    try #require(Slot<Bool>(try stored("flag"))).write(true, to: holder)
    try #require(Slot<Int?>(try stored("optional"))).write(nil, to: holder)
    #expect(holder.byte == -1 && holder.flag && holder.optional == nil)
    #expect(holder.text == "a" && holder.wide == Wide() && holder.double == 0.5)
    #expect(holder.choice == .none && holder.list.isEmpty && holder.decimal == 1)
  }

  @Test func areOnlyMadeForTheVeryType() throws {
    #expect(Slot<String>(try stored("byte")) == nil)
    #expect(Slot<UInt8>(try stored("byte")) == nil)
    #expect(Slot<Int>(try stored("optional")) == nil)
    #expect(Slot<Base>(try stored("counted")) == nil)
    #expect(Slot<CountedHeir>(try stored("counted")) == nil)
    #expect(Slot<Any?>(try stored("untyped")) == nil)
  }
}

/// Values in a slot aren't leaked, and aren't released while they are used.
struct SlotLifetimes {
  private func stored(_ name: String) throws -> StoredProperty {
    try #require(StoredProperty.all(of: Holder.self).first { $0.name == name })
  }

  private struct Watched {
    weak var old: Counted?
    weak var new: Counted?
  }

  /// Overwrites a value with another one; each is made from a new object.
  private func replace<Value>(_ name: String, _ make: (Counted) -> Value) throws {
    let slot = try #require(Slot<Value>(try stored(name)))
    var watched = Watched()
    var holder: Holder? = Holder()
    do {
      let object = try #require(holder)
      let old = Counted()
      let new = Counted()
      watched = Watched(old: old, new: new)
      slot.write(make(old), to: object)
      slot.write(make(new), to: object)
    }
    #expect(watched.old == nil, "\(name): the old value leaks")
    #expect(watched.new != nil, "\(name): the new value is gone too early")
    var read: Value? = try slot.read(from: #require(holder))
    holder = nil
    #expect(watched.new != nil, "\(name): what was read is not held")
    #expect(read != nil)
    read = nil
    #expect(watched.new == nil, "\(name): what was read leaks")
  }

  @Test func endWithTheLastHolder() throws {
    try replace("counted") { $0 }
    try replace("optionalCounted") { Optional($0) }
    try replace("list") { [$0] }
    try replace("map") { ["key": $0] }
    try replace("choice") { Choice.both(1, $0) }
    try replace("untyped") { counted -> Any in [counted] }
    try replace("closure") { counted -> (() -> Counted?)? in { counted } }
  }

  @Test func ofReferencesEndToo() throws {
    let slot = try #require(NestedSlot(stored("optionalChild"), Child.self))
    weak var old: Child?
    weak var new: Child?
    var holder: Holder? = Holder()
    do {
      let object = try #require(holder)
      let first = Child()
      let second = ChildHeir()
      (old, new) = (first, second)
      #expect(slot.write(first, to: object))
      #expect(slot.write(second, to: object))
      #expect(slot.read(from: object) === second)
    }
    #expect(old == nil && new != nil)
    #expect(holder?.optionalChild === new)
    #expect(try slot.write(nil, to: #require(holder)))
    #expect(new == nil && holder?.optionalChild == nil)
    holder = nil
  }
}

struct HandingObjectsToNestedSlots {
  private func slot() throws -> NestedSlot {
    let all = StoredProperty.all(of: Holder.self)
    let stored = try #require(all.first { $0.name == "optionalChild" })
    return try #require(NestedSlot(stored, Child.self))
  }

  @Test func handsTheObjectOver() throws {
    weak var watched: Child?
    var holder: Holder? = Holder()
    do {
      let object = try #require(holder)
      let heir = ChildHeir()
      watched = heir
      try slot().write(heir, in: ObjectMemory(object))
      #expect(object.optionalChild === heir)
    }
    #expect(watched != nil && holder?.optionalChild === watched)
    holder = nil
    #expect(watched == nil)
  }

  @Test func releasesWhatIsThereAndRefusesWhatDoesNotFit() throws {
    let holder = Holder()
    try slot().write(Base(), in: ObjectMemory(holder))
    #expect(holder.optionalChild == nil)
    weak var first: Child?
    do {
      let child = Child()
      first = child
      try slot().write(child, in: ObjectMemory(holder))
    }
    #expect(first != nil && holder.optionalChild === first)
    let second = Child()
    try slot().write(second, in: ObjectMemory(holder))
    #expect(holder.optionalChild === second && first == nil)
    withExtendedLifetime(holder) {}
  }
}

struct ReferenceSlots {
  private func slot(_ name: String) throws -> NestedSlot? {
    let stored = try #require(StoredProperty.all(of: Holder.self).first { $0.name == name })
    return NestedSlot(stored, Child.self)
  }

  @Test func areMadeForReferencesOnly() throws {
    for name in ["child", "optionalChild"] { #expect(try slot(name) != nil, "\(name)") }
    for name in ["byte", "text", "optional", "wide", "list", "untyped", "closure"] {
      #expect(try slot(name) == nil, "\(name)")
    }
  }

  @Test func refuseWhatIsNotOfTheDeclaredClass() throws {
    let holder = Holder()
    let before = holder.child
    let plain = try #require(try slot("child"))
    #expect(!plain.write(Base(), to: holder))
    #expect(!plain.write(nil, to: holder))
    #expect(holder.child === before && plain.read(from: holder) === before)
    let heir = ChildHeir()
    #expect(plain.write(heir, to: holder))
    #expect(holder.child === heir)
    let optional = try #require(try slot("optionalChild"))
    #expect(!optional.write(holder, to: holder))
    #expect(optional.read(from: holder) == nil)
    #expect(optional.write(heir, to: holder) && optional.write(nil, to: holder))
    #expect(optional.read(from: holder) == nil)
  }
}
#endif
