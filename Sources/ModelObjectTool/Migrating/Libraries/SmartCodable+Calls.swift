/// What becomes of SmartCodable's calls in a file.
struct SmartCodableCalls {
  let migration: Migration
  let file: Int

  private var source: SourceFile { migration.source(file) }

  func rewrite() {
    for index in source.tokens.indices.reversed() where source[index].kind == .word {
      switch source[index].text {
      case "deserialize" where source[index + 1].text == "(" && source[index - 1].text == ".":
        deserialize(index)
      case "toDictionary", "toArray", "toJSONString":
        guard source[index + 1].text == "(", source[index - 1].text != "func",
          migration.begin(file, index)
        else { continue }
        export(index)
      case "deserializePlist" where source[index - 1].text == ".":
        migration.look(
          in: file,
          at: index,
          "deserializePlist(from:): PropertyListDecoder().decode(_:from:) takes its place"
        )
      case "SmartUpdater", "SmartSentinel", "SmartDecodingOption", "SmartAssociatedEnumerable":
        migration.look(
          in: file,
          at: index,
          "\(source[index].text) has no counterpart of this name: see ComingFromSmartCodable"
        )
      default: continue
      }
    }
  }

  private func deserialize(_ index: Int) {
    let start = migration.startOfPostfix(file, index - 2)
    let base = start..<index - 1
    let arguments = migration.arguments(file, index + 1)
    guard let first = arguments.first, first.label == "from" else { return }
    let plan = migration.plan(named: source.text(base).filter { !"[]".contains($0) })
    guard plan.map({ $0.library.name == "SmartCodable" }) ?? true, migration.begin(file, index)
    else {
      return
    }
    let labels = arguments.dropFirst().map(\.label)
    if labels.contains("options") {
      migration.look(
        in: file,
        at: index,
        "options of deserialize(from:): MappingOptions take their place"
      )
      return
    }
    let isList = source[base.lowerBound].text == "[" || source[base.lowerBound].text == "Array"
    let isType = isList || source[base.lowerBound].name.first?.isUppercase ?? false
    guard isType, labels.allSatisfy({ $0 == "designatedPath" }) else { return }
    let kind = migration.kind(file, first.value).kind
    let call = start..<source.after(index + 1)
    guard kind != .unknown, (kind == .list) == isList || kind == .text || kind == .data else {
      migration.use(isList ? .deserializePlainList : .deserialize)
      migration.report.count("deserialize(from:) that a function of the base class's file serves")
      return
    }
    let label = kind == .dictionary ? "dictionary" : kind == .list ? "array" : "json"
    let (type, value) = (source.text(base), first.value)
    let path = arguments.dropFirst().first.map { migration.text(file, $0.value) }
    migration.replaceCall(in: file, call, byMaking: type, label: label, of: value, at: path)
    migration.report.count("deserialize(from:) → init(\(label):)")
    migration.needImport(file)
  }

  private func export(_ index: Int) {
    let name = source[index].text
    let isDeclared = migration.declaresFunction(name)
    let arguments = migration.arguments(file, index + 1)
    let isMember = source[index - 1].text == "."
    let end = source.after(index + 1)
    guard isMember else {
      return migration.look(in: file, at: index, "\(name)() of the model itself")
    }
    let isPlain = arguments.allSatisfy { $0.label == "useMappedKeys" }
    if name == "toJSONString", isPlain, !isDeclared {
      migration.replaceStringExport(file, index)
    } else if name == "toJSONString", arguments.allSatisfy({ $0.label == "prettyPrint" }) {
      migration.use(.toJSONString)
      migration.use(.toJSONStringList)
      migration.report.count("toJSONString() that a function of the base class's file serves")
    } else if name != "toJSONString", isPlain, isDeclared {
      migration.use(.toDictionary)
      migration.report.count("\(name)() that a function of the base class's file serves")
    } else if name != "toJSONString", isPlain {
      let method = name == "toArray" ? "dictionaryRepresentations" : "dictionaryRepresentation"
      let start = migration.startOfPostfix(file, index - 2)
      let receiver = migration.text(file, start..<index - 1)
      migration.replaceCall(file, start..<end, tried: "\(receiver).\(method)()")
      migration.report.count("\(name)() → \(method)()")
    } else {
      migration.look(in: file, at: index, "\(name) with options: ExportOptions take their place")
    }
    migration.warn(
      in: file,
      at: index,
      "exports write the keys of keyMapping, a path as nested objects, and dates in ISO 8601"
    )
  }
}
