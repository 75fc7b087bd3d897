import Foundation
import ModelObjectKit
import Testing

private struct Bio: Codable, Equatable {
  var born: Date
  var name = "Ada"
}

private enum Event: Codable, Equatable {
  case moved(to: String, on: Date)
  case none
}

/// A value that is coded as an array.
private struct Span: Codable, Equatable {
  var dates: [Date]

  init(_ dates: Date...) { self.dates = dates }
  init(from decoder: any Decoder) throws {
    dates = try decoder.singleValueContainer().decode([Date].self)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(dates)
  }
}

/// A value that is coded as a string, which may look like JSON.
private struct Label: Codable, Equatable {
  var text: String
  /// Nothing says that the type has no dates.
  var made: Date { .distantPast }

  init(_ text: String) { self.text = text }
  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

private class Player: ModelObject {
  var id = 1
  var bio: Bio?
  var event = Event.none
  var span: Span?
  var label: Label?
  var labelOrDate: [Label]?
  var bios: [Bio] = []
  var byName: [String: Bio] = [:]
}

private final class HookedPlayer: Player {
  nonisolated(unsafe) static var seen: [String: Any] = [:]
  override func serializeValue(_ value: Any?, key: String) throws {
    Self.seen[key] = value
    try super.serializeValue(value, key: key)
  }
}

/// What a record returns for its coders: options, whose dates count.
@Suite(.serialized) struct OptionsInRows {
  private static let day = Date(timeIntervalSince1970: 1_399_334_400)

  private static func player<Class: Player>(_ type: Class.Type) -> Class {
    let player = Class()
    player.bio = Bio(born: day)
    player.event = .moved(to: "Lahore", on: day)
    player.span = Span(day)
    player.label = Label(#"{"a":1}"#)
    player.labelOrDate = [Label("x")]
    (player.bios, player.byName) = ([Bio(born: day)], ["a": Bio(born: day)])
    return player
  }

  /// Values of a user's own type are JSON in a column, however they are coded.
  @Test(arguments: [false, true]) func leaveValuesOfOwnTypesAsTheyAre(isCopied: Bool) throws {
    var (snake, strict) = (ExportOptions(), MappingOptions.strict)
    snake.keyStyle = .snakeCase
    strict.mismatches = .fail
    let ways: [[CodingUserInfoKey: any Sendable]] = [
      [.exportOptions: snake], [.exportOptions: snake, .mappingOptions: strict],
    ]
    func check<Class: Player>(_ type: Class.Type) throws {
      for way in ways {
        let player = Self.player(type)
        let row = try DatabaseRow(encoding: player, isCopied: isCopied, way)
        let columns = row.columns
        let same = try row.decode(type)
        #expect(same == player, "\(type), \(way.keys)")
        try row.update(same)
        #expect(row.columns == columns, "\(type), \(way.keys)")
      }
    }
    try check(Player.self)
    try check(HookedPlayer.self)
  }

  @Test func giveValuesOfOwnTypesTheFormatOfTheirProperty() throws {
    final class DatedPlayer: Player {
      override class var dateFormats: [String: DateOptions.Format] {
        ["bio": .secondsSince1970, "span": .custom("dd.MM.yyyy")]
      }
    }
    let player = Self.player(DatedPlayer.self)
    let row = try DatabaseRow(
      encoding: player,
      [.exportOptions: ExportOptions(), .mappingOptions: MappingOptions()]
    )
    #expect(row.columns["bio"] == .text(#"{"born":1399334400,"name":"Ada"}"#))
    #expect(row.columns["span"] == .text(#"["06.05.2014"]"#))
    #expect(try row.decode(DatedPlayer.self) == player)
  }

  @Test func areSeenByHooksAsJSON() throws {
    let row = try DatabaseRow(encoding: Self.player(HookedPlayer.self))
    _ = try row.decode(HookedPlayer.self)
    #expect((HookedPlayer.seen["bio"] as? [String: Any])?["name"] as? String == "Ada")
    #expect((HookedPlayer.seen["span"] as? [Any])?.count == 1)
  }

  /// Whole seconds and milliseconds are integers in every format.
  @Test func writeWholeNumbersOfDatesAsIntegers() throws {
    class Note: ModelObject {
      var seconds: Date?
      var halves: Date?
      var list: [Date] = []
      var rest: [String: Any] = [:]
      override class var unknownKeysProperty: String? { "rest" }
      override class var dateFormats: [String: DateOptions.Format] {
        [
          "seconds": .secondsSince1970, "halves": .secondsSince1970,
          "list": .millisecondsSince1970,
        ]
      }
    }
    let note = Note()
    (note.seconds, note.halves, note.list) = (Self.day, Self.day + 0.5, [Self.day])
    note.rest = ["day": Self.day, "bio": Bio(born: Self.day)]
    var options = ExportOptions()
    options.dateFormat = .millisecondsSince1970
    let row = try DatabaseRow(encoding: note, [.exportOptions: options])
    #expect(row.columns["seconds"] == .integer(1_399_334_400))
    #expect(row.columns["halves"] == .real(1_399_334_400.5))
    #expect(row.columns["day"] == .integer(1_399_334_400_000))
    #expect(row.columns["bio"] == .text(#"{"born":1399334400000,"name":"Ada"}"#))
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    encoder.userInfo[.exportOptions] = options
    let text = String(decoding: try encoder.encode(note), as: UTF8.self)
    #expect(text.contains("<integer>1399334400000</integer>") && !text.contains("E+"))
  }
}
