import ModelObjectKit

// What a mapping would do with a value.
extension SourceExplainer {
  func explain(
    _ value: JSONTree,
    of property: ModelProperty,
    in model: ModelType,
    property path: String,
    key: String
  ) {
    let name = model.name(of: property)
    if let entry = model.entries(.transforms)[name] {
      guard let type = entry.transformInput else {
        note("what the transform of \(model.name).\(name) makes")
        return add(.mapped, property: path, key: key, "by a transform")
      }
      note("what the transform of \(model.name).\(name) makes")
      let place = Place(scope: model.type.scope, file: type.file, dates: dates(of: name, in: model))
      return explain(value, as: TypeForm(type), at: place, elements: nil, property: path, key: key)
    }
    let scope = property.part.scope.owner?.scope ?? property.part.scope
    let place = Place(scope: scope, file: property.part.file, dates: dates(of: name, in: model))
    if property.isWrapped { note("how the wrapper of \(model.name).\(name) takes values") }
    explain(
      value,
      as: property.form,
      at: place,
      elements: elementClass(of: property, in: model),
      property: path,
      key: key
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
    at place: Place,
    elements elementClass: ModelType?,
    property: String,
    key: String
  ) {
    if case .null = value {
      if case .optional = form { return add(.mapped, property: property, key: key, "nil") }
      if form == .named("Any") { return add(.mapped, property: property, key: key, "nil") }
      return add(.misfit, property: property, key: key, "null")
    }
    if let elementClass, explainElements(value, elementClass, property: property, key: key) {
      return
    }
    switch form {
    case .optional(let wrapped):
      return explain(value, as: wrapped, at: place, elements: nil, property: property, key: key)
    case .array(let element) where model(element, place) != nil:
      guard let model = model(element, place) else { return }
      if explainElements(value, model, property: property, key: key) { return }
      return add(
        .misfit,
        property: property,
        key: key,
        "\(value.phrase) where [\(model.name)] is expected"
      )
    case .dictionary(_, let element) where model(element, place) != nil:
      return explainPairs(value, model(element, place), property: property, key: key)
    case .named(let path, _):
      guard case .type(let type) = catalog.index.find(path, from: place.scope, place.file) else {
        break
      }
      if let model = catalog.model(of: type) {
        guard case .object = value else {
          return add(
            .misfit,
            property: property,
            key: key,
            "\(value.phrase) where an object is expected"
          )
        }
        add(.mapped, property: property, key: key, "")
        return explain(value, as: model, property: property, key: key)
      }
      return explain(value, asDeclared: type, property: property, key: key)
    default: break
    }
    guard let type = catalog.judge.standardType(form, in: place.scope, place.file),
      let probe = ValueProbe(value, as: type, dates: place.dates)
    else {
      let facts = catalog.judge.facts(form, in: place.scope, place.file)
      if facts.isMapped == false {
        return add(.remark, property: property, key: key, "values of type \(form) can't be mapped")
      }
      note("the type of \(property)")
      return add(.mapped, property: property, key: key, "a value of a type that isn't known")
    }
    if let text = probe.value {
      add(.mapped, property: property, key: key, text)
    } else {
      add(.misfit, property: property, key: key, probe.reason ?? "\(value.phrase) doesn't fit")
    }
    for part in probe.parts {
      add(.misfit, property: property + part.path, key: key + part.path, part.reason)
    }
  }

  /// The class that a form spells.
  private func model(_ form: TypeForm, _ place: Place) -> ModelType? {
    guard case .named(let path, _) = form.opened,
      case .type(let type) = catalog.index.find(path, from: place.scope, place.file)
    else { return nil }
    return catalog.model(of: type)
  }

  /// A list of objects; false if the value isn't one.
  private func explainElements(
    _ value: JSONTree,
    _ model: ModelType,
    property: String,
    key: String
  ) -> Bool {
    switch value {
    case .array(let elements):
      add(
        .mapped,
        property: property,
        key: key,
        "\(elements.count) element\(elements.count == 1 ? "" : "s")"
      )
      for (index, element) in elements.enumerated() {
        explain(element, as: model, property: "\(property)[\(index)]", key: "\(key)[\(index)]")
      }
    case .object(let pairs) where !pairs.isEmpty:
      add(.mapped, property: property, key: key, "1 element")
      explain(value, as: model, property: "\(property)[0]", key: key)
    case .text(""): add(.mapped, property: property, key: key, "0 elements")
    default: return false
    }
    return true
  }

  private func explainPairs(
    _ value: JSONTree,
    _ model: ModelType?,
    property: String,
    key: String
  ) {
    guard let model, case .object(let pairs) = value else {
      return add(
        .misfit,
        property: property,
        key: key,
        "\(value.phrase) where an object is expected"
      )
    }
    add(.mapped, property: property, key: key, "\(pairs.count) pair\(pairs.count == 1 ? "" : "s")")
    for pair in pairs {
      explain(
        pair.value,
        as: model,
        property: "\(property).\(pair.key)",
        key: "\(key).\(pair.key)"
      )
    }
  }

  /// A value of an enum or a type of the program's own.
  private func explain(
    _ value: JSONTree,
    asDeclared type: DeclaredType,
    property: String,
    key: String
  ) {
    let found = catalog.judge.conformances(of: type)
    if found.isMapped == false {
      return add(
        .remark,
        property: property,
        key: key,
        "values of type \(type.name) can't be mapped"
      )
    }
    guard let raws = type.rawValues(found.rawName) else {
      note("what \(type.name) takes")
      return add(.mapped, property: property, key: key, "a \(type.name)")
    }
    let text: String? =
      switch value {
      case .text(let text): text
      case .number(let number): number
      default: nil
      }
    if let text, let name = raws.first(where: { $0.raw == text })?.name {
      add(.mapped, property: property, key: key, name)
    } else if found.names.contains("UnknownRepresentable") {
      add(.mapped, property: property, key: key, "unknown, for \(value.phrase)")
    } else {
      let list = raws.prefix(20).map(\.raw).joined(separator: ", ")
      add(.misfit, property: property, key: key, "\(value.phrase) is not one of \(list)")
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
          case .named(let path, _) = TypeForm(value.dropLast(2)),
          case .type(let type) = catalog.index.find(path, from: owner.type.scope, value.file)
        else { return nil }
        return catalog.model(of: type)
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
