import Foundation

/// The class of a model in a patch.
///
/// 1. A patch carries no tag as long as the class stays, unless the tag itself changes.
/// 2. A model of another class is written whole. Tags that it doesn't have are null, so that an
///    update makes a new model of the declared class.
/// 3. If an update would still find or make a model of another class, there is no patch.
extension MergePatch {
  /// What all parts of a patch share.
  final class State {
    /// The steps from the root to the present value.
    var path: [PathStep] = []
    /// The first model whose class can't be said.
    var error: ModelError?
    /// Whether what is written is only looked at.
    fileprivate var isTrial = false
    /// The results of `isTakenInPlace`, by the numbers of the newer and the older object: without
    /// them the number of calls would double with each level.
    fileprivate var takenInPlace: [[Int]: Bool] = [:]
    fileprivate let mapping = Mapping(options: nil)
  }

  /// A place of the newer export, in the plan of the model around it.
  struct Place {
    fileprivate let place: ExportPlan.Place
    fileprivate let model: any Model
    fileprivate let plan: ExportPlan
    /// The class of models in the place; nil if an update makes none.
    fileprivate let declared: (any Model.Type)?

    fileprivate init(
      _ place: ExportPlan.Place,
      _ model: any Model,
      _ plan: ExportPlan,
      _ state: State
    ) {
      (self.place, self.model, self.plan) = (place, model, plan)
      let fields = place.fields.map { plan.fields[$0] }
      let field = fields.first { $0.property.value(in: model) != nil }
      declared = field.flatMap { field in
        let named = state.mapping.namedClass(field.property, plan.schema) { place.key.text }
        return field.property.rules.contents.models.class(named: named)
      }
    }

    fileprivate func inner(_ place: ExportPlan.Place, _ state: State) -> Place {
      Place(place, model, plan, state)
    }
  }

  /// How an update reads an object that is written whole.
  struct Reading {
    /// The keys of tags that are null.
    var nullTags: [String] = []
    /// Whether it is mapped onto the older model.
    var isInPlace = false
    /// Whether null would be kept as the value of an unknown key, by a model that is new.
    var keepsNulls = false
  }

  /// The place of a value under a key of an object; nil for values that hold no models.
  func place(
    of value: Int,
    _ key: String,
    in object: ExportedTree.Object,
    _ outer: Place?
  ) -> Place? {
    if case .leaf = tree[value] { return nil }
    func find(_ places: [ExportPlan.Place]) -> ExportPlan.Place? {
      places.first { $0.key.text == key || $0.key.countedText == key }
    }
    switch object.origin {
    case .model(let model):
      let schema = SchemaCache.schema(of: type(of: model))
      let plan = schema.outgoing.export(schema, exporter.options.keyStyle)
      return find(plan.places).map { Place($0, model, plan, state) }
    case .path:
      guard let outer, case .object(let places) = outer.place.inner else { return nil }
      return find(places).map { outer.inner($0, state) }
    case .dictionary: return outer
    case .encoded, .whole: return nil
    }
  }

  /// The place of an element of an array that was made for key paths.
  func place(ofElement index: Int, in outer: Place?) -> Place? {
    guard let outer, case .array(let places) = outer.place.inner, places.indices.contains(index)
    else { return nil }
    return places[index].map { outer.inner($0, state) }
  }

  /// Whether an update that gets the changes of a model alone changes it in place.
  func isTakenInPlace(_ model: any Model, _ new: Int, _ old: Int, at place: Place?) -> Bool {
    guard let declared = place?.declared, isPicked(declared), let newer = tree.object(new),
      let older = tree.object(old)
    else { return true }
    if let known = state.takenInPlace[[new, old]] { return known }
    let picked = picked(declared) {
      var leaves = leaves(of: newer, newer.keys.filter { newer.values[$0] != older.values[$0] })
      for key in older.keys where newer.values[key] == nil { leaves[key] = NSNull() }
      return leaves
    } give: {
      $0.giveChanges(newer, older, at: place)
    }
    let isTaken = picked.map { $0.fits(type(of: model)) } ?? false
    state.takenInPlace[[new, old]] = isTaken
    return isTaken
  }

  /// How an update reads a whole object; notes the error if it would be of another class.
  func reading(
    of new: ExportedTree.Object,
    over old: ExportedTree.Object?,
    isThere: Bool,
    at place: Place?
  ) -> Reading {
    guard case .model(let model) = new.origin else {
      if case .path = new.origin { return Reading(isInPlace: isThere) }
      return Reading()
    }
    let type = type(of: model)
    let schema = SchemaCache.schema(of: type)
    var reading = Reading()
    var isSame = false
    var former: (any Model.Type)?
    if let old, case .model(let other) = old.origin {
      former = Swift.type(of: other)
      isSame = isThere && isFound(other, by: model)
      if former != type {
        reading.nullTags = schema.family.keys.filter { new.values[$0] == nil }
      }
    }
    let nulls =
      reading.nullTags.isEmpty && isSame
      ? old?.keys.filter { new.values[$0] == nil } ?? [] : reading.nullTags
    var result: (any Model.Type)? = type
    if let declared = place?.declared, declared != declared.root, !state.isTrial {
      let picked = picked(declared) {
        var leaves = leaves(of: new, new.keys)
        for key in nulls { leaves[key] = NSNull() }
        return leaves
      } give: {
        $0.giveObject(new, over: old, isThere: isThere, at: place)
      }
      isSame = isSame && former.flatMap { picked?.fits($0) } == true
      result = isSame ? former : picked?.type
    }
    if result != type, state.error == nil {
      let path = state.path.reversed().reduce("") { $1.joined(to: $0) }
      state.error = ModelError(
        .unsupportedValue,
        path: path,
        message: "no tag says that the model is now a \(type)"
      )
    }
    reading.isInPlace = isSame && former == type
    reading.keepsNulls = !reading.isInPlace && schema.unknownKeys != nil
    return reading
  }

  func identity(of model: any Model) -> ModelIdentity? {
    SchemaCache.schema(of: type(of: model)).identity?.identity(of: model)
  }

  /// Whether an update with a model's values finds an older model, whatever their classes are.
  private func isFound(_ old: any Model, by new: any Model) -> Bool {
    guard let identity = identity(of: new),
      let rule = SchemaCache.schema(of: type(of: old)).identity,
      ObjectIdentifier(rule.family) == identity.family
    else { return true }
    return rule.identity(of: old) == identity
  }

  // MARK: - The class that an update picks

  private func isPicked(_ declared: any Model.Type) -> Bool {
    let schema = SchemaCache.schema(of: declared)
    return schema.tags != nil || schema.hooks.contains(.modelType)
  }

  /// The class that an update picks for an object; nil if it picks none that can stand there.
  ///
  /// One closure returns the values that may be tags, the other writes the object.
  private func picked(
    _ declared: any Model.Type,
    leaves: () -> [String: Any],
    give: (MergePatch) -> Void
  ) -> PickedClass? {
    let schema = SchemaCache.schema(of: declared)
    if schema.hooks.contains(.modelType) {
      let outer = state.isTrial
      state.isTrial = true
      defer { state.isTrial = outer }
      let builder = exporter.builder
      let object = builder.value { give(MergePatch(tree, exporter, builder, state)) }
      if let chosen = declared.chosenType(for: object as? [String: Any] ?? [:]) {
        return PickedClass(type: chosen, isOpen: false)
      }
    }
    guard let tags = schema.tags else { return PickedClass(type: declared) }
    do throws(Misfit) {
      let picked = try state.mapping.pickedClass(tags, in: .tree(leaves()))
      return picked.isMisplaced ? nil : picked
    } catch {
      return nil
    }
  }

  /// The values of an object that may be tags.
  private func leaves(of object: ExportedTree.Object, _ keys: [String]) -> [String: Any] {
    let builder = exporter.builder
    var leaves: [String: Any] = [:]
    for key in keys {
      guard let value = object.values[key], case .leaf(let leaf) = tree[value] else { continue }
      leaves[key] = builder.value { MergePatch(tree, exporter, builder, state).give(leaf) }
    }
    return leaves
  }
}

extension PickedClass {
  /// Whether an object of a class that is there already is changed in place.
  fileprivate func fits(_ present: any Model.Type) -> Bool {
    isOpen ? isSubclass(present, of: type) : present == type
  }
}
