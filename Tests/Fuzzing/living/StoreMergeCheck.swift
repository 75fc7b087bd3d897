import Foundation
import ModelObjectKit

/// Checks merges into an object of a store that nothing was changed in: they are updates, and keep
/// what was changed here, though objects may be gone.
struct StoreMergeCheck<Model: Living> {
  let options: MappingOptions?

  /// The first text makes the object, the others come into the store, and the last one is merged.
  func check(_ documents: [Document]) {
    guard let last = documents.last, let first = documents.first,
      let merged = Filled(documents.dropLast(), options),
      let updated = Filled(documents.dropLast(), options)
    else { return }
    // The identity of the base may not change.
    guard Set(last.rootIdentities + first.rootIdentities).count < 2,
      Model.self is Line.Type ? last.rootLanguages.isEmpty : true
    else { return }
    checkEdit(documents)
    // An equal element is no change to a merge, which keeps it, with objects in it that were removed;
    // an update has a new one, or at least new objects in it. One without an identity may have got
    // that by default.
    guard !merged.isAnyRemoved else { return }
    guard !documents.contains(where: \.namesDefaultIdentity) || !last.hasNamelessObjects() else {
      return
    }
    let base = merged.model.copy()
    let isInsideItself = base.isInsideItself
    let before = merged.lines
    let text = documents.map(\.string).joined(separator: "\n")
    do {
      let conflicts = try merged.store.merge(
        merged.model,
        json: last.text,
        since: base,
        options: options
      )
      guard conflicts.isEmpty else { found("a store has conflicts", text, "\(conflicts)") }
      let told = ToldIssues()
      var noting = options ?? Model.mappingOptions
      noting.issueHandler = told.options(nil).issueHandler
      try updated.store.update(updated.model, json: last.text, options: noting)
      // What is in a rejected object isn't merged, but an update takes it.
      let isAnyRejected = told.issues.contains { $0.kind == .rejected }
      // An object may come twice, with other objects in it each time: an update files all of them, a
      // merge those that are in it at the end. The root may not give its own identity, and what is
      // inside itself comes again without one.
      let identities =
        last.identities + (last.rootIdentities.isEmpty ? first.rootIdentities : [])
      let isAnyRepeated = isInsideItself || Set(identities).count < identities.count
      let lines =
        isAnyRejected || isAnyRepeated
        ? (merged.innerLines, updated.innerLines) : (merged.lines, updated.lines)
      expect(lines.0, lines.1, "a merge into a store differs from an update", text)
      // They have nothing in common, or changes here would change the base.
      let filed = Set(merged.all.map { ObjectIdentifier($0) })
      for model in base.everything(withSets: true) where filed.contains(ObjectIdentifier(model)) {
        found("a base has an object of the store", text, "\(model)")
      }
    } catch {
      expect(merged.lines, before, "a merge that fails changes the store", text)
      guard (try? updated.store.update(updated.model, json: last.text, options: options)) == nil
      else { found("a store refuses a merge", text, "\(error)") }
    }
  }

  /// What was changed here stays, in whichever object of the store, if it wins the conflicts.
  private func checkEdit(_ documents: [Document]) {
    guard let last = documents.last, let edited = Filled(documents.dropLast(), options) else {
      return
    }
    var random = SeededRandom(for: last.text)
    let base = edited.model.copy()
    let object = edited.model.everything(withSets: true).filter { edited.store.contains($0) }
      .sorted { ($0.id, "\(type(of: $0))") < ($1.id, "\(type(of: $1))") }
      .randomElement(using: &random)
    guard let object else { return }
    object.name = "edited"
    let merged = try? edited.store.merge(
      edited.model,
      json: last.text,
      since: base,
      options: options
    )
    guard merged != nil, edited.store.contains(object), object.name != "edited" else { return }
    let text = documents.map(\.string).joined(separator: "\n")
    found("a merge into a store loses a change", text, "\(object)", "\(merged ?? [])")
  }

  /// An equal value is no change to a merge: a zero keeps its sign, which an update may change.
  private func expect(_ lines: [String], _ expected: [String], _ what: String, _ text: String) {
    let (lines, expected) = (lines.joined(separator: "\n"), expected.joined(separator: "\n"))
    func unsigned(_ text: String) -> String {
      text.replacing(#/([:\[])-0(?=[,\]}])/#) { "\($0.1)0" }
    }
    guard unsigned(lines) != unsigned(expected) else { return }
    found(what, text, difference(expected, lines))
  }

  /// A store, and the object of the first text in it.
  private struct Filled {
    let store = ModelStore()
    let model: Model
    private(set) var isAnyRemoved = false

    /// Nil if a text can't be mapped, or has an object that isn't filed.
    ///
    /// Some objects are removed again.
    init?(_ documents: ArraySlice<Document>, _ options: MappingOptions?) {
      var models: [Model] = []
      var random = SeededRandom(for: documents.map(\.text).joined())
      for document in documents {
        let model = try? store.upsert(Model.self, json: document.text, options: options)
        guard let model else { return nil }
        models.append(model)
        guard Bool.random(using: &random) else { continue }
        let others = models[0].everything(withSets: true).dropFirst().filter { [store] in
          store.contains($0)
        }
        .sorted { ($0.id, "\(type(of: $0))") < ($1.id, "\(type(of: $1))") }
        if let gone = others.randomElement(using: &random) {
          store.remove(gone)
          isAnyRemoved = true
        }
      }
      guard let first = models.first, store.contains(first) else { return nil }
      model = first
    }

    var all: [Living] { store.all(Part.self) + store.all(Member.self) }

    /// Each object, with those in it that are filed; in which order they are isn't promised, and
    /// equal numbers are the same to a merge.
    var lines: [String] { lines(of: all) }

    /// The same of those in the object of the first text.
    var innerLines: [String] {
      lines(of: model.everything(withSets: true).filter { store.contains($0) })
    }

    private func lines(of models: [Living]) -> [String] {
      let all = all
      return models.map { model in
        let inside = (model.inside + model.inSets.sorted { $0.id < $1.id }).map { part in
          all.contains { $0 === part } ? "\(part.id)" : "none"
        }
        let text =
          model.isSmall ? shown(model).replacing(/([0-9])\.0(?![0-9])/, with: { $0.1 }) : "large"
        return text + inside.joined(separator: " ")
      }
      .sorted()
    }
  }
}
