import ModelObjectKit

/// Explains a document by the sources of its class.
final class SourceExplainer {
  let catalog: ModelCatalog
  private var explanation: SourceExplanation
  /// Levels of nested objects; a document may have any number.
  private var depth = 0

  init(_ catalog: ModelCatalog, title: String) {
    self.catalog = catalog
    explanation = SourceExplanation(title: title)
  }

  /// Explains an object, or each element of an array.
  static func explain(
    _ document: JSONTree,
    as model: ModelType,
    in catalog: ModelCatalog
  ) -> SourceExplanation {
    let isList = if case .array = document { true } else { false }
    let title = isList ? "[\(model.name)]" : model.name
    let explainer = SourceExplainer(catalog, title: title)
    if case .array(let elements) = document {
      for (index, element) in elements.enumerated() {
        explainer.explain(element, as: model, at: .init().appending("[\(index)]"))
      }
    } else {
      explainer.explain(document, as: model, at: .init())
    }
    return explainer.explanation
  }

  func add(_ kind: SourceExplanation.Row.Kind, at path: SourceExplanation.Path, _ text: String) {
    explanation.rows.append(.init(kind: kind, path: path, text: text))
  }

  func note(_ text: String) {
    if !explanation.notes.contains(text) { explanation.notes.append(text) }
  }

  // MARK: - Objects

  /// Explains the pairs of an object whose paths are known.
  func explain(_ value: JSONTree, as declared: ModelType, at path: SourceExplanation.Path) {
    guard case .object(let pairs) = value else {
      return add(.misfit, at: path, "\(value.phrase) where an object is expected")
    }
    guard depth < 200 else { return add(.misfit, at: path, "too deep") }
    depth += 1
    defer { depth -= 1 }
    let model = subclass(of: declared, for: pairs)
    noteHooks(of: model)
    let plan = KeyPlan(model, catalog)
    if !plan.isWhole { note("what \(model.name).keyMapping has beside its literals") }
    if !model.isWhole { note("what the superclass of \(model.chain[0].name) declares") }
    var used: Set<String> = []
    for place in plan.places {
      guard let (found, spelling) = plan.find(place, in: pairs, &used) else {
        let missing = path.below(property: place.name).property
        add(.missing, at: .init(property: missing), "no such key")
        continue
      }
      let inner = path.below(property: place.name, key: spelling)
      explain(found, of: place.property, in: model, at: inner)
    }
    for property in model.properties where property.storage != .computed {
      let name = model.name(of: property)
      guard !model.accessed.contains(name), model.isMapped(name) else { continue }
      if let reason = property.reason {
        add(.remark, at: .init(property: name), reason == "a let" ? "let" : reason)
      } else if catalog.facts(property).isMapped == false {
        let text = "values of type \(property.typeText) can't be mapped"
        add(.remark, at: .init(property: name), text)
      }
    }
    explainUnknown(pairs, without: used, of: model, at: path)
  }

  private func explainUnknown(
    _ pairs: [JSONTree.Pair],
    without used: Set<String>,
    of model: ModelType,
    at path: SourceExplanation.Path
  ) {
    guard model.names(.unknownKeysProperty).isEmpty else { return }
    let tag = model.chain.compactMap { $0.lists[.subclasses]?.tagKey }.map { FoldedKey($0) }
    let names = model.properties.filter { $0.storage != .computed }.map { model.name(of: $0) }
    for pair in pairs where !used.contains(pair.key) && !tag.contains(FoldedKey(pair.key)) {
      let untouched = model.properties.first {
        FoldedKey(model.name(of: $0)) == FoldedKey(pair.key) && $0.storage != .computed
      }
      let near = NameDistance.nearest(to: pair.key, among: names)
      let text =
        if let untouched, let reason = untouched.reason {
          "unknown key: \(model.name(of: untouched)) is \(reason)"
        } else if let untouched {
          "unknown key: \(model.name(of: untouched)) isn't mapped"
        } else {
          "unknown key" + (near.map { ", near \($0)" } ?? "")
        }
      add(.unknownKey, at: .init(key: path.below(key: pair.key).key), text)
    }
  }

  /// The class that the tag of an object selects.
  private func subclass(of model: ModelType, for pairs: [JSONTree.Pair]) -> ModelType {
    guard let list = model.chain.last(where: { $0.lists[.subclasses] != nil }) else { return model }
    guard let read = list.lists[.subclasses], let key = read.tagKey else {
      note("which class \(list.name).subclasses selects")
      return model
    }
    let pair = pairs.last { FoldedKey($0.key) == FoldedKey(key) }
    let tag: String? =
      switch pair?.value {
      case .text(let text): text
      case .number(let number): number
      default: nil
      }
    guard let tag, let name = read.taggedClasses[tag] ?? read.otherwise,
      let selected = catalog.model(name, in: list.type.scope, list.type.file), selected !== model,
      selected.chain.contains(where: { $0 === model })
    else { return model }
    return subclass(of: selected, for: pairs)
  }

  private func noteHooks(of model: ModelType) {
    let hooks: Set = ["serializeValue", "willMap", "didMap", "modelType", "validate", "awake"]
    for owner in model.chain {
      for part in owner.type.parts {
        for member in part.declaration.members
        where member.kind == .function
          && (owner.isStruct
            ? ["didMap", "validate"].contains(member.name)
            : hooks.contains(member.name) && member.has("override"))
        {
          note("what \(owner.name).\(member.name) does")
        }
      }
    }
  }
}
