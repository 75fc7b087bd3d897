/// The objects that a JSON object nests, side by side in an array, with references between them.
struct FlatText {
  /// The properties of a family that hold models of the family.
  struct Places {
    var single: Set<String> = []
    var lists: Set<String> = []
    var rows: Set<String> = []
    var dictionaries: Set<String> = []

    var all: Set<String> { single.union(lists).union(rows).union(dictionaries) }
  }

  /// How an object is referred to.
  enum Form {
    case identity, number
  }

  /// The objects, and their identities; a root may have none.
  private(set) var objects: [(id: Int?, pairs: [(key: String, value: Tree)])] = []
  private let places: Places
  /// How many objects of the text have an identity.
  private var count = 0
  /// Whether something else than a positive integer may be an identity that refers to an object.
  private var hasOtherReferences = false

  /// Nil if an object has two contents, or if identities are elsewhere.
  init?(_ document: Document, _ places: Places) {
    guard !document.tree.hasRivals, !document.tree.hasKey(where: { $0.hasPrefix("$") }),
      !document.tree.hasText(where: { $0.hasPrefix(Self.mark) })
    else { return nil }
    self.places = places
    if case .object(let root) = taken(document.tree) { objects.insert((nil, root), at: 0) }
    let ids = objects.compactMap(\.id)
    guard !hasOtherReferences, count == document.identities.count, Set(ids).count == ids.count
    else { return nil }
  }

  /// The array of the objects in an order.
  ///
  /// One may be missing: then its references are kept, or left out too.
  func json(_ order: [Int], as form: Form, missing: Int? = nil, keepsReferences: Bool = true)
    -> String
  {
    let elements = order.map { objects[$0] }.filter { $0.id == nil || $0.id != missing }
    return Tree.array(
      elements.map { id, pairs in
        // A list of a store has an object once.
        let object = form == .number ? Tree.object(pairs).withoutTwins : .object(pairs)
        let content = object.replacingTexts { text in
          guard text.hasPrefix(Self.mark) else { return .text(text) }
          let number = String(text.dropFirst())
          if !keepsReferences, Int(number) == missing { return nil }
          return form == .identity ? .number(number) : .object([("$ref", .text(number))])
        }
        guard form == .number, let id, case .object(let pairs)? = content else {
          return content ?? .null
        }
        return .object([("$id", .text("\(id)"))] + pairs)
      }
    )
    .json
  }

  /// How many references to an object there are.
  func references(to id: Int) -> Int {
    var count = 0
    for object in objects where object.id != id {
      _ = Tree.object(object.pairs).replacingTexts { text in
        if text == Self.mark + "\(id)" { count += 1 }
        return .text(text)
      }
    }
    return count
  }

  // MARK: - Taking apart

  /// Before the identity of an object in the text for a reference.
  fileprivate static let mark = "\u{1}"

  /// The reference to a model, whose object is put aside; a model without identity stays.
  private mutating func taken(_ value: Tree) -> Tree {
    switch value {
    case .number(let text) where Self.identity(value) != nil: return .text(Self.mark + text)
    case .object(let pairs):
      let id = pairs.lazy.filter { $0.key == "id" }.compactMap { Self.identity($0.value) }.first
      guard let id else { return .object(pairs.map { ($0.key, taken($0.key, $0.value)) }) }
      count += 1
      let known = objects.firstIndex { $0.id == id }
      if known == nil || pairs.count > 1 {
        // A reference may come before the object, but then its class is that of the place.
        let isTagged = pairs.contains { ["kind", "type"].contains($0.key) }
        let isOnlyNamed = known.map { objects[$0].pairs.count == 1 } ?? false
        let index = isOnlyNamed && !isTagged ? known ?? 0 : objects.count
        if index == objects.count { objects.append((id, pairs)) }
        objects[index].pairs = pairs
        let inner = pairs.map { ($0.key, taken($0.key, $0.value)) }
        objects[index].pairs = inner
      }
      return .text(Self.mark + "\(id)")
    case .number, .text, .bool: hasOtherReferences = true
    case .array, .null: break
    }
    return value
  }

  /// The value of a key, without the models in it.
  private mutating func taken(_ key: String, _ value: Tree) -> Tree {
    switch value {
    case .array(let elements) where places.lists.contains(key):
      return .array(elements.map { taken($0) })
    case .array(let rows) where places.rows.contains(key):
      return .array(
        rows.map { row in
          guard case .array(let elements) = row else { return taken(row) }
          return .array(elements.map { taken($0) })
        }
      )
    case .object(let pairs) where places.dictionaries.contains(key):
      return .object(pairs.map { ($0.key, taken($0.value)) })
    case .object where !places.single.contains(key):
      // An object alone may be a list of one, with references in it.
      if places.all.contains(key) { hasOtherReferences = true }
      return value
    // So may another value, but not in a dictionary.
    default:
      let isModel = places.all.subtracting(places.dictionaries).contains(key)
      return isModel ? taken(value) : value
    }
  }

  private static func identity(_ value: Tree) -> Int? {
    guard case .number(let text) = value, let id = Int(text), id > 0, "\(id)" == text else {
      return nil
    }
    return id
  }
}

extension Tree {
  /// The same with each reference once in each array.
  fileprivate var withoutTwins: Tree {
    switch self {
    case .object(let pairs): return .object(pairs.map { ($0.key, $0.value.withoutTwins) })
    case .array(let elements):
      var seen: Set<String> = []
      return .array(
        elements.filter {
          guard case .text(let text) = $0, text.hasPrefix(FlatText.mark) else { return true }
          return seen.insert(text).inserted
        }
        .map(\.withoutTwins)
      )
    default: return self
    }
  }

  /// The same with other values in place of texts, or without them.
  fileprivate func replacingTexts(_ change: (String) -> Tree?) -> Tree? {
    switch self {
    case .text(let text): return change(text)
    case .array(let elements): return .array(elements.compactMap { $0.replacingTexts(change) })
    case .object(let pairs):
      return .object(
        pairs.compactMap { pair in
          pair.value.replacingTexts(change).map { (pair.key, $0) }
        }
      )
    default: return self
    }
  }
}
