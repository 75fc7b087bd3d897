/// A copy of a model and all models that it refers to, each copied once.
///
/// The models are kept in a list, so that long chains take no stack.
final class Copier: ModelCopier {
  private struct Pair {
    let original: any Model
    let copy: any Model
    let schema: ModelSchema
    let declaration: ClassDeclaration
    /// The update of an existing model with the copy's values; nil for a plain copy.
    let update: ModelUpdate?

    init(_ original: any Model, _ update: ModelUpdate? = nil) {
      self.original = original
      self.update = update
      schema = SchemaCache.schema(of: type(of: update?.target ?? original))
      declaration = update?.declaration ?? schema.declaration
      copy = schema.copyOf(original)
    }

    /// The properties that the stored ones don't bring along.
    var distant: [DistantProperty] {
      guard let update else { return declaration.missing }
      return declaration.distant.filter { !update.skips($0.property) }
    }

    /// The resulting object: the copy, or the updated model.
    var result: any Model { update?.target ?? copy }
  }

  /// The copies, by their originals.
  private var copies: [ObjectIdentifier: any Model]
  private var pairs: [Pair] = []
  /// Whether a model isn't copied.
  private let isShared: (any Model) -> Bool
  private let reach: Reach

  /// What becomes of the models to which only `weak` and computed properties lead.
  enum Reach {
    /// They aren't in the copy, and an update doesn't touch these properties.
    case inside
    /// A copy refers to the same ones.
    case shared
    /// They are copied.
    case copied
  }

  init(
    _ copies: [ObjectIdentifier: any Model] = [:],
    reach: Reach = .inside,
    sharing isShared: @escaping (any Model) -> Bool = { _ in false }
  ) {
    self.copies = copies
    self.reach = reach
    self.isShared = isShared
  }

  /// The copy of a model.
  static func copy(of model: any Model, reach: Reach = .inside) -> any Model {
    let schema = SchemaCache.schema(of: type(of: model))
    let isFlat = schema.declaration.isFlat && schema.declaration.missing.isEmpty
    guard isFlat, !schema.hooks.contains(.awake) else {
      return copies(of: [model], reach: reach).copies[0]
    }
    let copy = schema.copyOf(model)
    copySlots(model, to: copy, schema.declaration)
    return copy
  }

  /// The copies of models, in their order; and with their copies, these and all models in them.
  static func copies(
    of models: [any Model],
    reach: Reach = .inside
  ) -> (copies: [any Model], all: [(original: any Model, copy: any Model)]) {
    let copier = Copier(reach: reach)
    let all = copier.copyAll(models)
    return (models.map { copier.copied($0) }, all)
  }

  /// Copies models and all models in them, except those whose copies are known; returns the others.
  func copyAll(_ models: [any Model]) -> [(original: any Model, copy: any Model)] {
    for model in models { _ = copied(model) }
    fillAll()
    defer { pairs = [] }
    return pairs.map { ($0.original, $0.copy) }
  }

  /// Notes that a model has a copy; false if it has another one.
  func note(_ copy: any Model, of original: any Model) -> Bool {
    guard copies[ObjectIdentifier(original)] == nil else { return false }
    copies[ObjectIdentifier(original)] = copy
    return true
  }

  /// Updates existing models with the values of others; returns what became of all models there.
  ///
  /// The models in these values are copied, except those whose copies are known. The values are first
  /// made in new objects, because sources and targets may refer to each other.
  static func update(
    _ updates: [ModelUpdate],
    _ known: [ObjectIdentifier: any Model],
    reach: Reach,
    sharing isShared: @escaping (any Model) -> Bool
  ) -> [ObjectIdentifier: any Model] {
    let copier = Copier(known, reach: reach, sharing: isShared)
    for update in updates {
      let id = ObjectIdentifier(update.source)
      // Other references to the source become references to the target, if its class is allowed.
      if copier.copies[id] == nil, isSubclass(type(of: update.target), of: type(of: update.source))
      {
        copier.copies[id] = update.target
      }
      copier.pairs.append(Pair(update.source, update))
    }
    copier.fillAll()
    return copier.copies
  }

  /// Takes the models out of copies that nothing needs any more, because they may hold each other.
  static func empty(_ copies: [any Model]) {
    for copy in copies {
      let schema = SchemaCache.schema(of: type(of: copy))
      guard !schema.declaration.isFlat else { continue }
      let new = schema.type.init()
      for property in schema.declaration.others { property.copy(from: new, to: copy) }
    }
  }

  /// Puts their successors in place of the models that an object holds, or of those that it refers to
  /// otherwise alone; the object is saved before it is changed.
  static func put(
    _ successors: [ObjectIdentifier: any Model],
    into model: any Model,
    _ undoList: UndoList,
    inDistantAlone: Bool = false
  ) {
    let declaration = SchemaCache.schema(of: type(of: model)).declaration
    let held = inDistantAlone ? [] : declaration.properties
    let distant = declaration.distant.filter { !$0.isLazy || $0.isMade(in: model) }
    let properties = (held + distant.map(\.property)).filter {
      ModelLister.models(in: $0, of: model).contains { successors[ObjectIdentifier($0)] != nil }
    }
    guard !properties.isEmpty else { return }
    undoList.save(model)
    let copier = Copier(successors) { _ in true }
    for property in properties {
      let accessed = declaration.accessed.byOffset[property.stored.offset] ?? property
      accessed.copy(from: model, to: model, copier)
    }
  }

  private func fillAll() {
    var next = 0
    while next < pairs.count {
      fill(pairs[next])
      next += 1
    }
    for pair in pairs { pair.update?.setValues(from: pair.copy, areLate: false) }
    let late = pairs.filter { $0.declaration.others.contains { $0.heldModels.copiesLate } }
    if !late.isEmpty { fillLate(late) }
    for pair in pairs where !pair.distant.isEmpty { fillDistant(pair) }
    for pair in pairs.reversed() where pair.schema.hooks.contains(.awake) { pair.result.awake() }
  }

  /// Copies the values that need complete models, such as sets, innermost first.
  ///
  /// In a circle, the members of a set aren't complete when it is copied, so that they count as
  /// different then; when all sets of the circle are there, each is made once more of its members.
  @inline(never)
  private func fillLate(_ late: [Pair]) {
    let targets = Set(late.compactMap { $0.update.map { ObjectIdentifier($0.target) } })
    let areRead = late.contains { targets.contains(ObjectIdentifier($0.original)) }
    let groups = groups(of: late)
    for (group, isCircle) in groups {
      ThreadState.with(comparingIdentities: isCircle) {
        for pair in group { copyLate(pair.original, to: pair.copy, pair.declaration, self) }
      }
      if !areRead { finish(group, isCircle: isCircle) }
    }
    guard areRead else { return }
    for pair in late { pair.update?.setValues(from: pair.copy, areLate: true) }
    for (group, isCircle) in groups { finish(group, isCircle: isCircle) }
  }

  /// Sets the late values in updated models, and makes those of a circle once more.
  private func finish(_ group: [Pair], isCircle: Bool) {
    for pair in group { pair.update?.setValues(from: pair.copy, areLate: true) }
    guard isCircle else { return }
    let same = Copier { _ in true }
    for pair in group {
      copyLate(pair.copy, to: pair.copy, pair.declaration, same)
      pair.update?.setValues(from: pair.copy, areLate: true)
    }
  }

  private func copyLate(
    _ original: any Model,
    to copy: any Model,
    _ declaration: ClassDeclaration,
    _ copier: Copier
  ) {
    for property in declaration.others where property.heldModels.copiesLate {
      property.copy(from: original, to: copy, copier)
    }
  }

  /// Pairs with late values, innermost first: those of a circle together.
  ///
  /// If there are no sets, but only values that may hold some, those found last are taken for the
  /// innermost ones.
  private func groups(of late: [Pair]) -> [(pairs: [Pair], isCircle: Bool)] {
    let haveSets = late.contains { pair in
      pair.declaration.others.contains { $0.heldModels.copiesLate && $0.heldModels.areHashed }
    }
    guard haveSets else { return [(late.reversed(), false)] }
    let copied = Set(pairs.map { ObjectIdentifier($0.original) })
    let byOriginal = Dictionary(grouping: late) { ObjectIdentifier($0.original) }
    let groups = CompletionOrder.groups(from: late.map(\.original)) { model in
      ModelLister.models(in: model).filter { copied.contains(ObjectIdentifier($0)) }
    }
    return groups.compactMap { group in
      let pairs = group.objects.flatMap { byOriginal[ObjectIdentifier($0)] ?? [] }
      return pairs.isEmpty ? nil : (pairs, group.isCircle)
    }
  }

  @inline(never)
  func copied(_ model: any Model) -> any Model {
    let id = ObjectIdentifier(model)
    if let copy = copies[id] { return copy }
    if isShared(model) { return model }
    let pair = Pair(model)
    copies[id] = pair.copy
    pairs.append(pair)
    return pair.copy
  }

  private func fill(_ pair: Pair) {
    Self.copySlots(pair.original, to: pair.copy, pair.declaration)
    for property in pair.declaration.others where pair.update?.skips(property) != true {
      if property.heldModels.copiesLate {
        for model in ModelLister.models(in: property, of: pair.original) { _ = copied(model) }
      } else {
        property.copy(from: pair.original, to: pair.copy, self)
      }
    }
    for distant in pair.distant
    where distant.isLazy ? distant.isMade(in: pair.original) : reach == .copied {
      for model in ModelLister.models(in: distant.property, of: pair.original) { _ = copied(model) }
    }
  }

  /// Copies the properties without parts.
  private static func copySlots(
    _ original: any Model,
    to copy: any Model,
    _ declaration: ClassDeclaration
  ) {
    ObjectMemory.with(original) { source in
      ObjectMemory.with(copy) { target in
        for slot in declaration.slots { slot.type.copy(slot.place, from: source, to: target) }
      }
    }
  }
}

// MARK: - What only accessors know

extension Copier {
  /// Refers to the copies that there are, and else to the models themselves.
  private final class Links: ModelCopier {
    private let copies: [ObjectIdentifier: any Model]

    init(_ copies: [ObjectIdentifier: any Model]) { self.copies = copies }

    func copied(_ model: any Model) -> any Model { copies[ObjectIdentifier(model)] ?? model }
  }

  /// Sets the properties that the stored ones don't bring along, through their key paths.
  ///
  /// 1. A `lazy` property is copied if it has a value.
  /// 2. A `weak` one leads to the copy of its model, or else to that model, unless the copy must not
  ///    lead out of itself. An update leaves it if it leads to the same thing already.
  /// 3. A computed one is set if it doesn't have the value already. A new copy is asked only if its
  ///    class has storage that isn't copied.
  @inline(never)
  private func fillDistant(_ pair: Pair) {
    let (source, target) = (pair.original, pair.result)
    for distant in pair.distant {
      let property = distant.property
      if distant.isLazy {
        guard distant.isMade(in: source) else { continue }
      } else {
        if reach == .inside {
          guard pair.update == nil,
            ModelLister.models(in: property, of: source).allSatisfy(isCopied)
          else { continue }
        }
        if pair.update != nil, let new = property.model(in: source), !isCopied(new),
          let former = property.model(in: target), ModelIdentity(of: new) != nil,
          areSameThing(new, former)
        {
          continue
        }
        guard !areLinked(property, source, target, isWeak: distant.isWeak) else { continue }
      }
      let own = SchemaCache.schema(of: type(of: target)).declaration.distant
      let accessed = own.first { $0.property.name == property.name }?.property ?? property
      accessed.copy(from: source, to: target, Links(copies))
    }
  }

  private func isCopied(_ model: any Model) -> Bool { copies[ObjectIdentifier(model)] != nil }

  /// Whether a property has the values of another object already, and leads to the copies there.
  private func areLinked(
    _ property: Property,
    _ source: any Model,
    _ target: any Model,
    isWeak: Bool
  ) -> Bool {
    let copies = copies
    let comparison = Comparison { first, second in
      if (copies[ObjectIdentifier(first)] ?? first) === second { return true }
      return isWeak ? false : nil
    }
    return comparison.decide { property.areEqual(in: source, target, $0) }
  }
}
