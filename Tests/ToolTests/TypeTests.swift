import Foundation
import ModelObjectKit
import Testing

@testable import ModelObjectTool

/// Types that give back what came in.
struct TypeTests {
  @Test(arguments: [
    (#"["2014-05-06"]"#, ".dateOnly"),
    (#"["2014-05-06T07:08:09Z"]"#, ""),
    (#"["2014-05-06T07:08:09.25Z", "2014-05-06T07:08:09Z"]"#, ""),
    (#"["2014-05-06T07:08:09.250Z"]"#, ".custom(\"yyyy-MM-dd'T'HH:mm:ss.SSSX\")"),
    (#"["2014-05-06T07:08:09+00:00"]"#, ".custom(\"yyyy-MM-dd'T'HH:mm:ssxxx\")"),
    (#"["2014-05-06T07:08:09+0000"]"#, ".custom(\"yyyy-MM-dd'T'HH:mm:ssxx\")"),
    (#"["2014-05-06T07:08:09"]"#, ".dotNetSimple"),
    (#"["2014-05-06 07:08:09"]"#, ".custom(\"yyyy-MM-dd HH:mm:ss\")"),
    (#"["/Date(1451606400000)/"]"#, ".dotNetJSON"),
    (#"["Sun, 06 Nov 1994 08:49:37 GMT"]"#, ".custom(\"EEE, dd MMM yyyy HH:mm:ss 'GMT'\")"),
    (#"["Wed Sep 16 12:20:09 +0000 2015"]"#, ".custom(\"EEE MMM dd HH:mm:ss xx yyyy\")"),
  ])
  func datesHaveTheFormThatGivesThemBack(_ json: String, _ form: String) throws {
    let source = try source("{\"a\": \(json)}")
    #expect(source.contains("var a: [Date] = []\n"))
    #expect(source.contains("dateFormats") == !form.isEmpty)
    if !form.isEmpty { #expect(source.contains("[\"a\": \(form)]")) }
  }

  @Test(arguments: [
    #"["2014-05-06T07:08:09+02:00"]"#, #"["2014-05-06", "2014-05-06T07:08:09Z"]"#,
    #"["/Date(1451606400000+0200)/"]"#, #"["2014-05-06T07:08:09.250Z", "2014-05-06T07:08:09Z"]"#,
  ])
  func datesThatNoFormGivesBackAreTexts(_ json: String) throws {
    let remark = "// dates that no single format gives back as they are; a `Date?` reads them"
    #expect(try source("{\"a\": \(json)}").contains("var a: [String] = []  \(remark)"))
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
    (#"[{"x": false}, {"x": 1.5}]"#, "var x: Any?  // truth value or number"),
    (#"[{"x": 130}, {"x": "-1"}]"#, "var x: Any?  // number or text"),
    (#"[{"x": 130}, {"x": null}]"#, "var x: Int?"),
    (#"[{"x": 130}, {}]"#, "var x: Int?"),
    (#"[{"x": "a"}, {"x": {"y": 1}}]"#, "var x: Any?  // text or object"),
    (#"[{"x": []}, {"x": {"12": 1}}]"#, "var x: Any?  // empty array or object"),
    (#"[{"x": {}}, {"x": {"y": 1}}]"#, "var x: X?"),
    (#"[{"x": []}, {"x": [1]}]"#, "var x: [Int] = []"),
    (#"[{"x": [{"y": 1}, null]}]"#, "var x: [X?] = []"),
    (#"[{"api_version": "2014-05-06"}]"#, "var apiVersion = \"\""),
  ])
  func severalObjectsOfAClass(_ json: String, _ declaration: String) throws {
    let lines = try source(json).split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(lines.contains(Substring(declaration)))
  }

  private func source(_ json: String) throws -> String {
    try Generator().source(for: Data(json.utf8))
  }
}
