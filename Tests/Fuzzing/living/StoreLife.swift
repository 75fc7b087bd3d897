import Foundation
import ModelObjectKit

/// The life of a store: each text is mapped into it.
struct StoreLife<Model: Living> {
  let options: MappingOptions?
  private let store = ModelStore()

  init(options: MappingOptions?) { self.options = options }

  /// What comes of the texts, one after the other, as text.
  func transcript(of texts: [Data], _ way: Life<Model>.Way = .text) -> [String] {
    texts.flatMap { text -> [String] in
      let lines = account("", tellsValues: way == .text) {
        show(
          way == .text
            ? try store.upsert(Model.self, json: text, options: options)
            : try store.upsert(
              Model.self,
              dictionary: Life<Model>.dictionary(text),
              options: options
            )
        )
      }
      return lines + all.map(show)
    }
  }

  /// The order of keys counts for the order of filing alone, if each object is there once, and for
  /// nothing in a dictionary.
  private func checkOrder(_ documents: [Document]) {
    let sorted = documents.compactMap(\.plain)
    guard sorted.count == documents.count else { return }
    let (text, dictionary) = (StoreLife(options: options), StoreLife(options: options))
    let lines = text.transcript(of: sorted)
    let others = dictionary.transcript(of: sorted, .dictionary)
    let string = documents.map(\.string).joined(separator: "\n")
    guard lines.filter({ !$0.hasPrefix("!") }) == others.filter({ !$0.hasPrefix("!") }) else {
      let difference = difference(
        lines.joined(separator: "\n"),
        others.joined(separator: "\n")
      )
      found("a store is another one by dictionaries", string, difference)
    }
    // An object without an identity may be the one in its place, which is inside itself then.
    guard documents.allSatisfy({ Set($0.identities).count == $0.identities.count }),
      !documents.contains(where: \.tree.repeatsKeys),
      !documents.dropFirst().contains(where: \.hasNamedInNamelessObjects)
    else { return }
    let original = StoreLife(options: options)
    _ = original.transcript(of: documents.map { Data($0.tree.withSwiftNumbers.json.utf8) })
    // What refers to an object that one of another class has replaced still does, if it came before.
    guard ![original, text].contains(where: \.refersToOthers) else { return }
    let (one, other) = (original.all.map(show).sorted(), text.all.map(show).sorted())
    guard one == other else {
      let difference = difference(one.joined(separator: "\n"), other.joined(separator: "\n"))
      found("the order of keys counts in a store", string, difference)
    }
  }

  /// The objects of all classes that have an identity.
  private var all: [Living] {
    store.all(Part.self) + store.all(Member.self) + store.all(Line.self)
  }

  /// Whether an object refers to one with an identity that isn't in the store.
  private var refersToOthers: Bool {
    all.flatMap { $0.everything(withSets: true) }.contains { $0.id != 0 && !store.contains($0) }
  }

  private func show(_ model: Living) -> String { model.isSmall ? shown(model) : "large" }

  /// Checks what is promised of the store of one class.
  func check(_ documents: [Document]) {
    for document in documents {
      checkUpsert(document)
      checkIdentities(document)
    }
    checkArchive(documents)
    checkArrays(documents)
    StoreLife(options: options).checkReports(documents)
    checkOrder(documents)
    StoreLife(options: options).checkTwice(documents)
  }

  /// The same text again changes nothing if each object in it has an identity: what a reference names
  /// is there then, and it was found before, too, when it came later in the text.
  private func checkTwice(_ documents: [Document]) {
    for document in documents {
      guard document.isNamed(ofTwoParts: Model.self is Line.Type) else { return }
      let told = ToldIssues()
      let options = told.options(options)
      guard (try? store.upsert(Model.self, json: document.text, options: options)) != nil else {
        return
      }
      // What refers to an object that one of another class has replaced still does.
      guard !told.issues.contains(where: { $0.kind == .replaced }) else { return }
      let first = all.map(show).joined(separator: "\n")
      _ = try? store.upsert(Model.self, json: document.text, options: options)
      let second = all.map(show).joined(separator: "\n")
      guard first == second else {
        found("the same text again changes a store", document.string, difference(first, second))
      }
    }
  }

  /// What is told of each upsert.
  private func checkReports(_ documents: [Document]) {
    let check = ExplainCheck<Model>(options: options)
    for document in documents {
      check.checkUpsert(document.text, store) {
        all.map { "\(ObjectIdentifier($0)) \(show($0))" }
      }
    }
  }

  /// The same text again names the same object, and says nothing new.
  private func checkUpsert(_ document: Document) {
    let before = all.map { ($0, show($0)) }
    do {
      let model = try store.upsert(Model.self, json: document.text, options: options)
      let all = store.all(Model.self)
      let again = try store.upsert(Model.self, json: document.text, options: options)
      guard again === model || !all.contains(where: { $0 === model }) else {
        found("an upsert of the same text gives another object", document.string)
      }
    } catch {
      guard Promises.undoesRefusedUpdates else { return }
      guard all.elementsEqual(before, by: { $0 === $1.0 && show($0) == $1.1 }) else {
        found("a refused upsert changes the store", document.string, "\(error)")
      }
    }
  }

  /// An upsert changes no identity of an object that is filed.
  private func checkIdentities(_ document: Document) {
    let changed =
      store.all(Part.self).first { store[Part.self, $0.id] !== $0 }
      ?? store.all(Member.self).first { store[Member.self, $0.id] !== $0 }
      ?? store.all(Line.self).first { store[Line.self, ["id": $0.id, "lang": $0.lang]] !== $0 }
    if let changed { found("an upsert changes an identity", document.string, show(changed)) }
  }

  /// A store is the same behind its archive.
  private func checkArchive(_ documents: [Document]) {
    let all = store.all(Model.self)
    do {
      let opened = try ModelStore(archive: store.archivedData(), classes: [Model.self])
      let again = opened.all(Model.self)
      guard again == all else {
        found(
          "the archive of a store comes back different",
          documents.map(\.string).joined(separator: "\n"),
          difference("\(all)", "\(again)")
        )
      }
    } catch {
      found("the archive of a store can't be read", "\(error)")
    }
  }

  /// An array that is upserted twice gives the same objects, and alone stays if it is to.
  private func checkArrays(_ documents: [Document]) {
    let text = "[" + documents.map(\.string).joined(separator: ",") + "]"
    var deeper = options
    deeper?.maximumDepth += 1
    // Of two objects with one identity and different classes the later one takes the other's place.
    let identities = documents.flatMap(\.identities)
    guard Set(identities).count == identities.count else { return }
    guard let first = try? store.upsert([Model].self, json: text, options: deeper) else { return }
    do {
      let again = try store.upsert(
        [Model].self,
        json: text,
        removingOthers: true,
        options: deeper
      )
      let filed = Set(store.all(Model.self).map { ObjectIdentifier($0) })
      guard again.count == first.count,
        zip(first, again).allSatisfy({ $0 === $1 || !filed.contains(ObjectIdentifier($1)) })
      else { found("an upsert of the same array gives other objects", text) }
      // What an element was that can't be read is not known: then nothing is removed.
      var strict = deeper ?? .lenient
      strict.mismatches = .fail
      guard (try? [Model](json: text, options: strict)) != nil else { return }
      let models = again.flatMap { $0.everything(withSets: true) }
      let named = Set(models.map { ObjectIdentifier($0) })
      // A value that gives way to another one names objects too.
      guard
        filed.isSubset(of: named) || documents.contains(where: \.tree.hasRivals)
          || !again.allSatisfy({ filed.contains(ObjectIdentifier($0)) })
      else { found("others are not removed", text) }
      for removed in again.changes.removed where filed.contains(ObjectIdentifier(removed)) {
        found("what is removed is still there", text, "\(removed)")
      }
    } catch {
      found("an upsert of the same array fails", text, "\(error)")
    }
  }
}
