import ModelObjectKit

/// Properties that can't be mapped, or aren't what they seem to be.
extension Checker {
  func checkProperties(of model: ModelType) {
    for property in model.own { checkType(of: property, in: model) }
    checkHidden(in: model)
    checkObserved(in: model)
    checkIDs(in: model)
    checkCodingKeys(in: model)
  }

  /// A stored `var` of a type without rules that isn't in a list.
  private func checkType(of property: ModelProperty, in model: ModelType) {
    let name = model.name(of: property)
    guard property.storage == .stored, model.knowsMapped, model.isMapped(name),
      !model.accessed.contains(name), !isListed(name, in: model)
    else { return }
    let facts = catalog.facts(property)
    guard facts.isMapped == false else { return }
    warn(
      at: property.place,
      "\(model.name).\(name) can't be mapped: its type is \(property.typeText)."
        + "\(facts.remedyText) If that is intended, list it in ignoredProperties."
    )
  }

  /// Whether a list has a property, or one that isn't wholly known may have it.
  private func isListed(_ name: String, in model: ModelType) -> Bool {
    ModelList.allCases.contains { list in
      list.namesProperties && (model.names(list).contains(name) || !model.isWhole(list))
    }
  }

  /// Private properties of one name in a class and a superclass.
  private func checkHidden(in model: ModelType) {
    guard let superclass = model.superclass, model.knowsMapped, model.isWhole(.unexportedProperties)
    else { return }
    let unexported = model.names(.unexportedProperties)
    for property in model.own where property.storage == .stored {
      let name = model.name(of: property)
      guard model.isMapped(name), !unexported.contains(name),
        superclass.properties.contains(where: {
          $0.storage == .stored && $0.name == property.name && $0.isPrivate
        })
      else { continue }
      warn(
        at: property.place,
        "\(model.name).\(name) has the name of a property in a superclass: input sets both, and exports"
          + " have only one of them. Rename one."
      )
    }
  }

  /// Properties of an `@Observable` class without an accessor.
  private func checkObserved(in model: ModelType) {
    let source = model.type.file.source
    let isObserved = model.type.declaration.attributes.contains {
      source[$0.lowerBound + 1].text == "Observable"
    }
    guard isObserved, model.knowsMapped else { return }
    for property in model.own
    where property.storage == .stored && !property.isWrapped && !property.isObservationIgnored {
      let name = model.name(of: property)
      guard model.isMapped(name), !model.accessed.contains(name) else { continue }
      // What can't be mapped is never set.
      if catalog.facts(property).isMapped == false { continue }
      // Subclasses may list it.
      if model.subclasses.contains(where: { $0.accessed.contains(name) }) { continue }
      warn(
        at: property.place,
        "\(model.name).\(name) is observed but has no accessor, so views don't notice that it is set."
          + " List it in accessors, or mark it @ObservationIgnored."
      )
    }
  }

  /// The `let id` of an `Identifiable` class.
  private func checkIDs(in model: ModelType) {
    guard !model.isStruct, let id = model.own.first(where: { $0.spelling == "id" }),
      id.storage == .constant, model.knowsMapped, model.isMapped("id"), !isListed("id", in: model),
      model.type.inherited.contains(where: { $0.fragment.last.text == "Identifiable" })
    else { return }
    warn(
      at: id.place,
      "\(model.name).id is a let, and the class is Identifiable: each copy, snapshot and mapped object"
        + " has an id of its own. Make it a var, or list it in ignoredProperties."
    )
  }

  /// A `CodingKeys` with another key for a property, or none, that nothing uses.
  private func checkCodingKeys(in model: ModelType) {
    guard model.isWhole(.keyMapping), model.knowsMapped else { return }
    for keys in codingKeys(of: model) {
      let raws = keys.rawValues("String") ?? []
      // A key in another spelling matches, too.
      let known = Set(raws.map { model.matchesExactly ? $0.raw : FoldedKey($0.raw).text })
      let listed = model.entries(.keyMapping)
      for property in model.own where property.storage == .stored && !known.isEmpty {
        let name = model.name(of: property)
        guard model.isMapped(name), !model.accessed.contains(name) else { continue }
        // A key that `keyMapping` lists for it has moved it from there.
        guard listed[name] == nil, catalog.facts(property).isMapped != false,
          !known.contains(model.matchesExactly ? name : FoldedKey(name).text)
        else { continue }
        warn(
          at: property.place,
          "\(model.name).CodingKeys has another key for \"\(name)\", or none, and has no effect. List"
            + " the key in keyMapping, or the property in ignoredProperties."
        )
      }
    }
  }

  /// The enums `CodingKeys` of a class that don't occur in its code.
  private func codingKeys(of model: ModelType) -> [DeclaredType] {
    (model.type.scope.types["CodingKeys"] ?? []).filter { keys in
      keys.kind == .enum
        && model.type.parts.allSatisfy { part in
          part.declaration.tokens.allSatisfy { index in
            part.file.source[index].text != "CodingKeys"
              || keys.file === part.file && keys.declaration.tokens.contains(index)
          }
        }
    }
  }

  // MARK: - Required, identity, unknown keys

  /// Required properties that aren't mapped: fatal errors.
  func checkRequired(of model: ModelType) {
    guard model.knowsMapped, model.isWhole(.unknownKeysProperty) else { return }
    let unknownKeys = model.names(.unknownKeysProperty)
    for lister in model.chain {
      for entry in lister.lists[.requiredProperties]?.entries ?? [] {
        guard let why = reason(entry.name, in: model, unknownKeys) else { continue }
        // Said about the superclass, too.
        if lister !== model, let parent = model.superclass, parent.property(entry.name) != nil,
          reason(entry.name, in: parent, parent.names(.unknownKeysProperty)) != nil
        {
          continue
        }
        let owner = lister === model ? "" : " in \(model.name)"
        fail(
          at: entry.key,
          "\(lister.name).requiredProperties lists \"\(entry.name)\", which is not mapped\(owner):"
            + " \(why)."
        )
      }
    }
  }

  /// Why a property isn't mapped; nil if it may be.
  private func reason(_ name: String, in model: ModelType, _ unknownKeys: Set<String>) -> String? {
    guard let property = model.property(name) else { return nil }
    let name = model.name(of: property)
    if model.ignored.contains(name) { return "ignoredProperties lists it" }
    if !model.isMapped(name) { return "mappedProperties doesn't list it" }
    if unknownKeys.contains(name) { return "it has the unknown keys" }
    if model.accessed.contains(name) { return nil }
    if let reason = property.reason { return "it is \(reason)" }
    let facts = catalog.facts(property)
    return facts.isMapped == false ? "its type is \(property.typeText)" : nil
  }

  /// Properties of an identity that can't be compared: fatal errors.
  func checkIdentity(of model: ModelType) {
    eachEntry(.identity, of: model) { entry, property in
      let name = model.name(of: property)
      let facts = self.catalog.facts(property)
      let isAccessed = model.accessed.contains(name) || !model.isWhole(.accessors)
      let isUnset = property.storage != .stored && property.storage != .computed && !isAccessed
      if isUnset || facts.isMapped == false && !isAccessed {
        let reason = property.reason.map { "it is \($0)" } ?? "its type is \(property.typeText)"
        self.fail(
          at: entry.key,
          "\(model.name).identity lists \"\(entry.name)\", which can't be mapped: \(reason)."
        )
      } else if facts.isHashable == false || facts.holdsModels == true {
        self.fail(
          at: entry.key,
          "\(model.name).identity lists \"\(entry.name)\", whose type must be Hashable and must not"
            + " contain models."
        )
      }
    }
  }

  /// A property for unknown keys of another type: a fatal error.
  func checkUnknownKeys(of model: ModelType) {
    eachEntry(.unknownKeysProperty, of: model) { entry, property in
      switch (property.storage, property.form) {
      case (_, .unknown): return
      case (.stored, .dictionary(.named(["String"], []), .named(["Any"], []))),
        (.stored, .dictionary(.named(["String"], []), .named(["RawJSON"], []))):
        return
      case (.stored, .dictionary), (.stored, .optional), (.stored, .array), (.constant, _),
        (.lazy, _),
        (.weak, _):
        break
      case (.stored, .named(let path, _)):
        // It may be another name of the type.
        guard case .foreign = self.catalog.index.find(path, from: model.type.scope, model.type.file)
        else { return }
        guard self.catalog.facts(property).isMapped == true else { return }
      default: return
      }
      self.fail(
        at: entry.key,
        "\(model.name).unknownKeysProperty lists \"\(entry.name)\", which must be declared as var"
          + " \(entry.name): [String: Any] or [String: RawJSON]."
      )
    }
  }
}
