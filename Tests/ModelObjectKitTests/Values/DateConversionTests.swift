import Foundation
import ModelObjectKit
import Testing

// In the tables of this file, dates are seconds since 1970, and a missing value means that the
// property keeps its value.

struct DateConversion {
  @Test(
    arguments: [
      (#""2014-05-06""#, 1_399_334_400),
      (#""2014-05-06T07:08:09Z""#, 1_399_360_089),
      (#""2014-05-06T07:08:09""#, 1_399_360_089),
      (#""2014-05-06T07:08:09+0800""#, 1_399_331_289),
      (#""2014-05-06T07:08:09+08:00""#, 1_399_331_289),
      (#""2014-05-06 07:08:09.5""#, 1_399_360_089.5),
      (#""2014-05-06T07:08:09.250000000000Z""#, 1_399_360_089.25),
      (#""/Date(1451606400000)/""#, 1_451_606_400),
      (#""\/Date(1451606400000+0200)\/""#, 1_451_606_400),
      (#""/DATE(-500)/""#, -0.5),
      (#""Tue May 06 07:08:09 +0800 2014""#, 1_399_331_289),
      (#""Sun, 06 Nov 1994 08:49:37 GMT""#, 784_111_777),
      ("0", 0),
      ("-1", -1),
      ("1451606400", 1_451_606_400),
      ("1451606400.5", 1_451_606_400.5),
      (#""1451606400""#, 1_451_606_400),
      (#""1451606400000""#, 1_451_606_400),
      ("99999999999", 99_999_999_999),
      ("100000000000", 100_000_000),
      ("-100000000000", -100_000_000),
      ("1451606400500", 1_451_606_400.5),
      ("99999999999500", 99_999_999_999.5),
      ("100000000000000", 100_000_000),
      ("1451606400500000", 1_451_606_400.5),
      (#""2014-02-30""#, nil),
      (#""2015/13/45""#, nil),
      (#""12/13/14""#, nil),
      (#""2014-05-06T25:00:00Z""#, nil),
      (#""2014-05-06x""#, nil),
      (#""2014-05-06T07:08:09Z and more""#, nil),
      (#""/Date(12x)/""#, nil),
      (#""soon""#, nil),
      (#""""#, nil),
      (#""null""#, nil),
      ("null", nil),
      ("true", nil),
      ("{}", nil),
      ("[]", nil),
      (#"["2014-05-06"]"#, nil),
    ] as [(String, Double?)]
  )
  func takesTextAndNumbers(json: String, seconds: Double?) {
    expect(json, becomes: seconds.map { Date(timeIntervalSince1970: $0) })
  }

  @Test func fractionsAreExactToWhatADateHolds() {
    // 473299200 is 2016-01-01 in seconds since 2001.
    expect(
      #""2016-01-01T00:00:00.123456Z""#,
      becomes: Date(timeIntervalSinceReferenceDate: 473_299_200.123456)
    )
    expect("1451606400123", becomes: Date(timeIntervalSinceReferenceDate: 473_299_200.123))
    expect("1451606400123456", becomes: Date(timeIntervalSinceReferenceDate: 473_299_200.123456))
    expect(
      #""/Date(1451606400123)/""#,
      becomes: Date(timeIntervalSinceReferenceDate: 473_299_200.123)
    )
  }

  @Test func takesADateAsGivenToTheLastBit() {
    let date = Date(timeIntervalSinceReferenceDate: 123.456_789_012_345_67)
    expect(given: date, becomes: date)
    expect(given: date, becomes: Date??.some(date))
    expect(
      given: NSDate(timeIntervalSinceReferenceDate: 123.456_789_012_345_67),
      becomes: date
    )
    expect(given: [date], becomes: [date])
    expect(given: date, becomes: [date])
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func takesNoNumberThatIsNone(value: Double) {
    expect(given: value, becomes: Date?.none)
    expect(given: NSNumber(value: value), becomes: Date?.none)
  }

  @Test func readsLocalTimeInTheGivenZone() {
    var options = MappingOptions()
    options.dates.timeZone = TimeZone(secondsFromGMT: 7200) ?? .gmt
    let local = Date(timeIntervalSince1970: 1_399_360_089 - 7200)
    expect(#""2014-05-06T07:08:09""#, becomes: local, options: options)
    expect(
      #""2014-05-06""#,
      becomes: Date(timeIntervalSince1970: 1_399_334_400 - 7200),
      options: options
    )
    expect(
      #""2014-05-06T07:08:09Z""#,
      becomes: Date(timeIntervalSince1970: 1_399_360_089),
      options: options
    )
  }

  @Test(
    arguments: [
      (.iso8601, #""2014-05-06""#, 1_399_334_400),
      (.iso8601, #""2014-05-06T07:08:09.5+08:00""#, 1_399_331_289.5),
      (.iso8601, #""/Date(1451606400000)/""#, nil),
      (.iso8601, #""Sun, 06 Nov 1994 08:49:37 GMT""#, nil),
      (.iso8601, #""20140506T070809.5+08""#, 1_399_331_289.5),
      (.iso8601, #""20140506""#, 1_399_334_400),
      (.iso8601, #""20140506070809""#, nil),
      (.automatic, #""20140506""#, 1_399_334_400),
      (.automatic, #""20140506070809""#, 1_399_360_089),
      (.automatic, "20140506", 20_140_506),
      (.automatic, #""20141306""#, 20_141_306),
      (.dateOnly, #""2014-05-06""#, 1_399_334_400),
      (.dateOnly, #""2014-02-30""#, nil),
      (.dateOnly, #""20140506""#, nil),
      (.dateOnly, #""2014-05-06T00:00:00Z""#, nil),
      (.dateOnly, "1399334400", nil),
      (.dotNetJSON, #""/Date(1451606400000)/""#, 1_451_606_400),
      (.dotNetJSON, #""/Date(1451606400000-0700)/""#, 1_451_606_400),
      (.dotNetJSON, #""2014-05-06T07:08:09Z""#, nil),
      (.dotNetSimple, #""2014-05-06T07:08:09""#, 1_399_360_089),
      (.dotNetSimple, #""2014-05-06T07:08:09.25""#, 1_399_360_089.25),
      (.dotNetSimple, #""2014-05-06T07:08:09Z""#, nil),
      (.dotNetSimple, #""2014-05-06""#, nil),
      (.dotNetSimple, #""/Date(1451606400000)/""#, nil),
      (.dotNetWithTimeZone, #""2014-05-06T07:08:09+08:00""#, 1_399_331_289),
      (.dotNetWithTimeZone, #""2014-05-06T07:08:09.25Z""#, 1_399_360_089.25),
      (.dotNetWithTimeZone, #""2014-05-06T07:08:09""#, nil),
      (.secondsSince1970, "1451606400000", 1_451_606_400_000),
      (.secondsSince1970, #""5""#, 5),
      (.secondsSince1970, #""2014-05-06""#, nil),
      (.millisecondsSince1970, "5000", 5),
      (.millisecondsSince1970, "-500", -0.5),
      (.millisecondsSince1970, #""5000""#, 5),
      (.millisecondsSince1970, #""2014-05-06""#, nil),
      (.secondsSince2001, "421052889.25", 1_399_360_089.25),
      (.secondsSince2001, "-0.5", 978_307_199.5),
      (.secondsSince2001, "1451606400000", 1_452_584_707_200),
      (.secondsSince2001, #""0""#, 978_307_200),
      (.secondsSince2001, #""2014-05-06""#, nil),
      (.custom("dd.MM.yyyy HH:mm"), #""06.05.2014 07:08""#, 1_399_360_080),
      (.custom("dd.MM.yyyy"), #""2014-05-06""#, nil),
      (.custom("dd.MM.yyyy"), #""31.02.2014""#, nil),
      (.custom("MMM d, yyyy"), #""May 6, 2014""#, 1_399_334_400),
    ] as [(DateOptions.Format, String, Double?)]
  )
  func aNamedFormatAcceptsItsOwnAlone(
    format: DateOptions.Format,
    json: String,
    seconds: Double?
  ) {
    var options = MappingOptions()
    options.dates.format = format
    expect(json, becomes: seconds.map { Date(timeIntervalSince1970: $0) }, options: options)
  }
}

private final class Untyped: ModelObject {
  var value: Any?
}

private final class Hooked: ModelObject {
  var handed: [String: Any] = [:]
  var mapped: [String: Any] = [:]
  override class var ignoredProperties: Set<String> { ["handed", "mapped"] }
  override func serializeValue(_ value: Any?, key: String) throws { handed[key] = value }
  override func didMap(_ dictionary: [String: Any]) throws { mapped = dictionary }
}

private final class Transformed: ModelObject {
  var text = ""
  override class var transforms: [String: PropertyTransform] {
    ["text": PropertyTransform(read: { $0 })]
  }
}

struct DateTextInOtherProperties {
  private static let text = #""2014-05-06T07:08:09Z""#

  @Test(
    arguments: [
      (.automatic, 1_399_360_089), (.timeInterval, 1_399_360_089), (.date, nil), (.string, nil),
    ] as [(DateOptions.Conversion, Double?)]
  )
  func aDoubleTakesSeconds(conversion: DateOptions.Conversion, seconds: Double?) {
    expect(Self.text, becomes: seconds, options: options(conversion))
    guard hasFoundation else { return }
    expect(Self.text, becomes: seconds.map { CGFloat($0) }, options: options(conversion))
  }

  /// A hook gets what an `Any` takes, in its own values and in those inside.
  @Test(arguments: [DateOptions.Conversion.automatic, .date, .timeInterval, .string])
  func aHookGetsWhatAnUntypedPropertyTakes(conversion: DateOptions.Conversion) throws {
    let options = options(conversion)
    let json = #"{"own": \#(Self.text), "list": [\#(Self.text)], "word": "May"}"#
    let taken = try Untyped(json: #"{"value": \#(Self.text)}"#, options: options).value
    let date = Date(timeIntervalSince1970: 1_399_360_089)
    let expected: AnyHashable? =
      switch conversion {
      case .date: date
      case .timeInterval: date.timeIntervalSince1970
      default: "2014-05-06T07:08:09Z"
      }
    #expect(taken as? AnyHashable == expected)
    let decoder = JSONDecoder()
    decoder.userInfo[.mappingOptions] = options
    let dictionary = try #require(
      JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    )
    for hooked in [
      try Hooked(json: json, options: options),
      try Hooked(dictionary: dictionary, options: options),
      try decoder.decode(Hooked.self, from: Data(json.utf8)),
    ] {
      #expect(hooked.handed["own"] as? AnyHashable == expected)
      #expect((hooked.handed["list"] as? [AnyHashable])?.first == expected)
      #expect(hooked.handed["word"] as? String == "May")
      #expect(hooked.mapped["own"] as? AnyHashable == expected)
    }
  }

  @Test(arguments: [
    ("2016-01-01T00:00:00.123Z", 1_451_606_400.123), ("/Date(1451606400123)/", 1_451_606_400.123),
    ("1970-01-01T00:00:00.001Z", 0.001), ("1969-12-31T23:59:59.9Z", -0.1),
  ])
  func aFractionOfASecondIsThatOfTheText(text: String, seconds: Double) {
    expect("\"\(text)\"", becomes: seconds)
    if hasFoundation { expect("\"\(text)\"", becomes: CGFloat(seconds)) }
    #expect(
      (try? Untyped(json: #"{"value": "\#(text)"}"#, options: options(.timeInterval)))?.value
        as? Double == seconds
    )
  }

  @Test(
    arguments: [
      (.automatic, nil), (.timeInterval, 1_399_360_089), (.date, nil), (.string, nil),
    ] as [(DateOptions.Conversion, Int?)]
  )
  func anIntTakesSecondsWhereItIsAsked(conversion: DateOptions.Conversion, seconds: Int?) {
    expect(Self.text, becomes: seconds, options: options(conversion))
    expect(Self.text, becomes: seconds.map { Int64($0) }, options: options(conversion))
    expect(Self.text, becomes: Int8?.none, options: options(conversion))
  }

  @Test(arguments: [DateOptions.Conversion.automatic, .date, .timeInterval, .string])
  func aStringKeepsTheTextAndADateIsADate(conversion: DateOptions.Conversion) {
    expect(Self.text, becomes: "2014-05-06T07:08:09Z", options: options(conversion))
    expect(
      Self.text,
      becomes: Date(timeIntervalSince1970: 1_399_360_089),
      options: options(conversion)
    )
    // Also if a transform returns what it was given.
    let transformed = try? Transformed(
      json: "{\"text\": \(Self.text)}",
      options: options(conversion)
    )
    #expect(transformed?.text == "2014-05-06T07:08:09Z")
    // A number stays a number, whatever the conversion of date text.
    expect(#""2014""#, becomes: 2014.0, options: options(conversion))
    expect(#""2014""#, becomes: 2014, options: options(conversion))
  }

  @Test func followsTheFormatThatIsAskedFor() {
    var options = options(.timeInterval)
    options.dates.format = .custom("dd.MM.yyyy")
    expect(#""06.05.2014""#, becomes: 1_399_334_400.0, options: options)
    expect(#""06.05.2014""#, becomes: 1_399_334_400, options: options)
    expect(Self.text, becomes: Double?.none, options: options)
  }

  private func options(_ conversion: DateOptions.Conversion) -> MappingOptions {
    var options = MappingOptions()
    options.dates.conversion = conversion
    return options
  }
}
