import ModelObjectEssentials
import ModelObjectKit

/// Moves the models of some files, and the calls of their library.
final class Migration {
  let code: CodeBase
  let libraries: [Library]
  var report = MigrationReport()
  private(set) var plans: [ModelPlan] = []
  private var plansByType: [Int: Int] = [:]
  /// Helpers that the file of the base class needs.
  var helpers: Set<Helper> = []
  /// The class that all models inherit from.
  let baseName: String
  /// Whether an earlier migration wrote it.
  let hasBase: Bool
  private(set) var needsBase = false
  var edits: [[SourceEdit]]
  var removals: [[Range<Int>]]
  var needsImport: Set<Int> = []
  private var left: Set<Int> = []
  /// Models that stay as they are.
  private(set) var leftTypes: [CodeBase.TypeEntry] = []
  /// Enums and structs that are no models, by the files of their declaration and extensions.
  private(set) lazy var others: [Int: Set<Int>] = {
    var others: [Int: Set<Int>] = [:]
    for (place, type) in code.types.enumerated()
    where plan(ofType: place) == nil && [.enum, .struct].contains(type.declaration.kind) {
      for part in type.parts { others[part.file, default: []].insert(place) }
    }
    return others
  }()
  /// Whether exports are asked for mapped keys somewhere.
  private(set) lazy var exportsMappedKeys = code.files.contains { file in
    file.source.tokens.contains { $0.text == "useMappedKeys" }
  }
  /// What decoders and encoders do.
  private(set) lazy var coders = Coders(code)
  /// The structs that become classes.
  private(set) lazy var structPlans = plans.filter(\.becomesClass)
  /// The structs that have a property, or a function that changes them, of a name.
  private(set) lazy var structsByMember: [String: [ModelPlan]] = {
    var structs: [String: [ModelPlan]] = [:]
    for plan in structPlans {
      let names = Set(plan.properties.map(\.name)).union(plan.mutatingFunctions)
      for name in names { structs[name, default: []].append(plan) }
    }
    return structs
  }()
  private(set) lazy var mutatingFunctions = Set(structPlans.flatMap(\.mutatingFunctions))
  private(set) lazy var aliases = Set(
    code.files.map(\.source).flatMap { source in
      source.tokens.indices.filter { source[$0].text == "typealias" }.map { source[$0 + 1].name }
    }
  )
  private(set) lazy var declaredTypes = DeclaredTypes(code)
  /// The names of what has a struct in it that changes somewhere.
  private(set) lazy var changedOwners: Set<String> = {
    var names: Set<String> = []
    for file in code.files.indices where source(file).problem == nil {
      for change in memberChanges(file) where isStructMember(change, of: file) {
        names.formUnion([source(file)[change.root].name] + change.members.dropLast())
      }
    }
    return Set(names.flatMap { [$0, $0.hasPrefix("$") ? String($0.dropFirst()) : $0] })
  }()
  /// Generic functions that models of both kinds need, by their file: each is there for classes and for
  /// structs.
  var twofold: [Int: [SwiftDeclaration]] = [:]
  /// Calls that are rewritten already, by file and token.
  var rewritten: Set<[Int]> = []
  /// Why structs have to become classes, by their places in the types of the code: what is known
  /// before, and what their members showed.
  private(set) var classReasons: [Int: String]

  /// Moves `Codable` classes and structs only if it is asked to.
  ///
  /// `tell` gets the part of the work that is done.
  convenience init(
    _ files: [(path: String, bytes: [UInt8])],
    movesCodable: Bool = false,
    tell: @escaping (Double) -> Void = { _ in }
  ) {
    let half = 1 / Double(max(files.count, 1)) / 2
    let read = files.enumerated().map { number, file in
      tell(Double(number) * half)
      return CodeFile(path: file.path, source: SourceFile(file.bytes))
    }
    let code = CodeBase(read)
    // What a struct can't have is known when its members have been moved.
    var reasons: [Int: String] = [:]
    for _ in 0..<4 {
      let trial = Migration(code, movesCodable: movesCodable, classReasons: reasons) { _ in }
      guard trial.plans.contains(where: \.staysStruct), trial.classReasons != reasons else { break }
      reasons = trial.classReasons
    }
    self.init(code, movesCodable: movesCodable, classReasons: reasons) { tell(0.5 + $0 * half) }
  }

  private init(
    _ code: CodeBase,
    movesCodable: Bool,
    classReasons: [Int: String],
    tell: (Double) -> Void
  ) {
    (self.code, self.classReasons) = (code, classReasons)
    edits = Array(repeating: [], count: code.files.count)
    removals = Array(repeating: [], count: code.files.count)
    let own = Set(code.types.map(\.name))
    libraries = Library.all.filter { library in
      library.modules.isEmpty
        ? movesCodable
        : !library.modules.isDisjoint(with: code.modules) && library.models.isDisjoint(with: own)
    }
    let base = code.types.first { $0.name == "AppModel" }
    hasBase =
      base.map { type in
        code.inherited(type.declaration, type.file).contains { $0.name == "ModelObject" }
      } ?? false
    baseName = base == nil || hasBase ? "AppModel" : "BaseModelObject"
    migrate { tell(Double($0)) }
  }

  private func migrate(_ tell: (Int) -> Void) {
    for (index, file) in code.files.enumerated() {
      guard let problem = file.source.problem, mentionsLibrary(index) else { continue }
      self[index].look(line: problem.line, "left as it is: \(problem.text)")
    }
    noteCodable()
    guard !libraries.isEmpty else { return }
    findModels()
    keepStructs()
    for plan in plans { migrateHeader(plan) }
    for plan in plans { migrateMembers(plan) }
    for index in code.files.indices where code.files[index].source.problem == nil {
      tell(index)
      self[index].migrate()
    }
    lookAtHelpers()
    let style = KeyChoice(plans, self).style
    for plan in plans { write(plan, style) }
    lookAtOverloads()
    lookAtCallsOfHooks()
    exportStyle = style
    report.types = plans.count
    report.properties = plans.reduce(0) { $0 + $1.properties.count }
  }

  /// Says how many types stay because nothing was asked about them.
  private func noteCodable() {
    let library = Library.codable
    guard !libraries.contains(where: { $0.name == library.name }) else { return }
    let count = code.types.count { type in
      guard [.class, .struct].contains(type.declaration.kind) else { return false }
      let names = code.names(inheritedBy: type)
      return !library.models.isDisjoint(with: names) && library.isModel(code, type)
        && !libraries.contains { !$0.models.isDisjoint(with: names) }
    }
    guard count > 0 else { return }
    let types = count == 1 ? "1 Codable type stays" : "\(count) Codable types stay"
    report.note("\(types): --codable moves such types, too")
  }

  private(set) var exportStyle = KeyStyle.property

  // MARK: - Models

  private func findModels() {
    var found: [Int: Library] = [:]
    var protocols: [Int: Library] = [:]
    var isOver = false
    while !isOver {
      isOver = true
      for (index, type) in code.types.enumerated()
      where found[index] == nil && protocols[index] == nil {
        guard let library = library(of: type, found, protocols) else { continue }
        switch type.declaration.kind {
        case .class, .struct: found[index] = library
        case .protocol: protocols[index] = library
        default: continue
        }
        isOver = false
      }
    }
    for index in found.keys.sorted() {
      guard let library = found[index] else { continue }
      let entry = code.types[index]
      guard code.files[entry.file].source.problem == nil else { continue }
      if let reason = reasonToLeave(entry, found) {
        self[entry.file].look(
          at: entry.declaration.keyword,
          "\(entry.name) is left as it is: \(reason)"
        )
        left.insert(entry.file)
        leftTypes.append(entry)
        continue
      }
      plansByType[index] = plans.count
      let plan = ModelPlan(
        at: index,
        of: entry,
        library: library,
        in: code.files[entry.file].source
      )
      plan.second = second(library, entry)
      plans.append(plan)
    }
  }

  private func library(
    of type: CodeBase.TypeEntry,
    _ found: [Int: Library],
    _ protocols: [Int: Library]
  ) -> Library? {
    let names = code.names(inheritedBy: type)
    let places = names.compactMap { code.place(of: $0, in: type.name) }
    let candidates = libraries.filter { library in
      (!library.models.isDisjoint(with: names) || library.finds(code, type)
        || places.contains { (found[$0] ?? protocols[$0])?.name == library.name })
        && library.isModel(code, type)
    }
    // An initializer that reads keys says more than a protocol, which may be there for exports.
    return candidates.first { $0.finds(code, type) } ?? candidates.first
  }

  /// Another library whose protocol a type has, too.
  private func second(_ library: Library, _ type: CodeBase.TypeEntry) -> Library? {
    let names = code.names(inheritedBy: type)
    return libraries.first {
      $0.name != library.name && !$0.modules.isEmpty && !$0.models.isDisjoint(with: names)
    }
  }

  private static let foreignClasses: Set<String> = [
    "Object", "NSManagedObject", "PFObject", "RLMObject", "Operation", "UIViewController", "UIView",
    "EmbeddedObject",
  ]

  private func reasonToLeave(_ entry: CodeBase.TypeEntry, _ found: [Int: Library]) -> String? {
    guard entry.declaration.kind == .class else { return nil }
    let names = code.inherited(entry.declaration, entry.file).map(\.name)
    guard let first = names.first else { return nil }
    if Self.foreignClasses.contains(first) || first.hasPrefix("UI") && first.hasSuffix("View")
      || first.hasPrefix("UI") && first.hasSuffix("Cell") || first.hasSuffix("ViewController")
    {
      return "its superclass is \(first)"
    }
    guard let place = code.place(of: first, in: entry.name) else {
      return isForeignClass(first, inherited: names, by: entry)
        ? "its superclass \(first) isn't a model" : nil
    }
    let type = code.types[place]
    guard type.declaration.kind == .class, found[place] == nil else {
      return found[place] == nil ? nil : reasonToLeave(type, found)
    }
    return "its superclass \(first) isn't a model"
  }

  /// Whether a name that isn't in the code is that of a class: something is overridden, or called by
  /// `super`.
  private func isForeignClass(
    _ name: String,
    inherited: [String],
    by entry: CodeBase.TypeEntry
  ) -> Bool {
    let isKnown =
      Self.given.contains(name) || inherited.contains("NSObject")
      || libraries.contains { $0.models.union($0.dropped).contains(name) }
    guard !isKnown else { return false }
    return entry.members.contains { file, member in
      let source = source(file)
      return member.has("override")
        || [.function, .initializer].contains(member.kind)
          && member.tokens.contains { source[$0].text == "super" && source[$0 + 1].text == "." }
    }
  }

  func plan(ofType place: Int) -> ModelPlan? { plansByType[place].map { plans[$0] } }

  func plan(named name: String, in scope: String = "") -> ModelPlan? {
    code.place(of: name, in: scope).flatMap(plan(ofType:))
  }

  /// The model that a class inherits from.
  func superplan(of plan: ModelPlan) -> ModelPlan? {
    guard plan.entry.declaration.kind == .class else { return nil }
    return code.inherited(plan.entry.declaration, plan.entry.file).lazy.compactMap {
      self.plan(named: $0.name, in: plan.name)
    }
    .first { $0 !== plan && $0.entry.declaration.kind == .class }
  }

  /// The models that a class inherits from, beginning with the nearest.
  func superplans(of plan: ModelPlan) -> [ModelPlan] {
    var plans: [ModelPlan] = []
    while let next = superplan(of: plans.last ?? plan), plans.count < 100 { plans.append(next) }
    return plans
  }

  /// The property of that name, of the class or a superclass.
  func property(_ name: String, of plan: ModelPlan) -> ModelPlan.Property? {
    plan.property(name) ?? superplans(of: plan).lazy.compactMap { $0.property(name) }.first
  }

  /// Whether a type of the app declares the function itself.
  func declaresFunction(_ name: String) -> Bool { code.functions.contains(name) }

  /// Whether the app has a name of its own for another type.
  func declaresAlias(_ name: String) -> Bool { aliases.contains(name) }

  /// Notes why a struct has to become a class.
  func needClass(_ plan: ModelPlan, _ reason: String) {
    if classReasons[plan.place] == nil { classReasons[plan.place] = reason }
  }

  /// Writes generic functions for classes and for structs.
  func writeTwice(_ functions: [CodeBase.Part]) {
    for part in functions {
      let known = twofold[part.file, default: []]
      guard !known.contains(where: { $0.tokens == part.declaration.tokens }) else { continue }
      twofold[part.file] = known + [part.declaration]
      report.count("generic functions, each for classes and for structs now")
    }
  }

  func use(_ helper: Helper) { helpers.insert(helper) }

  func useBase() { needsBase = !hasBase }

  /// Whether a file has a type of the library that stays.
  func isLeft(_ file: Int) -> Bool { left.contains(file) }

  private func mentionsLibrary(_ file: Int) -> Bool {
    source(file).tokens.contains { token in
      token.kind == .word
        && Library.all.contains {
          $0.modules.contains(token.text) || $0.models.contains(token.text)
        }
    }
  }
}
