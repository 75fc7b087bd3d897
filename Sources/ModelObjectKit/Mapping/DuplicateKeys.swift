/// The keys that occur twice in an object of the input, if the options ask for them.
///
/// Whether two spellings are one key depends on the class that their object becomes. So before the
/// mapping, the text is searched once for objects with keys that are alike in any class. Most texts
/// have none, and are mapped as if the option weren't set. In others, the mapping tells the class of
/// each object, and when it ends, the keys are judged.
///
/// 1. In an object of a class that matches fuzzily, keys that fold to the same text are one key,
///    unless they match different properties, or different keys that `keyMapping` lists.
/// 2. In any other object, only equal keys are.
final class DuplicateKeys {
  let options: FixedOptions
  private let suspects: [Suspect]
  private let places: [Place]
  /// The classes of the objects in the text, by the offsets where these begin.
  private var schemas: [Int: ModelSchema] = [:]
  /// The same by their paths: of objects that a hook has got in a dictionary.
  private var schemasByPath: [String: ModelSchema] = [:]
  /// Those in a dictionary, whose keys are judged when it is mapped.
  private var found: [DuplicateKey] = []
  private var foundPaths: Set<String> = []

  /// An object of the text with keys that are alike in some class.
  fileprivate struct Suspect {
    let place: Int
    let keys: [(text: String, offset: Int)]
  }

  /// An object or array in the text, and the step to it.
  fileprivate struct Place {
    let start: Int
    let parent: Int
    let step: PathStep?
  }

  /// Searches a text; nil for a dictionary.
  init(_ text: ByteView?, _ options: FixedOptions) {
    self.options = options
    var search = KeySearch(text ?? .empty)
    // The mapping finds the same error.
    if text != nil { try? search.pass() }
    (suspects, places) = (search.suspects, search.places)
  }

  var isEmpty: Bool { suspects.isEmpty }

  /// Records the class that an object of the text becomes.
  func record(_ schema: ModelSchema, from start: Int) { schemas[start] = schema }

  func record(_ schema: ModelSchema, at steps: [PathStep]) { schemasByPath[steps.path] = schema }

  private func schema(at place: Int) -> ModelSchema? {
    schemas[places[place].start]
      ?? (schemasByPath.isEmpty ? nil : schemasByPath[steps(to: .text(place)).path])
  }

  /// Judges the keys of a dictionary, in their order.
  func judge(_ dictionary: [String: Any], at steps: [PathStep], _ schema: ModelSchema) {
    let keys = dictionary.keys.inKeyOrder()
    for (index, first) in Self.repeated(keys, schema)
    where foundPaths.insert((steps + [.key(keys[index])]).path).inserted {
      let (key, first) = (keys[index], keys[first])
      found.append(DuplicateKey(place: .steps(steps), key: key, first: first, schema: schema))
    }
  }

  /// All of them, in the order of the text.
  var all: [DuplicateKey] {
    var all: [(offset: Int, key: DuplicateKey)] = []
    for suspect in suspects {
      let own = schema(at: suspect.place)
      for (index, first) in Self.repeated(suspect.keys.map(\.text), own) {
        let (key, offset) = suspect.keys[index]
        var duplicate = DuplicateKey(
          place: .text(suspect.place),
          key: key,
          first: suspect.keys[first].text,
          schema: own
        )
        if own == nil { (duplicate.schema, duplicate.owningKey) = owner(of: suspect.place) }
        all.append((offset, duplicate))
      }
    }
    return found + all.inOrder(by: \.offset).map(\.key)
  }

  /// The steps to an object.
  func steps(to place: DuplicateKey.Place) -> [PathStep] {
    var steps: [PathStep] = []
    var number = -1
    switch place {
    case .text(let own): number = own
    case .steps(let known): return known
    }
    while number >= 0 {
      if let step = places[number].step { steps.append(step) }
      number = places[number].parent
    }
    return steps.reversed()
  }

  /// The class of the model around an object, and the key that leads from that to the object.
  private func owner(of place: Int) -> (ModelSchema?, String?) {
    var place = place
    while case let parent = places[place].parent, parent >= 0 {
      if let schema = schema(at: parent) { return (schema, places[place].step?.name) }
      place = parent
    }
    return (nil, nil)
  }

  /// The indexes of keys that occur before, and of the keys that they repeat.
  private static func repeated(
    _ keys: [String],
    _ schema: ModelSchema?
  ) -> [(index: Int, first: Int)] {
    let matching = schema?.isFuzzy == true ? KeyMatching.fuzzy : .exact
    var different: [String: [Int]] = [:]
    var repeated: [(index: Int, first: Int)] = []
    for (index, key) in keys.enumerated() {
      let text = FoldedKey.shared(by: key, matching)
      let first = different[text]?.first {
        keys[$0] == key || schema?.isOne(keys[$0], key) != false
      }
      if let first {
        repeated.append((index, first))
      } else {
        different[text, default: []].append(index)
      }
    }
    return repeated
  }
}

/// A key that occurs in its object before.
struct DuplicateKey {
  enum Place {
    /// Its number among the places of a text.
    case text(Int)
    case steps([PathStep])
  }

  /// Where the object is.
  let place: Place
  let key: String
  /// The first spelling.
  let first: String
  /// The class of the object, or of the model around it; nil if there is none.
  var schema: ModelSchema?
  /// The key in that model; nil for the key itself.
  var owningKey: String?
}

extension ModelSchema {
  /// Whether two keys that fold to the same text are one key: they match a common key of a property,
  /// or none.
  fileprivate func isOne(_ first: String, _ second: String) -> Bool {
    let (first, second) = (targets(of: first), targets(of: second))
    return first.isEmpty || second.isEmpty
      || first.contains { target in
        second.contains { $0.property == target.property && $0.order == target.order }
      }
  }

  fileprivate func targets(of key: String) -> [KeyIndex.Target] {
    let list = keys.find(key)
    return list.isNone ? [] : keys.targets(of: list)
  }
}

/// The search for objects with keys that are alike.
///
/// It isn't recursive, so the text may be of any depth.
private struct KeySearch {
  private(set) var suspects: [DuplicateKeys.Suspect] = []
  private(set) var places: [DuplicateKeys.Place] = []
  private var reader: JSONReader
  private var open: [Level] = []
  /// The keys of all open objects, and the hashes of their folded texts.
  private var keys: [(token: JSONStringToken, hash: Int)] = []

  private struct Level {
    let start: Int
    let isObject: Bool
    /// The index of its first key.
    let firstKey: Int
    /// The index of the present element.
    var index = 0
    /// Its number among the places; negative if it has none.
    var place = -1
  }

  init(_ text: ByteView) {
    reader = JSONReader(text, maximumDepth: .max)
  }

  /// Passes the root.
  mutating func pass() throws(Misfit) {
    values: while true {
      let first = reader.next()
      switch first {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        let start = reader.position
        if try reader.open(closing: first &+ 2) {
          let isObject = first == UInt8(ascii: "{")
          open.append(Level(start: start, isObject: isObject, firstKey: keys.count))
          if isObject { try addKey() }
          continue values
        }
      case UInt8(ascii: "\""): _ = try reader.string()
      default: try reader.skipWordOrNumber(first, isComplete: true)
      }
      while let level = open.last {
        if try reader.hasMore(closing: level.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          open[open.count - 1].index += 1
          if level.isObject { try addKey() }
          continue values
        }
        if level.isObject { close(level) }
        open.removeLast()
      }
      return
    }
  }

  private mutating func addKey() throws(Misfit) {
    let token = try reader.key()
    keys.append((token, hash(of: token)))
  }

  private func hash(of token: JSONStringToken) -> Int {
    func hash(_ bytes: ByteView) -> Int {
      var hasher = Hasher()
      bytes.hash(into: &hasher)
      return hasher.finalize()
    }
    if !token.hasEscapes {
      let view = reader.bytes.view(of: token)
      let folded = view.withFolded(limit: view.count) { $0.count > 0 ? hash($0) : nil }
      if case .folded(let known?) = folded { return known }
    }
    return ByteView.with(FoldedKey.shared(by: reader.bytes.text(of: token), .fuzzy), hash)
  }

  /// Ends an object, and records those of its keys that are alike.
  private mutating func close(_ level: Level) {
    defer { keys.removeSubrange(level.firstKey...) }
    let own = keys[level.firstKey...]
    guard own.count > 1, Set(own.map(\.hash)).count < own.count else { return }
    let counts = Dictionary(grouping: own, by: \.hash).mapValues(\.count)
    let alike = own.filter { counts[$0.hash, default: 0] > 1 }.map { key in
      (text: reader.bytes.text(of: key.token), offset: key.token.start)
    }
    addPlaces()
    suspects.append(DuplicateKeys.Suspect(place: open[open.count - 1].place, keys: alike))
  }

  /// Gives the open objects and arrays places.
  private mutating func addPlaces() {
    for index in (open.lastIndex { $0.place >= 0 } ?? -1) + 1..<open.count {
      let parent = index > 0 ? open[index - 1] : nil
      let step = parent.map { parent in
        parent.isObject
          ? PathStep.key(reader.bytes.text(of: keys[open[index].firstKey - 1].token))
          : .index(parent.index)
      }
      open[index].place = places.count
      places.append(
        DuplicateKeys.Place(start: open[index].start, parent: parent?.place ?? -1, step: step)
      )
    }
  }
}

// MARK: - In a mapping

extension Mapping {
  /// Begins to look for duplicate keys in the input, once.
  func findDuplicateKeys(_ options: FixedOptions) {
    guard isText || given != nil, rare.duplicateKeys == nil else { return }
    let keys = DuplicateKeys(isText ? reader.bytes : nil, options)
    state.find(keys, isNeeded: !isText || !keys.isEmpty)
  }

  /// Tells which class an object becomes, or judges its keys at once.
  @inline(never)
  func checkKeys(of source: ObjectSource, _ schema: ModelSchema) {
    guard let keys = state.rare?.duplicateKeys else { return }
    switch source {
    case .text(let start): keys.record(schema, from: start)
    case .dictionary where isText: keys.record(schema, at: notes.steps.map(\.key))
    case .dictionary(let dictionary): keys.judge(dictionary, at: notes.steps.map(\.key), schema)
    default: break
    }
  }

  /// Notes the duplicate keys, when the mapping ends.
  func noteDuplicateKeys() {
    guard let keys = state.rare?.duplicateKeys else { return }
    let (steps, errors) = (notes.steps, notes.errors)
    // The options of a root's class aren't in force any more.
    notes.errors.formUnion(keys.options.errors)
    for duplicate in keys.all {
      guard let type = duplicate.schema?.type ?? notes.root else { continue }
      let number = duplicate.schema?.targets(of: duplicate.owningKey ?? duplicate.key).first?
        .property
      let property = number.flatMap { duplicate.schema?.properties[$0].name } ?? ""
      keys.options.census?.add(.duplicateKey, property, of: type, found: nil)
      let first = duplicate.first == duplicate.key ? nil : duplicate.first
      // Of more keys than are listed, the paths aren't made.
      let steps = notes.hasRoom(for: .duplicateKey) ? keys.steps(to: duplicate.place) : []
      notes.steps = steps.map { Notes.Step(key: $0) }
      note(.duplicateKey, duplicate.key, type, expected: first)
    }
    (notes.steps, notes.errors) = (steps, errors)
  }
}
