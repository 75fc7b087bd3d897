import Foundation
import ModelObjectKit
import Testing

@testable import ModelObjectTool

/// Types that give back what came in.
struct TypeTests {
  @Test(arguments: [
    #"["2014-05-06T07:08:09Z"]"#, #"["2014-05-06T07:08:09.250Z"]"#,
    #"["2014-05-06T07:08:09.25Z", "2014-05-06T07:08:09Z"]"#, #"["2014-05-06T07:08:09+00:00"]"#,
    #"["2014-05-06T07:08:09+0000"]"#, #"["2014-05-06T07:08:09"]"#, #"["2014-05-06 07:08:09"]"#,
    #"["/Date(1451606400000)/"]"#, #"["Sun, 06 Nov 1994 08:49:37 GMT"]"#,
    #"["Wed Sep 16 12:20:09 +0000 2015"]"#, #"["2014-05-06T07:08:09+02:00"]"#,
    #"["2014-05-06", "2014-05-06T07:08:09Z"]"#, #"["/Date(1451606400000+0200)/"]"#,
    #"["2014-05-06T07:08:09.1234567+02:00", "Tue, 06 May 2014 07:08:00 GMT"]"#,
  ])
  func datesNeedNoFormat(_ json: String) throws {
    let source = try source("{\"a\": \(json)}")
    #expect(source.contains("var a: [Date] = []"))
    #expect(!source.contains("dateFormats"))
  }

  @Test(arguments: [
    (#"["06.05.2014", "6.5.2014"]"#, "dd.MM.yyyy", "2014-05-06T00:00:00Z"),
    (#"["06.05.2014 07:08"]"#, "dd.MM.yyyy HH:mm", "2014-05-06T07:08:00Z"),
    (#"["2014/05/06 07:08:09"]"#, "yyyy/MM/dd HH:mm:ss", "2014-05-06T07:08:09Z"),
    (#"["2014-05-06 07:08:09 UTC"]"#, "yyyy-MM-dd HH:mm:ss z", "2014-05-06T07:08:09Z"),
    (#"["2014-05-06 09:08:09 +0200"]"#, "yyyy-MM-dd HH:mm:ss Z", "2014-05-06T07:08:09Z"),
    (#"["2014-05-06 09:08:09 +02:00"]"#, "yyyy-MM-dd HH:mm:ss xxx", "2014-05-06T07:08:09Z"),
    (
      #"["2014-05-06 09:08:09 +0200", "2014-05-06 07:08:09 UTC"]"#, "yyyy-MM-dd HH:mm:ss z",
      "2014-05-06T07:08:09Z"
    ),
    (#"["5/6/2014", "5/16/2014"]"#, "MM/dd/yyyy", "2014-05-06T00:00:00Z"),
    (#"["06/05/2014", "16/05/2014"]"#, "dd/MM/yyyy", "2014-05-06T00:00:00Z"),
    (#"["5/16/2014 7:08:09 PM"]"#, "MM/dd/yyyy h:mm:ss a", "2014-05-16T19:08:09Z"),
    (#"["May 6, 2014", "March 16, 2014"]"#, "MMM d, yyyy", "2014-05-06T00:00:00Z"),
    (#"["6 May 2014"]"#, "d MMM yyyy", "2014-05-06T00:00:00Z"),
    (#"["06-May-2014"]"#, "d-MMM-yyyy", "2014-05-06T00:00:00Z"),
  ])
  func datesThatNeedAFormatHaveIt(_ json: String, _ pattern: String, _ first: String) throws {
    let source = try source("{\"a\": \(json)}")
    #expect(source.contains("var a: [Date] = []"))
    #expect(source.contains("// reads only the format in `dateFormats`"))
    #expect(source.contains("[\"a\": .custom(\"\(pattern)\")]"))
    var options = MappingOptions()
    options.dates.format = .custom(pattern)
    let dates = try Dates(json: "{\"a\": \(json)}", options: options).a
    #expect(dates.first?.ISO8601Format() == first)
  }

  @Test func daysAreExportedAsDays() throws {
    let source = try source(#"{"a": ["2014-05-06", "1990-12-31"]}"#)
    #expect(source.contains("var a: [Date] = []  // reads only the format in `dateFormats`"))
    #expect(source.contains(#"["a": .dateOnly]"#))
  }

  @Test(arguments: [
    (#"[{"a": 1399360089}, {"a": "2014-05-06T07:08:09Z"}]"#, true),
    (#"[{"a": "2014-05-06T07:08:09Z"}, {"a": 1399360089250}]"#, true),
    (#"[{"a": 5}, {"a": "2014-05-06T07:08:09Z"}]"#, false),
    (#"[{"a": 1399360089}, {"a": "2014-05-06"}]"#, false),
    (#"[{"a": 1399360089}, {"a": "soon"}]"#, false),
  ])
  func aDateMayBeANumberInOneSampleAndTextInAnother(_ json: String, _ isDate: Bool) throws {
    let source = try source(json)
    #expect(source.contains("var a: Date?  // number or string: exported as a string") == isDate)
    #expect(source.contains("var a: Any?  // number or string") == !isDate)
  }

  private final class Dates: ModelObject {
    var a: [Date] = []
  }

  @Test(arguments: [
    #"["05/06/2014"]"#, #"["05/16/2014", "16/05/2014"]"#, #"["2014/05/06", "2014-05-06"]"#,
    #"["4.8.4084"]"#, #"["12.13.2014"]"#, #"["2014-05"]"#, #"["2014-05-06", "soon"]"#,
    #"["May 6, 2014 or so"]"#,
  ])
  func otherTextsAreNoDates(_ json: String) throws {
    let source = try source("{\"a\": \(json)}")
    #expect(source.contains("var a: [String] = []\n"))
    #expect(!source.contains("dateFormats"))
  }

  @Test(arguments: [
    (#"{"created_at": 1430869217}"#, "seconds"), (#"{"createdAt": 1430869217000}"#, "milliseconds"),
    (#"{"start_ms": 1430869217000}"#, "milliseconds"), (#"{"exp": 1430869217}"#, "seconds"),
    (#"{"updated": 1430869217.25}"#, "seconds"), (#"{"expires": [0, 1430869217]}"#, "seconds"),
  ])
  func numbersThatCountTimeAreOffered(_ json: String, _ unit: String) throws {
    let remark =
      "// \(unit) since 1970: could be a `Date?` with `.\(unit)Since1970` in `dateFormats`"
    #expect(try source(json).contains(remark))
  }

  @Test(arguments: [
    #"{"created_at": 14}"#, #"{"count": 1430869217}"#, #"{"created_at": -1430869217}"#,
    #"{"format": 1430869217}"#, #"{"created_at": [1430869217, 1430869217000]}"#,
  ])
  func otherNumbersAreNotOffered(_ json: String) throws {
    #expect(!(try source(json).contains("since 1970")))
  }

  @Test(arguments: [
    (#"[{"x": 1}, {"x": 1.1}]"#, "var x = 0.0"),
    (#"[{"x": false}, {"x": 1.5}]"#, "var x: Any?  // boolean or number"),
    (#"[{"x": 130}, {"x": "-1"}]"#, "var x: Any?  // number or string"),
    (#"[{"x": 130}, {"x": null}]"#, "var x: Int?"),
    (#"[{"x": 130}, {}]"#, "var x: Int?"),
    (#"[{"x": "a"}, {"x": {"y": 1}}]"#, "var x: Any?  // string or object"),
    (#"[{"x": []}, {"x": {"12": 1}}]"#, "var x: Any?  // empty array or object"),
    (#"[{"x": {}}, {"x": {"y": 1}}]"#, "var x: X?"),
    (#"[{"x": []}, {"x": [1]}]"#, "var x: [Int] = []"),
    (#"[{"x": [{"y": 1}, null]}]"#, "var x: [X?] = []"),
    (#"[{"api_version": "2014-05-06"}]"#, "var apiVersion = \"\""),
    (#"[{"api_version": "06.05.2014"}]"#, "var apiVersion = \"\""),
  ])
  func severalObjectsOfAClass(_ json: String, _ declaration: String) throws {
    let lines = try source(json).split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(lines.contains(Substring(declaration)))
  }

  private func source(_ json: String) throws -> String {
    try Generator().source(for: Data(json.utf8))
  }
}
