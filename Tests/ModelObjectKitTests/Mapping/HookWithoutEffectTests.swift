import Foundation
import ModelObjectKit
import Testing

/// A class and its parts without a hook.
private class Bare: ModelObject {
  var text = "-"
  var int8: Int8 = 0
  var uint64: UInt64 = 0
  var double = 0.0
  var decimal: Decimal = 0
  var flag = false
  var date: Date?
  var optional: Int?
  var any: Any?
  var list: [Decimal] = []
  var object: [String: String] = [:]
  var part: BarePart?
  var own = BarePart()
  var parts: [BarePart] = []
  var mapped = ""

  override class var keyMapping: [String: JSONKey] { ["mapped": ["ext.a[1]", "other"]] }

  /// All values as one text.
  var summary: String {
    """
    \(text) \(int8) \(uint64) \(double) \(decimal) \(flag) \(date?.timeIntervalSince1970 ?? -1) \
    \(optional ?? -1) \(any.map { "\(type(of: $0)) \($0)" } ?? "nil") \(list) \
    \(object.sorted { $0.key < $1.key }) \(part?.summary ?? "nil") \(own.summary) \
    \(parts.map(\.summary)) \(mapped)
    """
  }
}

private class BarePart: ModelObject {
  var id = 0
  var price: Decimal = 0
  var next: BarePart?

  var summary: String { "(\(id) \(price) \(next?.summary ?? "nil"))" }

  override func validate() throws {
    if id == 13 { throw Unlucky() }
  }
}

private struct Unlucky: Error {}

/// The same with a hook at the root that only calls `super`.
private final class Hooked: Bare {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// The same with one in its parts too.
private final class HookedPart: BarePart {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

struct AHookThatOnlyCallsSuper {
  private static let inputs = [
    "{}",
    #"{"text": 1.0, "double": 1.0, "decimal": 1.10, "any": 1.0}"#,
    #"{"text": 1e3, "uint64": 1e3, "decimal": 1e3}"#,
    #"{"text": 12345678901234567890123, "decimal": 12345678901234567890.123456789}"#,
    #"{"any": 12345678901234567890.123456789, "uint64": 1.8446744073709551615e19}"#,
    #"{"decimal": 0.1, "list": [0.1, 0.30000000000000000001, "0.2", "x"]}"#,
    #"{"object": {"a": 1.0, "b": 1e2, "c": 0.10, "d": null}}"#,
    #"{"int8": 300, "flag": "maybe", "date": "2014-02-30", "optional": "null"}"#,
    #"{"int8": 127, "flag": "YES", "date": "2014-05-06", "optional": null}"#,
    #"{"TEXT": "b", "text": "a", "_text": "c"}"#,
    #"{"TEXT": "b", "_text": "c"}"#,
    #"{"int8": "x", "INT8": 5, "_int8": 6}"#,
    #"{"text": "a", "text": "b"}"#,
    #"{"part": {"id": 1, "price": 0.10, "next": {"price": 12345678901234567890.5}}}"#,
    #"{"part": {"id": 1}, "PART": {"price": 2}}"#,
    #"{"part": {"id": 13}, "parts": [{"id": 1}, {"id": 13}, 5, null]}"#,
    #"{"own": {"id": 13}}"#,
    #"{"own": {"price": 1e-3, "next": {"id": "x"}}}"#,
    #"{"ext": {"a": ["x", 1.0]}}"#,
    #"{"ext": {"a": ["x"]}, "other": 0.10}"#,
    #"{"ext.a[1]": 2.0}"#,
    #"{"ext": {"a": ["x", "y"]}, "ext": 5}"#,
    #"{"ext": {"a": ["x", "y"]}, "ext": {"a": ["x"]}, "other": "z"}"#,
    "{\"\u{212A}\": 1, \"K\": 2, \"K\": 3, \"text\": \"a\"}",
    #"{"unknown": 1e999, "text": "a"}"#,
    #"{"unknown": 1, "unknown": 2, "part": {"x": 1, "\u0078": 2}, "text": "a"}"#,
    #"{"text": null, "int8": null, "part": null, "parts": null, "own": null}"#,
    #"{"any": {"a": [1.0, 1e2, null, 18446744073709551615]}}"#,
    // Text that isn't JSON before, in and after a pair.
    #"{"text": "a""#,
    #"{"text": 01}"#,
    #"{"unknown": [1, }"#,
    #"{"text": "a"} x"#,
    #"{"text": tru}"#,
    "[]",
    "5",
    "",
  ]

  private static let options: [MappingOptions] = {
    var everything = MappingOptions.strict
    everything.unknownKeys = .fail
    var shallow = MappingOptions()
    shallow.maximumDepth = 2
    return [.lenient, .strict, everything, shallow]
  }()

  @Test(arguments: inputs)
  func changesNoAnswerNoDigitAndNoError(json: String) {
    for options in Self.options {
      #expect(
        outcome { try Hooked(json: json, options: options) }
          == outcome { try Bare(json: json, options: options) },
        "\(json)"
      )
      let data = Data(json.utf8)
      #expect(
        outcome { try Hooked(json: data, options: options) }
          == outcome { try Bare(json: data, options: options) },
        "\(json)"
      )
    }
  }

  @Test(arguments: inputs)
  func changesNothingForDictionaries(json: String) throws {
    for way in [WayIn.foundation, .native] {
      // Text that isn't JSON, or isn't an object, makes no dictionary.
      guard let dictionary = try? JSONInput(json, by: way).dictionary() else { continue }
      for options in Self.options {
        #expect(
          outcome { try Hooked(dictionary: dictionary, options: options) }
            == outcome { try Bare(dictionary: dictionary, options: options) },
          "\(json) as \(way)"
        )
      }
    }
  }

  @Test(
    arguments: [
      #"{"id": 1, "price": 12345678901234567890.5, "next": {"price": 0.10, "id": "x"}}"#,
      #"{"id": 13}"#,
      #"{"next": {"id": 13}}"#,
      #"{"id": "x", "next": 5}"#,
    ]
  )
  func changesNothingInAPart(json: String) {
    for options in Self.options {
      #expect(
        outcome(of: { try HookedPart(json: json, options: options) }, \.summary)
          == outcome(of: { try BarePart(json: json, options: options) }, \.summary),
        "\(json)"
      )
    }
  }

  @Test func theInputsAboveAreWorthComparing() {
    let outcomes = Self.inputs.map { json in outcome { try Bare(json: json) } }
    #expect(Set(outcomes).count > 20)
  }

  private func outcome(_ make: () throws -> Bare) -> String {
    outcome(of: make, \.summary)
  }

  /// The outcome of a mapping as text: the values, or all of an error.
  private func outcome<Model>(of make: () throws -> Model, _ summary: (Model) -> String) -> String {
    do {
      return summary(try make())
    } catch let error as ModelError {
      let underlying = error.underlyingError.map { "\(type(of: $0))" } ?? "-"
      return
        "\(error.code) \(error.path) \(error.issues) \(error.issueCount) \(underlying) \(error)"
    } catch {
      return "foreign: \(error)"
    }
  }
}
