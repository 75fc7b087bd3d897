// An object in a store whose keys don't give its identity: a hook, an accessor or `awake()` may.
// Which object of the store it is, is known only when it is mapped.

extension Mapping {
  /// Maps an object for a store whose keys don't give its identity.
  ///
  /// 1. It is mapped to a new object, and has the identity that this one has after `awake()`.
  /// 2. If an object with that is known, the input is mapped to that one, and the new one is
  ///    dropped. The objects inside that have an identity are mapped once.
  /// 3. If it has none, the object in the property is updated, under its own identity.
  /// 4. Else the new object stays.
  ///
  /// Where nothing but keys can give an identity, the object in a property is updated at once.
  @inline(never)
  func modelByItsOwnIdentity(
    _ found: inout FoundObject,
    _ source: ObjectSource,
    _ declared: any Model.Type,
    _ outer: inout Outer
  ) throws(Misfit) -> any Model {
    let references = references
    let (number, former) = (references.number, references.inner)
    let inner = former ?? InnerObjects()
    references.inner = inner
    defer { references.inner = former }
    guard found.known?.model == nil || found.schema.mayIdentify else {
      if let match = match(of: found.known?.model, found) {
        found = FoundObject(found.picked, match, found.list, isRoot: found.isRoot)
      }
      return try filled(&found, source, declared, &outer)
    }
    var isGiven = false
    if let new = try newModel(for: &found, &isGiven, source, declared, &outer) { return new }
    notes.forget(since: outer.mark)
    (reader.position, reader.remainingDepth) = (outer.position, outer.depth)
    // A hook has made the value anew, so that its place is another one.
    if isGiven, inner.isAgain, let known = inner.result(of: found.model) {
      return try use(known, &outer)
    }
    state.isUpdating = outer.isUpdating
    references.number = number
    let wasAgain = inner.isAgain
    inner.isAgain = true
    defer { inner.isAgain = wasAgain }
    return try filled(&found, source, declared, &outer)
  }

  /// The object with the identity of the one in a property; nil if that has none.
  private func match(of existing: (any Model)?, _ found: FoundObject) -> IdentityMatch? {
    guard let existing else { return nil }
    let rule = SchemaCache.schema(of: type(of: existing)).identity
    let isFiled = known?.identity(of: existing) != nil
    guard isFiled || rule?.isGiven(in: existing) == true, let identity = identity(of: existing)
    else { return nil }
    let match = match(identity, found, existing: existing)
    return match.model == nil ? nil : match
  }

  private func match(
    _ identity: ModelIdentity,
    _ found: FoundObject,
    existing: (any Model)?
  ) -> IdentityMatch {
    let (schema, isExact) = (found.picked.schema, found.picked.isExact)
    return match(identity, schema, isExact: isExact, existing: existing, list: found.list)
  }

  /// Maps an object to a new one; nil if it is one that exists, which is found then: by the
  /// identity that the new one was given, or in its property.
  private func newModel(
    for found: inout FoundObject,
    _ isGiven: inout Bool,
    _ source: ObjectSource,
    _ declared: any Model.Type,
    _ outer: inout Outer
  ) throws(Misfit) -> (any Model)? {
    let (existing, number) = (found.known?.model, references.number)
    var picked = found.picked
    // Without a tag, an object keeps its class.
    picked.schema = found.schema
    var new = FoundObject(picked, nil, found.list, isRoot: found.isRoot)
    new.isUnidentified = true
    let (schema, model, rule) = (new.schema, new.model, new.schema.identity)
    let before = rule?.identity(of: model)
    var object = filling(of: &new, source)
    object.isTentative = true
    var hooked = beginHooks(&object, schema, new.own)
    do throws(Misfit) {
      try callFirstHooks(&object, schema, &hooked)
      try mapPairs(&object, schema)
      try callLastHooks(&object, schema, &hooked)
    } catch {
      endHooks(&hooked)
      return try end(&new, error, source, declared, &outer)
    }
    let after = rule?.identity(of: model)
    // A new object may have an identity that no other one has, such as a UUID.
    isGiven =
      after != nil && (after != before || existing == nil && rule?.isGiven(in: model) == true)
    var match = found.known
    if let after, isGiven {
      let there = outer.existing.flatMap { declared.root.model($0) }
      match = self.match(after, found, existing: there)
    } else if let known = self.match(of: existing, found) {
      match = known
    }
    guard let match, let other = match.model, other !== model else {
      references.number = number
      return try stay(&new, as: match, &object, &hooked, source, declared, &outer)
    }
    endHooks(&hooked)
    found = FoundObject(found.picked, match, found.list, isRoot: found.isRoot)
    found.isUnidentified = true
    return nil
  }

  /// Ends a new object, which is filed if it has an identity.
  private func stay(
    _ new: inout FoundObject,
    as match: IdentityMatch?,
    _ object: inout ObjectFilling,
    _ hooked: inout HookedObject,
    _ source: ObjectSource,
    _ declared: any Model.Type,
    _ outer: inout Outer
  ) throws(Misfit) -> any Model {
    if let match, let identity = match.identity {
      new.known = match
      _ = known?.begin(new.model, identity, isFiled: match.isFiled)
      if !match.isFiled { undoList.add(made: new.model) }
    }
    var misfit: Misfit?
    do throws(Misfit) {
      object.isTentative = false
      recordNumber(of: new.model, isMade: true)
      if notes.isOn { noteKeys(of: object) }
      try checkRequired(&object, new.schema)
      try validate(&object, new.schema, &hooked)
      endHooks(&hooked)
    } catch {
      endHooks(&hooked)
      misfit = error
    }
    return try end(&new, misfit, source, declared, &outer)
  }
}

extension ModelSchema {
  /// Whether something other than keys may give an object its identity.
  fileprivate var mayIdentify: Bool {
    identity != nil && (hasAccessors || !hooks.isDisjoint(with: .ofMapping))
  }
}

// MARK: - The objects inside

/// What became of the objects inside one that may be mapped twice, by their places in the input.
///
/// Each is mapped once: else a chain of such objects would be mapped twice for each level around it.
final class InnerObjects {
  /// Whether an object is mapped for the second time.
  var isAgain = false
  private var results: [InnerResult] = []
  /// The numbers of the results, by places and by models.
  private var places: [InnerPlace: Int] = [:]
  private var models: [ObjectIdentifier: Int] = [:]

  func result(at place: InnerPlace) -> InnerResult? { places[place].map { results[$0] } }

  func result(of model: any Model) -> InnerResult? {
    models[ObjectIdentifier(model)].map { results[$0] }
  }

  func add(_ result: InnerResult) {
    places[result.place] = results.count
    models[ObjectIdentifier(result.model)] = results.count
    results.append(result)
  }

  /// Forgets what is being undone.
  func forget(since mark: UndoList.Mark) {
    while let last = results.last, last.undoMark > mark {
      results.removeLast()
      if places[last.place] == results.count { places[last.place] = nil }
      let id = ObjectIdentifier(last.model)
      if models[id] == results.count { models[id] = nil }
    }
  }
}

/// Where an object is in the input, and the class that its place declares.
struct InnerPlace: Hashable {
  private let offset: Int
  private let dictionary: StorageMark?
  private let declared: ObjectIdentifier

  /// Returns nil for an object of a decoder.
  init?(_ source: ObjectSource, _ declared: any Model.Type) {
    self.declared = ObjectIdentifier(declared)
    switch source {
    case .text(let offset): (self.offset, dictionary) = (offset, nil)
    case .dictionary(let pairs): (offset, dictionary) = (-1, StorageMark(pairs))
    case .list, .decoded, .none: return nil
    }
  }
}

struct InnerResult {
  let place: InnerPlace
  /// Its place, which stays its own as long as it is alive.
  let source: ObjectSource
  let match: IdentityMatch
  let model: any Model
  /// Why it was refused, if it was.
  let misfit: Misfit?
  let notes: Notes.Postponed
  let undoMark: UndoList.Mark
}

extension Mapping {
  /// Records what became of an object with an identity, if it is inside one that may be mapped
  /// twice.
  @inline(__always)
  func recordInner(
    _ match: IdentityMatch,
    _ model: any Model,
    _ misfit: Misfit?,
    _ source: ObjectSource,
    _ declared: any Model.Type,
    since mark: Notes.Mark
  ) {
    guard let inner = state.references?.inner, misfit?.isFatal != true,
      let place = InnerPlace(source, declared)
    else { return }
    inner.add(
      InnerResult(
        place: place,
        source: source,
        match: match,
        model: model,
        misfit: misfit,
        notes: notes.postponed(since: mark),
        undoMark: undoMark
      )
    )
  }

  /// The model that the first time has made of an object, if an object around it is mapped for the
  /// second time.
  @inline(__always)
  func mappedBefore(
    _ source: ObjectSource,
    _ declared: any Model.Type,
    _ outer: inout Outer
  ) throws(Misfit) -> (any Model)? {
    guard let inner = state.references?.inner, inner.isAgain else { return nil }
    guard let result = InnerPlace(source, declared).flatMap({ inner.result(at: $0) }) else {
      return nil
    }
    return try use(result, &outer)
  }

  @inline(never)
  private func use(_ result: InnerResult, _ outer: inout Outer) throws(Misfit) -> any Model {
    let (match, list) = (result.match, outer.rules.list)
    // It has its number.
    references.number = nil
    notes.add(result.notes)
    if let identity = match.identity { list?.pass(identity) }
    if let misfit = result.misfit {
      if case .rejected = misfit { list?.reject(match.model ?? match.replaced.last) }
      throw misfit
    }
    list?.add(result.model, insteadOf: match.replaced)
    return result.model
  }
}
