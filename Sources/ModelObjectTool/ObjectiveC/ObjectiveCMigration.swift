import ModelObjectKit

/// Writes Swift classes beside models in Objective-C, whose files stay.
final class ObjectiveCMigration {
  let base: ObjectiveCBase
  var report: MigrationReport
  private(set) var models: [ObjectiveCModel] = []
  private var byName: [String: ObjectiveCModel] = [:]
  private(set) var forms: ObjectiveCForms
  let baseName: String
  /// The style of exports, if the Swift models of the app have decided it.
  private let givenStyle: KeyStyle?
  private(set) var style = KeyStyle.property
  private(set) var results: [(path: String, old: [UInt8]?, new: [UInt8])] = []
  /// Whether the base class is that of a library with the time zone of the device.
  let hasZone: Bool
  /// The names of types that are in Swift already.
  let swiftTypes: Set<String>

  /// Moves these files, and returns what is to be written; what there is to say goes into the report
  /// of the Swift files.
  static func results(
    _ files: [(path: String, bytes: [UInt8])],
    besides migration: Migration,
    in folder: String,
    existing: (String) -> Bool
  ) -> [(path: String, old: [UInt8]?, new: [UInt8])] {
    guard !files.isEmpty else { return [] }
    let moved = ObjectiveCMigration(files, besides: migration, existing: existing)
    var results = moved.results
    func add(_ name: String, _ code: String) {
      let path = SourceFolder.path(of: name, for: moved.results.map(\.path), else: folder)
      if !existing(path) { results.append((path, nil, Array(code.utf8))) }
    }
    if let base = moved.baseFile, !migration.hasBase, !migration.needsBase {
      add("\(moved.baseName).swift", base)
    }
    if let calls = moved.callsFile(migration.code.files) { add("ObjectiveCCalls.swift", calls) }
    migration.report = moved.report
    return results
  }

  /// `existing` tells whether there is a file.
  init(
    _ files: [(path: String, bytes: [UInt8])],
    besides migration: Migration,
    existing: (String) -> Bool
  ) {
    base = ObjectiveCBase(files.map { ObjectiveCFile(path: $0.path, $0.bytes) })
    report = migration.report
    baseName = migration.baseName
    givenStyle =
      migration.plans.isEmpty
      ? Self.style(of: migration.baseName, migration.code) : migration.exportStyle
    hasZone =
      migration.needsBase
      || migration.code.files.contains { file in
        file.source.tokens.contains { $0.text == "timeZone" }
          && file.source.declarations.contains { $0.name == migration.baseName }
      }
    swiftTypes = Set(migration.code.types.map(\.shortName))
    forms = ObjectiveCForms(base: base, models: [])
    findModels()
    guard !models.isEmpty else { return }
    for model in models { collect(model) }
    for model in models { map(model) }
    for model in models {
      finish(model)
      exportEachKeyOnce(model)
    }
    style =
      givenStyle
      ?? .cheapest { style in models.reduce(0) { $0 + listedKeys($1, style).count } }
    write(existing)
    report.types += models.count
    report.properties += models.reduce(0) { $0 + $1.properties.count }
  }

  /// The style of exports that an earlier migration wrote.
  private static func style(of name: String, _ code: CodeBase) -> KeyStyle? {
    guard let type = code.types.first(where: { $0.name == name }) else { return nil }
    let source = code.files[type.file].source
    let place = source.tokens.indices.first {
      source[$0].text == "keyStyle" && source[$0 + 1].text == "=" && source[$0 + 2].text == "."
    }
    guard let place else { return .property }
    return KeyStyle.all.first { $0.name == source[place + 3].text }
  }

  func look(in file: Int, at token: Int, _ text: String) {
    report.look(in: base.files[file].path, line: base.files[file].line(of: token), text)
  }

  func warn(in file: Int, at token: Int, _ text: String) {
    report.warn(text, in: base.files[file].path, line: base.files[file].line(of: token))
  }

  func add(_ result: (path: String, old: [UInt8]?, new: [UInt8])) { results.append(result) }

  func model(_ name: String) -> ObjectiveCModel? { byName[name] }

  /// The property of that name, of the class or a superclass.
  func property(_ name: String, of model: ObjectiveCModel) -> ObjectiveCModel.Property? {
    var next: ObjectiveCModel? = model
    while let model = next {
      if let property = model.property(name) { return property }
      next = model.superclass.flatMap(self.model)
    }
    return nil
  }

  // MARK: - Models

  private func findModels() {
    var found: Set<String> = []
    let seeds = seeds()
    var new = seeds
    var subclasses: [String: Set<String>] = [:]
    for (name, entry) in base.classes {
      if let superclass = entry.interface.superclass {
        subclasses[superclass, default: []].insert(name)
      }
    }
    while let name = new.popFirst() {
      guard base.classes[name] != nil, reasonToLeave(name) == nil, found.insert(name).inserted
      else {
        continue
      }
      new.formUnion(related(to: name).subtracting(found))
      new.formUnion(subclasses[name, default: []].subtracting(found))
    }
    for name in seeds.sorted() where !found.contains(name) {
      guard let entry = base.classes[name], let reason = reasonToLeave(name) else { continue }
      look(in: entry.file, at: entry.interface.token, "\(name) is left as it is: \(reason)")
    }
    // A second run finds the classes in Swift.
    let moved = found.filter(swiftTypes.contains)
    forms = ObjectiveCForms(base: base, models: found)
    for name in found.subtracting(moved) {
      guard let entry = base.classes[name] else { continue }
      let (ancestors, root) = base.ancestors(of: name)
      models.append(
        ObjectiveCModel(entry, superclass: ancestors.first, isJSONModel: root == "JSONModel")
      )
    }
    models.sort {
      ($0.entry.file, $0.entry.interface.token) < ($1.entry.file, $1.entry.interface.token)
    }
    for model in models {
      byName[model.name] = model
      if SwiftName.reservedClassNames.contains(model.name) {
        look(
          in: model.entry.file,
          at: model.entry.interface.token,
          "\(model.name) is another type in Swift, too"
        )
      }
    }
  }

  /// Classes that the methods and calls of a library name.
  private func seeds() -> Set<String> {
    var seeds: Set<String> = []
    for (name, entry) in base.classes {
      if base.ancestors(of: name).root == "JSONModel" { seeds.insert(name) }
      for (_, method) in entry.methods where ObjectiveCRule.bySelector[method.selector] != nil {
        seeds.insert(name)
      }
      let macros = entry.implementations.flatMap(\.implementation.macros)
      if macros.contains(where: { ObjectiveCRule.macros.contains($0.text) }) { seeds.insert(name) }
    }
    for file in base.files {
      for (index, token) in file.tokens.enumerated() where token.kind == .word {
        if ObjectiveCRule.calls.contains(token.text) || ObjectiveCRule.setups[token.text] != nil {
          seeds.insert(file[index - 1].text)
        }
        guard ObjectiveCRule.callsWithClass.contains(token.text), file[index + 1].text == ":" else {
          continue
        }
        seeds.insert(file[index + 2].text == "[" ? file[index + 3].text : file[index + 2].text)
      }
    }
    return seeds.filter { base.classes[$0] != nil }
  }

  /// The superclass of a model, and the classes of its properties.
  private func related(to name: String) -> Set<String> {
    guard let entry = base.classes[name] else { return [] }
    var names = Set([entry.interface.superclass].compactMap(\.self))
    func add(_ type: ObjectiveCType) {
      names.insert(type.base)
      names.formUnion(type.protocols)
      for argument in type.arguments { add(argument) }
    }
    let interfaces = [entry.interface] + entry.extensions.map(\.interface)
    for property in interfaces.flatMap(\.properties) where !property.has("weak") {
      if let type = property.type { add(type) }
    }
    for (file, method) in entry.methods where ObjectiveCRule.bySelector[method.selector] != nil {
      let source = base.files[file]
      for index in method.tokens where source[index + 1].text == "class" {
        names.insert(source[index].text)
      }
      for index in method.tokens where source[index + 2].text == "class" {
        names.insert(source[index].text)
      }
      for index in method.tokens { names.formUnion([source[index].value].compactMap(\.self)) }
    }
    return names.filter { base.classes[$0] != nil }
  }

  private static let libraryClasses: Set<String> = [
    "JSONModel", "JSONKeyMapper", "MJProperty", "MJPropertyType", "MJPropertyKey", "YYClassInfo",
    "JSONModelError", "JSONValueTransformer", "JSONModelClassProperty",
  ]

  private func reasonToLeave(_ name: String) -> String? {
    if Self.libraryClasses.contains(name) { return "it belongs to a library" }
    switch base.ancestors(of: name).root {
    case "NSObject", "JSONModel": return nil
    case let root?: return "its superclass \(root) isn't a model of these files"
    case nil: return "it has no superclass"
    }
  }

  /// The entries of `keyMapping`: keys that matching doesn't give, or that exports would spell in
  /// another way.
  func listedKeys(_ model: ObjectiveCModel, _ style: KeyStyle) -> [(String, String)] {
    var listed: [(String, String)] = []
    var named: Set<String> = []
    for key in model.keys where named.insert(key.property).inserted {
      if key.keys.count == 1, SwiftName.folds(key.property, to: key.keys[0]),
        !key.keys[0].contains("."), style.key(of: key.property) == key.keys[0]
      {
        continue
      }
      let texts = key.keys.map(SwiftLiteral.text)
      listed.append(
        (key.property, texts.count == 1 ? texts[0] : "[\(texts.joined(separator: ", "))]")
      )
    }
    for property in model.properties
    where !named.contains(property.name) && isMapped(property, model) {
      let own = model.key(property.source.name)
      if !SwiftName.folds(property.name, to: own) || style.key(of: property.name) != own {
        listed.append((property.name, SwiftLiteral.text(own)))
      }
    }
    return listed
  }

  /// Of several properties with one key, only one can be exported: one whose key is listed.
  func exportEachKeyOnce(_ model: ObjectiveCModel) {
    let listed = Dictionary(model.keys.map { ($0.property, $0.keys[0]) }) { first, _ in first }
    var exported: Set<String> = Set(listed.values)
    var taken: Set<String> = []
    for property in model.properties where isMapped(property, model) {
      let isFirst =
        listed[property.name].map { taken.insert($0).inserted }
        ?? exported.insert(model.key(property.source.name)).inserted
      if isFirst { continue }
      ObjectiveCModel.add(property.name, to: &model.unexported)
      let token = property.source.tokens.lowerBound
      warn(in: property.file, at: token, "another property has the same key, and is exported")
    }
  }

  private func isMapped(_ property: ObjectiveCModel.Property, _ model: ObjectiveCModel) -> Bool {
    property.form != nil && !model.ignored.contains(property.name)
      && model.mapped?.contains(property.name) ?? true
  }

  // MARK: - The base class

  /// The file with the base class; nil if no class was written.
  var baseFile: String? {
    guard !results.isEmpty else { return nil }
    let options =
      style == .property
      ? " {}"
      : """
       {
        override class var exportOptions: ExportOptions {
          var options = ExportOptions()
          options.keyStyle = .\(style.name)
          return options
        }
      }
      """
    return """
      import Foundation
      import ModelObjectKit

      /// The base class of the app's models: the place for options that all of them share.
      class \(baseName): ModelObject\(options)

      """
  }
}
