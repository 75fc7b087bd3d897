/// The keys that occur twice in an object of the input, if the options ask for them.
///
/// Whether two spellings are one key depends on the class that their object becomes. So before the
/// mapping, the text is searched once for objects with keys that are alike in any class. Most texts
/// have none, and are mapped as if the option weren't set. In others, the mapping tells the class of
/// each object, and when it ends, the keys are judged.
///
/// 1. In an object of a class that matches fuzzily, keys that fold to the same text are one key,
///    unless they match different properties, or different keys that `keyMapping` lists.
/// 2. So it is in an object that only the paths of such a class enter, whatever their steps.
/// 3. So it is in an object that a user's type decodes, unless that asks for both, or for all keys.
/// 4. In any other object, only equal keys are.
final class DuplicateKeys {
  private let text: SearchedText
  /// What becomes of objects of the text, by the offsets where these begin.
  private var roles: [Int: Role] = [:]
  /// The same by their paths: of objects that a hook has got in a dictionary, or that aren't in the text.
  private var rolesByPath: [String: Role] = [:]
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

  /// What becomes of an object, which says which of its keys are one.
  enum Role {
    case model(ModelSchema)
    /// Only paths of a class enter it, whose names match all keys that fold to the same text.
    case entered(by: ModelSchema)
    case asked(AskedObject)

    fileprivate var schema: ModelSchema? {
      if case .model(let schema) = self { schema } else { nil }
    }

    /// The role of an object that has one already.
    fileprivate func joined(to former: Role?) -> Role {
      switch (former, self) {
      case (.model?, .entered), (.model?, .asked), (.asked?, .entered): former ?? self
      default: self
      }
    }

    /// The indexes of keys that occur before, and of the keys that they repeat.
    fileprivate func repeated(_ keys: [String]) -> [(index: Int, first: Int)] {
      switch self {
      case .model(let schema):
        return DuplicateKeys.repeated(keys, matching: schema.matching) { schema.isOne($0, $1) }
      case .entered(let schema):
        return DuplicateKeys.repeated(keys, matching: schema.matching) { _, _ in true }
      case .asked(let object): return object.repeated(keys)
      }
    }
  }

  /// An object that a user's type decodes.
  struct AskedObject {
    let matching: KeyMatching
    /// The keys that the type asks for.
    private var names: Set<String> = []
    /// Whether it asks for all that are there.
    private var listsAll = false

    init(_ matching: KeyMatching) { self.matching = matching }

    fileprivate mutating func add(_ name: String?) {
      if let name { names.insert(name) } else { listsAll = true }
    }

    fileprivate func repeated(_ keys: [String]) -> [(index: Int, first: Int)] {
      DuplicateKeys.repeated(keys, matching: matching) { first, second in
        first == second || !listsAll && (!names.contains(first) || !names.contains(second))
      }
    }
  }

  /// Searches a text, which is empty for a dictionary.
  init(_ text: ByteView) {
    self.text = SearchedText(text)
  }

  var isEmpty: Bool { text.suspects.isEmpty }

  /// Records what becomes of an object of the text.
  func record(_ role: Role, from start: Int) { roles[start] = role.joined(to: roles[start]) }

  func record(_ role: Role, at steps: [PathStep]) {
    let path = steps.path
    rolesByPath[path] = role.joined(to: rolesByPath[path])
  }

  /// Records a key that a user's type asks an object of the text for; nil for all keys.
  func record(asked name: String?, _ matching: KeyMatching, from start: Int) {
    record(Self.role(roles[start], asked: name, matching), from: start)
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
    let former = rolesByPath[path]
    if case .asked? = former {
    } else if let dictionary, !pathsInside.contains(path) {
      askedDictionaries.append((steps, dictionary.keys.inKeyOrder(), owner))
    }
    record(Self.role(former, asked: name, matching), at: steps)
  }

  private static func role(_ former: Role?, asked name: String?, _ matching: KeyMatching) -> Role {
    var object = AskedObject(matching)
    if case .asked(let known)? = former { object = known }
    object.add(name)
    return .asked(object)
  }

  /// Judges the keys of a dictionary, in their order.
  func judge(_ dictionary: [String: Any], at steps: [PathStep], as role: Role) {
    // Its keys are judged with those of its text.
    guard pathsInside.isEmpty || !pathsInside.contains(steps.path) else {
      return record(role, at: steps)
    }
    var schema = role.schema
    if case .entered(let owner) = role { schema = owner }
    let keys = dictionary.keys.inKeyOrder()
    for (index, first) in role.repeated(keys)
    where foundPaths.insert((steps + [.key(keys[index])]).path).inserted {
      let (key, first) = (keys[index], keys[first])
      found.append(DuplicateKey(place: .steps(steps), key: key, first: first, schema: schema))
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

  /// What becomes of the object of a node: a model, if it is one for someone.
  private func role(of node: Int) -> Role? {
    let own = roles[text.start(of: node)]
    guard own?.schema == nil, !rolesByPath.isEmpty else { return own }
    let other = rolesByPath[text.steps(to: node).path]
    return other?.schema == nil ? own ?? other : other
  }

  /// Those in strings of JSON.
  private var allInside: [DuplicateKey] {
    suspectsInside.flatMap { suspect in
      let role = rolesByPath[suspect.steps.path]
      return Self.repeated(suspect.keys, in: role).map { index, first in
        DuplicateKey(
          place: .steps(suspect.steps),
          key: suspect.keys[index],
          first: suspect.keys[first],
          schema: role?.schema ?? suspect.owner.schema,
          owningKey: role?.schema == nil ? suspect.owner.key : nil
        )
      }
    }
  }

  /// All of them, in the order of the text; then those in strings of JSON.
  var all: [DuplicateKey] {
    var all: [(offset: Int, key: DuplicateKey)] = []
    for suspect in text.suspects {
      let role = role(of: suspect.node)
      for (index, first) in Self.repeated(suspect.keys.map(\.text), in: role) {
        let (key, offset) = suspect.keys[index]
        var duplicate = DuplicateKey(
          place: .text(suspect.node),
          key: key,
          first: suspect.keys[first].text,
          schema: role?.schema
        )
        if role?.schema == nil {
          (duplicate.schema, duplicate.owningKey) = owner(of: suspect.node)
        }
        all.append((offset, duplicate))
      }
    }
    return found + allInDictionaries + all.inOrder(by: \.offset).map(\.key) + allInside
  }

  /// Those in dictionaries that users' types have asked.
  private var allInDictionaries: [DuplicateKey] {
    askedDictionaries.flatMap { steps, keys, owner -> [DuplicateKey] in
      guard case .asked(let object)? = rolesByPath[steps.path] else { return [] }
      return object.repeated(keys).map { index, first in
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
      if let schema = role(of: parent)?.schema { return (schema, text.step(to: node).name) }
      node = parent
    }
    return (nil, nil)
  }

  /// The same as `Role.repeated`; only equal keys are one in an object that nothing enters.
  private static func repeated(
    _ keys: [String],
    in role: Role?
  ) -> [(index: Int, first: Int)] {
    role?.repeated(keys) ?? repeated(keys, matching: .exact) { _, _ in true }
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
  func findDuplicateKeys() {
    guard rare.duplicateKeys == nil else { return }
    let keys = DuplicateKeys(reader.bytes)
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

  /// Tells what becomes of an object, or judges its keys at once.
  @inline(never)
  func check(_ keys: DuplicateKeys, of source: ObjectSource, as role: DuplicateKeys.Role) {
    switch source {
    case .text(let start): keys.record(role, from: start)
    case .dictionary where isText && !keys.isMade: keys.record(role, at: notes.steps.map(\.key))
    case .dictionary(let dictionary):
      keys.judge(dictionary, at: notes.steps.map(\.key), as: role)
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
        notes.census?.add(.duplicateKey, property, of: type.shown, found: nil)
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
