// Explains, maps, changes, exports and archives a long response.
import Foundation
import ModelObjectKit

let answer = Answer.text

print("1. Explained: \(answer.utf8.count) bytes\n")
let report = try Timeline.explain(json: answer)
print(report.description.prefix { $0 != "\n" })
var counts: [String: Int] = [:]
for issue in report.issues { counts["\(issue.kind)", default: 0] += 1 }
for (kind, count) in counts.sorted(by: { $0.key < $1.key }) { print("  \(kind): \(count)") }
print("the first that did not fit:")
for issue in report.issues.filter({ $0.kind != .unknownKey }).prefix(3) { print("  \(issue)") }

print("\n2. Mapped\n")
let timeline = try Timeline(json: answer)
print("\(timeline.items.count) of \(timeline.total) items from the \(timeline.region)")
print("the next page is \(timeline.nextCursor ?? 0)")
for item in timeline.items.prefix(4) {
  let name = item.author?.screenName ?? "nobody"
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
