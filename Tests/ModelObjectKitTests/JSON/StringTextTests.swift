import Foundation
import ModelObjectKit
import Testing

private final class Strings: ModelObject {
  var text = ""
  var optional: String?
  var list: [String] = []
  var map: [String: String] = [:]
  var untyped: Any?
}

struct StringTexts {
  /// Expects the text of a JSON string in every kind of property.
  private func expect(_ json: String, becomes expected: String) throws {
    let model = try Strings(
      json: """
        {"text":\(json),"optional":\(json),"list":[\(json)],"map":{\(json):\(json)}
        ,"untyped":\(json)}
        """
    )
    #expect(model.text == expected, "\(json)")
    #expect(model.optional == expected, "\(json)")
    #expect(model.list == [expected], "\(json)")
    #expect(model.map == [expected: expected], "\(json)")
    #expect(model.untyped as? String == expected, "\(json)")
    #expect(Array(model.text.unicodeScalars) == Array(expected.unicodeScalars), "\(json)")
  }

  @Test(arguments: [
    (#""\" \\ \/ \b \f \n \r \t""#, "\" \\ / \u{8} \u{C} \n \r \t"),
    (#""\u0041\u00e9\u00E9\u65e5""#, "Aéé日"), (#""\ud83d\ude00""#, "😀"),
    (#""\uD800\uDC00\udbff\udfff""#, "\u{10000}\u{10FFFF}"), (#""\u0000""#, "\u{0}"),
    (#""a\u0000b\u0000""#, "a\u{0}b\u{0}"), (#""\\u0041""#, #"\u0041"#), (#""\\\u0041""#, #"\A"#),
    (#""\uFEFFa\uFFFF""#, "\u{FEFF}a\u{FFFF}"), ("\"e\u{301}\"", "e\u{301}"),
    (#""e\u0301""#, "e\u{301}"), ("\"\u{7F}\u{80}\u{2028}\"", "\u{7F}\u{80}\u{2028}"),
    (#""\ud83d\udc68\u200d\ud83d\udc69""#, "👨\u{200D}👩"),
  ])
  func areUnescaped(json: String, expected: String) throws {
    try expect(json, becomes: expected)
  }

  /// An escape at every place of strings of all lengths that vectorized code treats differently.
  @Test func haveEscapesAnywhere() throws {
    for length in 0...24 {
      for place in 0...length {
        let head = String(repeating: "x", count: place)
        let tail = String(repeating: "y", count: length - place)
        for (escape, character) in [(#"\n"#, "\n"), (#"\ud83d\ude00"#, "😀"), ("é", "é")] {
          let model = try Strings(json: #"{"text":"\#(head + escape + tail)"}"#)
          #expect(model.text == head + character + tail)
        }
      }
    }
  }

  /// Strings that are longer than their initial capacity.
  @Test func haveAnyNumberOfEscapes() throws {
    for (escape, character) in [
      (#"\n"#, "\n"), (#"\u00e9y"#, "éy"), (#"\/long run "#, "/long run "),
    ] {
      for count in Array(1...70) + Array(100...130) + [240, 241, 1_000] {
        let text = String(repeating: escape, count: count)
        let model = try Strings(json: #"{"text":"\#(text)","list":["é\#(text)"]}"#)
        #expect(model.text == String(repeating: character, count: count))
        #expect(model.list == ["é" + model.text])
      }
    }
  }

  /// Every byte at every place of `\uXXXX`.
  @Test func takeHexadecimalDigitsOnly() {
    let digits = Set("0123456789abcdefABCDEF".utf8)
    for place in 0..<4 {
      for byte in UInt8.min...UInt8.max {
        var escape = Array("00e9".utf8)
        escape[place] = byte
        let json = Data(#"{"text":"\u"#.utf8) + Data(escape) + Data(#" and more"}"#.utf8)
        let number = UInt32(String(decoding: escape, as: UTF8.self), radix: 16)
        let expected = number.flatMap { Unicode.Scalar($0) }.map { "\(Character($0)) and more" }
        #expect((try? Strings(json: json).text) == (digits.contains(byte) ? expected : nil))
      }
    }
  }

  /// Every character below the surrogates and a few above, written literally and as an escape.
  @Test func holdEveryCharacter() throws {
    for start in stride(from: UInt32(0x20), to: 0x11_0000, by: 0x155) {
      let scalars = (start..<min(start + 40, 0x11_0000)).compactMap { Unicode.Scalar($0) }
        .filter { $0 != "\"" && $0 != "\\" }
      var text = ""
      text.unicodeScalars.append(contentsOf: scalars)
      let escaped = text.utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
      let model = try Strings(json: #"{"text":"\#(text)","optional":"\#(escaped.joined())"}"#)
      #expect(model.text.unicodeScalars.elementsEqual(scalars), "\(start)")
      #expect(model.optional?.unicodeScalars.elementsEqual(scalars) == true, "\(start)")
    }
  }

  /// Escapes are decoded before keys are compared.
  @Test func matchAsKeysWithEscapes() throws {
    #expect(try Strings(json: #"{"\u0074ext":"a"}"#).text == "a")
    #expect(try Strings(json: #"{"T\u0045_X\u0054":"a"}"#).text == "a")
    #expect(try Strings(json: #"{"text\u0000":"a"}"#).text == "")
    #expect(try Strings(json: #"{"text\u0000":"a","text":"b"}"#).text == "b")
  }

  @Test func ofOneKeyTwiceAreTheLast() throws {
    let model = try Strings(
      json: #"""
        {"text":"a","list":["a","b"],"text":"b","list":["c"],"map":{"k":"1","k":"2"},"t\u0065xt":"c"}
        """#
    )
    #expect(model.text == "c" && model.list == ["c"] && model.map == ["k": "2"])
    let untyped = try Strings(json: #"{"untyped":{"a":1,"b":2,"a":3}}"#).untyped
    #expect(untyped as? [String: Int] == ["a": 3, "b": 2])
  }

  @Test func mayBeVeryLong() throws {
    let long = String(repeating: "0123456789é", count: 20_000)
    #expect(try Strings(json: #"{"text":"\#(long)"}"#).text == long)
    #expect(try Strings(json: #"{"\#(long)":1,"text":"a"}"#).text == "a")
  }
}
