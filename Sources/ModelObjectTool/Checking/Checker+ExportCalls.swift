import ModelObjectKit

/// The names in `ExportOptions.properties`, where code shows which class is exported.
extension Checker {
  private static let exports: Set<String> = ["jsonString", "jsonData", "dictionaryRepresentation"]

  func checkExportCalls(in file: CodeFile) {
    let source = file.source
    for index in source.tokens.indices
    where source[index].kind == .word && Self.exports.contains(source[index].text)
      && source[index + 1].text == "("
    {
      let arguments = Code(file, index + 1..<source.after(index + 1)).inner?.parts ?? []
      guard let options = arguments.first(where: { $0.starts(with: "options", ":") })?.dropFirst(2),
        let model = receiver(ofCall: index, in: file)
      else { continue }
      if let name = options.only?.name, let variable = LocalVariable(name, at: index, in: file) {
        for names in variable.exportedProperties { checkExported(names, by: model) }
      } else {
        checkExported(ReadOptions(.exportOptions, ofValue: options).values["properties"], by: model)
      }
    }
  }

  /// Names that no class of a family has: such an export throws.
  func checkExported(_ names: Code?, by model: ModelType) {
    guard let names, names.starts(with: "["), let parts = names.inner?.parts else { return }
    for part in parts {
      guard let name = part.literal, model.family.allSatisfy({ $0.lacks(name) }) else { continue }
      let near = NameDistance.nearest(to: name, among: model.listableNames)
      warn(
        at: part,
        "ExportOptions.properties lists \"\(name)\", which is not a property of \(model.name), so the"
          + " export throws." + (near.map { " Did you mean \"\($0)\"?" } ?? "")
      )
    }
  }

  /// The class of the object whose method a call is; nil if the code doesn't show it.
  private func receiver(ofCall index: Int, in file: CodeFile) -> ModelType? {
    let source = file.source
    guard source[index - 1].text == "." else { return nil }
    let last = ["?", "!"].contains(source[index - 2].text) ? index - 3 : index - 2
    if source[last].kind == .word, source[last - 1].text != "." {
      return LocalVariable(source[last].name, at: last, in: file)?.typeName.flatMap {
        catalog.onlyModel(named: $0, for: file)
      }
    }
    // `Person(…)` and `try Person(…)`, also in parentheses.
    guard source[last].text == ")", let open = source.partner(last) else { return nil }
    let code =
      source[open - 1].kind == .word && source[open - 2].text != "."
      ? Code(file, open - 1..<last + 1) : Code(file, open + 1..<last)
    return code.madeTypeName.flatMap { catalog.onlyModel(named: $0, for: file) }
  }
}

extension ModelCatalog {
  /// The model of a name that no other type has, wherever it is declared.
  fileprivate func onlyModel(named name: String, for file: CodeFile) -> ModelType? {
    let types = index.types.filter { $0.name == name }
    guard types.count == 1, types[0].file === file || !types[0].declaration.has("private") else {
      return nil
    }
    return model(of: types[0])
  }
}

extension Code {
  /// The type of which the code makes an object: `try Person(json: text)`.
  fileprivate var madeTypeName: String? {
    var value = self
    if value.starts(with: "try") { value = value.dropFirst(1) }
    if value.starts(with: "!") || value.starts(with: "?") { value = value.dropFirst(1) }
    guard value[0].kind == .word, value[0].name.first?.isUppercase == true, value[1].text == "(",
      value.dropFirst(1).inner != nil
    else { return nil }
    return value[0].name
  }
}

/// A variable of a function, as the code before a place in it declares it.
private struct LocalVariable {
  private let name: String
  private let file: CodeFile
  /// Its name in the declaration, and the end of the code that sees it.
  private let place: Int
  private let end: Int

  /// Nil if the nearest declaration isn't a plain one.
  init?(_ name: String, at end: Int, in file: CodeFile) {
    let source = file.source
    var index = end - 1
    while index >= 0 {
      if let open = source.partner(index), open < index {
        guard source[index].text != ")" || !Self.mayDeclare(name, open..<index, in: source) else {
          return nil
        }
        index = open - 1
        continue
      }
      if source[index].text == "{" {
        // The parameters of a closure.
        let head = (index + 1..<min(index + 24, end)).prefix {
          !source[$0].beginsLine || $0 == index + 1
        }
        if let last = head.first(where: { source[$0].text == "in" }),
          (index + 1..<last).contains(where: { source[$0].name == name })
        {
          return nil
        }
      }
      if source[index].kind == .word, source[index].name == name,
        ["let", "var", "for"].contains(source[index - 1].text)
      {
        guard source[index - 1].text != "for" else { return nil }
        (self.name, self.file, place, self.end) = (name, file, index, end)
        return
      }
      index -= 1
    }
    return nil
  }

  /// Whether parentheses may have a parameter or a pattern with a name.
  private static func mayDeclare(
    _ name: String,
    _ parentheses: Range<Int>,
    in source: SourceFile
  ) -> Bool {
    let open = parentheses.lowerBound
    let before = (max(open - 6, 0)..<open).reversed().prefix { !source[$0 + 1].beginsLine }
    let isPattern = before.contains { ["case", "for"].contains(source[$0].text) }
    let isTuple = ["let", "var"].contains(source[open - 1].text)
    return parentheses.contains { index in
      source[index].kind == .word && source[index].name == name
        && (isPattern || isTuple || source[index + 1].text == ":"
          || ["let", "var"].contains(source[index - 1].text))
    }
  }

  private var declaration: Code {
    let end = DeclarationReader(file.source).endOfExpression(place, end)
    return Code(file, place..<end)
  }

  /// The type that the declaration spells, or of which it makes a value.
  var typeName: String? {
    let declaration = declaration
    guard let (before, value) = declaration.split(at: "=") else { return nil }
    guard before.count > 1 else { return value.madeTypeName }
    guard before[1].text == ":", case .named(let path, []) = TypeForm(before.dropFirst(2)).opened,
      path.count == 1
    else { return nil }
    return path[0]
  }

  /// What options of exports in the variable have as their properties.
  var exportedProperties: [Code] {
    var found: [Code] = []
    if let (before, value) = declaration.split(at: "="), before.count == 1 {
      found = [ReadOptions(.exportOptions, ofValue: value).values["properties"]].compactMap(\.self)
    }
    let reader = DeclarationReader(file.source)
    for index in place + 1..<end where file.source[index].name == name {
      let change = Code(file, index..<reader.endOfExpression(index, end))
      guard file.source[index - 1].text != ".", change.starts(with: name, ".", "properties", "=")
      else { continue }
      found = [change.dropFirst(4)]
    }
    return found
  }
}
