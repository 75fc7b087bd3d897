import Foundation
import ModelObjectKit
import Testing

private struct Refused: Error {}

private final class Image: ModelObject {
  var url: URL?
  override class var requiredProperties: Set<String> { ["url"] }
}

private final class Checked: ModelObject {
  var id = 0
  override func validate() throws { if id == 0 { throw Refused() } }
}

/// Its transforms return what they get, so that the values are mapped from the input itself.
private class Article: ModelObject {
  var title = ""
  var image: Image?
  var checked: Checked?
  var images: [Image] = []
  var byName: [String: Image] = [:]
  var tags: [String] = []
  override class var transforms: [String: PropertyTransform] {
    let same = PropertyTransform(read: { $0 })
    return ["image": same, "checked": same, "images": same, "byName": same]
  }
}

private final class HookedArticle: Article {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private final class Entry: ModelObject {
  var article: Article?
  var hooked: HookedArticle?
  var likes = 0
  var tags: [String] = []
}

private final class Page: ModelObject {
  var entry: Entry?
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// A model that is refused behind a transform is passed from its own beginning.
struct TransformedRejections {
  @Test(arguments: [
    #""image": {}"#, #""checked": {"a": [1]}"#, #""images": [{}, {"x": {}}]"#,
    #""byName": {"a": {}, "b": {"c": []}}"#, #""image": {"url": [{"a": 1}]}"#,
  ])
  func leaveTheKeysAfterThem(pair: String) throws {
    let article = #"{"title": "Tea", \#(pair), "tags": ["a"]}"#
    let last = #"{"title": "Tea", "tags": ["a"], \#(pair)}"#
    for object in [article, last] {
      for input in everyWay(object) {
        for model in [try input.map(to: Article.self), try input.map(to: HookedArticle.self)] {
          #expect(model.title == "Tea" && model.tags == ["a"], "\(input)")
          #expect(model.image == nil && model.checked == nil, "\(input)")
          #expect(model.images.isEmpty && model.byName.isEmpty, "\(input)")
        }
      }
      for key in ["article", "hooked"] {
        let json = #"{"entry": {"\#(key)": \#(object), "likes": 5, "tags": ["b"]}}"#
        for input in everyWay(json) {
          let entry = try input.map(to: Page.self).entry
          #expect(entry?.likes == 5 && entry?.tags == ["b"], "\(input)")
          #expect((entry?.article ?? entry?.hooked)?.tags == ["a"], "\(input)")
        }
      }
    }
  }
}
