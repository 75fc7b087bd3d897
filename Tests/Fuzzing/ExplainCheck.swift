import Foundation
import ModelObjectKit

/// Notes the issues of mappings.
final class ToldIssues: @unchecked Sendable {
  private(set) var issues: [ModelError.Issue] = []

  /// The options with all issues reported here, and none an error.
  func options(_ options: MappingOptions?) -> MappingOptions {
    var options = options ?? .lenient
    (options.mismatches, options.missingKeys, options.unknownKeys) = (.report, .report, .report)
    options.issueHandler = { self.issues += $0 }
    return options
  }

  static func lines(_ issues: [ModelError.Issue]) -> [String] {
    issues.map { "\($0.kind) \($0.typeName) \($0)" }.sorted()
  }
}

/// Checks that a report says what a mapping does.
struct ExplainCheck<Model: Item> {
  let options: MappingOptions?

  /// A mapping of a text, and its report.
  func check(_ json: Data) {
    let told = ToldIssues()
    let options = told.options(options)
    let text = String(decoding: json, as: UTF8.self)
    let report = compare(text, told) {
      try Model.explain(json: json, options: options)
    } mapping: {
      try Model(json: json, options: options)
    }
    if let (report, model) = report { check(report, of: model, text) }
  }

  /// An upsert does what the report says that it would do, which changes nothing.
  func checkUpsert(_ json: Data, _ store: ModelStore, _ shownStore: () -> [String]) {
    let told = ToldIssues()
    let options = told.options(options)
    let text = String(decoding: json, as: UTF8.self)
    let before = shownStore()
    compare(text, told) {
      let report = try? store.explain(Model.self, json: json, options: options)
      guard before == shownStore() else { found("explain changes the store", text) }
      return try report ?? store.explain(Model.self, json: json, options: options)
    } mapping: {
      try store.upsert(Model.self, json: json, options: options)
    }
  }

  /// The report and the model, if there are both.
  @discardableResult
  private func compare(
    _ text: String,
    _ told: ToldIssues,
    explaining: () throws -> MappingReport,
    mapping: () throws -> Model
  ) -> (MappingReport, Model)? {
    let report = result(explaining, text)
    guard told.issues.isEmpty else { found("a report calls the handler", text) }
    let model = result(mapping, text)
    switch (report, model) {
    case (.success(let report), .success(let model)):
      let told = told.issues
      // The handler gets the first hundred.
      guard told.count >= 100 || isSame(report.issues, told) else {
        let lines = (ToldIssues.lines(report.issues), ToldIssues.lines(told))
        let texts = (lines.0.joined(separator: "\n"), lines.1.joined(separator: "\n"))
        found("a report has other issues", text, difference(texts.0, texts.1), report.description)
      }
      guard !isRejected(report) else { found("a report rejects what is mapped", text) }
      return (report, model)
    case (.success(let report), .failure(let error)):
      guard error.code == .rejected, isRejected(report), report.issues.last?.kind == .rejected
      else { found("a report hides an error", text, "\(error)", report.description) }
    case (.failure(let first), .failure(let second)):
      guard first.code == second.code else { found("a report has another error", text, "\(first)") }
    case (.failure(let error), .success):
      found("what is mapped can't be explained", text, "\(error)")
    }
    return nil
  }

  private func result<Value>(_ make: () throws -> Value, _ text: String) -> Result<
    Value, ModelError
  > {
    do {
      return .success(try make())
    } catch let error as ModelError {
      _ = error.description
      return .failure(error)
    } catch {
      found("an error of another kind", "\(error)", text)
    }
  }

  /// A report also names optional properties that have no key.
  private func isSame(_ reported: [ModelError.Issue], _ told: [ModelError.Issue]) -> Bool {
    ToldIssues.lines(reported.filter { $0.kind != .missingKey })
      == ToldIssues.lines(told.filter { $0.kind != .missingKey })
      && Set(reported).isSuperset(of: told)
  }

  private func isRejected(_ report: MappingReport) -> Bool {
    report.description.prefix { $0 != "\n" }.contains(": rejected")
  }

  // MARK: - What was mapped

  private func check(_ report: MappingReport, of model: Model, _ text: String) {
    let new = type(of: model).init()
    for property in report.unmapped.map(\.property) where !property.contains(where: isMark) {
      guard shownProperty(property, of: model) == shownProperty(property, of: new) else {
        found("\(property) was mapped after all", text, report.description)
      }
    }
    checkRest(report, model, text)
  }

  private func shownProperty(_ property: String, of model: Model) -> String {
    var options = ExportOptions()
    (options.sortedKeys, options.properties) = (true, [property])
    return (try? model.jsonString(options: options)) ?? "none"
  }

  private func isMark(_ character: Character) -> Bool { ".[\"".contains(character) }

  /// Keys that no match begins with do nothing.
  private func checkRest(_ report: MappingReport, _ model: Model, _ text: String) {
    guard !(model is Shape), let tree = ReferenceReader.read(text.utf8)?.tree else { return }
    let rest = tree.filtered { key in
      // Tags, and keys that a path would quote.
      guard key.allSatisfy({ $0.isLetter && $0.isASCII }) else { return true }
      return ["kind", "type"].contains(key.lowercased())
        || report.matches.contains { match in
          match.key == key
            || match.key.hasPrefix(key) && match.key.dropFirst(key.count).first.map(isMark) == true
        }
    }
    do {
      let again = try Model(json: rest.json, options: ToldIssues().options(options))
      guard shown(again) == shown(model) else {
        found(
          "a key counts that no match names",
          text,
          rest.json,
          difference("\(model)", "\(again)")
        )
      }
    } catch {
      found("what a report names can't be mapped", text, rest.json, "\(error)")
    }
  }
}
