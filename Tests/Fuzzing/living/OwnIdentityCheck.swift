import Foundation
import ModelObjectKit

/// Objects whose identity comes by their keys.
final class KeyedParcel: Living {
  var parts: [KeyedParcel] = []
  var one: KeyedParcel?
  var byName: [String: KeyedParcel] = [:]
  var count: Int? = 1
  var own = KeyedBox()
  var box: KeyedBox?
  override class var identity: Set<String> { ["id"] }
  override var inside: [Living] {
    parts + (one.map { [$0] } ?? []) + byName.sorted { $0.key < $1.key }.map(\.value) + [own]
      + (box.map { [$0] } ?? [])
  }
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
  override func validate() throws {
    if id == 13 || name == "bad" { throw Refusal() }
  }
}

/// A part of such an object: it has no identity.
final class KeyedBox: Living {
  var one: KeyedParcel?
  var parts: [KeyedParcel] = []
  override var inside: [Living] { parts + (one.map { [$0] } ?? []) }
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
  override func validate() throws {
    if name == "bad" { throw Refusal() }
  }
}

/// The same, with an identity that a hook gives.
final class HookedParcel: Living {
  var parts: [HookedParcel] = []
  var one: HookedParcel?
  var byName: [String: HookedParcel] = [:]
  var count: Int? = 1
  var own = HookedBox()
  var box: HookedBox?
  override class var identity: Set<String> { ["id"] }
  override var inside: [Living] {
    parts + (one.map { [$0] } ?? []) + byName.sorted { $0.key < $1.key }.map(\.value) + [own]
      + (box.map { [$0] } ?? [])
  }
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key == "uid" ? "id" : key)
  }
  override func validate() throws {
    if id == 13 || name == "bad" { throw Refusal() }
  }
}

/// A part of such an object.
final class HookedBox: Living {
  var one: HookedParcel?
  var parts: [HookedParcel] = []
  override var inside: [Living] { parts + (one.map { [$0] } ?? []) }
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key == "uid" ? "id" : key)
  }
  override func validate() throws {
    if name == "bad" { throw Refusal() }
  }
}

/// Checks that objects whose hook passes `uid` on as `id` end in a store as those that have `id`.
struct OwnIdentityCheck {
  let options: MappingOptions?

  /// Each text has an object once, so that the order of its keys can't be noticed.
  ///
  /// Its identities fit: one that doesn't, by its key, is of a new object; by a hook, it comes when the
  /// object in its place has been found.
  func check(_ documents: [Document]) {
    let renamed = documents.compactMap { $0.tree.withOtherIdentities }
    guard renamed.count == documents.count,
      documents.allSatisfy({ document in
        !document.namesDefaultIdentity && !document.tree.repeatsKeys && !document.tree.hasRivals
          && !document.tree.hasMisfitsForIdentities && !document.tree.mayRefer
          && Set(document.identities).count == document.identities.count
      })
    else { return }
    for (document, tree) in zip(documents, renamed) {
      // An object with an identity that is taken isn't filed if only a hook gives it.
      let (byKeys, byHooks, byTrees) = (ModelStore(), ModelStore(), ModelStore())
      let text = tree.withSwiftNumbers.json
      let original = document.tree.withSwiftNumbers.json
      let keyed = account { try byKeys.upsert(KeyedParcel.self, json: original, options: options) }
      let hooked = account { try byHooks.upsert(HookedParcel.self, json: text, options: options) }
      expect(keyed, byKeys, hooked, byHooks, "a hook's identity differs from a key's", text)
      guard Document(Data(text.utf8), levels: 512)?.plain != nil,
        let dictionary = tree.withSwiftNumbers.swiftValue as? [String: Any]
      else { continue }
      let treed = account {
        try byTrees.upsert(HookedParcel.self, dictionary: dictionary, options: options)
      }
      expect(keyed, byKeys, treed, byTrees, "a hook's identity differs in dictionaries", text)
      checkInsert(byHooks, text)
    }
  }

  /// An object with a copy of it isn't inserted, and a copy alone changes nothing.
  private func checkInsert(_ store: ModelStore, _ text: String) {
    guard let object = store.all(HookedParcel.self).last else { return }
    let before = lines(store)
    let holder = HookedParcel()
    (holder.id, holder.one, holder.parts) = (1_000_003, object, [object.copy()])
    do {
      try store.insert(holder)
      found("an object is inserted with its copy", text)
    } catch {
      guard (error as? ModelError)?.code == .unsupportedValue else {
        found("an object with its copy has another error", text, "\(error)")
      }
    }
    guard lines(store) == before else { found("a refused insert changes a store", text) }
  }

  private func account(_ upsert: () throws -> Living) -> String? {
    do {
      let model = try upsert()
      return model.isSmall ? text(of: model) : "large"
    } catch {
      return nil
    }
  }

  private func expect(
    _ first: String?,
    _ firstStore: ModelStore,
    _ second: String?,
    _ secondStore: ModelStore,
    _ what: String,
    _ text: String
  ) {
    let one = lines(firstStore) + [first ?? "!"]
    let other = lines(secondStore) + [second ?? "!"]
    guard one == other else {
      found(what, text, difference(one.joined(separator: "\n"), other.joined(separator: "\n")))
    }
  }
}

extension OwnIdentityCheck {
  /// The objects of a store, in the order of their identities.
  private func lines(_ store: ModelStore) -> [String] {
    store.all(Living.self).sorted { $0.id < $1.id }.map { $0.isSmall ? text(of: $0) : "large" }
  }

  private func text(of model: Living) -> String { shown(model) }
}

extension Tree {
  /// Whether an object has a key of its identity with a value that doesn't fit.
  fileprivate var hasMisfitsForIdentities: Bool {
    func isMisfit(_ value: Tree) -> Bool {
      if case .null = value { return false }
      return KeyedParcel.convert(value.withSwiftNumbers.swiftValue, to: Int.self) == nil
    }
    return switch self {
    case .array(let elements): elements.contains(where: \.hasMisfitsForIdentities)
    case .object(let pairs):
      pairs.contains { $0 == "id" && isMisfit($1) || $1.hasMisfitsForIdentities }
    default: false
    }
  }

  /// Whether a scalar in it may refer to an object: one is found by what its keys gave alone.
  fileprivate var mayRefer: Bool {
    func isScalar(_ value: Tree) -> Bool {
      switch value {
      case .number, .text, .bool: true
      case .null, .array, .object: false
      }
    }
    return switch self {
    case .array(let elements): elements.contains { isScalar($0) || $0.mayRefer }
    case .object(let pairs):
      pairs.contains { key, value in
        isScalar(value) && !["id", "name", "count"].contains(key) || value.mayRefer
      }
    default: false
    }
  }

  /// The same with the identity of each object under `uid`; nil if a key has another spelling.
  fileprivate var withOtherIdentities: Tree? {
    switch self {
    case .array(let elements):
      let others = elements.compactMap(\.withOtherIdentities)
      return others.count == elements.count ? .array(others) : nil
    case .object(let pairs):
      let others = pairs.compactMap { key, value -> (key: String, value: Tree)? in
        let folded = key.lowercased().filter { !"-_ ".contains($0) }
        guard key == "id" || folded != "id" && folded != "uid",
          let value = value.withOtherIdentities
        else { return nil }
        return (key == "id" ? "uid" : key, value)
      }
      return others.count == pairs.count ? .object(others) : nil
    default: return self
    }
  }
}
