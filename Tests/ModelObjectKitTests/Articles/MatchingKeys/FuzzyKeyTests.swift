import Foundation
import ModelObjectKit
import Testing

/// A hook takes a key by a `FuzzyKey`; without it, a property of that name would.
private final class Plain: ModelObject {
  var minutes = 0
  var userName2 = 0
  var äpfel = 0
  var имя = 0
  var straße = 0
  var ıd = 0
  var URLString = 0
  var _Private = 0
  var dash = 0
  var none = 0

  static let names = [
    "minutes", "userName2", "äpfel", "имя", "straße", "ıd", "URLString", "Private", "-", "",
  ]

  override class var keyMapping: [String: JSONKey] { ["dash": "-", "none": ""] }

  /// The names of the properties that have a value.
  var filled: [String] {
    let values = [
      minutes, userName2, äpfel, имя, straße, ıd, URLString, _Private, dash, none,
    ]
    return zip(Self.names, values).filter { $0.1 != 0 }.map(\.0)
  }
}

struct FuzzyKeysInHooks {
  static let keys = [
    "minutes", "MINUTES", "_minutes", "min-utes", " Min utes_", "minute", "minutes2", "minutes.",
    "user_name_2", "USERNAME2", "user_name", "userName22", "ÄPFEL", "a\u{308}pfel", "apfel",
    "Ä_P-f el", "ИМЯ", "и_мя", "straße", "STRASSE", "strasse", "STRAẞE", "ıd", "ID", "id", "İd",
    "url_string", "URL-STRING", "private", "_Private", "__private", "-", "_", " ", "", "--",
    "\u{A0}minutes", "minutes\u{0}", "мinutes",
  ]

  @Test(arguments: keys)
  func matchAsPropertiesDo(key: String) throws {
    let matched = Plain.names.filter { FuzzyKey($0) ~= key }
    #expect(try Plain(dictionary: [key: 5]).filled == matched)
    // In either direction, and as a value.
    #expect(Plain.names.filter { FuzzyKey(key) ~= $0 } == matched)
    #expect(Plain.names.filter { FuzzyKey($0) == FuzzyKey(key) } == matched)
    #expect(Set(Plain.names.map { FuzzyKey($0) }).contains(FuzzyKey(key)) == !matched.isEmpty)
  }

  /// So that the table above has both kinds.
  @Test func someKeysDoNotMatch() {
    let others = Self.keys.filter { key in !Plain.names.contains { FuzzyKey($0) ~= key } }
    #expect(
      others == [
        "minute", "minutes2", "minutes.", "user_name", "userName22", "apfel", "ID", "id",
        "İd", "_", " ", "--", "\u{A0}minutes", "minutes\u{0}", "мinutes",
      ]
    )
  }

  /// Marks in another order are the same text.
  @Test(arguments: [
    ("\u{1FB4}", "\u{3B1}\u{345}\u{301}"), ("\u{1FB4}", "\u{391}\u{301}\u{345}"),
    ("e\u{301}\u{323}", "\u{C9}\u{323}"), ("GRÖ\u{1E9E}E", "größe"), ("ﬃ", "FFI"), ("ſ", "S"),
  ])
  func matchEqualTexts(key: String, other: String) {
    #expect(FuzzyKey(key) == FuzzyKey(other))
  }

  /// Letters in one piece match those with separate marks, and marks match in any order.
  @Test func matchLettersWithMarksInEachForm() {
    var different: [Unicode.Scalar] = []
    for value in UInt32(0x80)...0x2FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let letter = String(scalar)
      let decomposed = letter.decomposedStringWithCanonicalMapping
      guard decomposed.unicodeScalars.count > 1 || decomposed.unicodeScalars.first != scalar else {
        continue
      }
      let first = decomposed.unicodeScalars.first?.properties.canonicalCombiningClass
      let marks = first == .notReordered ? ["", "\u{301}", "\u{323}", "\u{345}\u{301}"] : [""]
      for mark in marks {
        let apart = (letter + mark).decomposedStringWithCanonicalMapping
        if FuzzyKey(letter + mark) != FuzzyKey(apart) { different.append(scalar) }
      }
    }
    #expect(different.isEmpty)
  }

  @Test func areFoundInASwitch() throws {
    for key in ["minutes", "MINUTES", "min-utes"] {
      for input in everyWay(#"{"\#(key)": "5", "capTION": "Tea", "seconds2": 7}"#) {
        let talk = try input.map(to: Talk.self)
        #expect(talk.seconds == 300, "\(input)")
        #expect(talk.title == "Tea", "\(input)")
        #expect(talk.others == ["seconds2"], "\(input)")
      }
    }
  }

  @Test func areLiteralsOfASwitchOverOne() {
    func kind(_ key: String) -> String {
      switch FuzzyKey(key) {
      case "user_name", "nick-name": "name"
      case "id": "number"
      default: "other"
      }
    }
    let kinds = ["UserName", "NICKNAME", "I_D", "ids"].map(kind)
    #expect(kinds == ["name", "name", "number", "other"])
  }

  @Test func areFuzzyInExactClassesToo() throws {
    let exact = try Exact(json: #"{"MINUTES": 5, "TITLE": "Tea"}"#)
    #expect(exact.minutes == 5)
    #expect(exact.title == "")
  }
}

private final class Talk: ModelObject {
  var title = ""
  var seconds = 0.0
  var others: [String] = []
  override class var ignoredProperties: Set<String> { ["others"] }

  override func serializeValue(_ value: Any?, key: String) throws {
    switch key {
    case FuzzyKey("minutes"):
      let seconds = Self.convert(value, to: Double.self).map { $0 * 60 }
      try super.serializeValue(seconds ?? value, key: "seconds")
    case FuzzyKey("caption"): try super.serializeValue(value, key: "title")
    default: others.append(key)
    }
  }
}

private final class Exact: ModelObject {
  var minutes = 0
  var title = ""
  override class var keyMatching: KeyMatching { .exact }

  override func serializeValue(_ value: Any?, key: String) throws {
    if FuzzyKey("minutes") ~= key {
      try super.serializeValue(value, key: "minutes")
    } else {
      try super.serializeValue(value, key: key)
    }
  }
}
