import ModelObjectKit
import Testing

/// `Any` that is nested deeply: nothing about a model may depend on how much stack there is, nor
/// stop looking at some level.
struct DeepValues {
  private class Holder: ModelObject {
    var any: Any?
    var list: [Any] = []
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

  /// The names of the checks that fail for trees of a depth.
  private static func problems(_ nesting: Nesting, _ depth: Int, archives: Bool) -> [String] {
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
    var problems: [String] = []
    if first != equal { problems.append("equal ones differ") }
    if first == otherModel { problems.append("other models are equal") }
    if first == otherNumber { problems.append("other numbers are equal") }
    if first.hashValue != equal.hashValue { problems.append("hashes differ") }
    let copy = first.copy()
    if copy != first { problems.append("the copy differs") }
    guard let copied = nesting.innermost(of: copy.any) as? GraphNode else {
      return problems + ["the copy lost the model"]
    }
    if copied === node { problems.append("the copy shares the model") }
    if "\(first)".isEmpty { problems.append("nothing is printed") }
    if archives {
      do {
        let opened = try Holder(archive: first.archivedData(), subclasses: [GraphNode.self])
        if opened != first { problems.append("the archive differs") }
      } catch {
        problems.append("\(error)")
      }
    }
    return problems
  }

  @Test(arguments: Nesting.allCases) func passOnASmallStack(_ nesting: Nesting) async {
    let problems = await onThread(stackSize: .smallStack) {
      Self.problems(nesting, 511, archives: true)
    }
    #expect(problems == [])
  }

  @Test(arguments: Nesting.allCases) func areLookedAtToTheEnd(_ nesting: Nesting) async {
    let problems = await onThread(stackSize: .largeStack) {
      Self.problems(nesting, 10_000, archives: false)
    }
    #expect(problems == [])
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
