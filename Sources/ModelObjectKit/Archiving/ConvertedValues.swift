import ModelObjectEssentials

// Values that a type's own code has encoded, and that a property of another type takes now.
//
// 1. The first time, a text is read, and mapped.
// 2. The second time, it is mapped twice: if both come to the same, and nothing sees it, a further object
//    gets a copy, which shares what has no identity. So an equal struct in many objects costs what its
//    models take.
// 3. What hooks see, or each mapping makes otherwise, is mapped for each object, and counts as often.

/// What the properties of classes have made of one text.
final class ConvertedText {
  fileprivate enum Value {
    case once
    /// An object with the value, the models in that, and what a copy costs.
    case shared(any Model, [any Model], cost: Int)
    case own
  }

  fileprivate var values: [ObjectIdentifier: Value] = [:]
}

extension ArchiveReader {
  /// Sets a property to the value of a text that another type has encoded.
  func convert(
    _ input: Input,
    of property: Property,
    into model: any Model,
    _ read: (any Model) throws(Misfit) -> Void
  ) throws(Misfit) {
    guard let source = input.source else { return try read(model) }
    let text = try longValues.value(of: source, for: "converted", from: 16) { ConvertedText() }
    let key = ObjectIdentifier(property)
    switch text.values[key] {
    case .shared(let known, let models, let cost):
      try budget.spend(cost, on: .converting)
      state.isConverted = true
      guard !models.isEmpty else { return property.copy(from: known, to: model) }
      let copier = Copier()
      _ = copier.copyAll(models)
      property.copy(from: known, to: model, copier)
    case .once:
      text.values[key] = .own
      let misfitCount = state.misfitCount
      try read(model)
      // What doesn't fit is told for each object.
      guard state.misfitCount == misfitCount else { return }
      let known = type(of: model).init()
      try read(known)
      let models = ModelLister.models(in: property, of: known)
      guard let cost = costOfCopy(property, in: known, models),
        Comparison().decide({ property.areEqual(in: known, model, $0) })
      else { return }
      text.values[key] = .shared(known, models, cost: cost)
    case .own: try read(model)
    case nil:
      try read(model)
      text.values[key] = .once
    }
  }

  /// What a copy of a property's value takes; nil if it isn't what a mapping would make.
  private func costOfCopy(
    _ property: Property,
    in object: any Model,
    _ models: [any Model]
  ) -> Int? {
    let models = ModelLister.all(from: models)
    guard isCopied(property, in: object), models.allSatisfy(areCopied) else { return nil }
    return 1 + PlainValue.costOfObject * models.count
  }

  private func areCopied(_ model: any Model) -> Bool {
    let schema = SchemaCache.schema(of: type(of: model))
    let declaration = schema.declaration
    return schema.hooks.isDisjoint(with: [.ofMapping, .modelType]) && !schema.hasAccessors
      && declaration.opaque.isEmpty && declaration.distant.isEmpty
      && declaration.properties.allSatisfy { isCopied($0, in: model) }
  }

  /// Whether a value shares nothing with its copy that one of them may change.
  private func isCopied(_ property: Property, in model: any Model) -> Bool {
    property.heldModels.holdsModels || !mayHoldObjects(property.value(in: model) ?? ())
  }
}

/// A `Codable` value of an archive as plain Swift values.
struct PlainValue {
  let tree: Any
  /// How many values it has; an object counts as several.
  let cost: Int

  static let costOfObject = 8

  init(_ tree: Any) { (self.tree, cost) = (tree, Self.cost(of: tree)) }

  private static func cost(of tree: Any) -> Int {
    switch tree {
    case let elements as [Any]: elements.reduce(1) { $0 + cost(of: $1) }
    case let pairs as [String: Any]: pairs.values.reduce(costOfObject) { $0 + cost(of: $1) }
    default: 1
    }
  }
}
