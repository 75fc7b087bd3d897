import Foundation
import ModelObjectKit
import Testing

@Suite struct DatesArticle {
  class Event: ModelObject {
    var start: Date?
    var seconds = 0.0
    var any: Any?
    var text = ""
  }

  @Test func everyFormat() throws {
    let instant = Date(timeIntervalSince1970: 1_399_360_080)
    for start in [
      #""2014-05-06T07:08:00Z""#,
      #""2014-05-06 09:08:00+0200""#,
      #""/Date(1399360080000+0200)/""#,
      #""Tue May 06 07:08:00 +0000 2014""#,
      #""Tue, 06 May 2014 07:08:00 GMT""#,
      "1399360080",
      "1399360080000",
      #""1399360080""#,
    ] {
      #expect((try Event(json: #"{"start": \#(start)}"#).start == instant) == true, "\(start)")
    }
  }

  @Test func zones() throws {
    var options = MappingOptions()
    options.dates.timeZone = TimeZone(secondsFromGMT: 8 * 3600) ?? .gmt
    let event = try Event(json: #"{"start": "2014-05-06 08:00:00"}"#, options: options)
    #expect(event.start?.ISO8601Format() == "2014-05-06T00:00:00Z")
  }

  @Test func namedFormats() throws {
    var options = MappingOptions()
    options.dates.format = .custom("dd.MM.yyyy")
    let event = try Event(json: #"{"start": "06.05.2014"}"#, options: options)
    #expect(event.start?.ISO8601Format() == "2014-05-06T00:00:00Z")
    #expect(try Event(json: #"{"start": "2014-05-06"}"#, options: options).start == nil)
    #expect(try Event(json: #"{"start": "2014-02-30"}"#).start == nil)
  }

  @Test func conversions() throws {
    let json = #"{"seconds": "1970-01-02", "any": "1970-01-02", "text": "1970-01-02"}"#
    let event = try Event(json: json)
    #expect(event.seconds == 86400.0)
    #expect(event.any as? String == "1970-01-02")

    var options = MappingOptions()
    options.dates.conversion = .date
    let dated = try Event(json: json, options: options)
    #expect(dated.seconds == 0.0)
    #expect(dated.any as? Date == Date(timeIntervalSince1970: 86400))
    #expect(dated.text == "1970-01-02")
  }

  @Test func written() throws {
    let event = Event()
    event.start = Date(timeIntervalSince1970: 0.25)
    var export = ExportOptions()
    export.properties = ["start"]
    #expect(try event.jsonString(options: export) == #"{"start":"1970-01-01T00:00:00.25Z"}"#)
    export.dateFormat = .millisecondsSince1970
    #expect(try event.jsonString(options: export) == #"{"start":250}"#)
  }
  class Member: ModelObject {
    var birthday: Date?
    var joined: [Date] = []
    var seen: Date?
    override class var dateFormats: [String: DateOptions.Format] {
      ["birthday": .custom("dd.MM.yyyy"), "joined": .dotNetJSON]
    }
  }

  @Test func formatsOfProperties() throws {
    let json =
      #"{"birthday":"06.05.1990","joined":["\/Date(1000)\/"],"seen":"2014-05-06T07:08:00Z"}"#
    #expect((try Member(json: json).jsonString() == json) == true)
  }
}
