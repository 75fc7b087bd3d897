import Foundation
import ModelObjectKit
import Testing

private class Holder: ModelObject {
  var id = 0
  var anything: Any?
  var list: [Any] = []
  var byName: [String: Any] = [:]
  var holders: [Holder] = []
  var deep = 0
  override class var keyMapping: [String: JSONKey] { ["deep": "way.deep"] }
}

private final class HookedHolder: Holder {
  var child: HookedHolder?
  var hooked: [HookedHolder] = []
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

struct DeepValuesInCoders {
  @Test(arguments: [("[", "]"), (#"{"a": "#, "}")])
  func needStack(open: String, close: String) async {
    let depth = 400
    let value =
      String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
    let json = #"{"id": 7, "anything": \#(value)}"#
    let found = await onThread(stackSize: .largeStack) {
      let holder = try? JSONDecoder().decode(Holder.self, from: Data(json.utf8))
      var depth = 0
      var value = holder?.anything
      while let inner = (value as? [Any])?.first ?? (value as? [String: Any])?["a"] {
        value = inner
        depth += 1
      }
      return [holder?.id, depth, value as? Int]
    }
    #expect(found == [7, depth, 1])
    let isRight = await onThread(stackSize: .smallStack) {
      do {
        return try JSONDecoder().decode(Holder.self, from: Data(json.utf8)).id == 7
      } catch {
        return (error as? ModelError)?.code == .tooDeep
      }
    }
    #expect(isRight)
  }

  /// The values that hooks get have all levels that are in them.
  @Test(arguments: [100, 200, 300, 400, 500]) func needStackForHooks(depth: Int) async {
    for (open, close, levels) in [(#"{"child":"#, "}", 1), (#"{"hooked":["#, "]}", 2)] {
      let count = depth / levels
      let json =
        String(repeating: open, count: count) + #"{"id": 7}"#
        + String(repeating: close, count: count)
      let isRight = await onThread(stackSize: .smallStack) {
        do {
          return try JSONDecoder().decode(HookedHolder.self, from: Data(json.utf8)).id == 0
        } catch {
          return (error as? ModelError)?.code == .tooDeep
        }
      }
      #expect(isRight)
    }
  }

  /// Only an object or array is a level, whether it fits or not.
  @Test(
    .differs(.hooks),
    arguments: [
      (#"{"anything": 5}"#, 1), (#"{"id": "x"}"#, 1), (#"{"id": []}"#, 2),
      (#"{"holders": 1}"#, 1), (#"{"way": 1}"#, 1), (#"{"holders": []}"#, 2),
      (#"{"holders": [{}]}"#, 3), (#"{"way": {"deep": 1}}"#, 2),
      (#"{"anything": [1]}"#, 2), (#"{"anything": {"a": "b"}}"#, 2), (#"{"list": []}"#, 2),
      (#"{"list": [[1]]}"#, 3), (#"{"byName": {"a": {}}}"#, 3),
      (#"{"anything": [{"a": [null]}]}"#, 4),
    ]
  )
  func haveTheLevelsOfTheText(json: String, levels: Int) throws {
    for limit in 1...5 {
      var options = MappingOptions()
      options.maximumDepth = limit
      let decoder = JSONDecoder()
      decoder.userInfo[.mappingOptions] = options
      let ways: [() throws -> Holder] = [
        { try Holder(json: json, options: options) },
        { try HookedHolder(json: json, options: options) },
        { try decoder.decode(Holder.self, from: Data(json.utf8)) },
        { try decoder.decode(HookedHolder.self, from: Data(json.utf8)) },
      ]
      for (number, way) in ways.enumerated() {
        var isTooDeep = false
        do {
          _ = try way()
        } catch let error as ModelError {
          isTooDeep = error.code == .tooDeep
        }
        #expect(isTooDeep == (limit < levels), "way \(number), at most \(limit)")
      }
    }
  }
}
