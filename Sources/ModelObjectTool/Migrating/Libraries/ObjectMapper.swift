import ModelObjectEssentials

extension Library {
  static let objectMapper = Library(
    name: "ObjectMapper",
    modules: ["ObjectMapper"],
    models: ["Mappable", "BaseMappable", "ImmutableMappable", "StaticMappable"],
    companions: [
      "AlamofireObjectMapper", "Moya_ObjectMapper", "ObjectMapperAdditions", "ObjectMapper_Realm",
      "MoyaSugar_ObjectMapper",
    ],
    mapsNamedOnly: true,
    transformsElements: true,
    callsObservers: true,
    conversions:
      "values of another type are converted if that is safe: 5 for a String and `\"5\"` for an Int were ignored, and 1.5 was 1",
    transforms: mapperTransforms.merging(
      ["DictionaryTransform": .none, "CodableTransform": .none]
    ) { $1 },
    transformProtocol: ("TransformType", .transformType),
    rules: ObjectMapperRules.self,
    calls: ObjectMapperCalls.self
  )

  /// ObjectMapper's transforms, most of which HandyJSON has too.
  static let mapperTransforms: [String: TransformRule] = [
    "DateTransform": .format { arguments in
      arguments.isEmpty || arguments.contains(".seconds")
        ? ".secondsSince1970"
        : arguments.contains(".milliseconds") ? ".millisecondsSince1970" : nil
    },
    "ISO8601DateTransform": .none,
    "CustomDateFormatTransform": .format { dateFormat($0) },
    "DateFormatterTransform": .helper(.dateFormatterTransform),
    "URLTransform": .none,
    "DataTransform": .none,
    "EnumTransform": .none,
    "TransformOf": .helper(.transformOf),
    "NSDecimalNumberTransform": .look("use Decimal, and no transform"),
    "HexColorTransform": .look("a color needs a ModelValue type"),
  ]
}

/// What becomes of the functions that ObjectMapper calls.
struct ObjectMapperRules: LibraryRules {
  let migration: Migration
  let plan: ModelPlan
  let part: CodeBase.Part

  func take(_ member: SwiftDeclaration) -> Bool {
    guard let (open, close, body) = brackets(of: member) else { return false }
    let parameters = source.parts(of: open + 1..<close)
    guard parameters.count == 1, source[parameters[0].upperBound - 1].text == "Map",
      let colon = source.find(":", in: parameters[0])
    else { return false }
    let map = source[colon - 1].name
    switch member.name {
    case "mapping": takeMapping(member, body: body, map: map)
    case "init": takeInitializer(member, body: body, map: map)
    case "objectForMapping": takeFactory(member, body: body, map: map)
    case "newInstance":
      // Only one that makes the class itself has nothing to say.
      let code = source.compact(body..<member.tokens.upperBound)
      let name = plan.entry.shortName
      let calls = [
        "\(name)(map:\(map))", "\(name)()", "self.init(map:\(map))", "\(name)(map:\(map))!",
      ]
      guard calls.contains(where: { ["{\($0)}", "{return\($0)}"].contains(code) }) else {
        leave(each: statements(body), because: "newInstance(map:) has no counterpart")
        removeMapping(member)
        break
      }
      removeLines(member.tokens)
      count("newInstance(map:) that goes")
    default: return false
    }
    return true
  }

  // MARK: - mapping(map:)

  private func takeMapping(_ member: SwiftDeclaration, body: Int, map: String) {
    let statements = statements(body)
    let locals = locals(statements)
    var kept: [Range<Int>] = []
    var missing: Set<String> = []
    for statement in statements {
      if callsSuper(statement, of: "mapping") || declaresTransform(statement, locals) { continue }
      if take(statement, map: map, locals: locals, kept: &kept) { continue }
      replaceDictionary(statement, map)
      if mentions(map, statement)
        || statement.contains(where: {
          missing.contains(source[$0].name) && source[$0 - 1].text != "."
        })
      {
        missing.formUnion(declared(statement))
        leave(statement, because: "not understood in mapping(map:)")
      } else {
        kept.append(statement)
      }
    }
    move(
      kept,
      into: \.didMap,
      "code of mapping(map:) runs in didMap(_:) now: after the mapping, and not in exports"
    )
    keepComments(of: body, besides: kept)
    removeMapping(member)
    count("mapping(map:)")
  }

  func mentions(_ name: String, _ range: Range<Int>) -> Bool {
    range.contains { source[$0].text == name && source[$0 - 1].text != "." && !isReplaced($0) }
  }

  func isReplaced(_ token: Int) -> Bool {
    source[token + 1].text == "." && source[token + 2].text == "JSON"
  }

  /// `map.JSON` is the dictionary.
  private func replaceDictionary(_ statement: Range<Int>, _ map: String) {
    for index in statement where source[index].text == map && isReplaced(index) {
      replace(index..<index + 3, with: "dictionary")
    }
  }

  /// `name <- map["key"]`, `name <- (map["key"], transform)`, and with `>>>`.
  private func take(
    _ statement: Range<Int>,
    map: String,
    locals: [String: Range<Int>],
    kept: inout [Range<Int>]
  ) -> Bool {
    guard let arrow = statement.first(where: { ["<-", ">>>"].contains(source[$0].text) }),
      let right = entry(arrow + 1..<statement.upperBound, map),
      let name = propertyName(statement.lowerBound..<arrow)
    else { return false }
    if locals[name] != nil, source[statement.lowerBound].text != "self" {
      return takeLocal(name, from: statement, entry: right, kept: &kept)
    }
    if source[arrow].text == ">>>", plan.key(of: name) == nil {
      let names = migration.code.names(inheritedBy: plan.entry)
      if !names.contains("ImmutableMappable") {
        look(at: statement.lowerBound, "\(name) was only exported; it is mapped, too, now")
      }
    } else if source[arrow].text == ">>>" {
      if let known = plan.key(of: name), known.source != source.text(right.key) {
        leave(statement, because: "another key for \(name)")
      }
      return true
    }
    guard isListable(name, at: statement) else { return true }
    if let property = plan.property(name), property.hasObservers {
      main.look(
        at: property.binding.name,
        "observers of \(name) don't run while it is mapped: didMap(_:) does"
      )
    }
    if let property = plan.property(name), property.isFixed {
      look(at: statement.lowerBound, "\(name) is a constant with a value")
      return true
    }
    if right.ignoresNull, plan.property(name)?.type.map(ModelPlan.isOptional) ?? false {
      look(
        at: statement.lowerBound,
        "\(name): ignoreNil: null makes it nil now; a willMap(_:) that removes the key keeps its value"
      )
    }
    let isNew = plan.key(of: name) == nil
    addKeys(for: name, right.key, isWhole: right.isWhole, delimiter: right.delimiter)
    if let transform = right.transform, isNew {
      addTransform(for: name, transform, locals: locals)
    }
    return true
  }

  private struct Entry {
    let key: Range<Int>
    let isWhole: Bool
    let delimiter: String
    let ignoresNull: Bool
    var transform: Range<Int>?
  }

  private func entry(_ tokens: Range<Int>, _ map: String) -> Entry? {
    if source[tokens.lowerBound].text == "(", source.after(tokens.lowerBound) == tokens.upperBound {
      let parts = source.parts(of: tokens.lowerBound + 1..<tokens.upperBound - 1)
      guard let first = parts.first, parts.count <= 2, var key = entry(first, map) else {
        return nil
      }
      key.transform = parts.count == 2 ? parts[1] : key.transform
      return key
    }
    guard source[tokens.lowerBound].text == map, source[tokens.lowerBound + 1].text == "[",
      source.after(tokens.lowerBound + 1) == tokens.upperBound
    else { return nil }
    let arguments = arguments(tokens.lowerBound + 1)
    guard let first = arguments.first, first.label.isEmpty, !mentions(map, first.value) else {
      return nil
    }
    var isWhole = false
    var ignoresNull = false
    var delimiter = "."
    for argument in arguments.dropFirst() {
      switch argument.label {
      case "nested": isWhole = source.text(argument.value) == "false"
      case "ignoreNil": ignoresNull = source.text(argument.value) != "false"
      case "delimiter":
        guard let text = Migration.literal(source.text(argument.value)) else { return nil }
        delimiter = text
      default: return nil
      }
    }
    return Entry(key: first.value, isWhole: isWhole, delimiter: delimiter, ignoresNull: ignoresNull)
  }

  /// A value that a local variable takes, for code that follows.
  private func takeLocal(
    _ name: String,
    from statement: Range<Int>,
    entry: Entry,
    kept: inout [Range<Int>]
  ) -> Bool {
    guard entry.transform == nil, let type = localType(name, before: statement.lowerBound),
      let key = Migration.literal(source.text(entry.key)), entry.isWhole || !key.contains(".")
    else { return false }
    let bare = type.hasSuffix("?") || type.hasSuffix("!") ? String(type.dropLast()) : type
    let isOptional = bare != type
    let code = "\(name) = \(plan.convert)(dictionary[\(source.text(entry.key))], to: \(bare).self)"
    replace(statement, with: isOptional ? code : "\(code) ?? \(name)")
    kept.append(statement)
    return true
  }

  func localType(_ name: String, before use: Int) -> String? {
    var index = use
    while index > 1 {
      index -= 1
      if source[index].name == name, ["let", "var"].contains(source[index - 1].text) {
        guard source[index + 1].text == ":" else { return nil }
        var end = index + 2
        while end < use, !source[end].beginsLine, source[end].text != "=", source[end].text != ";" {
          end = source.after(end)
        }
        return source.text(index + 2..<end)
      }
      if source[index].text == "func" || source[index].text == "init" { return nil }
    }
    return nil
  }
}
