#if !PublicSymbols
import Foundation
import Testing

@testable import ModelObjectKit

private class Thing {}
private final class SpecialThing: Thing {}

private struct ThreeWords: Equatable {
  var first = 1
  var second = 2
  var third = 3
}

private struct FourWords: Equatable {
  var first = 1
  var second = 2
  var third = 3
  var fourth = 4
}

/// A value that generic code puts into an `Any`.
private struct Wrapper<Value> {
  let value: Value
  var any: Any { value }
}

/// An existential container holds three words inline, and then the type.
struct AnyPayloads {
  private func expectPayload<Value: Equatable>(_ value: Value) {
    let any: Any = value
    #expect(payload(of: any, as: Value.self) == value)
    #expect(holds(Value.self, any))
    #expect(payload(of: any, as: Never.self) == nil)
    #expect(!holds(Thing.self, any) || Value.self == Thing.self)
    // The value is still there.
    #expect(any as? Value == value)
  }

  @Test func areReadAsTheyWerePut() {
    expectPayload("small")
    expectPayload("")
    expectPayload(String(repeating: "large ", count: 100))
    expectPayload(Int.min)
    expectPayload(Int8(-1))
    expectPayload(UInt64.max)
    expectPayload(-0.5)
    expectPayload(Float(1) / 3)
    expectPayload(true)
    expectPayload(["a", "b"])
    expectPayload([Int]())
    expectPayload(["a": 1])
    expectPayload(Int?.some(3))
    expectPayload(Int?.none)
    expectPayload(String?.some("in an optional"))
    expectPayload(ThreeWords())
    expectPayload(Data([1, 2, 3]))
    expectPayload(Date(timeIntervalSinceReferenceDate: 1.5))
    expectPayload("part of a longer text".dropFirst(8).description)
  }

  @Test func ofAnotherTypeAreNothing() {
    let number: Any = 7
    #expect(payload(of: number, as: Int64.self) == nil)
    #expect(payload(of: number, as: UInt.self) == nil)
    #expect(payload(of: number, as: Int?.self) == nil)
    let optional: Any = Int?.some(7) as Any
    #expect(payload(of: optional, as: Int.self) == nil)
    #expect(holds(Int?.self, optional) && !holds(Int.self, optional))
    let special: Any = SpecialThing()
    #expect(payload(of: special, as: Thing.self) == nil)
    #expect(payload(of: special, as: SpecialThing.self) != nil)
    let strings: Any = ["a"]
    let none = payload(of: strings, as: [Any].self)
    #expect(none?.count == nil && !holds([Any].self, strings))
  }

  @Test func areReadInOptionalsToo() {
    let text: Any? = "a text that does not fit into two words"
    #expect(payload(of: text, as: String.self) == "a text that does not fit into two words")
    #expect(payload(of: text, as: Int.self) == nil)
    let nothing: Any? = nil
    #expect(payload(of: nothing, as: String.self) == nil)
    #expect(payload(of: Int?.none as Any?, as: Int.self) == nil)
  }

  /// A value of more than three words is in a box and isn't read; its type is still known.
  @Test func thatAreLargeAreNotRead() {
    let any: Any = FourWords()
    #expect(payload(of: any, as: FourWords.self) == nil)
    #expect(holds(FourWords.self, any) && !holds(ThreeWords.self, any))
  }

  @Test func neitherLeakNorEndEarly() {
    weak var watched: Thing?
    var any: Any = 0
    do {
      let thing = Thing()
      watched = thing
      any = [thing]
    }
    #expect(watched != nil)
    do {
      let read = payload(of: any, as: [Thing].self)
      #expect(read?.first === watched)
    }
    #expect(watched != nil)
    any = 0
    #expect(watched == nil)
  }

  @Test func thatAreObjectsAreFound() {
    let thing = SpecialThing()
    #expect(reference(in: thing as Any) === thing)
    #expect(reference(in: Wrapper<Thing>(value: thing).any) === thing)
    #expect(reference(in: Thing?.some(thing) as Any) == nil)
    #expect(reference(in: [thing]) == nil)
    #expect(reference(in: 1) == nil)
    #expect(reference(in: "text") == nil)
    #expect(reference(in: FourWords()) == nil)
    #expect(reference(in: Thing.self as Any) == nil)
    let number = NSNumber(value: 3)
    #expect(reference(in: number) === number)
  }

  @Test func nestedByGenericCodeAreOpened() {
    let nested = Wrapper<Any>(value: "inner").any
    #expect((nestedAny(in: nested) ?? nested) as? String == "inner")
    #expect(nestedAny(in: "plain") == nil)
    #expect(nestedAny(in: Int?.some(1) as Any) == nil)
    #expect(nestedAny(in: [1 as Any]) == nil)
    #expect(nestedAny(in: FourWords()) == nil)
  }
}

struct ValueBitsOfAny {
  @Test func tellTheSameValueFromAnother() {
    let long = "a text that does not fit into two words"
    let values: [Any] = ["short", long, 7, 0.5, [1, "a"] as [Any], ["a": 1] as [String: Any]]
    for (index, value) in values.enumerated() {
      #expect(ValueBits(value) != nil && ValueBits(value) == ValueBits(value))
      for other in values.dropFirst(index + 1) { #expect(ValueBits(value) != ValueBits(other)) }
    }
    let copy = String(decoding: Array(long.utf8), as: UTF8.self)
    #expect(ValueBits(long) != ValueBits(copy))
    #expect(ValueBits(7) != ValueBits(UInt(7)))
  }

  @Test func tellNothingAndTruthsApart() {
    let nothing: Any? = nil
    #expect(ValueBits(nothing) != nil && ValueBits(nothing) == ValueBits(nothing))
    #expect(ValueBits(true) != nil && ValueBits(true) == ValueBits(true))
    #expect(ValueBits(true) != ValueBits(false) && ValueBits(false) != ValueBits(nothing))
    #expect(ValueBits(true) != ValueBits(1) && ValueBits(0) != ValueBits(nothing))
  }

  @Test func areNoneForOtherTypes() {
    #expect(ValueBits(Int?.none as Any) == nil)
    #expect(ValueBits(Int?.some(1) as Any) == nil)
    #expect(ValueBits(NSNull()) == nil)
    #expect(ValueBits(FourWords()) == nil)
  }
}

struct StorageMarks {
  @Test func areEqualForOneStorageOnly() {
    let first: [Any] = [1, "a"]
    var second = first
    #expect(StorageMark(first) == StorageMark(second))
    second.append(2)
    #expect(StorageMark(first) != StorageMark(second))
    let object: [String: Any] = ["a": 1]
    var changed = object
    #expect(StorageMark(object) == StorageMark(changed))
    changed["a"] = 2
    #expect(StorageMark(object) != StorageMark(changed))
  }
}

struct NativeCollections {
  @Test func holdTheObjectsOfTheClass() {
    let things: [AnyObject] = [Thing(), SpecialThing(), NSNull(), SpecialThing()]
    let all = nativeArray(of: Thing.self, from: things)
    #expect(all.count == 3 && all[0] === things[0] && all[2] === things[3])
    let special = nativeArray(of: SpecialThing.self, from: things)
    #expect(special.count == 2 && special[0] === things[1] && special[1] === things[3])
    #expect(nativeArray(of: Int.self, from: things).isEmpty)
    #expect(nativeArray(of: Thing.self, from: []).isEmpty)
  }

  /// All ways to make an array of a class, and one of any objects, give it one type of storage.
  @Test func haveOneTypeOfStorage() {
    func storage<Element>(_ array: [Element]) -> Any.Type {
      type(of: unsafeBitCast(array, to: AnyObject.self))
    }
    var grown: [Thing] = []
    for _ in 0..<100 { grown.append(SpecialThing()) }
    let arrays: [Any.Type] = [
      storage([Thing()]), storage([SpecialThing()]), storage(grown), storage(grown.map { $0 }),
      storage(Array(grown[1..<3])), storage([Thing](repeating: Thing(), count: 3)),
      storage(nativeArray(of: Thing.self, from: grown)),
    ]
    #expect(arrays.allSatisfy { $0 == storage([Thing() as AnyObject]) })
  }

  @Test func changeAsOtherArraysDo() {
    let things: [AnyObject] = [Thing(), SpecialThing(), Thing()]
    let array = nativeArray(of: Thing.self, from: things)
    var changed = array
    for _ in 0..<20 { changed.append(SpecialThing()) }
    changed.removeFirst(2)
    changed.swapAt(0, 1)
    changed.reserveCapacity(100)
    #expect(changed.count == 21 && changed[1] === things[2] && changed[0] is SpecialThing)
    #expect(array.count == 3 && array[0] === things[0])
    #expect((array as [AnyObject]).count == 3 && (array as Any) is [Thing])
    #expect(array as? [SpecialThing] == nil)
  }

  @Test func holdTheirObjectsForAsLongAsTheyLive() {
    weak var watched: Thing?
    var array: [Thing] = []
    do {
      let thing = Thing()
      watched = thing
      array = nativeArray(of: Thing.self, from: [thing])
    }
    #expect(watched != nil && array.count == 1)
    array = []
    #expect(watched == nil)
  }

  @Test func madeAsDictionariesHoldTheObjectsOfTheClass() {
    let things: [String: AnyObject] = ["a": Thing(), "b": SpecialThing(), "c": NSNull()]
    let all = nativeDictionary(of: Thing.self, from: things)
    #expect(all.count == 2 && all["a"] === things["a"] && all["b"] === things["b"])
    let special = nativeDictionary(of: SpecialThing.self, from: things)
    #expect(special.count == 1 && special["b"] === things["b"])
    #expect(nativeDictionary(of: Int.self, from: things).isEmpty)
  }

  @Test func areOpenedAsTheirClassOnly() {
    let object: AnyObject = SpecialThing()
    #expect((try? instance(object, as: Thing.self)) === object)
    #expect((try? instance(object, as: SpecialThing.self)) === object)
    #expect((try? instance(object, as: NSNull.self)) == nil)
    #expect((try? instance(object, as: Int.self)) == nil)
    let plain: AnyObject = Thing()
    #expect((try? instance(plain, as: SpecialThing.self)) == nil)
  }

  @Test func areReplacedByOthers() {
    var any: Any? = nil
    replacePayload(of: &any, with: "on the heap, for it is long")
    #expect(any as? String == "on the heap, for it is long")
    replacePayload(of: &any, with: "another one on the heap")
    #expect(any as? String == "another one on the heap")
    replacePayload(of: &any, with: 1)
    #expect(any as? Int == 1)
    replacePayload(of: &any, with: FourWords(first: 9))
    replacePayload(of: &any, with: FourWords(first: 8))
    #expect(any as? FourWords == FourWords(first: 8))
  }

  @Test func thatAreReplacedAreReleased() {
    weak var former: Thing?
    var any: Any? = nil
    do {
      let thing = Thing()
      former = thing
      any = [thing]
    }
    #expect(former != nil)
    replacePayload(of: &any, with: [Thing]())
    #expect(former == nil)
    #expect((any as? [Thing])?.isEmpty == true)
  }
}

struct BorrowedTexts {
  @Test(arguments: [
    "", "id", "fifteen bytes !", "sixteen bytes !!", "on the heap, for it is long", "é",
  ])
  func areTheTextThatWasPutInOrAnEqualOne(text: String) {
    let borrowed = BorrowedText(text)
    #expect(borrowed.isSame(as: text))
    #expect(borrowed.isSame(as: String(decoding: Array(text.utf8), as: UTF8.self)))
    #expect(!borrowed.isSame(as: text + "!"))
    withExtendedLifetime(text) {}
  }
}
#endif
