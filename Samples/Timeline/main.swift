// Explains, maps, changes, exports and archives the response of a server that has grown over the
// years: numbers as strings, null and "null", dates in two formats, keys in three styles, and items
// of several kinds in one list.
import Foundation
import ModelObjectKit

let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .appendingPathComponent("Answer.json")
let answer = try Data(contentsOf: file)

print("1. Explained\n")
let report = try Timeline.explain(json: answer)
print(report.description.prefix { $0 != "\n" })
print("all issues, elements of arrays too:")
for issue in report.issues { print("  \(issue)") }

print("\n2. Mapped\n")
let timeline = try Timeline(json: answer)
print("\(timeline.items.count) of \(timeline.total) items from the \(timeline.region)")
print("the next page is \(timeline.nextCursor.map { "\($0)" } ?? "the last one")")
for item in timeline.items {
  let name = item.author?.screenName ?? "an unknown author"
  print("  \(type(of: item)) \(item.id) by \(name), \(item.likes) likes, tags \(item.tags)")
}
print("the second one is a", timeline.items[1])

print("\n3. Changed\n")
let before = timeline.copy()
timeline.items.removeAll { $0.place == nil }
timeline.items.first?.likes += 1
try timeline.items.first?.update(json: #"{"tags": ["kept"], "place": {"name": "Pier Zero"}}"#)
print("\(timeline.items.count) items have a place, of the first one:")
print(timeline.items.first?.place ?? Place())
print("the copy has \(before.items.count) items, and is equal: \(before == timeline)")

print("\n4. Exported\n")
var options = ExportOptions()
options.keyStyle = .snakeCase
options.sortedKeys = true
let exported = try timeline.jsonData(options: options)
print("\(exported.count) bytes; the first item:")
options.prettyPrinted = true
options.properties = ["id", "tags", "createdAt", "place", "likes"]
print(try timeline.items.first?.jsonString(options: options) ?? "none")

print("\n5. Archived\n")
let archive = try timeline.archivedData()
let again = try Timeline(archive: archive)
print("equal: \(again == timeline)")
print("kinds: \(Set(again.items.map { "\(type(of: $0))" }).sorted())")
