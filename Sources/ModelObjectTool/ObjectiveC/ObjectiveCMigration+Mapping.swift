import ModelObjectKit

// What the methods of a library say of a model.
extension ObjectiveCMigration {
  func map(_ model: ObjectiveCModel) {
    if model.isJSONModel { model.required = model.properties.filter(isRequired).map(\.name) }
    for (file, method) in model.entry.methods {
      let own = model.isJSONModel ? ObjectiveCRule.ofJSONModel[method.selector] : nil
      if let rule = own ?? ObjectiveCRule.bySelector[method.selector] {
        apply(rule, to: model, in: file, method: method)
      } else if ObjectiveCRule.inherited.contains(method.selector) {
        takeInherited(of: model, in: file, method)
      } else if method.selector == "init" {
        takeInitializer(of: model, in: file, method)
      } else {
        leave(of: model, in: file, method)
      }
    }
    takeSetups(model)
    // A superclass that makes everything optional does so for its subclasses.
    if isAllOptional(model) { model.required = [] }
    model.required.removeAll { model.ignored.contains($0) }
  }

  private func isRequired(_ property: ObjectiveCModel.Property) -> Bool {
    guard let type = property.source.type else { return false }
    return !type.protocols.contains("Optional") && !type.protocols.contains("Ignore")
      && !property.source.has("readonly")
  }

  private func isAllOptional(_ model: ObjectiveCModel) -> Bool {
    ([model.name] + base.ancestors(of: model.name).names).contains { name in
      guard let (file, method) = base.classes[name]?.method(["propertyIsOptional:"]) else {
        return false
      }
      let source = base.files[file]
      return source.text(method.body..<method.tokens.upperBound).filter { !$0.isWhitespace }
        == "{returnYES;}"
    }
  }

  func leave(of model: ObjectiveCModel, in file: Int, _ method: ObjectiveCMethod) {
    let sign = method.isStatic ? "+" : "-"
    model.left.append(("\(sign)\(method.selector)", file, method.tokens.lowerBound))
    look(
      in: file,
      at: method.tokens.lowerBound,
      "\(sign)[\(model.name) \(method.selector)] stays in Objective-C"
    )
  }

  private func apply(
    _ rule: ObjectiveCRule,
    to model: ObjectiveCModel,
    in file: Int,
    method: ObjectiveCMethod
  ) {
    let source = base.files[file]
    let reader = ObjectiveCValueReader(file: source, constants: base.constants)
    let conditions = ObjectiveCConditions(method, reader)
    switch rule {
    case .hook(let kind): takeHook(kind, of: model, in: file, method: method)
    case .look(let text): leave(of: model, in: file, method, because: text)
    case .boilerplate: takeInherited(of: model, in: file, method)
    case .keyMapper: takeKeyMapper(of: model, in: file, method, reader: reader)
    case .styled:
      let text = source.text(method.body..<method.tokens.upperBound)
      guard text.mentions("underlineFromCamel") else {
        return leave(of: model, in: file, method, because: "keys that it makes need keyMapping")
      }
      model.key = KeyStyle.snakeCase.key
      report.count("keys that the style gives, dropped")
    case .isOptional:
      guard let names = conditions?.names(of: "YES") else {
        return leave(
          of: model,
          in: file,
          method,
          because: "lists which properties aren't requiredProperties"
        )
      }
      let isAll = conditions?.isElse("YES") ?? false
      model.required.removeAll { name in
        names.contains(name) || isAll && !(conditions?.names(of: "NO") ?? []).contains(name)
      }
    case .isIgnored:
      guard let names = conditions?.names(of: "YES"), conditions?.isElse("YES") == false else {
        return leave(of: model, in: file, method, because: "lists the ignoredProperties")
      }
      for name in names { ignore(name, of: model, in: file, method: method) }
    case .elementClass:
      guard let classes = conditions?.classes, !classes.isEmpty else {
        return leave(of: model, in: file, method, because: "gives the classes of elements")
      }
      for (name, type) in classes { model.containers[name] = type }
    case .keys, .containers, .ignored, .mapped, .unarchived:
      guard let result = reader.result(of: method) else {
        return leave(of: model, in: file, method, because: "isn't a list of entries")
      }
      take(rule, result: result, of: model, in: file, method: method)
      keepComments(of: model, in: file, method)
      report.count(method.selector)
    }
  }

  private func leave(
    of model: ObjectiveCModel,
    in file: Int,
    _ method: ObjectiveCMethod,
    because text: String
  ) {
    let sign = method.isStatic ? "+" : "-"
    model.left.append(("\(sign)\(method.selector), \(text)", file, method.tokens.lowerBound))
    look(
      in: file,
      at: method.tokens.lowerBound,
      "\(sign)[\(model.name) \(method.selector)] isn't moved: \(text)"
    )
  }

  private func keepComments(of model: ObjectiveCModel, in file: Int, _ method: ObjectiveCMethod) {
    for comment in base.files[file].comments(in: base.files[file].bytes(of: method.tokens)) {
      model.notes.append((file, comment))
    }
  }

  private func take(
    _ rule: ObjectiveCRule,
    result: ObjectiveCValueReader.Result,
    of model: ObjectiveCModel,
    in file: Int,
    method: ObjectiveCMethod
  ) {
    let token = method.tokens.lowerBound
    switch (rule, result.value) {
    case (_, nil): break
    case (.keys, .dictionary(let entries)?):
      for entry in entries { takeKey(entry, of: model, in: file) }
      let hasMapping = model.superclass.map { base.classes[$0]?.method([method.selector]) != nil }
      if !result.hasSuper, hasMapping ?? false, method.selector == "modelCustomPropertyMapper" {
        warn(in: file, at: token, "the keys of the superclass count in its subclasses, too")
      }
    case (.containers, .dictionary(let entries)?):
      for entry in entries {
        guard let name = entry.key.text, let type = entry.value.className else {
          look(in: file, at: entry.token, "\(model.name): an entry isn't a class")
          continue
        }
        if property(name, of: model) == nil {
          look(
            in: file,
            at: entry.token,
            "\(model.name): '\(name)' isn't a property, and is dropped"
          )
        } else if model.property(name) == nil {
          look(
            in: file,
            at: entry.token,
            "\(model.name): '\(name)' belongs to the superclass: look at its type"
          )
        }
        model.containers[name] = type
      }
    case (_, .list(let list)?):
      for value in list {
        guard let name = value.text else {
          look(in: file, at: token, "\(model.name): an element isn't a string")
          continue
        }
        guard let property = property(name, of: model) else {
          look(in: file, at: token, "\(model.name): '\(name)' isn't a property, and is dropped")
          continue
        }
        switch rule {
        case .ignored: ObjectiveCModel.add(property.name, to: &model.ignored)
        case .unarchived: ObjectiveCModel.add(property.name, to: &model.unarchived)
        default: model.mapped = (model.mapped ?? []) + [property.name]
        }
      }
    default: look(in: file, at: token, "\(model.name): +\(method.selector) isn't a list of entries")
    }
  }

  private func takeKey(_ entry: ObjectiveCValue.Entry, of model: ObjectiveCModel, in file: Int) {
    guard let name = entry.key.text, let keys = entry.value.texts else {
      return look(in: file, at: entry.token, "\(model.name): a key isn't a string")
    }
    guard let property = property(name, of: model) else {
      return look(
        in: file,
        at: entry.token,
        "\(model.name): '\(name)' isn't a property, and is dropped"
      )
    }
    model.keys.append(ObjectiveCModel.Key(property: property.name, keys: keys))
  }

  private func ignore(
    _ name: String,
    of model: ObjectiveCModel,
    in file: Int,
    method: ObjectiveCMethod
  ) {
    guard let property = property(name, of: model) else {
      return look(
        in: file,
        at: method.tokens.lowerBound,
        "\(model.name): '\(name)' isn't a property, and is dropped"
      )
    }
    ObjectiveCModel.add(property.name, to: &model.ignored)
    model.required.removeAll { $0 == property.name }
  }

  private func takeHook(
    _ kind: ObjectiveCRule.Hook,
    of model: ObjectiveCModel,
    in file: Int,
    method: ObjectiveCMethod
  ) {
    let body = base.files[file].text(method.body..<method.tokens.upperBound)
    let code = body.filter { !$0.isWhitespace }
    if code == "{returnYES;}" || code == "{}" {
      return report.count("hooks that do nothing, dropped")
    }
    model.hooks.append(ObjectiveCModel.Hook(kind: kind, file: file, method: method))
    look(
      in: file,
      at: method.tokens.lowerBound,
      "-[\(model.name) \(method.selector)] becomes \(kind.rawValue): write its code in Swift"
    )
  }

  private static let callsOfLibraries = [
    "yy_model", "modelEncode", "modelInit", "modelCopy", "modelHash", "modelIsEqual",
    "modelDescription", "mj_", "super description", "encode", "decode",
  ]

  private func takeInherited(of model: ObjectiveCModel, in file: Int, _ method: ObjectiveCMethod) {
    let body = base.files[file].text(method.body..<method.tokens.upperBound)
    let isArchive = ["encodeWithCoder:", "initWithCoder:", "supportsSecureCoding"]
      .contains(method.selector)
    guard isArchive || Self.callsOfLibraries.contains(where: body.mentions) else {
      return leave(of: model, in: file, method)
    }
    if method.selector == "initWithCoder:" {
      warn(in: file, at: method.tokens.lowerBound, "files that NSKeyedArchiver wrote aren't opened")
    }
    report.count("NSCoding, copies, comparisons: dropped")
  }

  // MARK: - Elsewhere

  /// `[Tag mj_setupObjectClassInArray:^NSDictionary *{ return @{…}; }]`, in any file.
  private func takeSetups(_ model: ObjectiveCModel) {
    for (index, place) in base.setups[model.name] ?? [] {
      let file = base.files[index]
      let name = file[place].text
      guard let rule = ObjectiveCRule.setups[name] else { continue }
      var brace = place + 2
      while brace < place + 12, file[brace].text != "{" { brace += 1 }
      let method = ObjectiveCMethod(
        selector: name,
        isStatic: true,
        tokens: place..<min(max(file.after(brace), place + 1), file.tokens.count),
        body: brace,
        parameters: []
      )
      let reader = ObjectiveCValueReader(file: file, constants: base.constants)
      guard let result = reader.result(of: method) else {
        leave(of: model, in: index, method, because: "isn't a list of entries")
        continue
      }
      take(rule, result: result, of: model, in: index, method: method)
      report.count(name)
    }
  }

  // MARK: - JSONModel

  private func takeKeyMapper(
    of model: ObjectiveCModel,
    in file: Int,
    _ method: ObjectiveCMethod,
    reader: ObjectiveCValueReader
  ) {
    let source = base.files[file]
    for index in method.tokens {
      switch source[index].text {
      case "initWithModelToJSONDictionary", "initWithDictionary":
        let isReversed = source[index].text == "initWithDictionary"
        guard source[index + 1].text == ":",
          case .dictionary(let entries)? = reader.value(index + 2..<source.after(index + 2))
        else { break }
        for entry in entries {
          let (key, value) = isReversed ? (entry.value, entry.key) : (entry.key, entry.value)
          takeKey(.init(key: key, value: value, token: entry.token), of: model, in: file)
        }
        report.count("keyMapper")
        return keepComments(of: model, in: file, method)
      case "mapperFromUnderscoreCaseToCamelCase", "mapperForSnakeCase":
        model.key = KeyStyle.snakeCase.key
        return report.count("keyMapper")
      case "mapperFromUpperCaseToLowerCase":
        model.key = { $0.uppercased() }
        return report.count("keyMapper")
      case "mapperForTitleCase":
        model.key = KeyStyle.pascalCase.key
        return report.count("keyMapper")
      default: break
      }
    }
    leave(of: model, in: file, method, because: "keys that it makes need keyMapping")
  }

  // MARK: - Initial values

  /// `init` that only gives properties literals.
  private func takeInitializer(of model: ObjectiveCModel, in file: Int, _ method: ObjectiveCMethod)
  {
    let source = base.files[file]
    guard let close = source.partner(method.body) else { return leave(of: model, in: file, method) }
    var values: [String: String] = [:]
    var statements = source.parts(of: method.body + 1..<close, by: ";", hasGenerics: false)
    if let index = statements.firstIndex(where: { source[$0.lowerBound].text == "if" }) {
      let condition = statements[index]
      let brace = source.after(condition.lowerBound + 1)
      let test = source.text(condition.lowerBound..<brace).filter { !$0.isWhitespace }
      guard
        ["if(self)", "if(self=[superinit])", "if((self=[superinit]))", "if(self!=nil)"].contains(
          test
        ),
        source[brace].text == "{", let end = source.partner(brace)
      else { return leave(of: model, in: file, method) }
      statements[index] = end + 1..<max(condition.upperBound, end + 1)
      statements += source.parts(of: brace + 1..<end, by: ";", hasGenerics: false)
    }
    for statement in statements where !statement.isEmpty {
      let text = source.text(statement).filter { !$0.isWhitespace }
      if ["self=[superinit]", "returnself"].contains(text) { continue }
      guard let sign = source.find("=", in: statement), source[sign - 1].kind == .word,
        sign - statement.lowerBound == 1
          || text.hasPrefix("self.") && sign - statement.lowerBound == 3,
        let value = literal(source, sign + 1..<statement.upperBound)
      else { return leave(of: model, in: file, method) }
      let name = source[sign - 1].text
      values[name.hasPrefix("_") ? String(name.dropFirst()) : name] = value
    }
    for (name, value) in values {
      guard let property = model.property(name) else { return leave(of: model, in: file, method) }
      model.initialValues[property.source.name] = value
    }
    if !values.isEmpty { keepComments(of: model, in: file, method) }
    report.count(values.isEmpty ? "init without code, dropped" : "init → defaults")
  }

  private func literal(_ source: ObjectiveCFile, _ range: Range<Int>) -> String? {
    let text = source.text(range).filter { !$0.isWhitespace }
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
