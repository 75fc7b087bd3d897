import ModelObjectKit

/// What a mapping would do with each property and each key, as far as sources show it.
struct SourceExplanation {
  struct Row {
    enum Kind { case mapped, misfit, missing, unknownKey, remark }

    let kind: Kind
    let property: String
    let key: String
    let text: String
  }

  let title: String
  fileprivate(set) var rows: [Row] = []
  /// What sources don't show, each once.
  fileprivate(set) var notes: [String] = []

  /// The report as `explain` prints it, and what isn't known below.
  var text: String {
    let order: [Row.Kind] = [.mapped, .misfit, .missing, .remark, .unknownKey]
    let sorted = order.flatMap { kind in rows.filter { $0.kind == kind } }
    let cells = sorted.map { row in
      let arrow = row.kind == .mapped || row.kind == .unknownKey ? "←" : "–"
      return (
        label: row.kind == .unknownKey ? "?" : row.property,
        middle: row.key.isEmpty ? arrow : "\(arrow) \(row.key)", text: row.text
      )
    }
    func width(_ texts: [String]) -> Int { texts.map(\.count).filter { $0 <= 40 }.max() ?? 0 }
    let widths = (width(cells.map(\.label)), width(cells.map(\.middle)))
    let lines = cells.map { cell -> String in
      var line =
        "  " + Self.padded(cell.label, widths.0) + " " + Self.padded(cell.middle, widths.1) + "  "
        + cell.text
      while line.last == " " { line.removeLast() }
      return line
    }
    return ([summary] + lines + notes.map { "Not known from sources: \($0)" })
      .joined(separator: "\n") + "\n"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// How many there are of a kind.
  func count(_ kind: Row.Kind) -> Int { rows.count { $0.kind == kind } }

  var summary: String {
    let unknown = count(.unknownKey)
    let parts = [
      (count(.mapped), "mapped"), (count(.misfit), "didn't fit"), (count(.missing), "missing"),
      (unknown, unknown == 1 ? "unknown key" : "unknown keys"),
    ]
    let texts = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "\(title): " + (texts.isEmpty ? "0 mapped" : texts.joined(separator: ", "))
  }
}

/// Explains a document by the sources of its class.
final class SourceExplainer {
  private let catalog: ModelCatalog
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
        explainer.explain(element, as: model, property: "[\(index)]", key: "[\(index)]")
      }
    } else {
      explainer.explain(document, as: model, property: "", key: "")
    }
    return explainer.explanation
  }

  private func add(
    _ kind: SourceExplanation.Row.Kind,
    _ property: String,
    _ key: String,
    _ text: String
  ) {
    explanation.rows.append(.init(kind: kind, property: property, key: key, text: text))
  }

  private func note(_ text: String) {
    if !explanation.notes.contains(text) { explanation.notes.append(text) }
  }

  // MARK: - Objects

  /// Explains the pairs of an object whose paths are known.
  private func explain(_ value: JSONTree, as declared: ModelType, property: String, key: String) {
    guard case .object(let pairs) = value else {
      return add(.misfit, property, key, "\(value.phrase) where an object is expected")
    }
    guard depth < 200 else { return add(.misfit, property, key, "too deep") }
    depth += 1
    defer { depth -= 1 }
    let model = subclass(of: declared, for: pairs)
    noteHooks(of: model)
    let plan = KeyPlan(model, catalog)
    if !plan.isWhole { note("what \(model.name).keyMapping has beside its literals") }
    if !model.isWhole { note("what the superclass of \(model.chain[0].name) declares") }
    var used: Set<String> = []
    for place in plan.places {
      let path = property.isEmpty ? place.name : "\(property).\(place.name)"
      guard let (found, spelling) = plan.find(place, in: pairs, &used) else {
        add(.missing, path, "", "no such key")
        continue
      }
      let keyPath = key.isEmpty ? spelling : "\(key).\(spelling)"
      explain(found, of: place.property, in: model, property: path, key: keyPath)
    }
    for property in model.properties where property.storage != .computed {
      let name = model.name(of: property)
      guard !model.accessed.contains(name), model.isMapped(name) else { continue }
      if let reason = property.reason {
        add(.remark, name, "", reason == "a let" ? "let" : reason)
      } else if catalog.facts(property).isMapped == false {
        add(.remark, name, "", "values of type \(property.typeText) can't be mapped")
      }
    }
    explainUnknown(pairs, without: used, of: model, at: key)
  }

  private func explainUnknown(
    _ pairs: [JSONTree.Pair],
    without used: Set<String>,
    of model: ModelType,
    at key: String
  ) {
    let keepsUnknown = !model.names(.unknownKeysProperty).isEmpty
    let tag = model.chain.compactMap { $0.lists[.subclasses]?.tagKey }.map { FoldedKey($0) }
    let names = model.properties.filter { $0.storage != .computed }.map { model.name(of: $0) }
    for pair in pairs where !used.contains(pair.key) && !tag.contains(FoldedKey(pair.key)) {
      let path = key.isEmpty ? pair.key : "\(key).\(pair.key)"
      if keepsUnknown { continue }
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
      add(.unknownKey, "", path, text)
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
      case .type(let type) = catalog.index.find(name, from: list.type.scope, list.type.file),
      let selected = catalog.model(of: type), selected !== model,
      selected.chain.contains(where: { $0 === model })
    else { return model }
    return subclass(of: selected, for: pairs)
  }

  private func noteHooks(of model: ModelType) {
    let hooks: Set = ["serializeValue", "willMap", "didMap", "modelType", "validate", "awake"]
    for owner in model.chain {
      for part in owner.type.parts {
        for member in part.declaration.members
        where member.kind == .function && hooks.contains(member.name) && member.has("override") {
          note("what \(owner.name).\(member.name) does")
        }
      }
    }
  }

  // MARK: - Values

  private func explain(
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
        return add(.mapped, path, key, "by a transform")
      }
      note("what the transform of \(model.name).\(name) makes")
      let place = Place(scope: model.type.scope, file: type.file, dates: dates(of: name, in: model))
      return explain(value, TypeForm(type), place, nil, property: path, key: key)
    }
    let scope = property.part.scope.owner?.scope ?? property.part.scope
    let place = Place(scope: scope, file: property.part.file, dates: dates(of: name, in: model))
    if property.isWrapped { note("how the wrapper of \(model.name).\(name) takes values") }
    explain(
      value,
      property.form,
      place,
      elementClass(of: property, in: model),
      property: path,
      key: key
    )
  }

  /// Where a type is spelled, and how its dates are.
  private struct Place {
    let scope: Scope
    let file: CheckedFile
    let dates: DateOptions.Format?
  }

  private func explain(
    _ value: JSONTree,
    _ form: TypeForm,
    _ place: Place,
    _ elementClass: ModelType?,
    property: String,
    key: String
  ) {
    if case .null = value {
      if case .optional = form { return add(.mapped, property, key, "nil") }
      if form == .named("Any") { return add(.mapped, property, key, "nil") }
      return add(.misfit, property, key, "null")
    }
    if let elementClass, explainElements(value, elementClass, property: property, key: key) {
      return
    }
    switch form {
    case .optional(let wrapped):
      return explain(value, wrapped, place, nil, property: property, key: key)
    case .array(let element) where model(element, place) != nil:
      guard let model = model(element, place) else { return }
      if explainElements(value, model, property: property, key: key) { return }
      return add(.misfit, property, key, "\(value.phrase) where [\(model.name)] is expected")
    case .dictionary(_, let element) where model(element, place) != nil:
      return explainPairs(value, model(element, place), property: property, key: key)
    case .named(let path, _):
      guard case .type(let type) = catalog.index.find(path, from: place.scope, place.file) else {
        break
      }
      if let model = catalog.model(of: type) {
        guard case .object = value else {
          return add(.misfit, property, key, "\(value.phrase) where an object is expected")
        }
        add(.mapped, property, key, "")
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
        return add(.remark, property, key, "values of type \(form) can't be mapped")
      }
      note("the type of \(property)")
      return add(.mapped, property, key, "a value of a type that isn't known")
    }
    if let text = probe.value {
      add(.mapped, property, key, text)
    } else {
      add(.misfit, property, key, probe.reason ?? "\(value.phrase) doesn't fit")
    }
    for part in probe.parts { add(.misfit, property + part.path, key + part.path, part.reason) }
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
      add(.mapped, property, key, "\(elements.count) element\(elements.count == 1 ? "" : "s")")
      for (index, element) in elements.enumerated() {
        explain(element, as: model, property: "\(property)[\(index)]", key: "\(key)[\(index)]")
      }
    case .object(let pairs) where !pairs.isEmpty:
      add(.mapped, property, key, "1 element")
      explain(value, as: model, property: "\(property)[0]", key: key)
    case .text(""): add(.mapped, property, key, "0 elements")
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
      return add(.misfit, property, key, "\(value.phrase) where an object is expected")
    }
    add(.mapped, property, key, "\(pairs.count) pair\(pairs.count == 1 ? "" : "s")")
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
      return add(.remark, property, key, "values of type \(type.name) can't be mapped")
    }
    guard let raws = type.rawValues(found.rawName) else {
      note("what \(type.name) takes")
      return add(.mapped, property, key, "a \(type.name)")
    }
    let text: String? =
      switch value {
      case .text(let text): text
      case .number(let number): number
      default: nil
      }
    if let text, let name = raws.first(where: { $0.raw == text })?.name {
      add(.mapped, property, key, name)
    } else if found.names.contains("UnknownRepresentable") {
      add(.mapped, property, key, "unknown, for \(value.phrase)")
    } else {
      let list = raws.prefix(20).map(\.raw).joined(separator: ", ")
      add(.misfit, property, key, "\(value.phrase) is not one of \(list)")
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

// MARK: - Keys

/// Which keys of an object belong to which properties.
private struct KeyPlan {
  struct Place {
    let property: ModelProperty
    let name: String
    let keys: [String]
  }

  private(set) var places: [Place] = []
  private(set) var isWhole = true
  private let folds: Bool

  init(_ model: ModelType, _ catalog: ModelCatalog) {
    folds = !model.matchesExactly
    let entries = model.entries(.keyMapping)
    isWhole = model.chain.allSatisfy { $0.lists[.keyMapping]?.isWhole ?? true }
    for property in model.mapped where catalog.facts(property).isMapped != false {
      let name = model.name(of: property)
      if let entry = entries[name] {
        if entry.keys == nil { isWhole = false }
        places.append(Place(property: property, name: name, keys: entry.keys ?? [name]))
      } else {
        places.append(Place(property: property, name: name, keys: [name]))
      }
    }
  }

  /// The value for a property, the best one that isn't null, and how its key is spelled.
  func find(
    _ place: Place,
    in pairs: [JSONTree.Pair],
    _ used: inout Set<String>
  ) -> (value: JSONTree, spelling: String)? {
    var found: (value: JSONTree, spelling: String)?
    for key in place.keys {
      let whole = pairs.last { $0.key == key } ?? pairs.last { matches($0.key, key) }
      if let whole {
        used.insert(whole.key)
        if found == nil || isNull(found?.value), !isNull(whole.value) || found == nil {
          found = (whole.value, whole.key)
        }
      }
      let steps = JSONKey(key).steps
      guard steps.count > 1, let head = pairs.last(where: { matches($0.key, steps[0]) }) else {
        continue
      }
      used.insert(head.key)
      guard let end = head.value.value(at: steps.dropFirst(), folded: folds) else { continue }
      if found == nil || isNull(found?.value) && !isNull(end.value) {
        found = (end.value, head.key + end.spelling)
      }
    }
    return found
  }

  private func isNull(_ value: JSONTree?) -> Bool {
    if case .null = value { true } else { false }
  }

  private func matches(_ key: String, _ wanted: String) -> Bool {
    key == wanted || folds && FoldedKey(key) == FoldedKey(wanted)
  }
}

extension ReadList {
  private var tagCall: [Fragment]? {
    let call = values.first { $0.starts(with: ".", "byTag", "(") }
    return call?.dropFirst(2).inner?.parts
  }

  /// The key of the tag in `subclasses`.
  fileprivate var tagKey: String? { tagCall?.first?.literal }

  /// The names of the classes, by tag.
  fileprivate var taggedClasses: [String: [String]] {
    var classes: [String: [String]] = [:]
    guard let parts = tagCall, parts.count > 1 else { return [:] }
    for (key, value) in parts[1].inner?.parts.compactMap({ $0.split(at: ":") }) ?? [] {
      if let tag = key.literal, case .named(let path, _) = TypeForm(value.dropLast(2)) {
        classes[tag] = path
      }
    }
    return classes
  }

  /// The name of the class for other tags.
  fileprivate var otherwise: [String]? {
    guard let parts = tagCall, let part = parts.first(where: { $0.starts(with: "otherwise", ":") }),
      case .named(let path, _) = TypeForm(part.dropFirst(2).dropLast(2))
    else { return nil }
    return path
  }
}

extension DeclaredType {
  /// The raw values of an enum's cases; nil if the sources don't show them.
  func rawValues(_ rawName: String?) -> [(name: String, raw: String)]? {
    guard kind == .enum, let rawName else { return nil }
    var values: [(name: String, raw: String)] = []
    var next = 0
    for member in declaration.members where member.kind == .case {
      let tokens = Fragment(file, member.tokens)
      guard let start = tokens.range.first(where: { file.source[$0].text == "case" }) else {
        return nil
      }
      for part in Fragment(file, start + 1..<tokens.range.upperBound).parts {
        let name = part[0].name
        guard part.count > 1 else {
          values.append((name, rawName == "String" ? name : String(next)))
          next += 1
          continue
        }
        guard part[1].text == "=" else { return nil }
        let value = part.dropFirst(2)
        if let text = value.literal {
          values.append((name, text))
        } else if let number = Int(value.spelling) {
          values.append((name, String(number)))
          next = number + 1
        } else {
          return nil
        }
      }
    }
    return values.isEmpty ? nil : values
  }
}
