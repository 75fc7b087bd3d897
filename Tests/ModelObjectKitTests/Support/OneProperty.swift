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

/// The same for a value that a program has put into a dictionary.
func expect<Value: Kept & Equatable>(
  given value: Any,
  becomes expected: Value?,
  issuesAt paths: [String]? = nil,
  options: MappingOptions = .lenient,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let input = DictionaryInput(dictionary: ["value": value])
  let result = expected ?? .kept
  let paths = paths ?? (expected == nil ? ["value"] : [])
  let label: Comment = "\(input) in a property of type \(Value.self)"
  #expect(throws: Never.self, label, sourceLocation: sourceLocation) {
    let plain = try input.map(to: OneProperty<Value>.self, options: options)
    #expect(plain.value == result, label, sourceLocation: sourceLocation)
    let hooked = try input.map(to: HookedProperty<Value>.self, options: options)
    #expect(hooked.value == result, "hooked: \(label)", sourceLocation: sourceLocation)
  }
  var strict = options
  strict.mismatches = .fail
  let issues = input.issues(
    mappingTo: OneProperty<Value>.self,
    options: strict,
    sourceLocation: sourceLocation
  )
  #expect(issues.map(\.path).sorted() == paths.sorted(), label, sourceLocation: sourceLocation)
  let hookedIssues = input.issues(
    mappingTo: HookedProperty<Value>.self,
    options: strict,
    sourceLocation: sourceLocation
  )
  // Only the class of the property differs.
  let same = issues.map { issue in
    var issue = issue
    issue.typeName = name(of: HookedProperty<Value>.self)
    return issue
  }
  #expect(hookedIssues == same, "hooked: \(label)", sourceLocation: sourceLocation)
}

/// The name of a type at run time: an optimizer that knows a private type writes another one.
@inline(never)
func name(of type: Any.Type) -> String { "\(type)" }
