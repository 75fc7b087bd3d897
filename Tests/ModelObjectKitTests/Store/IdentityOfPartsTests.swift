import Foundation
import ModelObjectKit
import Testing

/// A class with an identity of two properties, of which one has a default.
private class Word: ModelObject {
  var id = 0
  var lang = "en"
  var text = ""
  var note: String? = "-"
  var next: Word?
  var part = Part()
  var parts: [Part] = []
  var extra: Part?
  override class var identity: Set<String> { ["id", "lang"] }
}

private final class Part: ModelObject {
  var x = 1
  var y = 1
}

private final class Hooked: Word {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private final class Whole: Word {
  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] { dictionary }
  override func didMap(_ dictionary: [String: Any]) throws {}
}

private final class Awaking: Word {
  override func awake() {}
}

private final class Checked: Word {
  override func validate() throws {}
}

private class Renamed: Word {
  var after: Renamed?
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key == "uid" ? "id" : key)
  }
}

private final class Accessed: Word {
  override class var accessors: [String: PropertyAccessor] {
    ["text": .init(\Accessed.text), "lang": .init(\Accessed.lang)]
  }
}

/// The identity of an object whose keys give only a part of it, or none: the rule is the same for all
/// classes.
struct IdentitiesOfWhichKeysGiveAPart {
  private func upsert<Model: Word>(
    _ type: Model.Type,
    _ json: String,
    by way: WayIn,
    into store: ModelStore,
    options: MappingOptions? = nil
  ) throws -> Word {
    way == .text || way == .data
      ? try store.upsert(type, json: json, options: options)
      : try store.upsert(type, dictionary: JSONInput(json, by: way).dictionary(), options: options)
  }

  private func check(_ body: (Word.Type) throws -> Void) rethrows {
    for type in [
      Word.self, Hooked.self, Whole.self, Awaking.self, Checked.self, Accessed.self,
    ] as [Word.Type] { try body(type) }
  }

  @Test(arguments: WayIn.forms)
  func areThoseOfTheMappedObjects(way: WayIn) throws {
    func check<Model: Word>(_ type: Model.Type) throws {
      let store = ModelStore()
      let first = #"{"ID": 1, "text": "a", "part": {"x": 2}, "parts": [{}], "extra": {"x": 3}}"#
      let word = try upsert(type, first, by: way, into: store)
      #expect(store[type, ["id": 1, "lang": "en"]] === word && store.count(of: type) == 1)
      let (part, extra) = (word.part, word.extra)
      // The other object isn't changed by what isn't in the input.
      let second = #"{"note": null, "id": 1, "part": {"y": 3}, "extra": {"y": 4}}"#
      #expect(try upsert(type, second, by: way, into: store) === word)
      #expect(word.text == "a" && word.note == nil && word.part === part)
      #expect(part.x == 2 && part.y == 3 && word.parts.count == 1)
      #expect(word.extra === extra && extra?.x == 3 && extra?.y == 4)
      #expect(try upsert(type, #"{"id": 1, "extra": null}"#, by: way, into: store) === word)
      #expect(word.extra == nil && word.part === part)
      #expect(try upsert(type, #"{"id": 1, "lang": "en"}"#, by: way, into: store) === word)
      let german = try upsert(type, #"{"id": 1, "lang": "de"}"#, by: way, into: store)
      #expect(german !== word && store.count(of: type) == 2)
      // A default part alone is one, too, if a key gives it.
      _ = try upsert(type, #"{"id": 0}"#, by: way, into: store)
      #expect(store[type, ["id": 0, "lang": "en"]] != nil && store.count(of: type) == 3)
    }
    try check(Word.self)
    try check(Hooked.self)
    try check(Whole.self)
    try check(Awaking.self)
    try check(Checked.self)
    try check(Accessed.self)
  }

  @Test func ofNoKeyAreNone() throws {
    try check { type in
      let (store, log) = (ModelStore(), TextLog())
      var options = MappingOptions()
      options.issueHandler = { log.add($0.map { "\($0)" }) }
      try store.upsert(type, json: #"{"text": "a"}"#, options: options)
      #expect(store.count(of: type) == 0, "\(type)")
      #expect(log.texts == ["(root): has no identity, so it isn't in the store"], "\(type)")
    }
  }

  /// One that isn't filed yet, and has another part, is replaced by the object with the identity.
  @Test func replaceAModelThatIsNotFiled() throws {
    func check<Model: Word>(_ type: Model.Type) throws {
      for key in ["id", "lang"] {
        let (store, next) = (ModelStore(), Model())
        let word = try store.upsert(Word.self, json: #"{"id": 1, "lang": "en"}"#)
        word.next = next
        let json = #"{"next": {"\#(key)": "2", "text": "b"}}"#
        try store.update(word, json: json)
        let identity = key == "id" ? ["id": 2, "lang": "en"] : ["id": 0, "lang": "2"]
        let filed = word.next
        #expect(filed !== next && filed?.text == "b", "\(type)")
        #expect(
          store[Word.self, identity] === filed && store.count(of: Word.self) == 2,
          "\(type) \(key)"
        )
        let other = Model()
        word.next = other
        other.note = "other"
        try store.update(word, json: json)
        #expect(word.next === filed && filed?.note == "-", "\(type) \(key)")
      }
    }
    try check(Word.self)
    try check(Hooked.self)
    try check(Whole.self)
    try check(Awaking.self)
    try check(Checked.self)
    try check(Accessed.self)
  }

  @Test func updateTheModelInAProperty() throws {
    func check<Model: Word>(_ type: Model.Type) throws {
      for json in [#"{"next": {"id": 2, "text": "b"}}"#, #"{"next": {"text": "b"}}"#] {
        let store = ModelStore()
        let word = try store.upsert(type, json: #"{"id": 1, "lang": "en"}"#)
        word.next = try store.upsert(Word.self, json: #"{"id": 2, "lang": "de"}"#)
        let next = word.next
        try store.update(word, json: json)
        #expect(word.next === next && next?.text == "b" && next?.lang == "de", "\(type)")
        #expect(store[Word.self, ["id": 2, "lang": "de"]] === next, "\(type)")
      }
    }
    try check(Word.self)
    try check(Hooked.self)
  }

  /// Other objects may refer to the model in the property.
  @Test(arguments: WayIn.forms)
  func replaceAModelThatHasAnotherPart(way: WayIn) throws {
    func check<Model: Word>(_ type: Model.Type) throws {
      for isKnown in [false, true] {
        let store = ModelStore()
        let json = #"{"id": 1, "lang": "en", "next": {"id": 2, "lang": "en", "text": "two"}}"#
        let word = try upsert(type, json, by: way, into: store)
        let (next, count) = (word.next, store.count(of: Word.self))
        let three = #"{"id": 3, "text": "three"}"#
        let known = try isKnown ? store.upsert(Word.self, json: three) : nil
        let change = #"{"id": 1, "lang": "en", "next": {"id": 3}}"#
        #expect(try upsert(type, change, by: way, into: store) === word, "\(type)")
        #expect(next?.id == 2 && next?.text == "two", "\(type)")
        #expect(store[Word.self, ["id": 2, "lang": "en"]] === next, "\(type)")
        #expect(word.next !== next && word.next?.id == 3 && word.next?.lang == "en", "\(type)")
        #expect(word.next?.text == known?.text ?? "", "\(type)")
        #expect(store[Word.self, ["id": 3, "lang": "en"]] === word.next, "\(type)")
        #expect(store.count(of: Word.self) == count + 1, "\(type)")
        _ = try upsert(type, #"{"id": 1, "next": {"lang": "de"}}"#, by: way, into: store)
        #expect(store[Word.self, ["id": 0, "lang": "de"]] === word.next, "\(type)")
        #expect(throws: Never.self) { try store.archivedData() }
      }
    }
    try check(Word.self)
    try check(Hooked.self)
    try check(Whole.self)
    try check(Awaking.self)
    try check(Checked.self)
    try check(Accessed.self)
  }

  @Test func replaceAModelThatHasAnotherPartWithoutAStore() throws {
    try check { type in
      let word = try type.init(json: #"{"id": 1, "next": {"id": 2, "text": "two"}}"#)
      let next = word.next
      try word.update(json: #"{"next": {"id": 2, "text": "2"}}"#)
      #expect(word.next === next && next?.text == "2", "\(type)")
      try word.update(json: #"{"next": {"id": 3}}"#)
      #expect(next?.id == 2 && word.next !== next && word.next?.id == 3, "\(type)")
      #expect(word.next?.text == "", "\(type)")
      // The object itself takes what it gets.
      try word.update(json: #"{"id": 4}"#)
      #expect(word.id == 4, "\(type)")
    }
  }

  /// A part that only `awake()` gives isn't another one: the model in the property has its own.
  @Test func keepAModelWhosePartsAreNotGiven() throws {
    class Filling: Word {
      override func awake() {
        if note == "-" { lang = "awake" }
      }
    }
    for change in [#"{"text": "b"}"#, "{}", #"{"id": 2, "text": "b"}"#, #"{"lang": "de"}"#] {
      let store = ModelStore()
      let holder = try store.upsert(Word.self, json: #"{"id": 1}"#)
      let next = try store.upsert(Filling.self, json: #"{"id": 2, "lang": "de", "note": "n"}"#)
      holder.next = next
      try store.upsert(Word.self, json: #"{"id": 1, "lang": "en", "next": \#(change)}"#)
      #expect(holder.next === next && next.id == 2 && next.lang == "de" && next.note == "n")
      #expect(store.count(of: Word.self) == 2, "\(change)")
    }
  }

  /// Also in an object whose own keys don't give its identity.
  @Test(arguments: [#""lang": "en", "#, "", #""uid": 1, "#])
  func replaceAModelInAnObjectThatWaits(part: String) throws {
    class Tagged: Renamed {
      var tag: String?
      var word: Tagged?
      var other: Tagged?
      override class var identity: Set<String> { ["id", "lang", "tag"] }
    }
    let store = ModelStore()
    let first =
      #"{"id": 1, "lang": "en", "tag": "a", "word": {"id": 2, "lang": "en", "tag": "b", "text": "two"}}"#
    let holder = try store.upsert(Tagged.self, json: first)
    let word = holder.word
    var options = MappingOptions()
    options.references = .preserved
    let change =
      #"{"id": 1, \#(part)"tag": "a", "word": {"$id": "w", "id": 3}, "other": {"$ref": "w"}}"#
    let again = try store.upsert(Tagged.self, json: change, options: options)
    #expect(again === holder && word?.id == 2 && word?.text == "two")
    #expect(holder.word !== word && holder.word?.id == 3 && holder.other === holder.word)
    #expect(store[Tagged.self, ["id": 2, "lang": "en", "tag": "b"]] === word)
    try store.upsert(Tagged.self, json: #"{"id": 3, "lang": "en", "tag": "b"}"#)
    #expect(throws: Never.self) { try store.archivedData() }
  }

  /// A filed object has the identity under which it was filed.
  @Test func areThoseUnderWhichAModelWasFiled() throws {
    let store = ModelStore()
    let json = #"{"id": 1, "lang": "en", "next": {"id": 2, "lang": "de"}}"#
    let word = try store.upsert(Word.self, json: json)
    let next = word.next
    next?.lang = "fr"
    try store.update(word, json: #"{"next": {"lang": "de", "text": "b"}}"#)
    #expect(word.next === next && next?.lang == "de" && next?.text == "b")
  }

  /// Each part counts that the keys give, even if it is the default; a hook changes no known one.
  @Test func updateTheModelInAPropertyUnlessTheyAreComplete() throws {
    let store = ModelStore()
    let json = #"{"uid": 1, "lang": "de", "after": {"uid": 2, "lang": "de"}}"#
    let word = try store.upsert(Renamed.self, json: json)
    let after = word.after
    try store.update(word, json: #"{"after": {"uid": 2, "text": "b"}}"#)
    #expect(word.after === after && after?.text == "b" && after?.lang == "de")
    try store.update(word, json: #"{"after": {"uid": 2, "lang": "en", "text": "c"}}"#)
    #expect(word.after === store[Renamed.self, ["id": 2, "lang": "en"]] && word.after !== after)
    #expect(after?.text == "b" && store[Renamed.self, ["id": 2, "lang": "de"]] === after)
    // A hook gives one part, and nothing the other one.
    let english = word.after
    try store.update(word, json: #"{"after": {"uid": 3, "text": "d"}}"#)
    #expect(word.after === english && english?.id == 3 && english?.text == "d")
    #expect(store[Renamed.self, ["id": 2, "lang": "en"]] === english)
  }
}
