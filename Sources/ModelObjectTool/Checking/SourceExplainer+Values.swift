import ModelObjectKit

// What a mapping would do with a value.
extension SourceExplainer {
  func explain(
    _ value: JSONTree,
    of property: ModelProperty,
    in model: ModelType,
    at path: SourceExplanation.Path
  ) {
    let name = model.name(of: property)
    if let entry = model.entries(.transforms)[name] {
      note("what the transform of \(model.name).\(name) makes")
      guard let type = entry.transformInput else {
        return add(.mapped, at: path, "by a transform")
      }
      let place = Place(scope: model.type.scope, file: type.file, dates: dates(of: name, in: model))
      return explain(value, as: TypeForm(type), of: place, elements: nil, at: path)
    }
    let dates = dates(of: name, in: model)
    let place = Place(scope: property.scope, file: property.part.file, dates: dates)
    if property.isWrapped { note("how the wrapper of \(model.name).\(name) takes values") }
    explain(
      value,
      as: property.form,
      of: place,
      elements: elementClass(of: property, in: model),
      at: path
    )
  }

  /// Where a type is spelled, and how its dates are.
  private struct Place {
    let scope: Scope
    let file: CodeFile
    let dates: DateOptions.Format?
  }

  private func explain(
    _ value: JSONTree,
    as form: TypeForm,
    of place: Place,
    elements elementClass: ModelType?,
    at path: SourceExplanation.Path
  ) {
    if case .null = value {
      if case .optional = form { return add(.mapped, at: path, "nil") }
      if form == .named("Any") { return add(.mapped, at: path, "nil") }
      return add(.misfit, at: path, "null")
    }
    if let elementClass, explainElements(value, elementClass, at: path) { return }
    switch form {
    case .optional(let wrapped):
      return explain(value, as: wrapped, of: place, elements: nil, at: path)
    case .array(let element) where model(element, place) != nil:
      guard let model = model(element, place) else { return }
      if explainElements(value, model, at: path) { return }
      return add(.misfit, at: path, "\(value.phrase) where [\(model.name)] is expected")
    case .dictionary(_, let element) where model(element, place) != nil:
      return explainPairs(value, model(element, place), at: path)
    case .named(let names, _):
      guard case .type(let type) = catalog.index.find(names, from: place.scope, place.file) else {
        break
      }
      if let model = catalog.model(of: type) {
        guard case .object = value else {
          return add(.misfit, at: path, "\(value.phrase) where an object is expected")
        }
        add(.mapped, at: path, "")
        return explain(value, as: model, at: path)
      }
      return explain(value, asDeclared: type, at: path)
    default: break
    }
    guard let type = catalog.judge.standardType(form, in: place.scope, place.file),
      let probe = ValueProbe(value, as: type, dates: place.dates)
    else {
      let facts = catalog.judge.facts(form, in: place.scope, place.file)
      if facts.isMapped == false {
        return add(.remark, at: path, "values of type \(form) can't be mapped")
      }
      note("the type of \(path.property)")
      return add(.mapped, at: path, "a value of a type that isn't known")
    }
    if let text = probe.value {
      add(.mapped, at: path, text)
    } else {
      add(.misfit, at: path, probe.reason ?? "\(value.phrase) doesn't fit")
    }
    for part in probe.parts { add(.misfit, at: path.appending(part.path), part.reason) }
  }

  /// The class that a form spells.
  private func model(_ form: TypeForm, _ place: Place) -> ModelType? {
    guard case .named(let path, _) = form.opened else { return nil }
    return catalog.model(path, in: place.scope, place.file)
  }

  /// A list of objects; false if the value isn't one.
  private func explainElements(
    _ value: JSONTree,
    _ model: ModelType,
    at path: SourceExplanation.Path
  ) -> Bool {
    switch value {
    case .array(let elements):
      add(.mapped, at: path, "\(elements.count) element\(elements.count == 1 ? "" : "s")")
      for (index, element) in elements.enumerated() {
        explain(element, as: model, at: path.appending("[\(index)]"))
      }
    case .object(let pairs) where !pairs.isEmpty:
      add(.mapped, at: path, "1 element")
      let first = SourceExplanation.Path(property: "\(path.property)[0]", key: path.key)
      explain(value, as: model, at: first)
    case .text(""): add(.mapped, at: path, "0 elements")
    default: return false
    }
    return true
  }

  private func explainPairs(
    _ value: JSONTree,
    _ model: ModelType?,
    at path: SourceExplanation.Path
  ) {
    guard let model, case .object(let pairs) = value else {
      return add(.misfit, at: path, "\(value.phrase) where an object is expected")
    }
    add(.mapped, at: path, "\(pairs.count) pair\(pairs.count == 1 ? "" : "s")")
    for pair in pairs { explain(pair.value, as: model, at: path.appending(".\(pair.key)")) }
  }

  /// A value of an enum or a type of the program's own.
  private func explain(
    _ value: JSONTree,
    asDeclared type: DeclaredType,
    at path: SourceExplanation.Path
  ) {
    let found = catalog.judge.conformances(of: type)
    if found.isMapped == false {
      return add(.remark, at: path, "values of type \(type.name) can't be mapped")
    }
    guard let raws = type.rawValues(found.rawName) else {
      note("what \(type.name) takes")
      return add(.mapped, at: path, "a \(type.name)")
    }
    let text: String? =
      switch value {
      case .text(let text): text
      case .number(let number): number
      default: nil
      }
    if let text, let name = raws.first(where: { $0.raw == text })?.name {
      add(.mapped, at: path, name)
    } else if found.names.contains("UnknownRepresentable") {
      add(.mapped, at: path, "unknown, for \(value.phrase)")
    } else {
      let list = raws.prefix(20).map(\.raw).joined(separator: ", ")
      add(.misfit, at: path, "\(value.phrase) is not one of \(list)")
    }
  }

  private func elementClass(of property: ModelProperty, in model: ModelType) -> ModelType? {
    guard catalog.facts(property).takesClass != false else { return nil }
    let name = model.name(of: property)
    let keys = [name] + (model.entries(.keyMapping)[name]?.keys ?? [])
    let folded = Set(keys.map { FoldedKey($0) })
    for owner in model.chain.reversed() {
      for entry in owner.lists[.arrayMapping]?.entries ?? []
      where folded.contains(FoldedKey(entry.name)) {
        guard let value = entry.value, value.count > 2,
          case .named(let path, _) = TypeForm(value.dropLast(2))
        else { return nil }
        return catalog.model(path, in: owner.type.scope, value.file)
      }
    }
    return nil
  }

  /// The format in `dateFormats`; a note if the code doesn't show it.
  private func dates(of name: String, in model: ModelType) -> DateOptions.Format? {
    guard let value = model.entries(.dateFormats)[name]?.value else { return nil }
    if value.starts(with: ".", "custom", "("), let pattern = value.dropFirst(2).bracketed?.literal {
      return .custom(pattern)
    }
    let plain: [String: DateOptions.Format] = [
      "iso8601": .iso8601, "dateOnly": .dateOnly, "secondsSince1970": .secondsSince1970,
      "millisecondsSince1970": .millisecondsSince1970,
    ]
    if value.count == 2, value.starts(with: "."), let format = plain[value[1].name] {
      return format
    }
    note("the date format of \(model.name).\(name)")
    return nil
  }
}
