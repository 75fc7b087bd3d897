import Foundation
import ModelObjectKit
import Testing

private class Reading: ModelObject {
  var value: Any?
  var text = ""
  var number = 0.0
  var integer = 0
  var decimal: Decimal = 0
  var flag = false
  var list: [Any] = []
  var map: [String: Any] = [:]
  var next: Reading?
  var date: Date?
}

/// The same with a hook that gets every value.
private final class HookedReading: Reading {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// The same with a hook that gets the whole object.
private final class WholeReading: Reading {
  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] { dictionary }
}

/// An encoding of JSON text.
enum TextEncoding: CaseIterable {
  case utf8, utf8WithMark
  case utf16Little, utf16Big, utf16LittleWithMark, utf16BigWithMark
  case utf32Little, utf32Big, utf32LittleWithMark, utf32BigWithMark

  func data(_ text: String) -> Data {
    switch self {
    case .utf8: Data(text.utf8)
    case .utf8WithMark: Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8)
    case .utf16Little: words(text.utf16.map(\.littleEndian))
    case .utf16Big: words(text.utf16.map(\.bigEndian))
    case .utf16LittleWithMark: Data([0xFF, 0xFE]) + words(text.utf16.map(\.littleEndian))
    case .utf16BigWithMark: Data([0xFE, 0xFF]) + words(text.utf16.map(\.bigEndian))
    case .utf32Little: words(text.unicodeScalars.map(\.value.littleEndian))
    case .utf32Big: words(text.unicodeScalars.map(\.value.bigEndian))
    case .utf32LittleWithMark:
      Data([0xFF, 0xFE, 0, 0]) + words(text.unicodeScalars.map(\.value.littleEndian))
    case .utf32BigWithMark:
      Data([0, 0, 0xFE, 0xFF]) + words(text.unicodeScalars.map(\.value.bigEndian))
    }
  }

  private func words<Word>(_ words: [Word]) -> Data {
    words.withUnsafeBytes { Data($0) }
  }
}

/// The verdict of a reader on a document.
private enum Verdict: Equatable {
  case accepted, malformed
  case other(String)

  init(_ read: () throws -> Void) {
    do {
      try read()
      self = .accepted
    } catch let error as ModelError where error.code == .malformedJSON {
      self = .malformed
    } catch {
      self = .other("\(error)")
    }
  }
}

struct JSONConformance {
  /// The value at each position of a document, with a name for it.
  private func documents(with value: String) -> [String] {
    [
      #"{"value":\#(value)}"#,
      #"{"unknown":\#(value)}"#,
      #"{"unknown": \#(value) , "value":1}"#,
      #"{"text":\#(value),"number":\#(value)}"#,
      #"{"integer":\#(value),"decimal":\#(value),"flag":\#(value),"date":\#(value)}"#,
      #"{"list":\#(value),"map":\#(value),"next":\#(value)}"#,
      #"{"value":{"a":[0,\#(value)]}}"#,
      #"{"unknown":[{"a":\#(value)},0]}"#,
      #"{"next":{"next":{"unknown":\#(value),"value":\#(value)}}}"#,
      #"{"list":[\#(value)],"map":{"a":\#(value)}}"#,
    ]
  }

  private func verdicts(on text: String) -> [Verdict] {
    [
      Verdict { _ = try Reading(json: text) },
      Verdict { _ = try HookedReading(json: text) },
      Verdict { _ = try WholeReading(json: text) },
      Verdict { _ = try [Reading](json: "[\(text)]") },
      Verdict { _ = try [String: Reading](json: #"{"a":\#(text)}"#) },
      Verdict { try Reading().update(json: text) },
      Verdict { _ = try Reading.explain(json: text) },
    ]
  }

  private func expect(_ expected: Verdict, of texts: [String]) {
    for text in texts {
      for (way, verdict) in verdicts(on: text).enumerated() where verdict != expected {
        Issue.record("\(text.debugDescription.prefix(200)), way \(way): \(verdict)")
      }
    }
  }

  @Test(arguments: ConformanceValues.accepted) func takesAValue(value: String) {
    expect(.accepted, of: documents(with: value))
  }

  @Test(arguments: ConformanceValues.rejected) func refuses(value: String) {
    expect(.malformed, of: documents(with: value))
  }

  @Test(arguments: ConformanceValues.eitherWay) func survives(value: String) {
    for document in documents(with: value) {
      let found = verdicts(on: document)
      #expect(!found.contains(.malformed), "\(document.prefix(100))")
    }
  }

  @Test(arguments: ConformanceValues.acceptedDocuments) func takesADocument(text: String) {
    #expect(Verdict { _ = try Reading(json: text) } == .accepted)
    #expect(Verdict { _ = try HookedReading(json: text) } == .accepted)
    #expect(Verdict { _ = try Reading(json: Data(text.utf8)) } == .accepted)
  }

  @Test(arguments: ConformanceValues.rejectedDocuments) func refusesADocument(text: String) {
    #expect(Verdict { _ = try Reading(json: text) } == .malformed)
    #expect(Verdict { _ = try HookedReading(json: text) } == .malformed)
    #expect(Verdict { _ = try Reading(json: Data(text.utf8)) } == .malformed)
  }

  /// A string is also a key: the same errors apply.
  @Test func readsKeysAsStrings() {
    for value in ConformanceValues.accepted where value.hasPrefix("\"") {
      expect(.accepted, of: ["{\(value):1}", #"{"next":{\#(value):[1]}}"#])
    }
    for value in ConformanceValues.rejected {
      expect(.malformed, of: ["{\(value):1}", #"{"next":{\#(value):[1]}}"#])
    }
  }

  @Test(arguments: ["1", "\"a\"", "null", "true", "[]", "[{}]", "-0.5"])
  func tellsARootThatIsNoObjectFromBrokenText(text: String) {
    #expect(throws: ModelError.self) { try Reading(json: text) }
    do {
      _ = try Reading(json: text)
    } catch let error as ModelError {
      #expect(error.code == .unexpectedRoot, "\(error)")
    } catch {
      Issue.record(error)
    }
  }

  /// Text after a root of the wrong kind is a syntax error first.
  @Test(arguments: ["1 x", "\"a\",", "null null", "[]]", "[{}] {}", "-0.5-", "[1] \u{0}"])
  func findsTextBehindARootThatIsNoObject(text: String) {
    #expect(Verdict { _ = try Reading(json: text) } == .malformed)
    #expect(Verdict { _ = try [String: Reading](json: text) } == .malformed)
    #expect(Verdict { _ = try [Reading](json: "{} \(text)") } == .malformed)
  }
}

struct JSONEncodings {
  /// A few positions: encodings differ at the start of the text.
  private func documents(with value: String) -> [String] {
    [#"{"value":\#(value)}"#, #" {"unknown":[\#(value)],"text":\#(value)}"#]
  }

  @Test(arguments: TextEncoding.allCases) func giveTheSameVerdict(encoding: TextEncoding) {
    for value in ConformanceValues.accepted {
      for text in documents(with: value) {
        let verdict = Verdict { _ = try Reading(json: encoding.data(text)) }
        if verdict != .accepted { Issue.record("\(text.debugDescription): \(verdict)") }
      }
    }
    for value in ConformanceValues.rejected {
      for text in documents(with: value) {
        let verdict = Verdict { _ = try Reading(json: encoding.data(text)) }
        if verdict != .malformed { Issue.record("\(text.debugDescription): \(verdict)") }
      }
    }
  }

  @Test(arguments: TextEncoding.allCases) func giveTheSameText(encoding: TextEncoding) throws {
    let text = #"{"text":"a\u0000b é 日本 😀 \ud83d\ude00","integer":7}"#
    let reading = try Reading(json: encoding.data(text))
    #expect(reading.text == "a\u{0}b é 日本 😀 😀" && reading.integer == 7)
  }

  /// Halves of a character, and invalid numbers.
  @Test(
    arguments: [
      [0xD800], [0xDC00], [0xDC00, 0xD800], [0xD800, 0x61], [0xD800, 0xD800, 0xDC00],
    ] as [[UInt16]]
  )
  func refuseBrokenSurrogates(units: [UInt16]) {
    let all = Array(#"{"text":""#.utf16) + units + Array(#""}"#.utf16)
    let little = all.map(\.littleEndian).withUnsafeBytes { Data($0) }
    let big = all.map(\.bigEndian).withUnsafeBytes { Data($0) }
    for data in [little, Data([0xFF, 0xFE]) + little, big, Data([0xFE, 0xFF]) + big] {
      #expect(Verdict { _ = try Reading(json: data) } == .malformed, "\(units)")
    }
  }

  @Test(arguments: [0xD800, 0xDFFF, 0x110000, 0xFFFF_FFFF] as [UInt32])
  func refuseNumbersThatAreNoCharacter(scalar: UInt32) {
    let all =
      #"{"text":""#.unicodeScalars.map(\.value) + [scalar] + #""}"#.unicodeScalars.map(\.value)
    let little = all.map(\.littleEndian).withUnsafeBytes { Data($0) }
    let big = all.map(\.bigEndian).withUnsafeBytes { Data($0) }
    for data in [little, Data([0xFF, 0xFE, 0, 0]) + little, big, Data([0, 0, 0xFE, 0xFF]) + big] {
      #expect(Verdict { _ = try Reading(json: data) } == .malformed, "\(scalar)")
    }
  }

  @Test(arguments: TextEncoding.allCases.dropFirst(2))
  func refuseTextThatIsCutInsideOfAUnit(encoding: TextEncoding) {
    let data = encoding.data(#"{"text":"a"}"#)
    #expect(Verdict { _ = try Reading(json: data.dropLast()) } == .malformed)
    #expect(Verdict { _ = try Reading(json: data + [0x20]) } == .malformed)
  }

  /// Data need not begin at index zero.
  @Test func takePartsOfData() throws {
    let whole = Data("xxx".utf8) + TextEncoding.utf16LittleWithMark.data(#"{"integer":7}"#)
    #expect(try Reading(json: whole.dropFirst(3)).integer == 7)
    let utf8 = Data("xxx".utf8) + TextEncoding.utf8WithMark.data(#"{"integer":8}"#)
    #expect(try Reading(json: utf8.dropFirst(3)).integer == 8)
  }
}

/// Every way in which bytes aren't UTF-8 (RFC 3629).
struct InvalidUTF8 {
  private static let sequences: [[UInt8]] =
    [
      [0x80], [0xBF], [0xC0], [0xC1], [0xF5], [0xF8], [0xFC], [0xFE], [0xFF], [0xC2], [0xDF],
      [0xE0], [0xE0, 0xA0], [0xED], [0xEF, 0xBF], [0xF0], [0xF0, 0x90], [0xF0, 0x90, 0x80],
      [0xF4, 0x8F, 0xBF], [0xC0, 0x80], [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x80, 0x80],
      [0xE0, 0x9F, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xED, 0xA0, 0x80],
      [0xED, 0xBF, 0xBF], [0xED, 0xA0, 0x80, 0xED, 0xB0, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0xF7, 0xBF, 0xBF, 0xBF], [0xF8, 0x88, 0x80, 0x80, 0x80],
      [0xFC, 0x84, 0x80, 0x80, 0x80, 0x80], [0xC2, 0xC2, 0x80], [0xC2, 0x41], [0xE2, 0x82, 0x41],
      [0xE2, 0x41, 0xAC], [0xF0, 0x9F, 0x98, 0x41], [0xF0, 0x9F, 0x41, 0x80], [0xF0, 0x41, 0x98],
      [0xC3, 0xA9, 0xA9], [0xE2, 0x82, 0xAC, 0x80], [0xC2, 0x7F], [0xC2, 0xC0], [0xE1, 0x80, 0xC0],
    ]

  @Test(arguments: sequences) func isRefusedEverywhere(bytes: [UInt8]) {
    let places = [
      (#"{"text":""#, #""}"#), (#"{"text":"1234567"#, #"1234567890"}"#),
      (#"{"text":"é\n"#, #"é"}"#), (#"{"unknown":""#, #""}"#), (#"{"value":["a"#, #""]}"#),
      (#"{""#, #"":1}"#), (#"{"unknown":{"a"#, #"b":1}}"#), (#"{"next":{"a"#, #"":1}}"#),
      (#"{"value":"#, "}"), ("{", "}"), ("{}", ""), (#"{"unknown":1"#, "}"),
    ]
    for (before, behind) in places {
      let data = Data(before.utf8) + Data(bytes) + Data(behind.utf8)
      for verdict in [
        Verdict { _ = try Reading(json: data) }, Verdict { _ = try HookedReading(json: data) },
        Verdict { _ = try WholeReading(json: data) },
      ] where verdict != .malformed {
        Issue.record("\(before)\(bytes)\(behind): \(verdict)")
      }
    }
  }

  /// The valid ones at the limits of each length pass.
  @Test func isToldFromGoodCharacters() throws {
    let text =
      "\u{0}\u{7F}\u{80}\u{7FF}\u{800}\u{FFF}\u{1000}\u{D7FF}\u{E000}\u{FFFF}\u{10000}"
      + "\u{3FFFF}\u{40000}\u{FFFFF}\u{100000}\u{10FFFF}"
    for filler in 0...9 {
      let padded = String(repeating: "x", count: filler) + text.dropFirst()
      #expect(try Reading(json: #"{"text":"\#(padded)"}"#).text == padded)
    }
  }
}
