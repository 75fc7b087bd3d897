import Foundation
import ModelObjectKit

/// Checks the promises for one JSON text that is mapped onto one class.
struct JSONCheck<Model: Item> {
  let json: Data
  let options: FuzzedOptions
  let twins: [Twin]
  let isWhole: Bool
  let rejects: Bool
  let isDirect: Bool

  func run() {
    let outcome = map { try Model(json: json, options: options.options) }
    checkVerdict(outcome)
    if isDirect { ExplainCheck<Model>(options: options.options).check(json) }
    if isDirect { CensusCheck<Model>(options: options.options).check([json, Data("{}".utf8)]) }
    checkTwins(outcome)
    if Model.self == Crated.self { StructCheck(json: json, options: options).run() }
    let long = LongInputCheck<Model>(json: json, options: options)
    if isDirect { long.checkElements() }
    guard let tree = ReferenceReader.read(json)?.tree else { return }
    if isDirect, case .object = tree, !tree.hasKeysOfOtherBytes { checkForms(tree) }
    guard case .model(let model) = outcome else { return }
    checkIdentity(model)
    _ = "\(model)"
    checkStrict(model)
    if isDirect, !rejects { long.checkBeginnings(of: model) }
    checkUpdates(model)
    checkCollections(model)
    checkExport(model, isReadBack: options.isUsual && isWhole)
    if !(model is Listed) { checkArchive(model) }
  }

  private var text: String { String(decoding: json, as: UTF8.self) }

  // MARK: - Outcomes

  private enum Outcome {
    case model(Model)
    case error(ModelError)

    var shownModel: String? {
      if case .model(let model) = self { shown(model) } else { nil }
    }

    var code: ModelError.Code? {
      if case .error(let error) = self { error.code } else { nil }
    }
  }

  private func map(_ make: () throws -> Model) -> Outcome {
    do {
      return .model(try make())
    } catch let error as ModelError {
      _ = error.description
      return .error(error)
    } catch {
      found("an error of another kind", "\(error)", text)
    }
  }

  private func account(
    tellsValues: Bool = false,
    _ make: (MappingOptions?) throws -> Item
  ) -> String {
    fullAccount(text, options, tellsValues: tellsValues, make).joined(separator: "\n")
  }

  // MARK: - Checks

  /// Checks that the text is read exactly where it is JSON.
  private func checkVerdict(_ outcome: Outcome) {
    // Other encodings are known by a zero or a mark in front.
    let start = json.prefix(4)
    guard !start.contains(0), start.first.map({ $0 < 0xEF }) ?? true else { return }
    let reference = ReferenceReader.read(json)
    var expected: Set<ModelError.Code?>
    switch reference?.tree {
    case .some where (reference?.depth ?? 0) > options.limit:
      expected = [.tooDeep, .unexpectedRoot]
    case .object: expected = [nil, .invalidInput]
    case .some: expected = [.unexpectedRoot]
    case nil: expected = [.malformedJSON, .tooDeep]
    }
    // A hook may throw before the rest of the text is looked at.
    if rejects { expected.insert(.rejected) }
    guard expected.contains(outcome.code) else {
      found("a wrong verdict: \(outcome), expected one of \(expected)", text)
    }
    let same = map { try Model(json: text, options: options.options) }
    guard String(validating: json, as: UTF8.self) == nil || same.code == outcome.code,
      reference == nil || same.shownModel == outcome.shownModel
    else { found("a string means something else than its bytes", text) }
  }

  /// Hooks that only call `super` change nothing.
  private func checkTwins(_ outcome: Outcome) {
    guard !twins.isEmpty else { return }
    let plain = account(tellsValues: true) { try Model(json: json, options: $0) }
    for twin in twins {
      let hooked = account(tellsValues: true) { try twin.make(json, $0) }
      if hooked != plain {
        found("\(twin.name) differs from \(Model.self)", text, difference(plain, hooked))
      }
    }
  }

  /// The order of keys, and how the input comes in.
  private func checkForms(_ tree: Tree) {
    let ordered = tree.withoutRepetitions
    let written = account { try Model(json: json, options: $0) }
    let reordered = account { try Model(json: ordered.json, options: $0) }
    // Of a key that stands twice the last value that fits counts, which needn't be the last one.
    if !tree.repeatsKeys, written != reordered {
      found("the order of keys counts", text, ordered.json, difference(written, reordered))
    }
    guard let form = ordered.asDictionary(levels: options.limit) else { return }
    let fromText = account { try Model(json: form.json, options: $0) }
    let native = account { try Model(dictionary: form.dictionary, options: $0) }
    if fromText != native {
      found("a dictionary differs from text", form.json, difference(fromText, native))
    }
    let data = Data(form.json.utf8)
    guard !form.tree.isChangedByFoundation,
      let parsed = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    else { return }
    let foundation = account { try Model(dictionary: parsed, options: $0) }
    if fromText != foundation {
      found(
        "a dictionary of Foundation differs from text",
        form.json,
        difference(fromText, foundation)
      )
    }
  }

  /// Strict handling refuses, or finds the same.
  private func checkStrict(_ model: Model) {
    var strict = options.options ?? .lenient
    strict.mismatches = .fail
    strict.missingKeys = .fail
    switch map({ try Model(json: json, options: strict) }) {
    case .model(let other):
      if shown(other) != shown(model) || other != model {
        found("strict handling gives something else", text, difference("\(model)", "\(other)"))
      }
    case .error(let error):
      guard error.code == .invalidInput, error.issueCount > 0, !error.issues.isEmpty,
        error.issues.count == min(100, error.issueCount)
      else { found("strict handling fails otherwise", text, "\(error)") }
    }
  }

  /// Updating a new object is making it, and twice is once.
  private func checkUpdates(_ model: Model) {
    guard isDirect, !rejects, type(of: model) == Model.self else { return }
    let updated = Model()
    for _ in 0..<2 {
      do {
        try updated.update(json: json, options: options.options)
      } catch {
        found("an update fails", text, "\(error)")
      }
      guard shown(updated) == shown(model), updated == model else {
        found("an update differs", text, difference("\(model)", "\(updated)"))
      }
    }
  }

  /// Arrays and dictionaries of models.
  private func checkCollections(_ model: Model) {
    guard var options = options.options, options.maximumDepth > 3, rejects == false else { return }
    options.maximumDepth += 1
    do {
      let array = try [Model](json: "[\(text)]", options: options)
      let dictionary = try [String: Model](json: "{\"a\":\(text)}", options: options)
      guard array.count == 1, array == [model], dictionary == ["a": model] else {
        found("an element differs", text, "\(array)", "\(dictionary)")
      }
    } catch {
      found("an array of a good object fails", text, "\(error)")
    }
  }
}
