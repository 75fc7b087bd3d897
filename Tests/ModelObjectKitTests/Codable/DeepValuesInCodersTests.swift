import Foundation
import ModelObjectKit
import Testing

private class Holder: ModelObject {
  var id = 0
  var anything: Any?
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
}
