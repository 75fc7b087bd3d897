/// What becomes of HandyJSON's calls in a file.
struct HandyJSONCalls: LibraryCalls {
  let migration: Migration
  let file: Int

  func rewrite() {
    // From the end, so that a call in an argument comes first.
    for index in source.tokens.indices.reversed() where source[index].kind == .word {
      switch source[index].text {
      case "deserialize" where source[index + 1].text == "(" && source[index - 1].text == ".":
        deserialize(index)
      case "JSONDeserializer" where source[index + 1].text == "<": deserializer(index)
      case "toJSON", "toJSONString":
        guard source[index + 1].text == "(", source[index - 1].text != "func",
          begin(index)
        else { continue }
        export(index)
      case "JSONDeserializer" where source[index + 1].text == ".":
        update(at: index, call: index..<source.after(index + 3), open: index + 3)
      case "HandyJSONCustomTransformable":
        look(at: index, "HandyJSONCustomTransformable: ModelValue takes its place")
      case "HandyJSONConfiguration":
        let statement =
          index..<DeclarationReader(source).endOfExpression(index, source.tokens.count)
        commentOut(
          statement,
          because: "HandyJSONConfiguration has no counterpart: keys match in any case"
        )
      default: continue
      }
    }
  }

  private func deserialize(_ index: Int) {
    let start = startOfPostfix(index - 2)
    let base = start..<index - 1
    let arguments = arguments(index + 1)
    guard let first = arguments.first, first.label == "from", arguments.count <= 2 else { return }
    let isList = source[base.lowerBound].text == "[" || source[base.lowerBound].text == "Array"
    let isType = isList || source[base.lowerBound].name.first?.isUppercase ?? false
    let plan = migration.plan(named: source.text(base).filter { !"[]".contains($0) })
    guard plan.map({ $0.library.name == "HandyJSON" }) ?? true, begin(index) else { return }
    guard isType || source.text(base) == "self" || source[index - 2].text == ")" else {
      // `type.deserialize(from: text)` of a metatype.
      return serve("deserialize(from:)", by: .deserialize)
    }
    map(
      source.text(base),
      isList: isList,
      call: start..<source.after(index + 1),
      arguments: arguments,
      given: nil
    )
  }

  /// Makes a call of an initializer if the argument's type is certain; otherwise of a helper.
  private func map(
    _ type: String,
    isList: Bool,
    call: Range<Int>,
    arguments: [Migration.Argument],
    given: Migration.ValueKind?
  ) {
    guard let first = arguments.first else { return }
    let path = arguments.dropFirst().first.map { text($0.value) }
    let found = kind(first.value)
    let kind = given ?? found.kind
    let isCertain = found.kind != .unknown
    let label = kind == .dictionary ? "dictionary" : "json"
    if isCertain, !isList, kind != .list {
      count("deserialize(from:) → init(\(label):)")
      replaceCall(call, byMaking: type, label: label, of: first.value, at: path)
    } else {
      let designated = path.map { ", designatedPath: \($0)" } ?? ""
      if given != nil {
        let value = text(first.value)
        replace(call, with: "\(type).deserialize(from: \(value)\(designated))")
      }
      serve("deserialize(from:)", by: isList ? .deserializeList : .deserialize)
    }
    if source[call.lowerBound - 1].text != ".", !["func"].contains(source[call.lowerBound - 1].text)
    {
      needImport()
    }
  }

  /// `JSONDeserializer<Cat>.deserializeFrom(json: text)` and its likes.
  private func deserializer(_ index: Int) {
    guard let end = endOfGenerics(index + 1), source[end].text == ".",
      source[end + 2].text == "("
    else { return }
    let type = source.text(index + 2..<end - 1)
    let call = index..<source.after(end + 2)
    let arguments = arguments(end + 2)
    guard let first = arguments.first else { return }
    let isKnown = arguments.dropFirst().allSatisfy { $0.label == "designatedPath" }
    switch (source[end + 1].text, first.label) {
    case ("deserializeFrom", "json") where isKnown:
      map(type, isList: false, call: call, arguments: arguments, given: .text)
    case ("deserializeFrom", "dict") where isKnown:
      map(type, isList: false, call: call, arguments: arguments, given: .dictionary)
    case ("deserializeModelArrayFrom", "json") where isKnown,
      ("deserializeModelArrayFrom", "array") where isKnown:
      map("[\(type)]", isList: true, call: call, arguments: arguments, given: .list)
    case ("update", "object"): update(at: index, call: call, open: end + 2)
    default: look(at: index, "JSONDeserializer: not understood")
    }
  }

  /// `JSONDeserializer.update(object: &cat, from: text)`.
  private func update(at index: Int, call: Range<Int>, open: Int) {
    let arguments = arguments(open)
    guard arguments.count == 2, arguments[0].label == "object", arguments[1].label == "from",
      let object = propertyName(arguments[0].value)
    else { return look(at: index, "JSONDeserializer: not understood") }
    let found = kind(arguments[1].value)
    guard found.kind == .text || found.kind == .dictionary, !found.isOptional else {
      return look(
        at: index,
        "update(object:from:): update(json:) or update(dictionary:) takes its place"
      )
    }
    let label = found.kind == .text ? "json" : "dictionary"
    let value = text(arguments[1].value)
    replaceCall(call, tried: "\(object).update(\(label): \(value))")
    count("update(object:from:) → update(\(label):)")
  }

  private func export(_ index: Int) {
    let isString = source[index].text == "toJSONString"
    let isDeclared = migration.declaresFunction(source[index].text)
    let arguments = arguments(index + 1)
    let isMember = source[index - 1].text == "."
    if isString, arguments.isEmpty, isMember, !isDeclared {
      guard startOfPostfix(index - 2) < index - 1 else { return }
      replaceStringExport(index)
    } else {
      guard arguments.allSatisfy({ $0.label == "prettyPrint" }) else { return }
      serve(
        "\(source[index].text)()",
        by: isString ? .toJSONString : .toJSON,
        isString ? .toJSONStringList : .toJSONList
      )
      if !isString, !isDeclared { lookAtOptional(index) }
    }
    warn(
      at: index,
      "exports: nil is null if the default isn't nil, a path writes nested objects, and dates are in ISO 8601 unless `dateFormats` lists them"
    )
  }

  /// Of two libraries with a `toJSON()`, only this one's result was optional.
  private func lookAtOptional(_ index: Int) {
    let imports = source.declarations.filter { $0.kind == .import }.map(\.name)
    let isOwn = imports.contains("HandyJSON") && !imports.contains("ObjectMapper")
    guard !isOwn, migration.libraries.contains(where: { $0.name == "ObjectMapper" }) else { return }
    look(
      at: index,
      "toJSON() is optional now, as HandyJSON's was: for a model of ObjectMapper, add `?? [:]`, or `?? []` for a list"
    )
  }
}
