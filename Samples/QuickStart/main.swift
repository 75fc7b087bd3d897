// From JSON to objects and back: the five things that most programs need.
import Foundation
import ModelObjectKit

class Image: ModelObject {
  var imageId = 0
  var imageUrl: URL?
}

class Person: ModelObject {
  var name = ""
  var personId = 0
  var born: Date?
  var image: Image?
  var tags: [String] = []
}

let answer = """
  {
    "NAME": "Shan",
    "person-id": "123",
    "born": "1990-05-06",
    "image": {"image_id": 7, "image_url": "https://example.com/7.png"},
    "tags": "swift",
    "shoe size": 43
  }
  """

print("1. JSON becomes an object: keys in any style match, and values are converted.\n")
let person = try Person(json: answer)
print(person)

print("\n2. What happened to each key?\n")
print(
  try Person.explain(
    json: #"{"NAME": "Shan", "person-id": "12a", "born": "1990-05-06", "tag": "swift"}"#
  )
)

print("\n3. An update sets what the input has, and nothing else.\n")
let before = person.copy()
try person.update(json: #"{"tags": ["swift", "linux"], "image": {"image_id": 8}}"#)
print("tags:", person.tags)
print("image:", person.image?.imageId ?? 0, person.image?.imageUrl?.absoluteString ?? "no address")
print("the same as before:", person == before)

print("\n4. And back to JSON.\n")
var options = ExportOptions()
options.keyStyle = .snakeCase
options.prettyPrinted = true
print(try person.jsonString(options: options))

print("\n5. If the input has to be right, be strict.\n")
do {
  _ = try Person(json: #"{"name": "Shan", "personId": "x", "tags": []}"#, options: .strict)
} catch {
  print(error)
}
