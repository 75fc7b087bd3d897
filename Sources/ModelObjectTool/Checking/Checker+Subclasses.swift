import ModelObjectKit

/// Tags, and names in archives.
extension Checker {
  func checkSubclasses(of model: ModelType) {
    guard let list = model.lists[.subclasses] else { return }
    for call in list.values where call.starts(with: ".", "byTag", "(") {
      guard let inner = call.dropFirst(2).inner else { continue }
      checkTags(inner.parts, of: model)
    }
  }

  private func checkTags(_ parts: [Code], of model: ModelType) {
    guard parts.count > 1 else { return }
    var tags: [String: [(tag: String, place: Code)]] = [:]
    var names: [String] = []
    var seen: Set<String> = []
    let pairs = parts[1].inner?.parts.compactMap { $0.split(at: ":") } ?? []
    for (key, value) in pairs {
      guard let tag = key.literal else { continue }
      if !seen.insert(tag).inserted {
        fail(
          at: key,
          "\(model.name).subclasses lists \"\(tag)\" twice, which ends the program. Remove one of them."
        )
      }
      let name = value.dropLast(2).text
      if tags[name] == nil { names.append(name) }
      tags[name, default: []].append((tag, key))
      checkClass(value, "for \"\(tag)\"", of: model)
    }
    for name in names {
      guard let several = tags[name], several.count > 1, let key = parts[0].literal else {
        continue
      }
      checkRepeated(several, ofClass: name, under: key, of: model)
    }
    for part in parts.dropFirst(2) where part.starts(with: "otherwise", ":") {
      checkClass(part.dropFirst(2), "for other tags", of: model)
    }
  }

  /// A class that isn't a subclass: objects with its tag don't fit.
  private func checkClass(_ value: Code, _ when: String, of model: ModelType) {
    guard value.count > 2, value.last.text == "self" else { return }
    let name = value.dropLast(2)
    guard case .named(let path, _) = TypeForm(name),
      let listed = catalog.model(path, in: model.type.scope, value.file), listed.isWhole,
      !listed.chain.contains(where: { $0 === model })
    else { return }
    warn(
      at: name,
      "\(model.name).subclasses selects \(listed.name) \(when), which isn't a subclass of"
        + " \(model.name), so such objects don't fit."
    )
  }

  /// Several tags of one class, if no property has the tag of an object.
  private func checkRepeated(
    _ several: [(tag: String, place: Code)],
    ofClass name: String,
    under key: String,
    of model: ModelType
  ) {
    guard model.lists[.unknownKeysProperty] == nil, model.isWhole, model.isWhole(.keyMapping),
      model.names(.unknownKeysProperty).isEmpty,
      let listed = catalog.model(
        name.split(separator: ".").map { String($0) },
        in: model.type.scope,
        model.type.file
      ), listed.isWhole, listed.isWhole(.keyMapping)
    else { return }
    let folded = FoldedKey(key)
    let keys = listed.entries(.keyMapping)
    let hasProperty = listed.mapped.contains { property in
      let name = listed.name(of: property)
      return ([name] + (keys[name]?.keys ?? [])).contains { FoldedKey($0) == folded }
    }
    guard !hasProperty else { return }
    let tags = several.map(\.tag).sorted()
    warn(
      at: several[1].place,
      "\(model.name).subclasses has several tags for \(name):"
        + " \(tags.map { "\"\($0)\"" }.joined(separator: ", ")). Exports write \"\(tags[0])\", unless"
        + " the class has a property for \"\(key)\"."
    )
  }

  /// Names that several classes have in archives: an archive with both throws.
  func checkArchiveNames() {
    var named: [String: [(model: ModelType, place: Code)]] = [:]
    for model in catalog.models {
      for list in [ModelList.archiveName, .formerArchiveNames] {
        for entry in model.lists[list]?.entries ?? [] {
          named[entry.name, default: []].append((model, entry.key))
        }
      }
    }
    let graphs = catalog.models.map { self.reached(from: $0) }
    for (name, all) in named where all.count > 1 {
      let first = all[0]
      for other in all.dropFirst() where other.model !== first.model {
        let ids = [first, other].map { ObjectIdentifier($0.model) }
        guard graphs.contains(where: { $0.isSuperset(of: ids) }) else { continue }
        warn(
          at: other.place,
          "\(first.model.name) and \(other.model.name) both have the archive name \"\(name)\"."
            + " Override archiveName in one of them, or remove the name from its formerArchiveNames."
        )
      }
    }
  }

  /// A class, and those that its objects may hold as the sources show it.
  private func reached(from model: ModelType) -> Set<ObjectIdentifier> {
    var reached: Set<ObjectIdentifier> = []
    var waiting = [model]
    while let model = waiting.popLast() {
      guard reached.insert(ObjectIdentifier(model)).inserted else { continue }
      for property in model.properties {
        for name in property.form.names {
          let other = catalog.model(name, in: property.part.scope, property.part.file)
          waiting += [other].compactMap(\.self)
        }
      }
      for list in [ModelList.arrayMapping, .subclasses] {
        guard let listed = model.lists[list] else { continue }
        let classes = listed.entries.compactMap(\.value) + listed.values.flatMap(\.classes)
        for value in classes where value.count > 2 {
          guard case .named(let path, _) = TypeForm(value.dropLast(2)) else { continue }
          waiting += [catalog.model(path, in: model.type.scope, value.file)].compactMap(\.self)
        }
      }
    }
    return reached
  }
}

extension TypeForm {
  /// The names in a type.
  fileprivate var names: [[String]] {
    switch self {
    case .named(let path, let arguments): [path] + arguments.flatMap(\.names)
    case .optional(let form), .array(let form): form.names
    case .dictionary(let key, let value): key.names + value.names
    default: []
    }
  }
}

extension Code {
  /// The classes that a call of `byTag` lists.
  fileprivate var classes: [Code] {
    guard starts(with: ".", "byTag", "("), let parts = dropFirst(2).inner?.parts, parts.count > 1
    else { return [] }
    let pairs = parts[1].inner?.parts.compactMap { $0.split(at: ":")?.after } ?? []
    return pairs + parts.dropFirst(2).compactMap { $0.split(at: ":")?.after }
  }
}
