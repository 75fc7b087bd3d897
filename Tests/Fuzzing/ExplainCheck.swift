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
    let tree = ReferenceReader.read(text.utf8)?.tree ?? .null
    checkUnmapped(report, model, text)
    checkMatches(report, tree, text)
    checkProperties(report, model, text)
    checkRest(report, model, tree, text)
  }

  private func checkUnmapped(_ report: MappingReport, _ model: Model, _ text: String) {
    let new = type(of: model).init()
    // Of a repeated key, one value may fit.
    let properties = Set(report.unmapped.map(\.property).filter { !$0.contains(where: isMark) })
      .subtracting(report.matches.map(\.property)).sorted()
    let unmapped = shownProperties(properties, of: model)
    guard unmapped == nil || unmapped != shownProperties(properties, of: new) else { return }
    // One can't be exported, or differs.
    for property in properties {
      guard shownProperties([property], of: model) == shownProperties([property], of: new) else {
        found("\(property) was mapped after all", text, report.description)
      }
    }
  }

  /// What a key that matches has for a value fits, and the key is there.
  private func checkMatches(_ report: MappingReport, _ tree: Tree, _ text: String) {
    // If a key is repeated, one of its values may fit.
    guard case .object(let pairs) = tree, !tree.repeatsKeys else { return }
    let kinds: Set<ModelError.Issue.Kind> = [.unknownKey, .typeMismatch, .unexpectedNull]
    let misfits = Set(report.issues.filter { kinds.contains($0.kind) }.map(\.path))
    let arePlain = pairs.allSatisfy { $0.key.allSatisfy { $0.isLetter && $0.isASCII } }
    for key in report.matches.map(\.key) {
      guard !misfits.contains(key) else {
        found("\(key) matches and doesn't fit", text, report.description)
      }
      guard !arePlain || pairs.contains(where: { $0.key == key.prefix { !isMark($0) } }) else {
        found("\(key) matches and isn't there", text, report.description)
      }
    }
  }

  /// Each property was mapped or not, but for that of unknown keys.
  private func checkProperties(_ report: MappingReport, _ model: Model, _ text: String) {
    let told = report.matches.map(\.property) + report.unmapped.map(\.property)
    let unknown = [type(of: model).unknownKeysProperty].compactMap { $0?[...] }
    let names = Set(told.map { $0.prefix { !isMark($0) } } + unknown)
    var mirror: Mirror? = Mirror(reflecting: model)
    while let level = mirror, level.subjectType != ModelObject.self {
      for case let label? in level.children.map(\.label) where !names.contains(label[...]) {
        // The storage of a wrapped property.
        guard label.hasPrefix("_"), names.contains(label.dropFirst()) else {
          found("nothing is told of \(label)", text, report.description)
        }
      }
      mirror = level.superclassMirror
    }
  }

  private func shownProperties(_ properties: [String], of model: Model) -> String? {
    var options = ExportOptions()
    (options.sortedKeys, options.properties) = (true, Set(properties))
    return try? model.jsonString(options: options)
  }

  private func isMark(_ character: Character) -> Bool { ".[\"".contains(character) }

  /// Keys that no match begins with do nothing.
  private func checkRest(
    _ report: MappingReport,
    _ model: Model,
    _ tree: Tree,
    _ text: String
  ) {
    guard !(model is Shape), case .object = tree else { return }
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
