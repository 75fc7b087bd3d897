import ModelObjectKit

/// Options that don't count where another class's are in force, and what they name.
extension Checker {
  func checkOptions(of model: ModelType) {
    guard !model.isStruct else { return }
    if model.lists[.mappingOptions] != nil {
      let format = model.options(.mappingOptions)?.values["dates.format"]
      checkPattern(format, at: "\(model.name).mappingOptions, dates.format")
    }
    if model.lists[.exportOptions] != nil, let options = model.options(.exportOptions) {
      checkPattern(options.values["dateFormat"], at: "\(model.name).exportOptions, dateFormat")
      checkExported(options.values["properties"], by: model)
    }
    checkHeld(in: model)
    checkFamily(of: model)
  }

  /// The classes that tags select.
  private func checkFamily(of model: ModelType) {
    guard let tags = model.lists[.subclasses] else { return }
    let names = Set(tags.taggedClasses.values).union([tags.otherwise].compactMap(\.self))
    for name in names {
      guard let other = catalog.model(name, in: model.type.scope, model.type.file), other !== model,
        other.chain.contains(where: { $0 === model })
      else { continue }
      tell(
        overridden(.mappingOptions, of: other, by: model),
        by: model,
        of: "subclasses",
        at: tags.place
      )
    }
  }

  /// The classes of properties.
  private func checkHeld(in model: ModelType) {
    for property in model.mapped where !property.isWrapped {
      guard case .named(let path, []) = property.form.element,
        let held = catalog.model(path, in: property.scope, property.part.file), held !== model,
        !held.isStruct
      else { continue }
      for list in [ModelList.mappingOptions, .exportOptions] {
        let names = overridden(list, of: held, by: model)
        // Said about the superclass, too.
        let parent = model.declares(property) ? nil : model.superclass
        let known = parent.map { overridden(list, of: held, by: $0) } ?? []
        let new = names.filter { !known.contains($0) }
        tell(new, by: model, of: model.name(of: property), at: property.place)
      }
    }
  }

  private func tell(_ names: [String], by model: ModelType, of member: String, at place: Code) {
    for name in names {
      warn(
        at: place,
        "\(model.name).\(member): \(name) isn't in force there, as that of \(model.name) is. Override it"
          + " in \(model.name), too, or in a class of which both are subclasses."
      )
    }
  }

  /// The options that a class certainly sets, and another one otherwise or not at all.
  private func overridden(_ list: ModelList, of held: ModelType, by model: ModelType) -> [String] {
    let (theirs, ours) = (held.options(list), model.options(list))
    guard held.isWhole, model.isWhole, let theirs, theirs.isWhole, ours?.isWhole != false else {
      return []
    }
    return ReadOptions.compared(list).filter { path, usual in
      guard let value = theirs.values[path]?.optionText, value != usual else { return false }
      guard let own = ours?.values[path] else { return true }
      // Two time zones of other texts may be one.
      return own.optionText.map { $0 != value && path != "dates.timeZone" && path != "timeZone" }
        ?? false
    }
    .map { "\(held.name).\(list).\($0.path)" }
  }
}

extension ReadOptions {
  /// The options that hold for what is in an object, too, with what they are without being set.
  fileprivate static func compared(_ list: ModelList) -> [(path: String, usual: String)] {
    list == .exportOptions
      ? [("timeZone", ".gmt"), ("keyStyle", ".property")]
      : [
        ("dates.format", ".automatic"), ("dates.conversion", ".automatic"),
        ("dates.timeZone", ".gmt"), ("mismatches", ".report"), ("missingKeys", ".ignore"),
        ("unknownKeys", ".ignore"), ("duplicateKeys", ".ignore"), ("conversions", ".apply"),
        ("maximumDepth", "512"), ("arrays", ".replace"), ("references", ".none"),
        ("issueHandler", "nil"),
      ]
  }
}

extension Code {
  /// The value of an option in one spelling, if it is certain which one that is.
  fileprivate var optionText: String? {
    switch (count, self[0].text) {
    case (1, "strict"): return ".fail"
    case (1, _): return self[0].kind == .number || self[0].text == "nil" ? text : nil
    case (2, "."): return spelling
    case (_, "."): return starts(with: ".", "custom", "(") ? spelling : nil
    case (_, "{"): return "a closure"
    case (_, "TimeZone"):
      guard let first = dropFirst(1).bracketed?.parts.first, first[1].text == ":" else {
        return nil
      }
      let value = first.dropFirst(2)
      let mayBeUsual = value.spelling == "0" || (value.literal?.count ?? 9) < 4
      return mayBeUsual ? nil : "a time zone"
    default: return nil
    }
  }
}

extension TypeForm {
  /// The type of the values in containers.
  fileprivate var element: TypeForm {
    switch self {
    case .optional(let form), .array(let form), .dictionary(_, let form): form.element
    case .named(["Set"], let arguments) where arguments.count == 1: arguments[0].element
    default: self
    }
  }
}
