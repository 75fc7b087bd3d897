import Foundation
import ModelObjectKit
import Testing

private class Author: ModelObject {
  var id: Int?
  var name = ""
  override class var identity: Set<String> { ["id"] }
  override class var subclasses: Subclasses? { .byTag("kind", ["guest": Guest.self]) }
}

private final class Guest: Author {
  var host = ""
}

private class Letter: ModelObject {
  var author: Author?
  var others: [Author] = []
  var anyone: Any?
  override class var arrayMapping: [String: ModelObject.Type] { ["anyone": Author.self] }
}

private final class HookedLetter: Letter {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private struct Refused: Error {}

private final class Careful: Author {
  override func validate() throws {
    if name == "bad" { throw Refused() }
  }
}

private final class CarefulShelf: ModelObject {
  var careful: [Careful] = []
  var one: Careful?
}

private var merging: MappingOptions {
  var options = MappingOptions()
  options.arrays = .merge
  return options
}

struct NestedIdentityTests {
  @Test(arguments: WayIn.forms)
  func anotherIdentityIsAnotherObject(way: WayIn) throws {
    for letter in [Letter(), HookedLetter()] {
      try letter.update(json: #"{"author": {"id": 1, "name": "a"}}"#)
      let first = letter.author
      try JSONInput(#"{"author": {"ID": "1", "name": "b"}}"#, by: way).update(letter, options: nil)
      #expect(letter.author === first && first?.name == "b")
      try JSONInput(#"{"author": {"id": 2}}"#, by: way).update(letter, options: nil)
      #expect(letter.author !== first && letter.author?.id == 2 && letter.author?.name == "")
      #expect(first?.id == 1 && first?.name == "b")
    }
  }

  @Test(arguments: [#""name": "b""#, #""id": null, "name": "b""#])
  func whatNamesNoObjectGoesToTheOneThatIsThere(pairs: String) throws {
    let letter = try Letter(json: #"{"author": {"id": 1, "name": "a"}}"#)
    let first = letter.author
    try letter.update(json: "{\"author\": {\(pairs)}}")
    #expect(letter.author === first && first?.name == "b")
  }

  /// It isn't known which object it is.
  @Test func aPartThatDoesNotFitMakesANewObject() throws {
    let letter = try Letter(json: #"{"author": {"id": 1, "name": "a"}}"#)
    let first = letter.author
    try letter.update(json: #"{"author": {"id": "x", "name": "b"}}"#)
    #expect(letter.author !== first && first?.name == "a" && letter.author?.name == "b")
  }

  @Test func whatNamesNoObjectIsANewElement() throws {
    let letter = try Letter(json: #"{"others": [{"name": "a"}, {"id": 2}]}"#)
    let former = letter.others
    try letter.update(json: #"{"others": [{"name": "a"}, {"id": null}, {"id": "x"}]}"#)
    #expect(letter.others.count == 3)
    #expect(!letter.others.contains { element in former.contains { $0 === element } })
    letter.others = former
    try letter.update(json: #"{"others": [{"name": "b"}]}"#, options: merging)
    #expect(letter.others.map(\.name) == ["a", "", "b"])
  }

  @Test func anObjectThatHadNoIdentityGivesWay() throws {
    let letter = try Letter(json: #"{"author": {"name": "a"}}"#)
    let first = letter.author
    try letter.update(json: #"{"author": {"id": 1}}"#)
    #expect(letter.author !== first)
  }

  @Test func aValueWithoutATypeIsMatchedToo() throws {
    let letter = try Letter(json: #"{"anyone": {"id": 1, "name": "a"}}"#)
    let first = letter.anyone as? Author
    try letter.update(json: #"{"anyone": {"id": 1, "name": "b"}}"#)
    #expect(letter.anyone as? Author === first && first?.name == "b")
    try letter.update(json: #"{"anyone": {"id": 2}}"#)
    #expect(letter.anyone as? Author !== first)
  }

  @Test func anotherClassIsAnotherObjectInTheSamePlace() throws {
    let json = #"{"others": [{"id": 1, "name": "a"}, {"id": 2, "kind": "guest"}, {"id": 3}]}"#
    for options in [MappingOptions(), merging] {
      let letter = try Letter(json: json)
      let former = letter.others
      try letter.update(
        json: #"{"others": [{"id": 1, "kind": "guest"}, {"id": 2, "name": "b"}, {"id": 3}]}"#,
        options: options
      )
      #expect(letter.others.map(\.id) == [1, 2, 3])
      #expect(letter.others[0] is Guest && letter.others[0] !== former[0])
      #expect(letter.others[0].name == "" && former[0].name == "a")
      // An input without a tag doesn't select a class.
      #expect(letter.others[1] === former[1] && former[1].name == "b")
      #expect(letter.others[2] === former[2])
    }
  }

  @Test func anotherClassLaterInTheInputIsAnotherElement() throws {
    let letter = Letter()
    try letter.update(json: #"{"others": [{"id": 1, "name": "a"}, {"id": 1, "kind": "guest"}]}"#)
    #expect(letter.others.count == 2 && letter.others[1] is Guest)
  }

  @Test func aNewElementThatIsRefusedIsSkippedAndAKnownOneStaysAsItWas() throws {
    let json = #"{"careful": [{"id": 1, "name": "a"}, {"id": 2}], "one": {"id": 1}}"#
    let input = #"{"careful": [{"id": 1, "name": "bad"}, {"id": 3, "name": "bad"}, {"id": 2}]}"#
    let shelf = try CarefulShelf(json: json)
    try shelf.update(json: input)
    #expect(shelf.careful.map(\.id) == [1, 2] && shelf.careful[0].name == "a")
    let merged = try CarefulShelf(json: json)
    try merged.update(json: input, options: merging)
    #expect(merged.careful.map(\.id) == [1, 2])
    let one = shelf.one
    try shelf.update(json: #"{"one": {"id": 9, "name": "bad"}}"#)
    #expect(shelf.one === one && one?.id == 1)
  }

  @Test func strictHandlingAndReportsHaveTheInputsPaths() throws {
    let letter = try Letter(json: #"{"others": [{"id": 1}, {"id": 2}]}"#)
    var options = MappingOptions()
    options.mismatches = .fail
    let json = #"{"others": [{"id": 2, "name": []}, 5, {"id": "x"}]}"#
    #expect {
      try letter.update(json: json, options: options)
    } throws: { error in
      let paths = (error as? ModelError)?.issues.map(\.path)
      return paths == ["others[0].name", "others[1]", "others[2].id"]
    }
  }

  /// The class of the object in the property says which one the input is for; a new one is of the
  /// property's class.
  @Test func aHookThatRefusesAnObjectOfAnotherIdentityIsOneIssue() throws {
    struct Refused: Error {}
    class Base: ModelObject {
      var id = 0
      override class var identity: Set<String> { ["id"] }
      override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
        if dictionary["id"] as? Int == 8 { throw Refused() }
        return dictionary
      }
    }
    final class Special: Base {}
    class Holder: ModelObject {
      var item: Base?
    }
    for item in [try Base(json: #"{"id": 7}"#), try Special(json: #"{"id": 7}"#)] {
      let log = TextLog()
      var options = MappingOptions()
      options.issueHandler = { log.add($0.map { "\($0.path) \($0.kind)" }) }
      let holder = Holder()
      holder.item = item
      try holder.update(json: #"{"item": {"id": 8}}"#, options: options)
      #expect(holder.item === item && item.id == 7)
      #expect(log.texts == ["item rejected"])
      try holder.update(json: #"{"item": {"id": 9}}"#)
      #expect(holder.item !== item && holder.item?.id == 9)
    }
  }
}
