// An object in a store whose keys don't give its identity: it has the one that it has when it is
// mapped, by hooks, accessors, `awake()` or defaults.

/// The identity of an object that its keys don't give.
final class OwnIdentity {
  let rule: IdentityRule
  /// Whether the keys give a part of it.
  let hasPart: Bool
  /// The object in the property that the input may be for; nil if that is being filled itself.
  let there: (any Model)?
  let picked: Mapping.PickedObject
  let list: ListMatching?
  /// The number of the object by `$id`: references to it wait until it is identified.
  fileprivate var number: String?
  /// The values of its parts before the mapping.
  private let before: [IdentityValue?]
  /// The object that stays, and how it was found; set when the object is mapped.
  fileprivate var result: (model: any Model, match: IdentityMatch?)?

  fileprivate init(
    _ rule: IdentityRule,
    _ found: borrowing Mapping.FoundObject,
    for there: (any Model)?
  ) {
    (self.rule, self.there, list) = (rule, there, found.list)
    hasPart = found.known?.hasPart == true
    picked = found.picked
    before = rule.values(of: found.model)
  }

  /// Whether an object has another identity than it had as a new one.
  fileprivate func isSet(in model: any Model) -> Bool { rule.values(of: model) != before }

  /// Whether it has, and the input or hooks have set each part of that.
  fileprivate func isComplete(in object: borrowing ObjectFilling) -> Bool {
    let now = rule.values(of: object.memory.object)
    return now != before
      && rule.parts.indices.allSatisfy {
        now[$0] != before[$0] || object.filled.contains(rule.parts[$0].number)
      }
  }
}

extension IdentityRule {
  fileprivate func values(of object: AnyObject) -> [IdentityValue?] {
    parts.map { $0.value(in: object).flatMap { IdentityValue($0) } }
  }
}

extension ModelSchema {
  /// Whether hooks may set values besides those of the input.
  var mayGiveValues: Bool {
    !hooks.isDisjoint(with: [.serializeValue, .willMap, .didMap, .awake])
  }
}

extension Mapping {
  /// Begins an object of a store whose keys don't give its identity; `there` is what the property
  /// around it holds.
  ///
  /// If nothing but keys can give one, it is the object in the property. Else a new object is mapped:
  /// `identify` sees then which one it is.
  @inline(never)
  func open(_ found: inout FoundObject, _ rule: IdentityRule, _ there: (any Model)?) {
    guard let existing = found.known?.model else {
      found.own = OwnIdentity(rule, found, for: nil)
      return
    }
    if found.schema.mayGiveValues || found.schema.hasAccessors {
      found.model = found.schema.type.init()
      found.own = OwnIdentity(rule, found, for: existing)
      found.known = nil
    } else if let match = match(of: existing, found.picked, found.list) {
      (found.known, found.model) = (match, match.model ?? existing)
    } else {
      found.own = OwnIdentity(rule, found, for: nil)
    }
  }

  /// The object with the identity of the one in a property; nil if that has none.
  private func match(
    of existing: any Model,
    _ picked: PickedObject,
    _ list: ListMatching?
  ) -> IdentityMatch? {
    let rule = SchemaCache.schema(of: type(of: existing)).identity
    let isFiled = known?.identity(of: existing) != nil
    guard isFiled || rule?.isGiven(in: existing) == true, let identity = identity(of: existing)
    else { return nil }
    let (schema, isExact) = (picked.schema, picked.isExact)
    let match = match(identity, schema, isExact: isExact, existing: existing, list: list)
    return match.model == nil ? nil : match
  }

  func begin(_ own: OwnIdentity, _ object: inout ObjectFilling) {
    extras(of: &object).own = own
    own.number = state.references?.number
    state.references?.number = nil
    rare.openCount += 1
    rare.givenValues = rare.givenValues ?? [:]
  }

  /// Finds out which object one is that has been mapped, and lets that take over what it was given.
  ///
  /// 1. With its complete identity, it is the object of the store that has that, or a new one.
  /// 2. Else it is the object in the property.
  /// 3. Else it is the object of the store, or a new one, if the keys give a part of its identity, or
  ///    no new object has the same.
  @inline(never)
  func identify(_ object: inout ObjectFilling, _ hooked: inout HookedObject) throws(Misfit) {
    guard let own = object.extras?.own else { return }
    let made = object.model
    if !own.isComplete(in: object), object.schema.hooks.contains(.awake),
      notes.errorCount == hooked.mark.errorCount
    {
      try hook(object.isRoot) { made.awake() }
      hooked.isAwake = true
    }
    object.extras?.own = nil
    let match = match(own, &object)
    let model = match?.model ?? own.result?.model ?? made
    own.result = (model, match)
    if let match, let identity = match.identity {
      object.isInside = known?.begin(model, identity, isFiled: match.isFiled) ?? false
      if model === made, object.isFresh { undoList.add(made: made) }
    }
    state.references?.number = own.number
    recordNumber(of: model, isMade: model === made && object.isFresh)
    if model !== made { state.isUpdating = true }
    noteKeys(of: object)
    if model === made { return try checkRequired(&object, object.schema, since: hooked.mark) }
    hooked.isAwake = false
    try fill(model, insteadOf: &object)
  }

  private func match(_ own: OwnIdentity, _ object: inout ObjectFilling) -> IdentityMatch? {
    let (model, schema) = (object.model, object.schema)
    if let there = own.there, !own.isComplete(in: object) {
      own.result = (there, nil)
      return match(of: there, own.picked, own.list)
    }
    guard own.hasPart || own.isSet(in: model) || own.rule.isGiven(in: model),
      let identity = own.rule.identity(of: model)
    else { return nil }
    let existing = own.there ?? (object.isFresh ? nil : model)
    return match(
      identity,
      schema,
      isExact: own.picked.isExact,
      existing: existing,
      list: own.list
    )
  }

  /// Ends an object that was begun without its identity.
  func end(_ own: OwnIdentity, _ found: inout FoundObject, _ misfit: Misfit?) {
    rare.openCount -= 1
    if rare.openCount == 0 { rare.givenValues = nil }
    if let result = own.result {
      (found.model, found.known) = (result.model, result.match)
    } else if case .rejected? = misfit, own.isSet(in: found.model),
      let identity = own.rule.identity(of: found.model)
    {
      // A list keeps the object that a hook has refused.
      found.list?.reject(known?.object(identity))
    }
  }
}
