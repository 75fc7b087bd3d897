// An object in a store whose keys don't give its identity: it has the one that it has when it is
// mapped, by hooks, accessors, `awake()` or defaults.

/// The identity of an object that its keys don't give.
final class OwnIdentity {
  fileprivate let rule: IdentityRule
  /// Whether the keys give a part of it.
  fileprivate let hasPart: Bool
  /// The object in the property that the input may be for; nil if that is being filled itself.
  fileprivate let there: (any Model)?
  /// The number of the object by `$id`: references to it wait until it is identified.
  fileprivate var number: String?
  /// The values of its parts before the mapping.
  private let before: [IdentityValue?]
  /// Whether what objects in it are given is noted for this one.
  fileprivate var notesGivenValues = false
  /// The part that leaves the object without an identity; nil if there is none.
  fileprivate(set) var misfit: Property?
  /// Whether the object is mapped, and it is known which one it is.
  fileprivate(set) var isKnown = false

  fileprivate init(_ rule: IdentityRule, _ frame: ObjectFrame, for there: (any Model)?) {
    (self.rule, self.there) = (rule, there)
    hasPart = frame.match?.hasPart == true
    before = rule.values(of: frame.model)
  }

  /// Whether an object has another identity than it had as a new one.
  fileprivate func isSet(in model: any Model) -> Bool { rule.values(of: model) != before }

  /// The part whose key had a value that doesn't fit, and that nothing else has given; nil if there is
  /// none.
  ///
  /// Different objects would be one without it. An unknown case doesn't fit either. Null is as if the
  /// key weren't there.
  fileprivate func misfit(
    in object: borrowing ObjectFilling,
    _ mapping: Mapping
  ) throws(Misfit) -> Property? {
    let now = rule.values(of: object.memory.object)
    for (index, part) in rule.parts.enumerated() {
      if part.value(in: object.memory.object).map(Unknown.isCase) == true { return part }
      guard object.extras?.misfits.contains(part.number) == true, now[index] == before[index] else {
        continue
      }
      let input = try mapping.bestInput(for: part.number, object)
      if input.map(part.isNullWhenRead) != true { return part }
    }
    return nil
  }

  /// Whether it has, and the input or hooks have set each part of that.
  fileprivate func isComplete(in object: borrowing ObjectFilling) -> Bool {
    let model = object.memory.object
    return rule.values(of: model) != before && setParts(in: object).allSatisfy { $0 != nil }
  }

  /// The identity of a mapped object, or of the one that is there and takes over what that was given;
  /// nil if nothing has given any.
  fileprivate func identity(
    _ there: (any Model)?,
    taking object: borrowing ObjectFilling
  ) -> ModelIdentity? {
    let model = object.memory.object
    guard hasPart || isSet(in: object.model) || rule.isGiven(in: model) else {
      return nil
    }
    guard let there else { return rule.identity(of: model) }
    return rule.identity(zip(setParts(in: object), rule.values(of: there)).map { $0 ?? $1 })
  }

  /// The values of the parts that the input or hooks have set; nil for each other part.
  fileprivate func setParts(in object: borrowing ObjectFilling) -> [IdentityValue?] {
    let now = rule.values(of: object.memory.object)
    return rule.parts.indices.map {
      now[$0] != before[$0] || object.isFilled(rule.parts[$0].number) ? now[$0] : nil
    }
  }
}

extension IdentityRule {
  func values(of object: AnyObject) -> [IdentityValue?] {
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
  /// Begins an object of a store whose keys don't give its identity.
  ///
  /// If nothing but keys can give one, it is the object in the property. Else a new object is mapped:
  /// `identify` sees then which one it is.
  @inline(never)
  func open(_ frame: ObjectFrame, _ rule: IdentityRule) {
    guard !frame.isFresh else {
      frame.own = OwnIdentity(rule, frame, for: nil)
      return
    }
    let existing = frame.model
    if frame.schema.mayGiveValues || frame.schema.hasAccessors || frame.match?.hasMisfit == true {
      frame.take(frame.schema.type.init(), frame.match, isFresh: true)
      frame.own = OwnIdentity(rule, frame, for: existing)
    } else if let match = match(of: existing, frame), let model = match.model {
      frame.take(model, match, isUpdating: frame.isUpdating || match.isMatched)
    } else {
      frame.own = OwnIdentity(rule, frame, for: nil)
    }
  }

  /// The object with the identity of the one in a property; nil if that has none.
  private func match(of existing: any Model, _ frame: ObjectFrame) -> IdentityMatch? {
    let rule = SchemaCache.schema(of: type(of: existing)).identity
    guard hasIdentity(existing, rule), let identity = identity(of: existing) else { return nil }
    let picked = frame.picked
    let match = match(
      identity,
      picked.schema,
      isExact: picked.isExact,
      existing: existing,
      list: frame.list
    )
    return match.model == nil ? nil : match
  }

  private func hasIdentity(_ model: any Model, _ rule: IdentityRule?) -> Bool {
    registry?.identity(of: model) != nil || rule?.isGiven(in: model) == true
  }

  /// Whether given parts of an identity are others than those of an object that has one.
  func isOther(_ parts: [IdentityValue?], _ rule: IdentityRule, than model: any Model) -> Bool {
    guard hasIdentity(model, rule) else { return false }
    let filed: [IdentityValue?] = registry?.identity(of: model)?.values ?? []
    let known = filed.count == parts.count ? filed : rule.values(of: model)
    return zip(parts, known).contains { $0 != nil && $0 != $1 }
  }

  func begin(_ own: OwnIdentity) {
    own.number = state.references?.number
    state.references?.number = nil
    guard state.rare?.givenValues == nil else { return }
    own.notesGivenValues = true
    rare.givenValues = [:]
  }

  /// Finds out which object one is that has been mapped, and lets that take over what it was given.
  ///
  /// An object has none if a part of it had a value that doesn't fit. Else:
  ///
  /// 1. With its complete identity, it is the object of the store that has that, or a new one.
  /// 2. Else it is the object in the property, unless that has another part of an identity.
  /// 3. Else it is the object of the store, or a new one, if the keys give a part of its identity, or
  ///    no new object has the same.
  @inline(never)
  func identify(
    _ object: inout ObjectFilling,
    _ own: OwnIdentity,
    _ frame: ObjectFrame
  ) throws(Misfit) {
    let made = frame.model
    let parts = own.setParts(in: object)
    let isOther = own.there.map { self.isOther(parts, own.rule, than: $0) } ?? false
    let mayBeThere = !isOther && own.there.map { hasIdentity($0, own.rule) } == true
    if !mayBeThere, !own.isComplete(in: object), frame.schema.hooks.contains(.awake),
      notes.errorCount == frame.errorCount
    {
      try hook(frame.isRoot) { made.awake() }
      frame.isAwake = true
    }
    own.misfit = try own.misfit(in: object, self)
    let isKnown = own.misfit != nil || own.isComplete(in: object)
    let there = isKnown || isOther ? nil : own.there
    let match = own.misfit == nil ? match(own, there, object, frame) : nil
    let model = match?.model ?? there ?? made
    let (isMade, isFresh) = (model === made, frame.isFresh && model === made)
    own.isKnown = true
    frame.take(model, match, isFresh: isFresh, isUpdating: !isMade || frame.isUpdating)
    if let match, let identity = match.identity {
      frame.isInside = registry?.begin(model, identity, isFiled: match.isFiled) ?? false
      if isFresh { undoList.add(made: made) }
    }
    if let number = own.number { record(model, number, isMade: isFresh) }
    if match?.identity != nil { frame.isPart = false }
    if !frame.isPart { noteKeys(of: object, isUpdating: isUpdating) }
    if isMade {
      if !frame.isPart { try checkParts(in: &object) }
      return try checkRequired(&object, frame)
    }
    frame.isAwake = false
    try fill(model, insteadOf: &object, frame)
  }

  /// What the store or the list has with the identity of a mapped object, or of the one that is
  /// there; nil if that has none.
  private func match(
    _ own: OwnIdentity,
    _ there: (any Model)?,
    _ object: borrowing ObjectFilling,
    _ frame: ObjectFrame
  ) -> IdentityMatch? {
    if let there, let match = match(of: there, frame) { return match }
    guard let identity = own.identity(there, taking: object) else { return nil }
    return match(
      identity,
      frame.schema,
      isExact: frame.picked.isExact,
      existing: own.there ?? frame.model,
      list: frame.list
    )
  }

  /// Ends an object that was begun without its identity.
  func end(_ own: OwnIdentity, _ frame: ObjectFrame, _ misfit: Misfit?) {
    if own.notesGivenValues { (rare.givenValues, rare.successors) = (nil, [:]) }
    if !own.isKnown, case .rejected? = misfit, own.isSet(in: frame.model),
      let identity = own.rule.identity(of: frame.model)
    {
      // A list keeps the object that a hook has refused.
      frame.list?.reject(registry?.object(identity))
    }
  }
}
