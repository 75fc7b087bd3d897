import Foundation
import ModelObjectKit
import Testing

private class Word: ModelObject {
  var _id = 0
  var language = Language.en
  enum Language: String { case en, de }
  override class var identity: Set<String> { ["_id", "language"] }
}

private final class Coded: ModelObject {
  var id = 0
  override class var identity: Set<String> { ["id"] }
  override class var transforms: [String: PropertyTransform] {
    ["id": PropertyTransform(read: { ($0 as? String)?.dropFirst().description })]
  }
}

private final class Day: ModelObject {
  var day: Date?
  override class var identity: Set<String> { ["day"] }
}

private class Animal: ModelObject {
  var id = 0
  override class var identity: Set<String> { ["id"] }
}

private final class Dog: Animal {
  var breed = ""
  override class var identity: Set<String> { ["breed"] }
}

private class Unnamed: ModelObject {
  var name = ""
}

private final class Named: Unnamed {
  override class var identity: Set<String> { ["name"] }
}

struct StoreLookupTests {
  @Test func severalPropertiesAreNamed() throws {
    let store = ModelStore()
    let word = try store.upsert(Word.self, json: #"{"id": 7, "language": "de"}"#)
    let found: [([String: Any], Bool)] = [
      (["id": 7, "language": "de"], true),
      (["_id": "7", "language": Word.Language.de], true),
      (["id": NSNumber(value: 7), "language": "de"], true),
      (["id": 7, "language": "en"], false),
      (["id": 7], false), ([:], false),
    ]
    for (identity, isFound) in found {
      #expect((store[Word.self, identity] === word) == isFound, "\(identity)")
    }
    #expect(store[Word.self, ["id": 7, "language": "de"]] === word)
    #expect(store[Word.self, ["id": "7", "language": "de"]] === word)
    #expect(store[Word.self, 7] == nil)
    #expect(store[Word.self, [7, 8]] == nil)
  }

  @Test func severalPropertiesAreNamedForARemoval() throws {
    let store = ModelStore()
    try store.upsert(Word.self, json: #"{"id": 7, "language": "de"}"#)
    store.remove(Word.self, identity: ["id": 7])
    store.remove(Word.self, identity: ["id": 7, "language": "en"])
    #expect(store.count(of: Word.self) == 1)
    store.remove(Word.self, identity: ["id": 7, "language": "de"])
    #expect(store.count(of: Word.self) == 0)
  }

  @Test func aValueOfAnyHashableTypeFindsTheObject() throws {
    let store = ModelStore()
    let animal = try store.upsert(Animal.self, json: #"{"id": 7}"#)
    let (number, hashable): (Int?, any Hashable) = (7, 7)
    #expect(store[Animal.self, "7"] === animal)
    #expect(store[Animal.self, number] === animal)
    #expect(store[Animal.self, hashable] === animal)
    #expect(store[Animal.self, AnyHashable(7)] === animal)
    #expect(store[Animal.self, ["id": 7]] === animal)
    #expect(store[Animal.self, Int?.none] == nil)
    #expect(store[Animal.self, [7]] == nil)
  }

  @Test func valuesAreConverted() throws {
    let store = ModelStore()
    try store.upsert(Day.self, json: #"{"day": "2014-05-06"}"#)
    #expect(store[Day.self, "2014-05-06T00:00:00Z"] != nil)
    #expect(store[Day.self, Date(timeIntervalSince1970: 1_399_334_400)] != nil)
    for value in [Int?.none, NSNull(), "x", [String: Int]()] as [any Hashable] {
      #expect(store[Day.self, value] == nil, "\(value)")
    }
    let coded = try store.upsert(Coded.self, json: #"{"id": "n7"}"#)
    for value in [7, "7", "n7", ["id": 7]] as [any Hashable] {
      #expect(store[Coded.self, value] === coded, "\(value)")
    }
  }

  @Test func aSubclassThatAddsANameHasOtherIdentities() throws {
    let store = ModelStore()
    try store.upsert(Animal.self, json: #"{"id": 1}"#)
    let dog = try store.upsert(Dog.self, json: #"{"id": 1, "breed": "pug"}"#)
    try store.upsert(Animal.self, json: #"{"id": 2}"#)
    #expect(store[Animal.self, 1] !== dog)
    #expect(store[Dog.self, ["id": 1, "breed": "pug"]] === dog)
    #expect(store[Dog.self, 1] == nil)
    #expect(store.all(Animal.self).map { "\(type(of: $0))" } == ["Animal", "Dog", "Animal"])
    #expect(store.all(Dog.self).count == 1)
  }

  @Test func aSuperclassWithoutAnIdentityListsItsSubclasses() throws {
    let store = ModelStore()
    let named = try store.upsert(Named.self, json: #"{"name": "a"}"#)
    try store.upsert(Animal.self, json: #"{"id": 1}"#)
    #expect(store[Unnamed.self, "a"] == nil && store[Named.self, "a"] === named)
    #expect(store.all(Unnamed.self).count == 1 && store.all(Unnamed.self).first === named)
    #expect(store.count(of: ModelObject.self) == 2)
    store.removeAll(Unnamed.self)
    #expect(store.count(of: Named.self) == 0 && store.count(of: Animal.self) == 1)
  }

  @Test func theStoreHoldsItsObjects() throws {
    let store = ModelStore()
    weak var animal: Animal?
    animal = try store.upsert(Animal.self, json: #"{"id": 1}"#)
    #expect(animal != nil)
    if let animal { store.remove(animal) }
    #expect(animal == nil)
  }
}
