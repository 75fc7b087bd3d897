import Foundation
import ModelObjectKit
import Testing

private class Note: ModelObject {
  var text = "" { didSet { log.append("text") } }
  private var cents = 0
  var price: Decimal {
    get {
      reads += 1
      return Decimal(cents) / 100
    }
    set {
      cents = Int(truncating: newValue * 100 as NSDecimalNumber)
      log.append("price")
    }
  }
  var inner: Note? { didSet { log.append("inner") } }
  var log: [String] = []
  var reads = 0

  override class var ignoredProperties: Set<String> { ["cents", "log", "reads"] }
  override class var unarchivedProperties: Set<String> { ["log", "reads"] }
  override class var accessors: [String: PropertyAccessor] {
    ["text": .init(\Note.text), "price": .init(\Note.price), "inner": .init(\Note.inner)]
  }
}

private final class HookedNote: Note {
  override func didExport(_ dictionary: inout [String: Any]) throws { dictionary["mark"] = 1 }
}

private final class Memo: Note { var extra = 1 }

/// Exports of properties with an accessor, and operations on the stored values.
struct AccessorExports {
  private func note<Model: Note>(_ type: Model.Type) throws -> Model {
    try Model(json: #"{"text": "a", "price": 1.25, "inner": {"price": "2"}}"#)
  }

  @Test func readThroughThem() throws {
    let text = #"{"text":"a","inner":{"text":"","price":2},"price":1.25}"#
    #expect(try note(Note.self).jsonString() == text)
    #expect(
      try note(HookedNote.self).jsonString() == text.dropLast() + #","mark":1}"#
    )
    let before = try note(Note.self)
    let after = before.copy()
    after.price = 3
    #expect(try after.jsonString(changesSince: before) == #"{"price":3}"#)
    #expect(Note.modelProperties.map(\.name) == ["text", "inner", "price"])
    #expect(Note.modelProperties[2].type is Decimal.Type)
    #expect(Note.modelProperties[2].value(of: after) as? Decimal == 3)
  }

  @Test func codersGoThroughThem() throws {
    let note = try note(Note.self)
    let data = try JSONEncoder().encode(note)
    let tree = try JSONSerialization.jsonObject(with: data) as? NSDictionary
    #expect(try tree == note.dictionaryRepresentation() as NSDictionary)
    let decoded = try JSONDecoder().decode(Note.self, from: data)
    #expect(try decoded.jsonString() == note.jsonString())
    #expect(decoded.log.sorted() == ["inner", "price", "text"])
    #expect(decoded.inner?.log.sorted() == ["price", "text"])
    let several = Data(#"{"PRICE": 1, "price": 2, "text": 5}"#.utf8)
    for note in try [Note(json: several), JSONDecoder().decode(Note.self, from: several)] {
      #expect(note.price == 2 && note.log.sorted() == ["price", "text"])
    }
  }

  @Test(.differs(.observers)) func copiesArchivesEqualityAndPrintsGoByWhatIsStored() throws {
    let note = try note(Note.self)
    (note.log, note.reads) = ([], 0)
    let copy = note.copy()
    #expect(copy == note && copy.hashValue == note.hashValue)
    let archived = try Note(archive: note.archivedData())
    #expect(archived.price == 1.25 && archived.log.isEmpty)
    #expect("\(note)".contains("cents: 125") && !"\(note)".contains("price:"))
    #expect(copy.log.isEmpty && note.log.isEmpty && note.reads == 0)
    copy.price = 7
    #expect(copy.changedProperties(since: note) == ["cents", "log"])
  }

  @Test func updatesFromAnotherObjectSetThem() throws {
    let (note, other) = (try note(Note.self), try note(Note.self))
    (other.text, other.price) = ("b", 9)
    other.inner?.text = "i"
    let inner = note.inner
    (note.log, other.log) = ([], [])
    inner?.log = []
    other.inner?.log = []
    try note.update(from: other)
    #expect(note == other && note.inner === inner)
    #expect(note.text == "b" && note.price == 9 && inner?.text == "i")
    let memo = Memo()
    try memo.update(from: other)
    #expect(memo.text == "b" && memo.inner !== other.inner && memo.inner == other.inner)
    other.inner = nil
    try note.update(from: other)
    #expect(note.inner == nil && inner?.text == "i")
  }
}
