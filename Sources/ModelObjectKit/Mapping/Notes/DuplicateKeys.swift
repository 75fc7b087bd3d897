/// The keys that occur twice in an object of the input, if the options ask for them.
///
/// Whether two spellings are one key depends on the class that their object becomes. So before the
/// mapping, the text is searched once for objects with keys that are alike in any class. Most texts
/// have none, and are mapped as if the option weren't set. In others, the mapping tells the class of
/// each object, and when it ends, the keys are judged.
///
/// 1. In an object of a class that matches fuzzily, keys that fold to the same text are one key,
///    unless they match different properties, or different keys that `keyMapping` lists.
/// 2. So it is in an object that only the paths of such a class enter, unless they match different
///    steps.
/// 3. So it is in an object that a user's type decodes, unless that asks for both, or for all keys.
/// 4. In any other object, only equal keys are.
final class DuplicateKeys {
  let options: FixedOptions
  private let text: SearchedText
  /// The classes of the objects in the text, by the offsets where these begin.
  private var schemas: [Int: ModelSchema] = [:]
  /// The same by their paths: of objects that a hook has got in a dictionary.
  private var schemasByPath: [String: ModelSchema] = [:]
  /// The steps of paths in the objects that only these enter, by their own paths.
  private var entered: [String: EnteredObject] = [:]
  /// What users' types ask objects of the text for, by the offsets where these begin.
  private var asked: [Int: AskedObject] = [:]
  /// The same by their paths.
  private var askedByPath: [String: AskedObject] = [:]
  /// Dictionaries that are asked, with their keys, and what is around them.
  private var askedDictionaries: [(steps: [PathStep], keys: [String], owner: Notes.Step?)] = []
  /// Those in a dictionary, whose keys are judged when it is mapped.
  private var found: [DuplicateKey] = []
  private var foundPaths: Set<String> = []
  /// Objects with such keys in strings of JSON, their paths, and these strings by where they are.
  private var suspectsInside: [SuspectInside] = []
  private var pathsInside: Set<String> = []
  private var searchedInside: Set<[String]> = []
  /// Whether the value that is being mapped is what a transform made of the input: its dictionaries
  /// aren't those of the text.
  var isMade = false

  /// An object with keys that are alike in some class, in a string of JSON, which has no nodes on this
  /// tape.
  private struct SuspectInside {
    let steps: [PathStep]
    let keys: [String]
    /// The class of the model with the string, and the key of that there.
    let owner: (schema: ModelSchema, key: String)
  }

  /// An object that a user's type decodes.
  private struct AskedObject {
    let matching: KeyMatching
    /// The keys that the type asks for.
    private var names: Set<String> = []
    /// Whether it asks for all that are there.
    private var listsAll = false

    init(_ matching: KeyMatching) { self.matching = matching }

    mutating func add(_ name: String?) {
      if let name { names.insert(name) } else { listsAll = true }
    }

    func repeated(_ keys: [String]) -> [(index: Int, first: Int)] {
      DuplicateKeys.repeated(keys, matching: matching) { first, second in
        first == second || !listsAll && (!names.contains(first) || !names.contains(second))
      }
    }
  }

  /// An object that only paths of a class enter.
  struct EnteredObject {
    let schema: ModelSchema
    /// The keys that the next steps look for.
    let keys: KeyIndex
  }

  /// Searches a text, which is empty for a dictionary.
  init(_ text: ByteView, _ options: FixedOptions) {
    self.options = options
    self.text = SearchedText(text)
  }

  var isEmpty: Bool { text.suspects.isEmpty }

  /// Records the class that an object of the text becomes.
  func record(_ schema: ModelSchema, from start: Int) { schemas[start] = schema }

  func record(_ schema: ModelSchema, at steps: [PathStep]) { schemasByPath[steps.path] = schema }

  /// Records an object that only paths enter.
  func record(_ object: EnteredObject, at steps: [PathStep]) { entered[steps.path] = object }

  /// Records a key that a user's type asks an object of the text for; nil for all keys.
  func record(asked name: String?, _ matching: KeyMatching, from start: Int) {
    asked[start, default: AskedObject(matching)].add(name)
  }

  /// The same by the path of the object, which may be a dictionary that isn't in the text.
  func record(
    asked name: String?,
    _ matching: KeyMatching,
    at steps: [PathStep],
    of dictionary: [String: Any]?,
    in owner: Notes.Step?
  ) {
    let path = steps.path
    if let dictionary, askedByPath[path] == nil, !pathsInside.contains(path) {
      askedDictionaries.append((steps, dictionary.keys.inKeyOrder(), owner))
    }
    askedByPath[path, default: AskedObject(matching)].add(name)
  }

  /// Judges the keys of a dictionary that only paths enter.
  func judge(_ dictionary: [String: Any], at steps: [PathStep], _ object: EnteredObject) {
    guard pathsInside.isEmpty || !pathsInside.contains(steps.path) else {
      return record(object, at: steps)
    }
    let keys = dictionary.keys.inKeyOrder()
    for (index, first) in Self.repeated(keys, in: object)
    where foundPaths.insert((steps + [.key(keys[index])]).path).inserted {
      let (key, first) = (keys[index], keys[first])
      found.append(
        DuplicateKey(place: .steps(steps), key: key, first: first, schema: object.schema)
      )
    }
  }

  /// The same as `repeated`, in an object that only paths enter.
  private static func repeated(
    _ keys: [String],
    in object: EnteredObject
  ) -> [(index: Int, first: Int)] {
    repeated(keys, matching: object.schema.matching) { first, second in
      let (first, second) = (object.keys.find(first), object.keys.find(second))
      return first.isNone && second.isNone
        || !first.isNone && !second.isNone
          && object.keys.property(of: first) == object.keys.property(of: second)
    }
  }

  /// Searches a string of JSON in a property of a class; true if there are such keys.
  func search(_ json: ByteView, at steps: [PathStep], of schema: ModelSchema) -> Bool {
    guard searchedInside.insert([steps.path, String(json)]).inserted else { return false }
    let text = SearchedText(json)
    let key = steps.last?.name ?? ""
    for suspect in text.suspects {
      let steps = steps + text.steps(to: suspect.node)
      pathsInside.insert(steps.path)
      suspectsInside.append(
        SuspectInside(steps: steps, keys: suspect.keys.map(\.text), owner: (schema, key))
      )
    }
    return !text.suspects.isEmpty
  }

  private func schema(at node: Int) -> ModelSchema? {
    schemas[text.start(of: node)]
      ?? (schemasByPath.isEmpty ? nil : schemasByPath[steps(to: .text(node)).path])
  }

  /// Judges the keys of a dictionary, in their order.
  func judge(_ dictionary: [String: Any], at steps: [PathStep], _ schema: ModelSchema) {
    // Its keys are judged with those of its text.
    if !pathsInside.isEmpty, pathsInside.contains(steps.path) {
      return record(schema, at: steps)
    }
    let keys = dictionary.keys.inKeyOrder()
    for (index, first) in Self.repeated(keys, schema)
    where foundPaths.insert((steps + [.key(keys[index])]).path).inserted {
      let (key, first) = (keys[index], keys[first])
      found.append(DuplicateKey(place: .steps(steps), key: key, first: first, schema: schema))
    }
  }

  /// Those in strings of JSON.
  private var allInside: [DuplicateKey] {
    suspectsInside.flatMap { suspect in
      let own = schemasByPath[suspect.steps.path]
      let part = own == nil ? entered[suspect.steps.path] : nil
      let repeated =
        part.map { Self.repeated(suspect.keys, in: $0) }
        ?? (own == nil ? askedByPath[suspect.steps.path]?.repeated(suspect.keys) : nil)
      return (repeated ?? Self.repeated(suspect.keys, own)).map { index, first in
        DuplicateKey(
          place: .steps(suspect.steps),
          key: suspect.keys[index],
          first: suspect.keys[first],
          schema: own ?? suspect.owner.schema,
          owningKey: own == nil ? suspect.owner.key : nil
        )
      }
    }
  }

  /// All of them, in the order of the text; then those in strings of JSON.
  var all: [DuplicateKey] {
    var all: [(offset: Int, key: DuplicateKey)] = []
    for suspect in text.suspects {
      let own = schema(at: suspect.node)
      let keys = suspect.keys.map(\.text)
      let repeated = own == nil ? repeatedOutsideOfClasses(keys, suspect.node) : nil
      for (index, first) in repeated ?? Self.repeated(keys, own) {
        let (key, offset) = suspect.keys[index]
        var duplicate = DuplicateKey(
          place: .text(suspect.node),
          key: key,
          first: suspect.keys[first].text,
          schema: own
        )
        if own == nil { (duplicate.schema, duplicate.owningKey) = owner(of: suspect.node) }
        all.append((offset, duplicate))
      }
    }
    return found + allInDictionaries + all.inOrder(by: \.offset).map(\.key) + allInside
  }

  /// Those of an object of the text without a class; nil for one that nothing enters.
  private func repeatedOutsideOfClasses(
    _ keys: [String],
    _ node: Int
  ) -> [(index: Int, first: Int)]? {
    if let object = asked[text.start(of: node)] { return object.repeated(keys) }
    if entered.isEmpty && askedByPath.isEmpty { return nil }
    let path = text.steps(to: node).path
    return entered[path].map { Self.repeated(keys, in: $0) } ?? askedByPath[path]?.repeated(keys)
  }

  /// Those in dictionaries that users' types have asked.
  private var allInDictionaries: [DuplicateKey] {
    askedDictionaries.flatMap { steps, keys, owner in
      let repeated = askedByPath[steps.path]?.repeated(keys) ?? []
      return repeated.map { index, first in
        DuplicateKey(
          place: .steps(steps),
          key: keys[index],
          first: keys[first],
          schema: owner?.owner.map { SchemaCache.schema(of: $0) },
          owningKey: owner?.key.name
        )
      }
    }
  }

  /// The steps to an object.
  func steps(to place: DuplicateKey.Place) -> [PathStep] {
    switch place {
    case .text(let node): text.steps(to: node)
    case .steps(let steps): steps
    }
  }

  /// The class of the model around an object, and the key that leads from that to the object.
  private func owner(of node: Int) -> (ModelSchema?, String?) {
    var node = node
    while case let parent = text.parent(of: node), parent >= 0 {
      if let schema = schema(at: parent) { return (schema, text.step(to: node).name) }
      node = parent
    }
    return (nil, nil)
  }

  /// The indexes of keys that occur before, and of the keys that they repeat.
  private static func repeated(
    _ keys: [String],
    _ schema: ModelSchema?
  ) -> [(index: Int, first: Int)] {
    repeated(keys, matching: schema?.matching ?? .exact) { schema?.isOne($0, $1) != false }
  }

  private static func repeated(
    _ keys: [String],
    matching: KeyMatching,
    _ areOne: (String, String) -> Bool
  ) -> [(index: Int, first: Int)] {
    var different: [String: [Int]] = [:]
    var repeated: [(index: Int, first: Int)] = []
    for (index, key) in keys.enumerated() {
      let text = FoldedKey.shared(by: key, matching)
      let first = different[text]?.first { areOne(keys[$0], key) }
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
    /// Its node on the tape of a text.
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
    return first.isEmpty
      || first.contains { target in
        second.contains { $0.property == target.property && $0.order == target.order }
      }
  }

  fileprivate func targets(of key: String) -> [KeyIndex.Target] {
    let list = keys.find(key)
    return list.isNone ? [] : keys.targets(of: list)
  }
}

// MARK: - In a mapping

extension Mapping {
  /// Begins to look for duplicate keys in the input, once.
  func findDuplicateKeys(_ options: FixedOptions) {
    guard rare.duplicateKeys == nil else { return }
    let keys = DuplicateKeys(reader.bytes, options)
    state.find(keys, byClass: !isText || !keys.isEmpty)
  }

  /// Looks for duplicate keys in a string of JSON.
  @inline(never)
  func findDuplicateKeys(_ keys: DuplicateKeys, in input: Input, _ schema: ModelSchema) {
    guard case .text(let text) = input else { return }
    let steps = notes.steps.map(\.key)
    // The objects in the string tell their classes from here on.
    let isNeeded = text.withBytes { keys.search($0, at: steps, of: schema) }
    if isNeeded { state.find(keys, byClass: true) }
  }

  /// Looks for duplicate keys in what a transform has returned, until the caller takes it back.
  @inline(never)
  func findDuplicateKeysMade(_ keys: DuplicateKeys) {
    keys.isMade = true
    state.find(keys, byClass: true)
  }

  /// Tells which class an object becomes, or judges its keys at once.
  @inline(never)
  func check(_ keys: DuplicateKeys, of source: ObjectSource, _ schema: ModelSchema) {
    switch source {
    case .text(let start): keys.record(schema, from: start)
    case .dictionary where isText && !keys.isMade: keys.record(schema, at: notes.steps.map(\.key))
    case .dictionary(let dictionary): keys.judge(dictionary, at: notes.steps.map(\.key), schema)
    default: break
    }
  }

  /// Tells that only paths of a class enter an object, or judges its keys at once.
  @inline(never)
  func check(
    _ keys: DuplicateKeys,
    of source: ObjectSource,
    enteredBy plan: DuplicateKeys.EnteredObject
  ) {
    let steps = notes.steps.map(\.key)
    switch source {
    case .text: keys.record(plan, at: steps)
    case .dictionary where isText && !keys.isMade: keys.record(plan, at: steps)
    case .dictionary(let dictionary): keys.judge(dictionary, at: steps, plan)
    default: break
    }
  }

  /// Tells for which key a user's type asks an object, behind the steps of containers; nil for all keys.
  @inline(never)
  func check(
    _ keys: DuplicateKeys,
    of source: ObjectSource,
    askedFor name: String?,
    _ matching: KeyMatching,
    behind path: [PathStep]
  ) {
    let owner = notes.steps.last { $0.owner != nil }
    let steps = notes.steps.map(\.key) + path
    switch source {
    case .text(let start): keys.record(asked: name, matching, from: start)
    case .dictionary(let dictionary):
      let made = isText && !keys.isMade ? nil : dictionary
      keys.record(asked: name, matching, at: steps, of: made, in: owner)
    default: break
    }
  }

  /// Notes the duplicate keys, when the mapping ends.
  func note(_ keys: DuplicateKeys) {
    let steps = notes.steps
    for duplicate in keys.all {
      let type = duplicate.schema?.type ?? notes.root
      let number = duplicate.schema?.targets(of: duplicate.owningKey ?? duplicate.key).first?
        .property
      let property = number.flatMap { duplicate.schema?.properties[$0].name } ?? ""
      if let type {
        keys.options.census?.add(.duplicateKey, property, of: type.shown, found: nil)
      }
      let first = duplicate.first == duplicate.key ? nil : duplicate.first
      // Of more keys than are listed, the paths aren't made.
      let steps = notes.hasRoom(for: .duplicateKey) ? keys.steps(to: duplicate.place) : []
      notes.steps = steps.map { Notes.Step(key: $0) }
      note(.duplicateKey, duplicate.key, in: type, expected: first)
    }
    notes.steps = steps
  }
}
