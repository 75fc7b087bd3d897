/// The places of a class's exported properties in one key style.
///
/// Any number of threads may read it: it never changes, except for a hint that any thread may set.
final class ExportPlan: @unchecked Sendable {
  /// A place in the exported object: a key, or an index of an array for key paths.
  struct Place {
    let step: PathStep
    /// The key; empty in an array.
    let key: ExportKey
    /// The properties in the place: the first one with a value is written.
    var properties: [Property] = []
    /// The tag to write, unless a property or a kept value is a tag itself.
    var tag: ClassFamily.WrittenTag?
    /// The places of the object or array for key paths, which is written if no property has a value.
    var inner: [Place] = []
    var innerIsArray: Bool { inner.first?.step.index != nil }

    /// The first property in the place, or at the end of a path through it, that meets a condition.
    func first(where meets: (Property) -> Bool) -> Property? {
      inner.reduce(properties.first(where: meets)) { $0 ?? $1.first(where: meets) }
    }

    init(_ step: PathStep) {
      self.step = step
      key = step.name.map { ExportKey($0, isLasting: true) } ?? ExportKey("")
    }
  }

  /// A place of a class whose places are all plain keys.
  ///
  /// It has no references, so that iterating over an array of them doesn't count any.
  struct FlatPlace {
    let slot: DirectSlot
    /// The slot of a property that holds one model.
    let nested: NestedSlot?
    /// The number of the property in the schema.
    let property: Int
    let key: Immortal<String>
    let keyBytes: ImmortalArray<UInt8>
  }

  let schema: ModelSchema
  /// The places in the order of the properties' declaration.
  let places: [Place]
  /// The unknown keys that the class keeps; nil if they aren't written.
  let unknownKeys: UnknownKeys?
  /// Whether each place has just one property, and there are no unknown keys and no transforms with
  /// `write`.
  let isFlat: Bool
  /// The places of properties if the plan is flat; else empty.
  let flatPlaces: [FlatPlace]
  /// Whether it is flat, and no property writes models: structs are written from their memory.
  let isOfValues: Bool
  /// The size of the text of most objects, or somewhat more, if the plan is flat.
  let likelySize: Int
  /// The properties that the key style gives the same key.
  let clashes: [KeyClash]
  /// The tags if the plan is flat.
  let flatTags: [(key: ExportKey, tag: String)]
  /// Whether writing an object's properties can't throw.
  let isInfallible: Bool
  /// Whether an export may contain models, in a property or in the result of a hook or transform.
  let mayHoldModels: Bool

  init(_ schema: ModelSchema, _ style: ExportOptions.KeyStyle) {
    let lists = schema.lists
    let properties = schema.properties.filter { !lists.unexported.contains($0.name) }
    var places: [Place] = []
    for property in properties {
      Self.claim(Self.steps(to: property, style)[...], property, in: &places)
    }
    Self.place(schema.family.written(for: schema.type), in: &places)
    let unwritten = schema.family.unwrittenKey(for: schema.type)
    places.removeAll { $0.key.text == unwritten && $0.tag == nil && $0.inner.isEmpty }
    self.schema = schema
    self.places = places
    unknownKeys = schema.unknownKeys.flatMap {
      lists.unexported.contains($0.property.name) ? nil : $0
    }
    clashes = style.clashes(among: properties)
    isInfallible = properties.allSatisfy { $0.write == nil } && clashes.isEmpty
    mayHoldModels =
      !isInfallible || unknownKeys != nil || schema.hooks.contains(.didExport)
      || properties.contains { $0.heldModels.writesModels }
    isFlat =
      isInfallible && unknownKeys == nil
      && places.allSatisfy {
        $0.inner.isEmpty && $0.properties.count == ($0.tag == nil ? 1 : 0)
      }
    let flat = isFlat ? places : []
    flatPlaces = flat.compactMap { place in
      guard let property = place.properties.first, let bytes = place.key.bytes else { return nil }
      return FlatPlace(
        slot: DirectSlot(property.stored),
        nested: property.nested,
        property: property.number,
        key: Immortal(place.key.text),
        keyBytes: bytes
      )
    }
    isOfValues = isFlat && !mayHoldModels
    likelySize = flatPlaces.reduce(0) { $0 + $1.keyBytes.count + 32 }
    flatTags = flat.compactMap { place in place.tag.map { (place.key, $0.text) } }
  }

  /// The place with a key, plain or counted.
  func place(for key: String, counted: Bool) -> Place? {
    let wanted = ExactKey(key)
    return places.first {
      ExactKey($0.key.text) == wanted || counted && ExactKey($0.key.countedText) == wanted
    }
  }

  /// The path of a property: its first key, or else its name in the key style.
  static func steps(
    to property: Property,
    _ style: ExportOptions.KeyStyle
  ) -> [PathStep] {
    guard let first = property.key?.alternatives.first else {
      return [.key(PropertyName(text: property.name).spelled(style))]
    }
    return first.head == nil ? [.key(first.text)] : first.path ?? []
  }

  private static let maximumIndex = 65_535

  /// Puts a property at the end of a path.
  ///
  /// If one path needs an object and another an array, the property that is declared first keeps
  /// its path, and the other isn't exported. Neither is one with an index that would fill an array
  /// with very many nulls.
  private static func claim(
    _ steps: ArraySlice<PathStep>,
    _ property: Property,
    in places: inout [Place]
  ) {
    guard let step = steps.first, (step.index ?? 0) <= maximumIndex,
      places.allSatisfy({ ($0.step.index == nil) == (step.index == nil) })
    else { return }
    let known = places.firstIndex { $0.step == step }
    if known == nil { places.append(Place(step)) }
    let rest = steps.dropFirst()
    let index = known ?? places.count - 1
    if rest.isEmpty {
      places[index].properties.append(property)
    } else {
      claim(rest, property, in: &places[index].inner)
    }
  }

  /// Adds the tags to the places with their keys; tags without such a place come first.
  private static func place(_ tags: [ClassFamily.WrittenTag], in places: inout [Place]) {
    var front: [Place] = []
    for tag in tags {
      if let index = places.firstIndex(where: { $0.key.text == tag.key }) {
        places[index].tag = tag
      } else {
        var place = Place(.key(tag.key))
        place.tag = tag
        front.append(place)
      }
    }
    places = front + places
  }
}
