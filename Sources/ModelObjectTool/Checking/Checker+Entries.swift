import ModelObjectKit

/// What a class lists about properties that can't have it.
extension Checker {
  func checkEntries(of model: ModelType) {
    for list in [ModelList.keyMapping, .transforms, .dateFormats] {
      eachEntry(list, of: model) { self.checkUnset($0, $1, in: list, of: model) }
    }
    let mapped: [ModelList] = [
      .keyMapping, .transforms, .dateFormats, .descriptions, .mappedProperties,
    ]
    for list in mapped {
      eachEntry(list, of: model) { self.checkUnmapped($0, $1, in: list, of: model) }
    }
    eachEntry(.keyMapping, of: model) { entry, _ in self.checkKeys(entry, of: model) }
    eachEntry(.transforms, of: model) { entry, property in
      self.checkInput(entry, property, of: model)
      self.checkOutput(entry, property, of: model)
      self.checkResult(entry, property, of: model)
    }
    eachEntry(.dateFormats, of: model) { entry, property in
      self.checkDates(entry, property, of: model)
      self.checkPattern(entry.value, at: "\(model.name).dateFormats, \"\(entry.name)\"")
    }
    checkElementClasses(of: model)
  }

  /// A `let`, or a `lazy` or `weak` property without an accessor: it is never set.
  private func checkUnset(
    _ entry: ReadList.Entry,
    _ property: ModelProperty,
    in list: ModelList,
    of model: ModelType
  ) {
    guard let reason = property.reason, model.isWhole(.accessors),
      !model.accessed.contains(model.name(of: property))
    else { return }
    let remedy = property.storage == .constant ? "Make it a var." : "List it in accessors."
    warn(
      at: entry.key,
      "\(model.name).\(list) lists \"\(entry.name)\", which is \(reason) and is never set."
        + (model.isStruct && property.storage != .constant ? "" : " \(remedy)")
    )
  }

  /// A property whose type can't be mapped: the entry has no effect.
  private func checkUnmapped(
    _ entry: ReadList.Entry,
    _ property: ModelProperty,
    in list: ModelList,
    of model: ModelType
  ) {
    guard property.storage == .stored, !model.accessed.contains(model.name(of: property)) else {
      return
    }
    let facts = catalog.facts(property)
    guard facts.isMapped == false else { return }
    warn(
      at: entry.key,
      "\(model.name).\(list) lists \"\(entry.name)\", which can't be mapped: its type is"
        + " \(property.typeText)." + facts.remedyText
    )
  }

  private func checkKeys(_ entry: ReadList.Entry, of model: ModelType) {
    guard entry.keys?.isEmpty == true else { return }
    warn(
      at: entry.key,
      "\(model.name).keyMapping lists \"\(entry.name)\" without a key, so it is never set. Give it a"
        + " key, or list it in ignoredProperties."
    )
  }

  /// `PropertyTransform(from: T.self)` of a type that can't be mapped: a fatal error.
  private func checkInput(_ entry: ReadList.Entry, _ property: ModelProperty, of model: ModelType) {
    guard let type = entry.transformInput else { return }
    let facts = catalog.judge.facts(TypeForm(type), in: model.type.scope, type.file)
    guard facts.isMapped == false else { return }
    fail(
      at: type,
      "\(model.name).transforms, \"\(entry.name)\": values of type \(type.text) can't be mapped."
        + facts.remedyText
    )
  }

  /// Types of which no value is one of another type.
  private static let plainTypes: Set<String> = [
    "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    "Double", "Float", "Decimal", "String", "Date", "Data", "URL", "UUID",
  ]

  /// A `write` that takes another type than the property's: exports throw.
  private func checkOutput(_ entry: ReadList.Entry, _ property: ModelProperty, of model: ModelType)
  {
    guard let type = entry.transformOutput, property.storage == .stored,
      !model.accessed.contains(model.name(of: property)),
      let taken = plain(TypeForm(type), in: model.type.scope, type.file),
      let held = plain(property.form, in: model.type.scope, property.part.file), taken != held
    else { return }
    warn(
      at: type,
      "\(model.name).transforms, \"\(entry.name)\": write takes \(type.text), but the property is of"
        + " type \(property.typeText), so exports throw."
    )
  }

  /// What `read` returns, if that fits no value of the property.
  private func checkResult(_ entry: ReadList.Entry, _ property: ModelProperty, of model: ModelType)
  {
    guard let type = entry.transformResult, property.storage == .stored, !property.isWrapped,
      !model.accessed.contains(model.name(of: property)),
      let result = kind(TypeForm(type), in: model.type.scope, type.file),
      let held = kind(property.form, in: model.type.scope, property.part.file)
    else { return }
    switch (held, result) {
    case (.leaf, .list), (.leaf, .dictionary), (.leaf, .object),
      (.dictionary, .leaf(isText: false)):
      break
    default: return
    }
    warn(
      at: type,
      "\(model.name).transforms, \"\(entry.name)\": read returns \(type.text), which doesn't fit the"
        + " property's type, \(property.typeText)."
    )
  }

  /// What a type holds, as far as that decides what fits it.
  private enum ValueKind { case leaf(isText: Bool), list, dictionary, object }

  private func kind(_ form: TypeForm, in scope: Scope, _ file: CodeFile) -> ValueKind? {
    switch form.opened {
    case .array, .named(["Set"], _): return .list
    case .dictionary: return .dictionary
    case .named(let path, []):
      if let name = plain(form, in: scope, file) {
        return .leaf(isText: ["String", "Data", "URL", "UUID"].contains(name))
      }
      guard case .type(let type) = catalog.index.find(path, from: scope, file) else { return nil }
      if let model = catalog.model(of: type) { return model.isStruct ? nil : .object }
      return catalog.judge.conformances(of: type).rawName.map { .leaf(isText: $0 == "String") }
    default: return nil
    }
  }

  private func plain(_ form: TypeForm, in scope: Scope, _ file: CodeFile) -> String? {
    guard case .named(let path, let arguments) = form.opened, arguments.isEmpty,
      case .foreign(let name) = catalog.index.find(path, from: scope, file),
      Self.plainTypes.contains(name)
    else { return nil }
    return name
  }

  /// A format for a type that has no dates.
  private func checkDates(_ entry: ReadList.Entry, _ property: ModelProperty, of model: ModelType) {
    guard property.storage == .stored, model.isWhole(.transforms),
      catalog.facts(property).mayHoldDates == false
    else { return }
    // The date may be what a transform takes.
    guard model.entries(.transforms)[model.name(of: property)] == nil else { return }
    warn(
      at: entry.key,
      "\(model.name).dateFormats lists \"\(entry.name)\", whose type has no dates"
        + (property.type.map { ": \($0.text)." } ?? ".")
    )
  }

  /// The classic mistakes in patterns.
  func checkPattern(_ value: Code?, at place: String) {
    guard let value, value.starts(with: ".", "custom", "("),
      let pattern = value.dropFirst(2).bracketed?.literal,
      let slip = DateText.slip(inPattern: pattern)
    else { return }
    warn(at: value.dropFirst(3), "\(place): the pattern \"\(pattern)\" \(slip)")
  }

  /// `arrayMapping` for a property whose type takes no models.
  private func checkElementClasses(of model: ModelType) {
    for entry in model.lists[.arrayMapping]?.entries ?? [] {
      guard let property = model.property(entry.name), property.storage == .stored,
        catalog.facts(property).takesClass == false
      else { continue }
      warn(
        at: entry.key,
        "\(model.name).arrayMapping lists \"\(entry.name)\", whose type takes no models"
          + (property.type.map { ": \($0.text)." } ?? ".")
      )
    }
  }
}

extension ReadList.Entry {
  /// The keys of an entry of `keyMapping`; nil if the code doesn't show them.
  var keys: [String]? {
    guard var value else { return nil }
    while let inner = value.making("JSONKey")?.inner { value = inner }
    if let key = value.literal { return [key] }
    guard value.starts(with: "["), let inner = value.inner else { return nil }
    let keys = inner.parts.map(\.literal)
    return keys.contains(nil) ? nil : keys.compactMap(\.self)
  }

  /// The type that a transform takes.
  var transformInput: Code? {
    guard let first = value?.making("PropertyTransform")?.bracketed?.parts.first,
      first.starts(with: "from", ":")
    else { return nil }
    let type = first.dropFirst(2)
    guard type.count > 2, type.last.text == "self", type[type.count - 2].text == "." else {
      return nil
    }
    return type.dropLast(2)
  }
}

extension ReadList.Entry {
  /// The type that the parameter of a transform's `write` spells.
  var transformOutput: Code? {
    guard let value, value.starts(with: "PropertyTransform") || value.starts(with: ".", "init")
    else { return nil }
    let places = (0..<value.count).filter {
      value[$0].text == "write" && value.dropFirst($0 + 1).starts(with: ":", "{", "(")
    }
    guard places.count == 1, let parts = value.dropFirst(places[0] + 3).bracketed?.parts,
      parts.count == 1
    else { return nil }
    return parts[0].split(at: ":")?.after
  }
}

extension ReadList.Entry {
  /// The type that the closure of a transform's `read` says it returns.
  fileprivate var transformResult: Code? {
    guard let value else { return nil }
    var call = value
    if call.starts(with: ".", "init") { call = call.dropFirst(1) }
    guard call.starts(with: "PropertyTransform") || call.starts(with: "init") else { return nil }
    call = call.dropFirst(1)
    var read = call
    if call.starts(with: "("), let parts = call.bracketed?.parts, let count = call.bracketCount {
      read = parts.first { $0.starts(with: "read", ":") }?.dropFirst(2) ?? call.dropFirst(count)
    }
    guard read.starts(with: "{"), let body = read.bracketed,
      let signature = body.split(at: "in")?.before
    else { return nil }
    return signature.split(at: "->")?.after
  }
}

extension TypeFacts {
  /// The remedy after a sentence.
  var remedyText: String { remedy.map { " \($0)" } ?? "" }
}
