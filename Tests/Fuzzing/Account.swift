import Foundation
import ModelObjectKit

/// All that a mapping comes to, as text: the values, and what strict handling finds.
func fullAccount(
  _ text: String,
  _ options: FuzzedOptions,
  tellsValues: Bool = false,
  _ make: (MappingOptions?) throws -> Item
) -> [String] {
  [options.options, options.strict].flatMap { options in
    account(text, tellsValues: tellsValues) { shown(try make(options)) }
  }
}

/// What a call comes to, as text: its result, or what its error says.
///
/// How a value is called that doesn't fit may depend on the way in which it came, and the order of
/// its keys.
func account(
  _ text: String,
  tellsValues: Bool = false,
  _ result: () throws -> String
) -> [String] {
  do {
    return [try result()]
  } catch let error as ModelError {
    // Of several places that are too deep the first one is told.
    let path = tellsValues || error.code != .tooDeep ? error.path : ""
    let line = "! \(error.code) \(path) \(error.issueCount)"
    // Of more issues than an error has room for it tells the first ones, in the input's order.
    guard error.issueCount <= 100 else { return [line] }
    let issues = error.issues.map { issue in
      let value = tellsValues ? issue.found ?? "" : ""
      return "! \(issue.kind) \(issue.path) \(issue.expected ?? "") \(value)"
    }
    return [line] + issues.sorted()
  } catch {
    found("an error of another kind", "\(error)", text)
  }
}
