import Foundation
import ModelObjectKit
import Testing

/// Deeply nested `Any`: copies and comparisons take no stack for it, and have no depth limit.
struct DeepValues {
  private class Holder: ModelObject {
    var any: Any?
    var list: [Any] = []
  }

  private class Row: ModelObject {
    var id = 7
    var any: Any?
    var spare: Any?

    override class var identity: Set<String> { ["id"] }
    override class var ignoredProperties: Set<String> { ["spare"] }
    override func didMap(_ dictionary: [String: Any]) throws { any = spare }
  }

  enum Nesting: CaseIterable {
    case arrays, objects, both

    fileprivate func value(_ depth: Int, around innermost: Any) -> Any {
      var value = innermost
      for level in 0..<depth {
        let isArray = self == .arrays || (self == .both && level.isMultiple(of: 2))
        value = isArray ? [1, value] as [Any] : ["a": value, "b": "text"] as [String: Any]
      }
      return value
    }

    /// The innermost value.
    fileprivate func innermost(of value: Any?) -> Any? {
      var value = value
      while true {
        if let array = value as? [Any] {
          value = array.last
        } else if let object = value as? [String: Any] {
          value = object["a"]
        } else {
          return value
        }
      }
    }
  }

  /// The names of the checks that fail for trees of a depth, on a thread with a small stack.
  private static func problems(_ nesting: Nesting, _ depth: Int) -> [String] {
    let node = GraphNode(1)
    let first = Holder()
    first.any = nesting.value(depth, around: node)
    first.list = [nesting.value(depth - 1, around: 1)]
    let equal = Holder()
    equal.any = nesting.value(depth, around: GraphNode(1))
    equal.list = [nesting.value(depth - 1, around: 1)]
    let otherModel = Holder()
    otherModel.any = nesting.value(depth, around: GraphNode(2))
    otherModel.list = first.list
    let otherNumber = Holder()
    otherNumber.any = first.any
    otherNumber.list = [nesting.value(depth - 1, around: 2)]
    let (copy, problems) = onSmallStack { () -> (Holder, [String]) in
      var problems: [String] = []
      if first != equal { problems.append("equal ones differ") }
      if first == otherModel { problems.append("other models are equal") }
      if first == otherNumber { problems.append("other numbers are equal") }
      if first.hashValue != equal.hashValue { problems.append("hashes differ") }
      let copy = first.copy()
      if copy != first { problems.append("the copy differs") }
      if !"\(first)".contains("…") { problems.append("all is printed") }
      return (copy, problems)
    }
    guard let copied = nesting.innermost(of: copy.any) as? GraphNode else {
      return problems + ["the copy lost the model"]
    }
    return copied === node ? problems + ["the copy shares the model"] : problems
  }

  @Test(arguments: Nesting.allCases, [511, 10_000])
  func areLookedAtToTheEnd(_ nesting: Nesting, depth: Int) async {
    let problems = await onThread(stackSize: .largeStack) { Self.problems(nesting, depth) }
    #expect(problems == [])
  }

  @Test(arguments: Nesting.allCases)
  func equalOnesThatAHookSetsAreNoChange(_ nesting: Nesting) async {
    let isUnchanged = await onThread(stackSize: .largeStack) {
      let row = Row()
      row.any = nesting.value(10_000, around: 1)
      row.spare = nesting.value(10_000, around: 1)
      // A deep value is released where it was made.
      let kept = row.any
      return withExtendedLifetime(kept) {
        onSmallStack {
          var rows = [row]
          let changes = try? rows.update(json: #"[{"id": 7}]"#)
          return changes?.unchanged.count == 1
        }
      }
    }
    #expect(isUnchanged)
  }

  /// "same", "different", or the code of the error.
  private static func archived(_ nesting: Nesting, _ depth: Int) -> String {
    let holder = Holder()
    holder.any = nesting.value(depth, around: GraphNode(1))
    do {
      let data = try holder.archivedData()
      return try Holder(archive: data, subclasses: [GraphNode.self]) == holder
        ? "same" : "different"
    } catch {
      return "\((error as? ModelError)?.code ?? .rejected)"
    }
  }

  @Test(arguments: Nesting.allCases) func areArchivedWhereTheStackHasRoom(_ nesting: Nesting) async
  {
    let results = await onThread(stackSize: .largeStack) {
      [511, 513].map { Self.archived(nesting, $0) }
    }
    #expect(results == ["same", "tooDeep"])
    for depth in [30, 100, 200, 300, 400, 511] {
      let result = await onThread(stackSize: .smallStack) { Self.archived(nesting, depth) }
      #expect(result == "same" || result == "tooDeep" && depth > 30, "\(depth)")
    }
  }

  @Test(arguments: [600, 5_000]) func fromTextAreLookedAtToTheEnd(depth: Int) async throws {
    let areRight = await onThread(stackSize: .largeStack) {
      func holder(_ innermost: Int) throws -> Holder {
        var options = MappingOptions.lenient
        options.maximumDepth = 10_000
        let open = String(repeating: "[", count: depth)
        let close = String(repeating: "]", count: depth)
        return try Holder(json: #"{"any": \#(open)\#(innermost)\#(close)}"#, options: options)
      }
      do {
        return try holder(1) == holder(1) && holder(1) != holder(2)
      } catch {
        return false
      }
    }
    #expect(areRight)
  }
}
