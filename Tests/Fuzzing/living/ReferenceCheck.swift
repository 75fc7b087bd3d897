import Foundation
import ModelObjectKit

/// Checks that references are as good as the objects in their places, in every order of these.
struct ReferenceCheck<Model: Living> {
  let options: FuzzedOptions
  let places: FlatText.Places
  private var random: SeededRandom

  init(_ options: FuzzedOptions, _ places: FlatText.Places, _ documents: [Document]) {
    (self.options, self.places) = (options, places)
    random = SeededRandom(for: documents.map(\.text).joined())
  }

  /// Each text changes a store whose objects it nests, and others that get them side by side.
  mutating func check(_ documents: [Document]) {
    let nesting = Shelf()
    let others = (0..<3).map { _ in Shelf() }
    for document in documents {
      guard let flat = FlatText(document, places) else { return }
      // A refused object takes with it what it contains, which side by side it doesn't.
      let refuses =
        Model.self is Member.Type
        && flat.objects.contains { object in
          object.id == 13 && object.pairs.contains { places.all.contains($0.key) }
        }
      guard !refuses else { return }
      let nested = "[\(document.string)]"
      let told = upsert(nested, into: nesting, document)
      // What refers to an object of another class still does, or not, as its place says.
      guard !told.contains(where: { $0.kind == .replaced }) else { return }
      for (number, shelf) in others.enumerated() {
        let text = flat.json(order(flat, number), as: .identity)
        upsert(text, into: shelf, document)
        expect(shelf.lines, nesting.lines, "objects side by side differ", document, text)
      }
      checkMissing(flat, document)
      checkNumbers(flat, document)
    }
    checkExports(nesting)
  }

  private mutating func order(_ flat: FlatText, _ number: Int) -> [Int] {
    let order = Array(flat.objects.indices)
    return number == 0 ? order : number == 1 ? order.reversed() : order.shuffled(using: &random)
  }

  private func expect(
    _ lines: [String],
    _ expected: [String],
    _ what: String,
    _ document: Document,
    _ text: String
  ) {
    guard lines != expected else { return }
    let (lines, expected) = (lines.joined(separator: "\n"), expected.joined(separator: "\n"))
    found(what, document.string, text, difference(expected, lines))
  }

  @discardableResult
  private func upsert(_ text: String, into shelf: Shelf, _ document: Document) -> [ModelError.Issue]
  {
    let told = ToldIssues()
    do {
      try shelf.store.upsert([Model].self, json: text, options: told.options(options.options))
    } catch {
      found("objects can't be filed", document.string, text, "\(error)")
    }
    return told.issues
  }

  /// A reference to an object that isn't there is one issue, and no more than that.
  private mutating func checkMissing(_ flat: FlatText, _ document: Document) {
    guard let missing = flat.objects.compactMap(\.id).randomElement(using: &random) else { return }
    let order = order(flat, 2)
    let (first, second) = (Shelf(), Shelf())
    let text = flat.json(order, as: .identity, missing: missing)
    let clean = flat.json(order, as: .identity, missing: missing, keepsReferences: false)
    let unresolved = [(text, first), (clean, second)].map { text, shelf in
      upsert(text, into: shelf, document).count { $0.kind == .unresolved }
    }
    expect(first.lines, second.lines, "a missing object counts", document, text)
    let count = flat.references(to: missing)
    // The handler gets a hundred issues. What an object that is refused lacks isn't told.
    guard unresolved[0] - unresolved[1] == count || unresolved[0] > 50 || Model.self is Member.Type
    else { found("not \(count) unresolved references but \(unresolved)", document.string, text) }
  }

  /// The same by numbers, without a store.
  private mutating func checkNumbers(_ flat: FlatText, _ document: Document) {
    let shelf = Shelf()
    upsert("[\(document.string)]", into: shelf, document)
    var numbered = ToldIssues().options(options.options)
    numbered.references = .preserved
    let text = flat.json(order(flat, Int.random(in: 0..<3, using: &random)), as: .number)
    do {
      let models = try [Model](json: text, options: numbered)
      expect(Shelf.lines(of: models), shelf.lines, "numbered objects differ", document, text)
    } catch {
      found("numbered objects can't be mapped", document.string, text, "\(error)")
    }
  }

  /// Objects that refer to each other go out with their references, and come back.
  private func checkExports(_ shelf: Shelf) {
    let models = shelf.store.all(Model.self)
    let everything = models.flatMap { $0.everything(withSets: true) }
    let objects = Set(everything.map { ObjectIdentifier($0) })
    // An export gives those without an identity the default one, which is then of one object.
    let defaults = Set(everything.filter { $0.id == 0 }.map { ObjectIdentifier($0) })
    guard options.isUsual, everything.allSatisfy({ type(of: $0).isWhole && !$0.hasOtherTag }),
      objects.count < 100, defaults.count < 2
    else { return }
    do {
      for form in [ReferenceHandling.preserved, .identities] {
        var (written, read) = (ExportOptions(), MappingOptions())
        (written.references, read.references) = (form, form)
        let json = try models.jsonData(options: written)
        let other = Shelf()
        try other.store.upsert([Model].self, json: json, options: read)
        guard other.lines == shelf.lines else {
          let lines = (shelf.lines.joined(separator: "\n"), other.lines.joined(separator: "\n"))
          let text = String(decoding: json, as: UTF8.self)
          found("an export with references is read otherwise", text, difference(lines.0, lines.1))
        }
      }
    } catch {
      found("an export with references can't be read", "\(error)")
    }
  }
}

/// A store as text.
private struct Shelf {
  let store = ModelStore()

  /// Each object of the store, with those that it refers to by their identities.
  var lines: [String] {
    let filed: [Living] = store.all(Part.self) + store.all(Member.self)
    let known = Set(filed.map { ObjectIdentifier($0) })
    for model in filed.flatMap({ $0.inside + $0.inSets }) where model.id != 0 {
      guard known.contains(ObjectIdentifier(model)) else {
        found("a model has the identity of one in the store", "\(model)")
      }
    }
    return Self.lines(of: filed)
  }

  /// All models in some, without those that have no identity: they are parts of others.
  static func lines(of models: [Living]) -> [String] {
    var seen: Set<ObjectIdentifier> = []
    let all = models.flatMap { $0.everything(withSets: true) }
      .filter { $0.id != 0 && seen.insert(ObjectIdentifier($0)).inserted }
    guard Set(all.map { "\($0 is Part) \($0.id)" }).count == all.count else {
      found("two models have one identity", "\(all)")
    }
    return all.sorted { $0.id < $1.id }
      .map { "\(type(of: $0)) \(shown($0, references: .identities))" }.sorted()
  }
}

extension Living {
  /// Whether it was updated with a tag that names no class: it keeps its own, and is written with
  /// that tag.
  fileprivate var hasOtherTag: Bool {
    guard let part = self as? Part, type(of: part) != Part.self else { return false }
    return part.rest.keys.contains { key in
      ["kind", "type"].contains(key.lowercased().filter { !"-_ ".contains($0) })
    }
  }
}
