import Foundation
import ModelObjectKit
import Testing

// Classes that no other test uses, so that their first use is here.

private class First: ModelObject {
  var id = 0
  var name = ""
  var second: Second?
  var thirds: [Third] = []
}

private final class Second: ModelObject {
  var value = 0.0
  var third: Third?

  override class var keyMapping: [String: JSONKey] { ["value": "v.w"] }
}

private final class Third: ModelObject {
  var tags: [String] = []
  var date: Date?

  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private final class Fourth: First {
  var extra: [String: Int] = [:]
}

private struct Shared: Sendable {
  static let json = #"""
    {"id": "7", "NAME": "a", "second": {"v": {"w": 2.5}, "third": {"tags": ["x"]}},
     "thirds": [{"date": "2014-05-06", "tags": ["y", "z"]}], "extra": {"a": 1}}
    """#

  let data = Data(Self.json.utf8)
}

struct FiftyThreads {
  @Test func useTheSameClassesForTheFirstTimeAtOnce() async {
    let shared = Shared()
    let results = await onFiftyThreads { index in
      do {
        let first =
          switch index % 4 {
          case 0: try First(json: shared.data)
          case 1: try Fourth(json: shared.data)
          case 2: try First(dictionary: JSONInput(Shared.json, by: .native).dictionary())
          default: try Fourth(dictionary: JSONInput(Shared.json, by: .foundation).dictionary())
          }
        return """
          \(first.id) \(first.name) \(first.second?.value ?? -1) \
          \(first.second?.third?.tags ?? []) \(first.thirds.map(\.tags)) \
          \(first.thirds.first?.date?.timeIntervalSince1970 ?? -1) \
          \((first as? Fourth)?.extra["a"] ?? 1)
          """
      } catch {
        return "\(error)"
      }
    }
    #expect(results.count == 50)
    #expect(
      Set(results) == [#"7 a 2.5 ["x"] [["y", "z"]] 1399334400.0 1"#]
    )
  }

  @Test func eachUpdateTheirOwnObjects() async {
    let results = await onFiftyThreads { index in
      let model = First()
      for round in 0..<100 {
        try? model.update(json: #"{"id": \#(index * 1_000 + round), "second": {"v": {"w": 1}}}"#)
        try? model.update(dictionary: ["name": "\(round)"])
      }
      return "\(model.id - index * 1_000) \(model.name) \(model.second?.value ?? -1)"
    }
    #expect(results.count == 50)
    #expect(Set(results) == ["99 99 1.0"])
  }
}
