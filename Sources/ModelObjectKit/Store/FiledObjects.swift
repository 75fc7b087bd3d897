import Observation

/// The objects of a store, each under its identity.
///
/// Finding an object takes one look-up in a table. Objects that a call adds are filed at its end;
/// until then its session holds them.
class FiledObjects: UncheckedStorage<FiledObjects.State> {
  struct State {
    /// The objects of each class family.
    fileprivate var tables: [ObjectIdentifier: ObjectTable] = [:]
    fileprivate var nextNumber = 0
    /// The calls in progress, innermost last: hooks may call the store.
    fileprivate var sessions: [FilingSession] = []
    fileprivate var watches: [ObjectIdentifier: ClassWatch] = [:]
    /// The objects that are being mapped, innermost last.
    fileprivate var underWay: [ObjectIdentifier] = []
    /// The objects of the store's file that were removed since it was saved, by their identities in
    /// the file.
    fileprivate(set) var removed: [ModelIdentity: RemovedObject] = [:]
    /// The identities of objects that have taken the identity or the place of a removed one.
    fileprivate(set) var reused: Set<ModelIdentity> = []
    /// The filed objects that have another identity in the file than the one of filing, by that.
    fileprivate(set) var renamed: [ModelIdentity: FiledObject] = [:]
    fileprivate(set) var removalCount = 0
  }

  init() { super.init(State()) }

  var removed: [ModelIdentity: RemovedObject] { state.removed }
  var reused: Set<ModelIdentity> { state.reused }
  var renamed: [ModelIdentity: FiledObject] { state.renamed }
  /// How many objects were removed or replaced.
  var removalCount: Int { state.removalCount }

  /// Runs a call with a session; the call must file its additions with `FilingSession.file()`.
  func filing<Result>(
    removesOthers: Bool = false,
    _ body: (FilingSession) throws -> Result
  ) throws -> Result {
    let session = FilingSession(self, removesOthers: removesOthers)
    state.sessions.append(session)
    defer { state.sessions.removeLast() }
    return try body(session)
  }

  /// The object with an identity, filed or added by a call in progress.
  func object(_ identity: ModelIdentity) -> (any Model)? {
    for session in state.sessions.reversed() {
      if let added = session.additions.entry(identity) { return added.object }
    }
    return filed(identity)?.object
  }

  /// The identity under which an object is filed, or added by a call in progress.
  func identity(of object: any Model) -> ModelIdentity? {
    for session in state.sessions.reversed() {
      if let added = session.additions.entry(of: object) { return added.identity }
    }
    return entry(of: object)?.identity
  }

  /// Begins a mapping of an object; true if another one is in progress.
  func begin(_ object: AnyObject) -> Bool {
    defer { state.underWay.append(ObjectIdentifier(object)) }
    return state.underWay.contains(ObjectIdentifier(object))
  }

  /// Ends the mapping that began last.
  func end() { _ = state.underWay.popLast() }

  // MARK: - Filed objects

  /// The filed object with an identity.
  func filed(_ identity: ModelIdentity) -> FiledObject? {
    state.tables[identity.family]?.entry(identity)
  }

  @inline(never)
  func isFiled(_ object: any Model) -> Bool { entry(of: object) != nil }

  /// The entry of a filed object; nil for any other object.
  func entry(of object: any Model) -> FiledObject? { table(of: object)?.entry(of: object) }

  /// The filed objects of a class and its subclasses, in the order of filing.
  func all(_ type: any Model.Type) -> [FiledObject] {
    let lists = state.tables.values.compactMap { table -> [FiledObject]? in
      guard let family = table.family else { return nil }
      if isSubclass(family, of: type) { return table.all }
      guard isSubclass(type, of: family) else { return nil }
      return table.all.filter { isInstance($0.object, of: type) }
    }
    return Self.inOrder(lists)
  }

  /// All filed objects, in any order.
  var unordered: [FiledObject] { state.tables.values.flatMap(\.all) }

  /// All filed objects, in the order of filing.
  var all: [FiledObject] { Self.inOrder(state.tables.values.map(\.all)) }

  /// The objects of several families; those of each are in the order of filing.
  private static func inOrder(_ lists: [[FiledObject]]) -> [FiledObject] {
    guard lists.count > 1 else { return lists.first ?? [] }
    return lists.flatMap { $0 }.inOrder(by: \.number)
  }

  /// Files an object, or replaces the filed one with the same identity; one that is filed under another
  /// identity gets this one, in its place.
  @discardableResult
  func file(_ object: any Model, _ identity: ModelIdentity, number: Int? = nil) -> FiledObject? {
    guard let rule = SchemaCache.schema(of: type(of: object)).identity else {
      return nil
    }
    let table = table(of: rule.family)
    var renamed: FiledObject?
    var isSuccessor = false
    if let entry = table.entry(of: object), entry.identity != identity {
      renamed = entry
      isSuccessor = entry.savedSize > 0 || state.reused.contains(entry.identity)
      drop(object)
    }
    let entry = FiledObject(object, identity, number: renamed?.number ?? number ?? state.nextNumber)
    // For the file it is another object, to which those that hold it refer anew.
    if let renamed { entry.succession = renamed.succession + 1 }
    let former = table.put(entry)
    state.nextNumber = max(state.nextNumber, entry.number + 1)
    if let former { noteRemoval(of: former) }
    if let former, former.savedSize > 0 { isSuccessor = true }
    if isSuccessor || state.removed[identity] != nil, table.entry(identity) === entry {
      state.reused.insert(identity)
    }
    return entry
  }

  /// Files the objects of an archive in an empty store, and returns for each its entry.
  ///
  /// One without an identity, or with that of an earlier one, is an error, or is skipped and passed
  /// to the closure.
  @discardableResult
  func file(
    _ stored: [StoredObject],
    _ onSkip: ((ModelError.Issue) -> Void)?
  ) throws -> [FiledObject?] {
    var entries: [FiledObject?] = []
    entries.reserveCapacity(stored.count)
    var last: (type: any Model.Type, rule: IdentityRule?, table: ObjectTable?)?
    for (index, object) in stored.enumerated() {
      let type = type(of: object.model)
      if last?.type != type {
        let rule = SchemaCache.schema(of: type).identity
        let table = rule.map { self.table(of: $0.family) }
        // Most often all objects are of one class.
        table?.reserve(stored[index...].prefix { Swift.type(of: $0.model) == type }.count)
        last = (type, rule, table)
      }
      let entry = last?.rule?.identity(of: object.model).map {
        FiledObject(object.model, $0, number: object.place)
      }
      let former = entry.flatMap { last?.table?.add($0) }
      if let entry, former == nil {
        state.nextNumber = max(state.nextNumber, entry.number + 1)
        entries.append(entry)
        continue
      }
      guard let onSkip else { throw object.error(former: former?.object) }
      onSkip(object.issue(former: former?.object))
      entries.append(nil)
    }
    return entries
  }

  /// Numbers the filed objects anew, in their order.
  func renumber() {
    let all = all
    for (number, entry) in all.enumerated() { entry.number = number }
    state.nextNumber = all.count
  }

  /// Removes objects; ignores those that aren't filed.
  func remove(_ objects: [any Model]) {
    let filed = objects.filter(isFiled)
    changing(filed) { for object in filed { drop(object) } }
  }

  /// Removes an object; call it in a closure of `changing`.
  @inline(never)
  func drop(_ object: any Model) {
    guard let former = table(of: object)?.remove(object) else { return }
    state.reused.remove(former.identity)
    noteRemoval(of: former)
  }

  /// Notes that the file has an object that is no longer filed.
  @inline(never)
  private func noteRemoval(of former: FiledObject) {
    state.removalCount += 1
    if former.savedSize > 0 {
      let identity = former.savedIdentity ?? former.identity
      state.removed[identity] = RemovedObject(
        type: type(of: former.object),
        identity: identity,
        place: former.number,
        savedSize: former.savedSize
      )
    }
    noteSaved(former, as: nil)
    // The `deinit` of the object may call the store.
    withExtendedLifetime(former) {}
  }

  /// Notes that the file doesn't have a removed object any more, or none of them.
  func forgetRemoved(_ identity: ModelIdentity? = nil) {
    if let identity { state.removed[identity] = nil } else { state.removed = [:] }
    if state.removed.isEmpty { state.reused = [] }
  }

  /// Notes the identity that a filed object has in the file; nil for the one of filing.
  func noteSaved(_ entry: FiledObject, as identity: ModelIdentity?) {
    guard entry.savedIdentity != identity else { return }
    if let known = entry.savedIdentity, state.renamed[known] === entry {
      state.renamed[known] = nil
    }
    entry.savedIdentity = identity
    if let identity { state.renamed[identity] = entry }
  }

  // MARK: - Observation

  /// Registers that the objects of a class are read.
  func watch(_ type: any Model.Type) {
    let id = ObjectIdentifier(type)
    guard let watch = state.watches[id] ?? ClassWatch.of(type) else { return }
    state.watches[id] = watch
    watch.read()
  }

  /// Calls a closure that files or removes objects, and notifies the observers of their classes
  /// once.
  func changing(_ objects: [any Model], _ change: () -> Void) {
    let touched = state.watches.values.filter { watch in
      objects.contains { isInstance($0, of: watch.type) }
    }
    for watch in touched { watch.willChange() }
    change()
    for watch in touched { watch.didChange() }
    // The `deinit` of an object may call the store.
    withExtendedLifetime(objects) {}
  }

  /// The objects of a class family.
  private func table(of family: any Model.Type) -> ObjectTable {
    let key = ObjectIdentifier(family)
    if let known = state.tables[key] { return known }
    let table = ObjectTable(of: family)
    state.tables[key] = table
    return table
  }

  /// The table of an object's class family; nil if it has none.
  private func table(of object: any Model) -> ObjectTable? {
    guard let family = SchemaCache.schema(of: type(of: object)).identity?.family else { return nil }
    return state.tables[ObjectIdentifier(family)]
  }
}

/// The observers of one class in a store; there are none on systems without observation.
private class ClassWatch {
  let type: any Model.Type

  init(_ type: any Model.Type) { self.type = type }

  static func of(_ type: any Model.Type) -> ClassWatch? {
    guard #available(macOS 14, iOS 17, tvOS 17, *) else { return nil }
    return ObservedClass(type)
  }

  func read() {}
  func willChange() {}
  func didChange() {}
}

@available(macOS 14, iOS 17, tvOS 17, *)
private final class ObservedClass: ClassWatch, Observable {
  private let registrar = ObservationRegistrar()
  private var objects: Void { () }

  override func read() { registrar.access(self, keyPath: \.objects) }
  override func willChange() { registrar.willSet(self, keyPath: \.objects) }
  override func didChange() { registrar.didSet(self, keyPath: \.objects) }
}
