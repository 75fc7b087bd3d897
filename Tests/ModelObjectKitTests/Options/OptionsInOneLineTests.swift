import Foundation
import ModelObjectKit
import Testing

/// Options are made in one line, and what isn't given has its default.
struct OptionsInOneLineTests {
  @Test func exportOptionsWithoutArgumentsHaveTheirDefaults() throws {
    let entry = try Entry(json: #"{"day": "2014-05-06", "entryID": 7}"#)
    let text = try entry.jsonString(options: ExportOptions())
    #expect(text == #"{"entryID":7,"day":"2014-05-06T00:00:00Z"}"#)
  }

  @Test(arguments: [
    (ExportOptions(keyStyle: .snakeCase), #"{"entry_id":7,"day":"2014-05-06T00:00:00Z"}"#),
    (
      ExportOptions(includesNulls: true), #"{"entryID":7,"day":"2014-05-06T00:00:00Z","note":null}"#
    ),
    (ExportOptions(dateFormat: .dateOnly), #"{"entryID":7,"day":"2014-05-06"}"#),
    (
      ExportOptions(timeZone: TimeZone(secondsFromGMT: 3_600) ?? .current),
      #"{"entryID":7,"day":"2014-05-06T01:00:00+01:00"}"#
    ),
    (ExportOptions(properties: ["entryID"]), #"{"entryID":7}"#),
    (ExportOptions(sortedKeys: true), #"{"day":"2014-05-06T00:00:00Z","entryID":7}"#),
    (ExportOptions(properties: ["entryID"], prettyPrinted: true), "{\n  \"entryID\": 7\n}"),
  ])
  func eachExportOptionIsSet(_ options: ExportOptions, _ expected: String) throws {
    let entry = try Entry(json: #"{"day": "2014-05-06", "entryID": 7}"#)
    #expect(try entry.jsonString(options: options) == expected)
  }

  @Test func relationshipsAndReferencesAreSet() throws {
    let list = try List(json: #"{"entries": [{"entryID": 7}]}"#)
    let omitted = ExportOptions(relationships: .omitted)
    #expect(try list.jsonString(options: omitted) == #"{"title":""}"#)
    let preserved = ExportOptions(properties: ["title"], references: .preserved)
    #expect(try list.jsonString(options: preserved) == #"{"$id":"1","title":""}"#)
  }

  @Test(arguments: [
    (MappingOptions(), #"{"entryID": "x", "new": 1}"#, true),
    (MappingOptions(mismatches: .fail), #"{"entryID": "x"}"#, false),
    (MappingOptions(missingKeys: .fail), "{}", false),
    (MappingOptions(unknownKeys: .fail), #"{"new": 1}"#, false),
    (MappingOptions(duplicateKeys: .fail), #"{"entryID": 7, "entry_id": 8}"#, false),
    (MappingOptions(maximumDepth: 1), #"{"other": [1]}"#, false),
    // Less than one counts as one.
    (MappingOptions(maximumDepth: -1), #"{"entryID": 7}"#, true),
    (
      MappingOptions(dates: DateOptions(format: .dateOnly), mismatches: .fail), #"{"day": 1}"#,
      false
    ),
  ])
  func eachMappingOptionIsSet(_ options: MappingOptions, _ json: String, _ fits: Bool) {
    #expect(((try? Entry(json: json, options: options)) != nil) == fits)
  }

  @Test func theOthersAreSet() throws {
    let census = MappingCensus()
    let options = MappingOptions(
      dates: DateOptions(timeZone: TimeZone(secondsFromGMT: 3_600) ?? .current),
      arrays: .merge,
      references: .preserved,
      arrayMapping: ["anything": Entry.self],
      census: census,
      issueHandler: { #expect($0.count == 1) }
    )
    let json = #"{"title": [], "entries": [{"$ref": "1"}, {"$id": "1", "entryID": 7}]}"#
    let list = try List(json: json, options: options)
    #expect(list.entries.map(\.entryID) == [7, 7] && list.entries[0] === list.entries[1])
    #expect(census.objectCounts["Entry"] == 1)
    #expect(options.arrays == .merge)
    #expect(options.dates.timeZone.secondsFromGMT() == 3_600)
    #expect(options.arrayMapping["anything"] == Entry.self)
  }

  @Test func dateOptionsHaveTheirDefaults() {
    #expect(DateOptions(format: .automatic) == DateOptions())
    #expect(DateOptions(conversion: .timeInterval).conversion == .timeInterval)
  }

  @Test func strictOptionsOfAClassKeepTheRest() throws {
    let strict = Dated.mappingOptions.strict
    #expect(throws: ModelError.self) { try Dated(json: #"{"day": "6 May 2014"}"#, options: strict) }
    #expect(try Dated(json: #"{"day": "06.05.2014"}"#, options: strict).day != nil)
    #expect(strict.mismatches == .fail && strict.missingKeys == .fail)
    #expect(MappingOptions.strict.unknownKeys == .ignore)
  }
}

private class Entry: ModelObject {
  var entryID = 0
  var day: Date?
  var note: String?
}

private class List: ModelObject {
  var title = ""
  var entries: [Entry] = []
}

private class Dated: ModelObject {
  var day: Date?
  override class var mappingOptions: MappingOptions {
    MappingOptions(dates: DateOptions(format: .custom("dd.MM.yyyy")))
  }
}
