import ModelObjectKit

/// Key paths in `accessors`.
extension Checker {
  func checkAccessors(of model: ModelType) {
    for entry in model.lists[.accessors]?.entries ?? [] {
      guard let path = entry.accessorPath else { continue }
      if !checkRoot(path, entry, of: model) { continue }
      guard path.steps.count == 1, let target = model.properties.last(named: path.steps[0]) else {
        continue
      }
      checkValue(of: target, entry, of: model)
      if model.named[entry.name] == nil || model.named[entry.name]?.storage == .computed {
        checkSpelling(of: target, entry, model)
      } else if let listed = model.property(entry.name) {
        checkTarget(target, of: entry, for: listed, in: model)
      }
    }
  }

  /// A key path that begins at a class that the objects aren't of: a fatal error.
  private func checkRoot(_ path: AccessorPath, _ entry: ReadList.Entry, of model: ModelType) -> Bool
  {
    guard let root = path.root else { return true }
    guard case .named(let names, _) = TypeForm(root), names != ["Self"] else { return true }
    guard let class_ = catalog.model(names, in: model.type.scope, root.file) else { return false }
    if model.chain.contains(where: { $0 === class_ }) { return true }
    fail(
      at: root,
      "\(model.name).accessors: the key path of \"\(entry.name)\" begins at \(class_.name), which is"
        + " not a superclass of \(model.name)."
    )
    return false
  }

  /// A value that can't be mapped: a fatal error.
  private func checkValue(of target: ModelProperty, _ entry: ReadList.Entry, of model: ModelType) {
    let facts = catalog.judge.facts(target.form, in: target.scope, target.part.file)
    guard facts.isMapped == false else { return }
    fail(
      at: entry.key,
      "\(model.name).accessors lists \"\(entry.name)\": values of type \(target.typeText) can't be"
        + " mapped." + facts.remedyText
    )
  }

  /// A name that is a typo of that of the stored property: exports have the value twice.
  private func checkSpelling(
    of target: ModelProperty,
    _ entry: ReadList.Entry,
    _ model: ModelType
  ) {
    let name = model.name(of: target)
    guard target.storage == .stored, model.isMapped(name), !model.accessed.contains(name),
      model.named[entry.name] == nil,
      NameDistance.nearest(to: entry.name, among: [name], isTypo: true) != nil
    else { return }
    warn(
      at: entry.key,
      "\(model.name).accessors lists \"\(entry.name)\", but the stored property is \"\(name)\". If both"
        + " are right, list \"\(name)\" too."
    )
  }

  /// A key path to another stored property: a fatal error if the types differ.
  private func checkTarget(
    _ target: ModelProperty,
    of entry: ReadList.Entry,
    for listed: ModelProperty,
    in model: ModelType
  ) {
    guard target.storage == .stored, listed.storage == .stored, !target.isWrapped,
      !listed.isWrapped,
      target.name != listed.name, target.form != .unknown, listed.form != .unknown
    else { return }
    let areAlike = target.form == listed.form
    // Two names may be of one type.
    guard areAlike || catalog.judge.areCertainlyDifferent(target, listed) else { return }
    report(
      areAlike ? .warning : .error,
      at: entry.key,
      "\(model.name).accessors: the key path of \"\(entry.name)\" leads to another property,"
        + " \(target.spelling)" + (areAlike ? "." : ", of another type.")
    )
  }
}

extension [ModelProperty] {
  fileprivate func last(named spelling: String) -> ModelProperty? {
    last { $0.spelling == spelling }
  }
}

extension TypeJudge {
  /// Whether the types of two properties aren't other names of one type.
  fileprivate func areCertainlyDifferent(_ first: ModelProperty, _ second: ModelProperty) -> Bool {
    let facts = [first, second].map { property in
      self.facts(property.form.opened, in: property.scope, property.part.file)
    }
    let areKnown = facts.allSatisfy { $0.isMapped != nil }
    guard areKnown else { return false }
    return [first, second].allSatisfy { property in
      guard case .named(let path, _) = property.form.opened else { return true }
      let found = index.find(path, from: property.scope, property.part.file)
      return if case .foreign = found { true } else { false }
    }
  }
}

/// `\Person.name`.
struct AccessorPath {
  let root: Code?
  let steps: [String]
}

extension ReadList.Entry {
  /// The key path of an accessor; nil if the code doesn't show it.
  fileprivate var accessorPath: AccessorPath? {
    guard let inner = value?.making("PropertyAccessor")?.inner, inner.starts(with: "\\") else {
      return nil
    }
    let path = inner.dropFirst(1)
    guard
      path.range.allSatisfy({
        path.file.source[$0].kind == .word || path.file.source[$0].text == "."
      })
    else { return nil }
    // The root is what begins with a capital.
    var root = 0
    var place = 0
    while path[place].kind == .word {
      guard path[place].name.first?.isUppercase == true else { break }
      root = place + 1
      guard path[root].text == "." else { break }
      place = root + 1
    }
    let rest = path.dropFirst(root)
    let steps = rest.range.map { path.file.source[$0] }.filter { $0.kind == .word }.map(\.name)
    return AccessorPath(root: root > 0 ? path.prefix(root) : nil, steps: steps)
  }
}
