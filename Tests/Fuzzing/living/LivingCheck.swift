import Foundation
import ModelObjectKit

/// Checks the promises for objects of one class that several texts make and update.
struct LivingCheck<Model: Living> {
  let documents: [Document]
  let options: FuzzedOptions
  let twin: LivingTwin

  private var texts: [Data] { documents.map(\.text) }
  private var string: String { documents.map(\.string).joined(separator: "\n") }

  func run() {
    checkWays()
    checkTwin()
    StoreLife<Model>(options: options.options).check(documents)
    if Model.self == Part.self { OwnIdentityCheck(options: options.options).check(documents) }
    checkMerges()
    checkReferences()
    let made = documents.compactMap { document in
      (try? Model(json: document.text, options: options.options)).map { (document, $0) }
    }
    for (document, model) in made { check(model, document) }
    let turns = Turns(documents)
    if turns.has(.reports) { checkReports() }
    if turns.has(.forms) { for (document, model) in made { checkForms(model, document) } }
    if turns.has(.changes) {
      checkArray()
      for (old, new) in zip(made, made.dropFirst()) { checkChanges(from: old.1, to: new.1) }
      checkUpdates()
    }
  }

  /// What is told and counted of each text.
  private func checkReports() {
    documents.forEach(checkIssues)
    for text in texts { ExplainCheck<Model>(options: options.options).check(text) }
    // Equal elements of a set are one object; a value that loses is counted, or not.
    let isExact = documents.allSatisfy { document in
      !document.tree.hasRivals && !document.tree.hasKey { $0.lowercased().contains("set") }
    }
    CensusCheck<Model>(
      options: options.options,
      objects: { $0.everything() },
      isExact: isExact && Model.self != Member.self && Model.self != Guest.self
    )
    .check(texts)
  }

  /// The second and the third text change what the first one makes.
  private func checkMerges() {
    StoreMergeCheck<Model>(options: options.options).check(documents)
    texts.forEach(BackReferenceCheck.check)
    guard let first = documents.first,
      let base = try? Model(json: first.text, options: options.options)
    else { return }
    let check = MergeCheck<Model>(base: base, options: options.options)
    check.check(documents[1 % documents.count], documents[documents.count - 1])
  }

  /// The objects of each text may as well refer to each other.
  private func checkReferences() {
    // Inside an object of a subclass there are others of the family.
    guard let places = Model.places, Model.self == Part.self || Model.self == Member.self,
      options.limit == 512
    else { return }
    var check = ReferenceCheck<Model>(options, places, documents)
    check.check(documents)
  }

  /// Each text makes an object.
  private func check(_ model: Model, _ document: Document) {
    checkIdentity(model)
    _ = "\(model)"
    GrowthCheck<Model>(options: options.options).check(document, model)
  }

  /// An object goes out, and comes back as it was.
  private func checkForms(_ model: Model, _ document: Document) {
    let isWhole =
      options.isUsual && model.everything(withSets: true).allSatisfy { type(of: $0).isWhole }
    checkExport(model, isReadBack: isWhole && !document.tree.repeatsTags)
    checkArchive(model)
    let coder = CoderCheck<Model>(options: options)
    if isWhole { coder.checkRoundTrip(model) }
    coder.checkText(document)
  }

  private func checkChanges(from old: Model, to new: Model) {
    let check = ChangeCheck<Model>(old: old, new: new)
    check.checkUpdate()
    if options.isUsual { check.checkPatch() }
  }

  /// Each text updates what the one before it made.
  private func checkUpdates() {
    guard let first = documents.first,
      let model = try? Model(json: first.text, options: options.options)
    else { return }
    for document in documents.dropFirst() {
      let before = model.copy()
      guard (try? model.update(json: document.text, options: options.options)) != nil else {
        return
      }
      checkChanges(from: before, to: model)
      checkChanges(from: model, to: before)
    }
  }

  // MARK: - Accounts

  private func life(_ options: MappingOptions?) -> Life<Model> { Life(options: options) }

  /// The way in which the texts come counts for nothing.
  private func checkWays() {
    let plain = documents.compactMap(\.plain)
    guard plain.count == documents.count else { return }
    for options in [options.options, options.strict] {
      let life = Life<Model>(options: options)
      let byText = life.transcript(of: plain)
      for way in [Life<Model>.Way.dictionary, .element] {
        let other = life.transcript(of: plain, way)
        guard other == byText else {
          let lines = (byText.joined(separator: "\n"), other.joined(separator: "\n"))
          found("it counts that it comes as \(way)", string, difference(lines.0, lines.1))
        }
      }
    }
  }

  /// A twin has the same life.
  private func checkTwin() {
    guard documents.allSatisfy({ !$0.twins.isEmpty && !$0.hasUntaggedLeads }) else { return }
    // Accessors are called after the other values are set, in the order of their names: of an object
    // that occurs twice, another place is the first one, and another one the last; and a store files
    // objects in another order.
    let hasAccessors = twin.kind == 3
    if hasAccessors, documents.contains(where: \.repeatsIdentities) { return }
    // These twins have transforms.
    if twin.kind == 2, documents.contains(where: \.repeatsKeysWithNullTexts) { return }
    for options in [options.options, options.strict] {
      let life = Life<Model>(options: options).transcript(of: texts, tellsValues: true)
      let store = StoreLife<Model>(options: options).transcript(of: texts)
      let texts = documents.map { $0.twins[twin.kind - 1] }
      // An issue lists the tags.
      var (first, second) = (
        Document.withFirstTwins(life + store, twin.kind),
        Document.withFirstTwins(twin.account(texts, options), twin.kind)
      )
      if hasAccessors {
        first[life.count...].sort()
        second[min(life.count, second.count)...].sort()
      }
      guard first == second else {
        let texts = (first.joined(separator: "\n"), second.joined(separator: "\n"))
        found("the twin \(twin.name) differs", string, difference(texts.0, texts.1))
      }
    }
  }

  // MARK: - Arrays

  /// An array that is updated by the text that made it stays as it is, and keeps its objects.
  private func checkArray() {
    let text = "[" + documents.map(\.string).joined(separator: ",") + "]"
    var deeper = options.options
    deeper?.maximumDepth += 1
    guard let made = try? [Model](json: text, options: deeper) else { return }
    do {
      var models: [Model] = []
      let first = try models.update(json: text, options: deeper)
      guard models == made, first.updated.isEmpty, first.removed.isEmpty else {
        found("an update of an empty array differs", text, difference("\(made)", "\(models)"))
      }
      guard !documents.contains(where: \.namesDefaultIdentity) else { return }
      // A part that the text lacks is the default one, which another element may name.
      if Model.self is Line.Type, documents.contains(where: \.rootLanguages.isEmpty) { return }
      let before = models
      let second = try models.update(json: text, options: deeper)
      // A reference names an object again, which is one of the changes.
      func count(_ models: [Model]) -> Int { Set(models.map { ObjectIdentifier($0) }).count }
      let kept = count(before) - second.removed.count
      guard kept + second.inserted.count == count(models),
        (second.updated + second.unchanged).allSatisfy({ model in
          before.contains { $0 === model }
        })
      else { found("the changes of an array don't add up", text, "\(second)") }
      // What is updated may be as before: two elements may have one identity.
      let known = second.updated.count + second.unchanged.count
      guard deeper?.arrays == .merge || known == kept && models == before else {
        found("an array changes by its own text", text, difference("\(before)", "\(models)"))
      }
    } catch {
      found("an update of an array fails", text, "\(error)")
    }
    checkRefusal(of: text, made)
  }

  /// An array that is updated strictly by what does not fit stays as it is.
  private func checkRefusal(of text: String, _ made: [Model]) {
    guard Promises.undoesRefusedUpdates else { return }
    for start in 0..<made.count {
      var models = Array(made.dropFirst(start) + made.prefix(start))
      let before = models.map { ($0, shown($0)) }
      guard (try? models.update(json: text, options: options.strict)) == nil else { return }
      guard models.elementsEqual(before, by: { $0 === $1.0 && shown($0) == $1.1 }) else {
        found("a refused update changes an array", text, "\(models)")
      }
    }
  }

  /// Many equal elements have as many issues as one has, times their number: more than an error
  /// has room for.
  private func checkIssues(_ document: Document) {
    func count(_ number: Int) -> Int {
      let text = "[" + Array(repeating: document.string, count: number).joined(separator: ",") + "]"
      do {
        _ = try [Model](json: text, options: .strict)
        return 0
      } catch {
        return (error as? ModelError)?.issueCount ?? -1
      }
    }
    guard document.text.count < 200 else { return }
    let one = count(1)
    guard one > 0 else { return }
    let number = 100 / one + 2
    let many = count(number)
    if many != number * one { found("issues are lost", document.string, "\(many)") }
  }
}
