import Foundation
import ModelObjectKit
import Testing

private class Plain: ModelObject {
  var n = 0
  var next: Plain?
  var items: [Plain] = []

  /// A chain of objects, the first one.
  static func chain(_ count: Int) -> Plain {
    let first = Plain()
    var last = first
    for _ in 1..<count {
      let next = Plain()
      last.next = next
      last = next
    }
    return first
  }
}

private final class Hooked: ModelObject {
  var n = 0
  var next: Hooked?
  var items: [Hooked] = []

  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// A text of so many objects, each in a property of another one, or in its list.
private func nestedText(_ count: Int, inList: Bool = false) -> String {
  String(repeating: inList ? #"{"items":["# : #"{"next":"#, count: count - 1) + #"{"n":1}"#
    + String(repeating: inList ? "]}" : "}", count: count - 1)
}

private func nestedDictionary(_ count: Int) -> [String: Any] {
  var value: [String: Any] = ["n": 1]
  for _ in 1..<count { value = ["next": value] }
  return value
}

private func decoded<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
  try JSONDecoder().decode(type, from: Data(json.utf8))
}

/// How objects that are nested in each other go in or out, and how many of them a thread with a
/// stack of 512 KB or 1 MB takes, in any build of the kind: half of what it took when this was
/// written, because compilers change.
private enum Way: String, CaseIterable {
  case text, list, update, dictionary, explain
  case hookedText, hookedList, hookedDictionary, decoder, hookedDecoder
  case encoder, export

  func run(_ count: Int) throws {
    switch self {
    case .text: _ = try Plain(json: nestedText(count))
    case .list: _ = try Plain(json: nestedText(count, inList: true))
    case .update: try Plain.chain(count).update(json: nestedText(count))
    case .dictionary: _ = try Plain(dictionary: nestedDictionary(count))
    case .explain: _ = try Plain.explain(json: nestedText(count))
    case .hookedText: _ = try Hooked(json: nestedText(count))
    case .hookedList: _ = try Hooked(json: nestedText(count, inList: true))
    case .hookedDictionary: _ = try Hooked(dictionary: nestedDictionary(count))
    case .decoder: _ = try decoded(Plain.self, nestedText(count))
    case .hookedDecoder: _ = try decoded(Hooked.self, nestedText(count))
    case .encoder: _ = try JSONEncoder().encode(Plain.chain(count))
    case .export: _ = try Plain.chain(count).jsonString()
    }
  }

  #if DEBUG
  var counts: (small: Int, large: Int) {
    switch self {
    case .text: (60, 125)
    case .list, .encoder, .export: (50, 100)
    case .update, .dictionary, .explain: (24, 50)
    case .hookedText, .hookedList, .hookedDictionary, .decoder, .hookedDecoder: (20, 42)
    }
  }
  #else
  var counts: (small: Int, large: Int) {
    switch self {
    case .text: (200, 256)
    case .list: (128, 128)
    case .update, .dictionary, .explain: (75, 150)
    case .hookedText, .hookedList, .hookedDictionary, .decoder, .hookedDecoder: (60, 125)
    case .encoder: (63, 140)
    case .export: (142, 255)
    }
  }
  #endif
}

struct DeepEnough {
  @Test(.differs(.hooks), arguments: Way.allCases)
  fileprivate func forEachThread(way: Way) async {
    let (small, large) = way.counts
    #expect(await onThread(stackSize: .smallStack) { depthOutcome { try way.run(small) } } == "ok")
    #expect(await onThread(stackSize: 1 << 20) { depthOutcome { try way.run(large) } } == "ok")
  }
}

/// A class whose hooks all use 32 KB of stack.
private final class Hungry: ModelObject {
  var n = 0
  var next: Hungry?
  var items: [Hungry] = []

  override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? {
    useStack(32 * 1024)
    return nil
  }

  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
    useStack(32 * 1024)
    return dictionary
  }

  override func serializeValue(_ value: Any?, key: String) throws {
    useStack(32 * 1024)
    try super.serializeValue(value, key: key)
    useStack(32 * 1024)
  }

  override func didMap(_ dictionary: [String: Any]) throws { useStack(32 * 1024) }

  override func awake() { useStack(32 * 1024) }

  override func validate() throws { useStack(32 * 1024) }
}

/// Uses at least so many bytes of the stack, about 1 KB per call.
@inline(never)
private func useStack(_ bytes: Int, from top: UInt = 0) {
  withUnsafeTemporaryAllocation(byteCount: 1_024, alignment: 16) { memory in
    let here = UInt(bitPattern: memory.baseAddress)
    if top == 0 || top - here < bytes { useStack(bytes, from: top == 0 ? here : top) }
    keep(memory)
  }
}

/// Keeps the memory in use until here, even in optimized builds.
@inline(never) @_optimize(none)
private func keep(_ memory: UnsafeMutableRawBufferPointer) {
  memory[memory.count / 2] = 1
}

/// A hook may use 32 KB, however near the end of the stack it is called.
struct DeepHooks {
  private static let ways: [@Sendable (Int) throws -> Void] = [
    { _ = try Hungry(json: nestedText($0)) },
    { _ = try Hungry(json: nestedText($0, inList: true)) },
    { try Hungry().update(json: nestedText($0)) },
    { _ = try Hungry.explain(json: nestedText($0)) },
    { _ = try Hungry(dictionary: nestedDictionary($0)) },
    { _ = try decoded(Hungry.self, nestedText($0)) },
  ]

  /// The deepest input that is mapped calls each hook at the last level that there may be.
  @Test(arguments: ways.indices)
  func have32KBOfStack(way: Int) async {
    let (count, end) = await onThread(stackSize: .smallStack) {
      for count in 1...250 {
        let result = depthOutcome { try Self.ways[way](count) }
        if result != "ok" { return (count, result) }
      }
      return (250, "ok")
    }
    #expect(count > 10)
    #expect(["ok", "too deep"].contains(end))
  }
}
