import Foundation
import ModelObjectKit
import Testing

/// A model with one property, to test conversions to its type.
class OneProperty<Value: Kept>: ModelObject {
  var value = Value.kept
}

/// The same with a hook that only calls `super`, which must change nothing.
final class HookedProperty<Value: Kept>: OneProperty<Value> {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// A class whose only rule is the type of its property.
enum Of<Value: Kept & Equatable>: Subject {
  static var initial: Value { .kept }
}

/// Expects the value of a property after mapping a JSON value, by the ways in that read values each by
/// code of their own, with and without a hook.
///
/// Without an expected value, the property keeps its value. `paths` are those of the issues of
/// strict options: by default none if the value fits, and otherwise that of the property. There are
/// other `ways` if the result depends on the spelling of digits.
func expect<Value: Kept & Equatable>(
  _ json: String,
  becomes expected: Value?,
  issuesAt paths: [String]? = nil,
  options: MappingOptions = .lenient,
  ways: [WayIn] = WayIn.ofValues,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expectEveryWay(
    of: Of<Value>.self,
    #""value": \#(json)"#,
    becomes: expected ?? .kept,
    issuesAt: paths ?? (expected == nil ? ["value"] : []),
    options: options,
    ways: Set(ways),
    kinds: ProbeKind.ofValues,
    inside: [],
    sourceLocation: sourceLocation
  )
}

/// The same for a value that a program has put into a dictionary, which is its only way in.
func expect<Value: Kept & Equatable>(
  given value: Any,
  becomes expected: Value?,
  issuesAt paths: [String]? = nil,
  options: MappingOptions = .lenient,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let input = DictionaryInput(dictionary: ["value": value])
  let paths = paths ?? (expected == nil ? ["value"] : [])
  var strict = options
  strict.mismatches = .fail
  var found: [[ModelError.Issue]] = []
  for type in [OneProperty<Value>.self, HookedProperty<Value>.self] {
    let label: Comment = "\(input) in \(type)"
    #expect(throws: Never.self, label, sourceLocation: sourceLocation) {
      let model = try input.map(to: type, options: options)
      #expect(model.value == expected ?? .kept, label, sourceLocation: sourceLocation)
    }
    let issues = input.issues(mappingTo: type, options: strict, sourceLocation: sourceLocation)
    #expect(issues.map(\.path).sorted() == paths.sorted(), label, sourceLocation: sourceLocation)
    // Only the class of the property differs.
    found.append(
      issues.map { issue in
        var issue = issue
        issue.typeName.replace("HookedProperty", with: "OneProperty")
        return issue
      }
    )
  }
  #expect(found[0] == found[1], "\(input) with a hook", sourceLocation: sourceLocation)
}

/// The name of a type at run time: an optimizer that knows a private type writes another one.
@inline(never)
func name(of type: Any.Type) -> String { "\(type)" }
