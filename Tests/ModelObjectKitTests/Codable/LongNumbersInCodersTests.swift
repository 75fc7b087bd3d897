import Foundation
import ModelObjectKit
import Testing

private class Long: ModelObject {
  var text = "kept"
  var texts: [String] = []
  var exact: Decimal = 77.5
  var any: Any?
}

private final class HookedLong: Long {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key == "other" ? "text" : key)
  }
}

/// Numbers with more digits than the decoder of JSON keeps.
struct LongNumbersInCoders {
  private static let whole = "1234567890123456789012345678901234567"

  /// A string gets all digits of a number, or none.
  @Test(
    arguments: [
      (whole, whole), ("-\(whole)", "-\(whole)"), ("12345678901234567890.125", nil),
      (whole + "8", "kept"), (whole + "80123", "kept"), (whole + "e9", "kept"), ("1e40", "kept"),
      ("0.1000000000000000055511151231257827021181583404541015625", "kept"),
      ("1.2345678901234567890123e150", "kept"), ("1.2345678901234567890123e-150", "kept"),
      ("1.00000000000000000001e-130", "kept"), ("4e-80", nil),
      ("0.125", nil), ("1e20", "1e+20"),
    ] as [(String, String?)]
  )
  func areStringsOnlyIfAllDigitsAreThere(number: String, text: String?) throws {
    let expected = text ?? number
    let isCut = expected == "kept"
    let json = #"{"text": \#(number), "texts": [\#(number), "x"]}"#
    for type in [Long.self, HookedLong.self] {
      let long = try JSONDecoder().decode(type, from: Data(json.utf8))
      #expect(long.text == expected)
      #expect(long.texts == (isCut ? ["x"] : [expected, "x"]))
      let other = Data(#"{"other": \#(number)}"#.utf8)
      let redirected = try JSONDecoder().decode(HookedLong.self, from: other)
      #expect(redirected.text == expected)
      let inText = try type.init(json: json)
      #expect(inText.text == number && inText.texts == [number, "x"])
    }
    let decoder = JSONDecoder()
    decoder.userInfo[.mappingOptions] = MappingOptions.strict
    let strict = #"{"text": \#(number), "texts": [], "exact": 1}"#
    if isCut {
      let error = #expect(throws: ModelError.self) {
        try decoder.decode(Long.self, from: Data(strict.utf8))
      }
      #expect(error?.issues.map(\.path) == ["text"])
    } else {
      #expect(try decoder.decode(Long.self, from: Data(strict.utf8)).text == expected)
    }
  }

  @Test(
    arguments: [
      "0.1000000000000000055511151231257827021181583404541015625", "1e128", "-25e130", "3e165",
      "12345678901234567890123456789012345678", "1e-128", "0.30000000000000004",
    ]
  )
  func areTheSameDecimalsAsInText(number: String) throws {
    let json = Data(#"{"exact": \#(number)}"#.utf8)
    let long = try Long(json: json)
    #expect(long.exact != 77.5)
    for type in [Long.self, HookedLong.self] {
      #expect(try JSONDecoder().decode(type, from: json).exact == long.exact)
    }
    for copy in [
      try Long(json: long.jsonData()), try Long(dictionary: long.dictionaryRepresentation()),
      try Long(archive: long.archivedData()), long.copy(),
      try JSONDecoder().decode(Long.self, from: JSONEncoder().encode(long)),
      try PropertyListDecoder().decode(Long.self, from: PropertyListEncoder().encode(long)),
    ] {
      #expect(copy.exact == long.exact)
      #expect(copy.exact.description == long.exact.description)
    }
  }

  /// Property lists hold a decimal as an object.
  @Test func areTheSameUntypedAndInCustomTypes() throws {
    struct Price: Codable, Equatable { var amount: Decimal }
    struct Count: Codable, Equatable { var count: UInt128 }
    class Priced: ModelObject {
      var price = Price(amount: 0)
      var count: Count?
      var any: Any?
      var list: [Any] = []
    }
    let number = "0.1234567890123456789"
    let priced = try Priced(
      json: """
        {"price": {"amount": \(number)}, "any": \(number),
         "list": [[\(number)], {"a": \(number)}]}
        """
    )
    #expect(priced.any is Decimal && priced.price.amount > 0)
    for usesOptions in [false, true] {
      let (encoder, decoder) = (PropertyListEncoder(), PropertyListDecoder())
      if usesOptions {
        encoder.userInfo[.exportOptions] = ExportOptions()
        decoder.userInfo[.mappingOptions] = MappingOptions()
        // The encoder itself takes no such integers.
        priced.count = Count(count: UInt128(Self.whole) ?? 0)
      }
      let copy = try decoder.decode(Priced.self, from: encoder.encode(priced))
      #expect(copy == priced)
      #expect(copy.any is Decimal)
    }
    let object = #"{"exponent":0,"length":1,"isNegative":false,"isCompact":true,"mantissa":[8]}"#
    let json = #"{"any": \#(object)}"#
    #expect(try JSONDecoder().decode(Priced.self, from: Data(json.utf8)) == Priced(json: json))
  }

  /// In each container that a type's code may ask for.
  @Test(arguments: ["7", whole, "340282366920938463463374607431768211455"])
  func areIntegersOf128BitsInStructs(number: String) throws {
    struct Single: Codable {
      var value: UInt128
      init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(UInt128.self)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
      }
    }
    struct Pair: Codable {
      var first: UInt128
      var second: Int128
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        first = try container.decode(UInt128.self)
        second = try container.decode(Int128.self)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(first)
        try container.encode(second)
      }
    }
    struct Part: Codable {
      var value: UInt128
      var signed: Int128
      var maybe: UInt128?
      var list: [UInt128]
      var single: Single
      var pair: Pair
    }
    class Whole: ModelObject { var part: Part? }
    let json = """
      {"part":{"value":\(number),"signed":-8,"maybe":\(number),"list":[\(number)],\
      "single":\(number),"pair":[\(number),-9]}}
      """
    let whole = try Whole(json: json)
    #expect(try whole.jsonString() == json)
    #expect(try Whole(archive: whole.archivedData()).jsonString() == json)
    for usesOptions in [false, true] {
      let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
      if usesOptions {
        encoder.userInfo[.exportOptions] = ExportOptions()
        decoder.userInfo[.mappingOptions] = MappingOptions()
      }
      let copy = try decoder.decode(Whole.self, from: encoder.encode(whole))
      #expect(try copy.jsonString() == json)
    }
  }

  @Test func thatNoTypeHoldsTakeCustomTypesOutOnlyIfTheyReadThem() throws {
    struct Part: Codable, Equatable {
      var x: Double?
      var list: [Int]?
    }
    class Whole: ModelObject {
      var part: Part?
      var snapshot: Snapshot<Long>?
    }
    let decoder = JSONDecoder()
    decoder.userInfo[.mappingOptions] = MappingOptions()
    let json = """
      {"part": {"x": 1, "unknown": [{"y": 1e400}], "z": 1e400},
       "snapshot": {"text": "t", "unknown": 1e400}}
      """
    for whole in [try Whole(json: json), try decoder.decode(Whole.self, from: Data(json.utf8))] {
      #expect(whole.part == Part(x: 1) && whole.snapshot?.text == "t")
    }
    for (json, part) in [
      (#"{"part": {"x": 1e400}}"#, Part()), (#"{"part": {"list": [1, 1e400]}}"#, Part(list: [1])),
    ] {
      #expect(try Whole(json: json).part == part)
      #expect(try decoder.decode(Whole.self, from: Data(json.utf8)).part == part)
    }
  }

  /// A `Double` is as good as a decimal whose digits are cut off.
  @Test func areDoublesInUntypedText() throws {
    let long = try Long(json: #"{"any": 0.1000000000000000055511151231257827021181583404541}"#)
    #expect(long.any as? Double == 0.1)
  }

  /// As in text: seventeen digits are what programs print of a `Double`.
  @Test(
    arguments: [
      ("-87.575126999999995", true), ("8.560302999999999", true), ("9007199254740993.5", true),
      ("1.234567890123456e-60", true), ("0.123456789012345678", false),
      ("12345678901234567890.123", false), ("18446744073709551617", false),
    ]
  )
  func areDoublesUpToSeventeenDigits(number: String, isDouble: Bool) throws {
    let json = Data(#"{"any": \#(number)}"#.utf8)
    let long = try Long(json: json)
    #expect((long.any is Double) == isDouble && (long.any is Decimal) == !isDouble)
    for type in [Long.self, HookedLong.self] {
      let decoded = try JSONDecoder().decode(type, from: json)
      #expect((decoded.any is Double) == isDouble && "\(decoded.any ?? 0)" == "\(long.any ?? 0)")
    }
  }

  /// What a decoder gives isn't looked at again.
  @Test(
    arguments: [
      ("inf", "inf", "inf"), ("-inf", "-inf", "-inf"), ("nan", "nan", "nan"),
      ("1e39", "1e+39", "inf"), ("-1e39", "-1e+39", "-inf"), ("-0", "-0.0", "-0.0"),
    ]
  )
  func areWhatADecoderMakesOfThem(number: String, double: String, float: String) throws {
    class Measured: ModelObject {
      var double = 7.0
      var float: Float = 7
      var maybe: Float?
      var floats: [Float] = []
    }
    final class HookedMeasured: Measured {
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key)
      }
    }
    let real = "<real>\(number)</real>"
    let list = """
      <plist version="1.0"><dict>
      <key>double</key>\(real)<key>float</key>\(real)<key>maybe</key>\(real)
      <key>floats</key><array>\(real)</array>
      </dict></plist>
      """
    for type in [Measured.self, HookedMeasured.self] {
      let measured = try PropertyListDecoder().decode(type, from: Data(list.utf8))
      #expect("\(measured.double)" == double && "\(measured.float)" == float)
      #expect(measured.maybe?.description == float && "\(measured.floats)" == "[\(float)]")
    }
  }

  @Test func areNoNegativeZerosUntyped() throws {
    let json = Data(#"{"any": -0}"#.utf8)
    #expect("\(try Long(json: json).any ?? 1)" == "-0.0")
    for type in [Long.self, HookedLong.self] {
      #expect("\(try JSONDecoder().decode(type, from: json).any ?? 1)" == "0")
    }
  }

  /// A value that the decoder can't give is an issue, and no null.
  @Test func areNotHandedToHooksIfNoTypeHoldsThem() throws {
    final class Log: Sendable { nonisolated(unsafe) var texts: [String] = [] }
    let log = Log()
    final class Listening: ModelObject {
      var exact: Decimal = 77.5
      var keys: [String] = []
      override class var ignoredProperties: Set<String> { ["keys"] }
      override func serializeValue(_ value: Any?, key: String) throws {
        keys.append(key)
        try super.serializeValue(value, key: key)
      }
    }
    var options = MappingOptions()
    options.issueHandler = { log.texts += $0.map { "\($0)" } }
    let decoder = JSONDecoder()
    decoder.userInfo[.mappingOptions] = options
    let json = Data(#"{"exact": 1e999, "unknown": 1e999, "other": 1}"#.utf8)
    let long = try decoder.decode(Listening.self, from: json)
    #expect(long.exact == 77.5 && long.keys == ["other"])
    #expect(log.texts == ["exact: expected Decimal, found a value that can't be read"])
    options.unknownKeys = .fail
    decoder.userInfo[.mappingOptions] = options
    for type in [Long.self, HookedLong.self] {
      let error = #expect(throws: ModelError.self) {
        try decoder.decode(type, from: Data(#"{"unknown": 1e999}"#.utf8))
      }
      #expect(error?.issues.map(\.path) == ["unknown"])
    }
  }

  /// Also where paths lead into an object, or into its text in a column.
  @Test func areIssuesBehindPaths() throws {
    class Pathed: ModelObject {
      var n = 0.0
      var huge = 7.0
      var list: [Double] = []
      var rest: [String: Any] = [:]
      override class var keyMapping: [String: JSONKey] {
        ["n": "ext.n", "huge": "ext.huge", "list": "ext.list", "rest": "ext.rest"]
      }
    }
    final class HookedPathed: Pathed {
      /// The keys of what the hook gets.
      var keys: [String] = []
      override class var ignoredProperties: Set<String> { ["keys"] }
      override func serializeValue(_ value: Any?, key: String) throws {
        keys += (value as? [String: Any])?.keys.sorted() ?? []
        try super.serializeValue(value, key: key)
      }
    }
    final class WillMapPathed: Pathed {
      override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
        // What can't be read isn't there.
        #expect((dictionary["ext"] as? [String: Any])?["huge"] == nil)
        return dictionary
      }
    }
    let ext = #"{"n": 1.5, "huge": 1e999, "list": [1, 1e999], "rest": {"a": 1e999, "b": 2}}"#
    let row = DatabaseRow(["ext": .text(ext)], isCopied: true)
    for type in [Pathed.self, HookedPathed.self, WillMapPathed.self] {
      for way in [WayIn.text, .decoder] {
        let input = JSONInput(#"{"ext": \#(ext)}"#, by: way)
        for pathed in [try input.map(to: type), try row.decode(type)] {
          #expect(pathed.n == 1.5 && pathed.huge == 7 && pathed.list == [1], "\(type)")
          #expect(pathed.rest.keys.sorted() == ["b"], "\(type)")
          if way == .decoder, let hooked = pathed as? HookedPathed {
            #expect(hooked.keys == ["list", "n", "rest"])
          }
        }
        let issues = input.issues(mappingTo: type)
        let paths = issues.map(\.path).sorted()
        #expect(paths == ["ext.huge", "ext.list[1]", "ext.rest.a"], "\(type)")
        #expect(issues.allSatisfy { $0.kind == .typeMismatch }, "\(type)")
      }
    }
  }

  /// 128 bits hold what a `Double` doesn't, and no digits are made up.
  @Test(arguments: [false, true]) func areExactIn128BitsOrRefused(isHooked: Bool) throws {
    class Wide: ModelObject {
      var value: Int128 = 77
      var list: [UInt128?] = []
    }
    final class HookedWide: Wide {
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key)
      }
    }
    let type = isHooked ? HookedWide.self : Wide.self
    let texts = [
      "1e18", "1e20", "1e23", "1.5e23", "123e20", "1e30", "1e36", "100000000000000000000000.0",
      "123456789012345678901234567890.0", "170141183460469231731687303715884105727", "12.5",
      "12345678901234567890.5", "170141183460469231731687303715884105728", "\"1e25\"",
    ]
    for text in texts {
      let json = #"{"value":\#(text),"list":[1,\#(text)]}"#
      let wide = try JSONDecoder().decode(type, from: Data(json.utf8))
      let expected = try type.init(json: json)
      #expect(wide.value == expected.value && wide.list == expected.list, "\(text)")
    }
    for text in ["1e37", "1.7e38", "123456789012345678901234567890123456789012e-3"] {
      let json = #"{"value":\#(text),"list":[\#(text)]}"#
      let wide = try JSONDecoder().decode(type, from: Data(json.utf8))
      #expect(wide.value == 77 && wide.list.isEmpty, "\(text)")
    }
  }
}
