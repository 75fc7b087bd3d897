import ModelObjectKit

/// What a method of a model says to its library.
struct ObjectiveCMethodMover {
  let migration: ObjectiveCMigration
  let model: ObjectiveCModel
  let file: Int
  let method: ObjectiveCMethod

  private var source: ObjectiveCFile { migration.base.files[file] }

  private func look(at token: Int, _ text: String) { migration.look(in: file, at: token, text) }

  private func warn(at token: Int, _ text: String) { migration.warn(in: file, at: token, text) }

  private func count(_ text: String) { migration.report.count(text) }

  func leave(because reason: String? = nil) {
    let (sign, token) = (method.isStatic ? "+" : "-", method.tokens.lowerBound)
    let text = sign + method.selector + (reason.map { ", \($0)" } ?? "")
    model.left.append((text, file, token))
    let what = reason.map { "isn't moved: \($0)" } ?? "stays in Objective-C"
    look(at: token, "\(sign)[\(model.name) \(method.selector)] \(what)")
  }

  func apply(_ rule: ObjectiveCRule) {
    let reader = ObjectiveCValueReader(file: source, constants: migration.base.constants)
    let conditions = ObjectiveCConditions(method, reader)
    switch rule {
    case .hook(let kind): takeHook(kind)
    case .look(let text): leave(because: text)
    case .boilerplate: takeInherited()
    case .keyMapper: takeKeyMapper(reader: reader)
    case .styled:
      let text = source.text(method.body..<method.tokens.upperBound)
      guard text.mentions("underlineFromCamel") else {
        return leave(because: "keys that it makes need keyMapping")
      }
      model.key = KeyStyle.snakeCase.key
      count("keys that the style gives, dropped")
    case .isOptional:
      guard let names = conditions?.names(of: "YES") else {
        return leave(because: "lists which properties aren't requiredProperties")
      }
      let isAll = conditions?.isElse("YES") ?? false
      model.required.removeAll { name in
        names.contains(name) || isAll && !(conditions?.names(of: "NO") ?? []).contains(name)
      }
    case .isIgnored:
      guard let names = conditions?.names(of: "YES"), conditions?.isElse("YES") == false else {
        return leave(because: "lists the ignoredProperties")
      }
      for name in names { ignore(name) }
    case .elementClass:
      guard let classes = conditions?.classes, !classes.isEmpty else {
        return leave(because: "gives the classes of elements")
      }
      for (name, type) in classes { model.containers[name] = type }
    case .keys, .containers, .ignored, .mapped, .unarchived:
      guard let result = reader.result(of: method) else {
        return leave(because: "isn't a list of entries")
      }
      take(rule, result: result)
      keepComments()
      count(method.selector)
    }
  }

  private func keepComments() {
    for comment in source.comments(in: source.bytes(of: method.tokens)) {
      model.notes.append((file, comment))
    }
  }

  private func take(_ rule: ObjectiveCRule, result: ObjectiveCValueReader.Result) {
    let token = method.tokens.lowerBound
    switch (rule, result.value) {
    case (_, nil): break
    case (.keys, .dictionary(let entries)?):
      for entry in entries { takeKey(entry) }
      let hasMapping = model.superclass.map {
        migration.base.classes[$0]?.method([method.selector]) != nil
      }
      if !result.hasSuper, hasMapping ?? false, method.selector == "modelCustomPropertyMapper" {
        warn(at: token, "the keys of the superclass count in its subclasses, too")
      }
    case (.containers, .dictionary(let entries)?):
      for entry in entries {
        guard let name = entry.key.text, let type = entry.value.className else {
          look(at: entry.token, "\(model.name): an entry isn't a class")
          continue
        }
        if migration.property(name, of: model) == nil {
          look(at: entry.token, "\(model.name): '\(name)' isn't a property, and is dropped")
        } else if model.property(name) == nil {
          look(
            at: entry.token,
            "\(model.name): '\(name)' belongs to the superclass: look at its type"
          )
        }
        model.containers[name] = type
      }
    case (_, .list(let list)?):
      for value in list {
        guard let name = value.text else {
          look(at: token, "\(model.name): an element isn't a string")
          continue
        }
        guard let property = migration.property(name, of: model) else {
          look(at: token, "\(model.name): '\(name)' isn't a property, and is dropped")
          continue
        }
        switch rule {
        case .ignored: ObjectiveCModel.add(property.name, to: &model.ignored)
        case .unarchived: ObjectiveCModel.add(property.name, to: &model.unarchived)
        default: model.mapped = (model.mapped ?? []) + [property.name]
        }
      }
    default: look(at: token, "\(model.name): +\(method.selector) isn't a list of entries")
    }
  }

  private func takeKey(_ entry: ObjectiveCValue.Entry) {
    guard let name = entry.key.text, let keys = entry.value.texts else {
      return look(at: entry.token, "\(model.name): a key isn't a string")
    }
    guard let property = migration.property(name, of: model) else {
      return look(at: entry.token, "\(model.name): '\(name)' isn't a property, and is dropped")
    }
    model.keys.append(ObjectiveCModel.Key(property: property.name, keys: keys))
  }

  private func ignore(_ name: String) {
    guard let property = migration.property(name, of: model) else {
      return look(
        at: method.tokens.lowerBound,
        "\(model.name): '\(name)' isn't a property, and is dropped"
      )
    }
    ObjectiveCModel.add(property.name, to: &model.ignored)
    model.required.removeAll { $0 == property.name }
  }

  private func takeHook(_ kind: ObjectiveCRule.Hook) {
    let code = source.compact(method.body..<method.tokens.upperBound)
    if code == "{returnYES;}" || code == "{}" {
      return count("hooks that do nothing, dropped")
    }
    model.hooks.append(ObjectiveCModel.Hook(kind: kind, file: file, method: method))
    look(
      at: method.tokens.lowerBound,
      "-[\(model.name) \(method.selector)] becomes \(kind.rawValue): write its code in Swift"
    )
  }

  private static let callsOfLibraries = [
    "yy_model", "modelEncode", "modelInit", "modelCopy", "modelHash", "modelIsEqual",
    "modelDescription", "mj_", "super description", "encode", "decode",
  ]

  func takeInherited() {
    let body = source.text(method.body..<method.tokens.upperBound)
    let isArchive = ["encodeWithCoder:", "initWithCoder:", "supportsSecureCoding"]
      .contains(method.selector)
    guard isArchive || Self.callsOfLibraries.contains(where: body.mentions) else { return leave() }
    if method.selector == "initWithCoder:" {
      warn(at: method.tokens.lowerBound, "files that NSKeyedArchiver wrote aren't opened")
    }
    count("NSCoding, copies, comparisons: dropped")
  }

  /// A call that gives the class a list, in any file.
  func takeSetup(_ rule: ObjectiveCRule) {
    let reader = ObjectiveCValueReader(file: source, constants: migration.base.constants)
    guard let result = reader.result(of: method) else {
      return leave(because: "isn't a list of entries")
    }
    take(rule, result: result)
    count(method.selector)
  }

  // MARK: - JSONModel

  private func takeKeyMapper(reader: ObjectiveCValueReader) {
    for index in method.tokens {
      switch source[index].text {
      case "initWithModelToJSONDictionary", "initWithDictionary":
        let isReversed = source[index].text == "initWithDictionary"
        guard source[index + 1].text == ":",
          case .dictionary(let entries)? = reader.value(index + 2..<source.after(index + 2))
        else { break }
        for entry in entries {
          let (key, value) = isReversed ? (entry.value, entry.key) : (entry.key, entry.value)
          takeKey(.init(key: key, value: value, token: entry.token))
        }
        count("keyMapper")
        return keepComments()
      case "mapperFromUnderscoreCaseToCamelCase", "mapperForSnakeCase":
        model.key = KeyStyle.snakeCase.key
        return count("keyMapper")
      case "mapperFromUpperCaseToLowerCase":
        model.key = { $0.uppercased() }
        return count("keyMapper")
      case "mapperForTitleCase":
        model.key = KeyStyle.pascalCase.key
        return count("keyMapper")
      default: break
      }
    }
    leave(because: "keys that it makes need keyMapping")
  }

  // MARK: - Initial values

  /// `init` that only gives properties literals.
  func takeInitializer() {
    guard let close = source.partner(method.body) else { return leave() }
    var values: [String: String] = [:]
    var statements = source.parts(of: method.body + 1..<close, by: ";", hasGenerics: false)
    if let index = statements.firstIndex(where: { source[$0.lowerBound].text == "if" }) {
      let condition = statements[index]
      let brace = source.after(condition.lowerBound + 1)
      let test = source.compact(condition.lowerBound..<brace)
      let tests = ["if(self)", "if(self=[superinit])", "if((self=[superinit]))", "if(self!=nil)"]
      guard tests.contains(test), source[brace].text == "{", let end = source.partner(brace) else {
        return leave()
      }
      statements[index] = end + 1..<max(condition.upperBound, end + 1)
      statements += source.parts(of: brace + 1..<end, by: ";", hasGenerics: false)
    }
    for statement in statements where !statement.isEmpty {
      let text = source.compact(statement)
      if ["self=[superinit]", "returnself"].contains(text) { continue }
      guard let sign = source.find("=", in: statement), source[sign - 1].kind == .word,
        sign - statement.lowerBound == 1
          || text.hasPrefix("self.") && sign - statement.lowerBound == 3,
        let value = literal(sign + 1..<statement.upperBound)
      else { return leave() }
      let name = source[sign - 1].text
      values[name.hasPrefix("_") ? String(name.dropFirst()) : name] = value
    }
    for (name, value) in values {
      guard let property = model.property(name) else { return leave() }
      model.initialValues[property.source.name] = value
    }
    if !values.isEmpty { keepComments() }
    count(values.isEmpty ? "init without code, dropped" : "init → defaults")
  }

  private func literal(_ range: Range<Int>) -> String? {
    let text = source.compact(range)
    switch text {
    case "YES", "true", "TRUE": return "true"
    case "NO", "false", "FALSE": return "false"
    case "@[]", "[NSMutableArrayarray]", "[NSArrayarray]", "[NSMutableArraynew]",
      "[[NSMutableArrayalloc]init]", "@[].mutableCopy", "[NSMutableSetset]":
      return "[]"
    case "@{}", "[NSMutableDictionarydictionary]", "[NSMutableDictionarynew]",
      "[[NSMutableDictionaryalloc]init]", "@{}.mutableCopy":
      return "[:]"
    default: break
    }
    if let value = range.count == 1 ? source[range.lowerBound].value : nil {
      return SwiftLiteral.text(value)
    }
    if let number = Int(text) { return String(number) }
    let digits = text.hasSuffix("f") ? String(text.dropLast()) : text
    return Double(digits).flatMap { $0.isFinite && digits.contains(".") ? String($0) : nil }
  }
}
