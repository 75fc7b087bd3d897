import Foundation
import ModelObjectKit
import Testing

@Suite struct ValuesArticle {
  enum Suit: String {
    case hearts, spades
  }

  class Card: ModelObject {
    var small: Int8 = -1
    var big: UInt64 = 0
    var label = ""
    var flag = false
    var exact: Decimal = 0
    var suit = Suit.spades
    var numbers: [Int] = []
    var byDay: [Int: String] = [:]
    var any: Any?
  }

  @Test func conversions() throws {
    let card = try Card(
      json: #"""
        {"small": 300, "big": "18446744073709551615", "label": 1.50, "flag": "yes",
         "exact": 0.1, "suit": "hearts", "numbers": [1, "2", "x", null, 3e0],
         "byDay": {"1": "Monday", "x": "?"}, "any": [1, true, null]}
        """#
    )
    #expect(card.small == -1)
    #expect(card.big == 18446744073709551615)
    #expect(card.label == "1.50")
    #expect(card.flag == true)
    #expect(card.exact == Decimal(string: "0.1"))
    #expect(card.suit == .hearts)
    #expect(card.numbers == [1, 2, 3])
    #expect(card.byDay == [1: "Monday"])
    #expect((card.any as? [Any])?.count == 3)
  }

  class Note: ModelObject {
    var title: String? = "untitled"
    var text = "empty"
    var count: Int? = 1
  }

  @Test func nulls() throws {
    let note = try Note(json: #"{"title": null, "text": null, "count": "<null>"}"#)
    #expect(note.title == nil)
    #expect(note.text == "empty")
    #expect(note.count == nil)
  }

  struct Color: ModelValue {
    var hex: String

    init?(modelValue: Any) {
      guard let text = modelValue as? String, text.hasPrefix("#") else { return nil }
      hex = String(text.dropFirst())
    }

    var modelValue: Any { "#" + hex }
  }

  struct Point: Codable {
    var x = 0.0
    var y = 0.0
  }

  class Theme: ModelObject {
    var accent: Color?
    var origin = Point()
  }

  @Test func ownTypes() throws {
    let theme = try Theme(json: ##"{"accent": "#ff8800", "origin": {"x": 1, "y": 2}}"##)
    #expect(theme.accent?.hex == "ff8800")
    #expect(theme.origin.y == 2.0)

    var options = ExportOptions()
    options.sortedKeys = true
    #expect(
      try theme.jsonString(options: options) == ##"{"accent":"#ff8800","origin":{"x":1,"y":2}}"##
    )
  }
}
