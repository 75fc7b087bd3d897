import ModelObjectKit

/// Finds mistakes in the declarations of models, as far as the sources show them.
///
/// What they don't show isn't guessed: a class whose superclass isn't in the files may have any
/// property, and a list that code makes may have any name.
final class Checker {
  let catalog: ModelCatalog
  private var found: Set<Diagnostic> = []
  /// The lists that aren't literals: what else is in them isn't known.
  private(set) var unreadLists = 0

  init(_ files: [CodeFile]) {
    catalog = ModelCatalog(SourceIndex(files))
    for model in catalog.models {
      checkForms(of: model)
      checkNames(in: model)
      checkEntries(of: model)
      checkRequired(of: model)
      checkIdentity(of: model)
      checkUnknownKeys(of: model)
      checkAccessors(of: model)
      checkProperties(of: model)
      checkExports(of: model)
      checkSubclasses(of: model)
      checkOptions(of: model)
    }
    for file in files where file.isReported { checkExportCalls(in: file) }
    checkArchiveNames()
    let reported = catalog.models.filter(\.type.file.isReported)
    unreadLists = reported.flatMap(\.lists).count { list, read in
      !list.isOptions && !read.isWhole && !read.values.isEmpty && !read.isTagList
    }
  }

  var diagnostics: [Diagnostic] { found.sorted() }

  /// The models that are reported about.
  var modelCount: Int { catalog.models.count { $0.type.file.isReported } }

  func fail(at place: Code, _ message: String) { report(.error, at: place, message) }

  func warn(at place: Code, _ message: String) { report(.warning, at: place, message) }

  func report(_ severity: Diagnostic.Severity, at place: Code, _ message: String) {
    guard place.file.isReported else { return }
    found.insert(Diagnostic(severity, at: place, message))
  }

  /// Calls a closure with each entry of a list, once: for the class that lists it, or for one that
  /// inherits the list and declares the property.
  func eachEntry(
    _ list: ModelList,
    of model: ModelType,
    _ body: (ReadList.Entry, ModelProperty) -> Void
  ) {
    for lister in model.chain {
      for entry in lister.lists[list]?.entries ?? [] {
        guard let property = model.property(entry.name) else { continue }
        let isOwn = lister === model
        guard isOwn || model.superclass?.property(entry.name) == nil else { continue }
        body(entry, property)
      }
    }
  }
}

extension ReadList {
  /// Whether it is a call that is read elsewhere.
  fileprivate var isTagList: Bool { values.allSatisfy { $0.starts(with: ".", "byTag") } }
}

// MARK: - Names

extension Checker {
  /// Names in lists that aren't properties: fatal errors at the first use of a class.
  fileprivate func checkNames(in model: ModelType) {
    for list in ModelList.allCases where list.namesProperties {
      for entry in model.lists[list]?.entries ?? [] {
        if list == .descriptions, entry.name.isEmpty { continue }
        checkName(entry, list, in: model)
      }
    }
    for list in model.lists.values {
      for entry in list.repeated {
        let listed = model.lists.first { $0.value.place.range == list.place.range }?.key
        fail(
          at: entry.key,
          "\(model.name).\(listed?.rawValue ?? "") lists \"\(entry.name)\" twice in one literal, which"
            + " ends the program. Remove one of them."
        )
      }
    }
  }

  private func checkName(_ entry: ReadList.Entry, _ list: ModelList, in model: ModelType) {
    let users = model.family.filter { user in
      list.isReplaced ? user === model || user.inherits(list, from: model) : true
    }
    let lacking = users.filter { $0.lacks(entry.name) }
    guard !lacking.isEmpty else { return }
    // A base class may list what all of its subclasses declare: it is never used itself.
    if lacking.count == 1, lacking[0] === model, users.count > 1 { return }
    let isEverywhere = model.lacks(entry.name) && lacking.count == users.count
    let blamed = isEverywhere ? [model] : lacking.filter { $0 !== model }
    for user in blamed {
      let names = user.listableNames
      let words =
        user === model
        ? NameDistance.mistake(entry.name, in: "\(model.name).\(list)", among: names)
        : "\(model.name).\(list) lists \"\(entry.name)\", which is not a property of \(user.name),"
          + " which inherits the list."
      fail(at: entry.key, words)
    }
  }
}

extension ModelType {
  /// Whether the class uses a list of a superclass that isn't merged.
  fileprivate func inherits(_ list: ModelList, from model: ModelType) -> Bool {
    chain.last { $0.lists[list] != nil } === model
  }

  /// Whether it is certain that a name isn't a property's.
  func lacks(_ name: String) -> Bool {
    guard isWhole else { return false }
    guard let property = property(name) else { return !accessed.contains(name) }
    guard property.storage == .computed, !accessed.contains(name) else { return false }
    return isWhole(.accessors)
  }

  /// The names that lists may have.
  var listableNames: [String] {
    properties.filter { $0.storage != .computed || accessed.contains($0.spelling) }
      .map { name(of: $0) }
  }
}

// MARK: - Declarations that aren't lists

extension Checker {
  fileprivate func checkForms(of model: ModelType) {
    for (list, member, part) in model.mistaken { checkForm(of: list, member, in: part, of: model) }
    for part in model.type.parts {
      for member in part.declaration.members
      where member.kind == .variable && member.isStatic && !member.has("override")
        && ModelList(rawValue: member.name) == nil
      {
        checkSpelling(member, part, of: model)
      }
    }
  }

  /// What has the name of a list but another form: it compiles, and nothing reads it.
  private func checkForm(
    of list: ModelList,
    _ member: SwiftDeclaration,
    in part: DeclaredType.Part,
    of model: ModelType
  ) {
    let source = part.file.source
    let place = Code(part.file, member.keyword + 1..<member.keyword + 2)
    let right =
      model.isStruct
      ? "static var \(list): \(list.type)" : "override class var \(list): \(list.type)"
    func tell(_ what: String) {
      fail(at: place, "\(model.name).\(list) is \(what), which nothing reads. Write \(right).")
    }
    if member.kind == .function {
      guard let open = member.parameters, source.partner(open) == open + 1,
        let type = returned(member, part), list.isType(type)
      else { return }
      return tell("a func")
    }
    guard let binding = member.bindings.first else { return }
    let type = binding.type.map { Code(part.file, $0) }
    let isRight = type.map { list.isType($0) } ?? false
    if member.isStatic {
      if model.isStruct {
        if list.isOfStructs, !isRight { tell("of another type than the list") }
      } else if isRight {
        fail(at: place, "\(model.name).\(list) lacks its override. Write \(right).")
      }
      return
    }
    let property = ModelProperty.all(member, in: part)[0]
    guard isRight, list.hasOwnType || property.storage == .computed else { return }
    if [.identity, .descriptions, .unknownKeysProperty].contains(list) {
      guard namesOnlyProperties(binding, as: list, in: part, of: model) else { return }
    }
    if list == .archiveName || list == .formerArchiveNames { return }
    tell("a property of each object")
  }

  private func returned(_ member: SwiftDeclaration, _ part: DeclaredType.Part) -> Code? {
    let end = member.body ?? member.tokens.upperBound
    let all = Code(part.file, member.tokens.lowerBound..<end)
    return all.split(at: "->")?.after
  }

  /// Whether a property has nothing but names of properties, as a list has.
  private func namesOnlyProperties(
    _ binding: SwiftDeclaration.Binding,
    as list: ModelList,
    in part: DeclaredType.Part,
    of model: ModelType
  ) -> Bool {
    guard let brace = binding.accessors,
      let body = Code(part.file, brace..<part.file.source.after(brace)).inner
    else { return false }
    let list = ReadList(list, at: body, body: body) { _ in nil }
    return list.isWhole && !list.entries.isEmpty
      && list.entries.allSatisfy {
        model.property($0.name).map { $0.storage != .computed } ?? false
      }
  }

  /// `class var keyMappings: [String: JSONKey]`: a typo in the name of a list.
  private func checkSpelling(
    _ member: SwiftDeclaration,
    _ part: DeclaredType.Part,
    of model: ModelType
  ) {
    guard let type = member.bindings.first?.type.map({ Code(part.file, $0) }) else { return }
    let lists = ModelList.allCases.filter {
      $0.isType(type) && $0 != .archiveName && ($0.isOfStructs || !model.isStruct)
    }
    let near = NameDistance.nearest(to: member.name, among: lists.map(\.rawValue), isTypo: true)
    guard let near, let list = ModelList(rawValue: near) else { return }
    guard !isUsed(member, part) else { return }
    fail(
      at: Code(part.file, member.keyword + 1..<member.keyword + 2),
      "\(model.name).\(member.name) isn't a list, and nothing reads it. Write"
        + " \(model.isStruct ? "static" : "override class") var \(list): \(list.type)."
    )
  }

  /// Whether a name occurs in other places of the file.
  private func isUsed(_ member: SwiftDeclaration, _ part: DeclaredType.Part) -> Bool {
    part.file.source.tokens.indices.contains { index in
      part.file.source[index].text == member.name && !member.tokens.contains(index)
    }
  }
}
