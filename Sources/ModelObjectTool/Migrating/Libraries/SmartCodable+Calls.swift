/// What becomes of SmartCodable's calls in a file.
struct SmartCodableCalls: LibraryCalls {
  let migration: Migration
  let file: Int

  func rewrite() {
    for index in source.tokens.indices.reversed() where source[index].kind == .word {
      switch source[index].text {
      case "deserialize" where source[index + 1].text == "(" && source[index - 1].text == ".":
        deserialize(index)
      case "toDictionary", "toArray", "toJSONString":
        guard source[index + 1].text == "(", source[index - 1].text != "func",
          begin(index)
        else { continue }
        export(index)
      case "deserializePlist" where source[index - 1].text == ".":
        look(
          at: index,
          "deserializePlist(from:): PropertyListDecoder().decode(_:from:) takes its place"
        )
      case "SmartUpdater", "SmartSentinel", "SmartDecodingOption", "SmartAssociatedEnumerable":
        look(
          at: index,
          "\(source[index].text) has no counterpart of this name: see ComingFromSmartCodable"
        )
      default: continue
      }
    }
  }

  private func deserialize(_ index: Int) {
    let start = startOfPostfix(index - 2)
    let base = start..<index - 1
    let arguments = arguments(index + 1)
    guard let first = arguments.first, first.label == "from" else { return }
    let plan = migration.plan(named: source.text(base).filter { !"[]".contains($0) })
    guard plan.map({ $0.library.name == "SmartCodable" }) ?? true, begin(index) else { return }
    let labels = arguments.dropFirst().map(\.label)
    if labels.contains("options") {
      look(at: index, "options of deserialize(from:): MappingOptions take their place")
      return
    }
    let isList = source[base.lowerBound].text == "[" || source[base.lowerBound].text == "Array"
    let isType = isList || source[base.lowerBound].name.first?.isUppercase ?? false
    guard isType, labels.allSatisfy({ $0 == "designatedPath" }) else { return }
    let kind = kind(first.value).kind
    let call = start..<source.after(index + 1)
    guard kind != .unknown, (kind == .list) == isList || kind == .text || kind == .data else {
      return serve("deserialize(from:)", by: isList ? .deserializePlainList : .deserialize)
    }
    let label = kind == .dictionary ? "dictionary" : kind == .list ? "array" : "json"
    let (type, value) = (source.text(base), first.value)
    let path = arguments.dropFirst().first.map { text($0.value) }
    replaceCall(call, byMaking: type, label: label, of: value, at: path)
    count("deserialize(from:) → init(\(label):)")
    needImport()
  }

  private func export(_ index: Int) {
    let name = source[index].text
    let isDeclared = migration.declaresFunction(name)
    let arguments = arguments(index + 1)
    let isMember = source[index - 1].text == "."
    let end = source.after(index + 1)
    guard isMember else { return look(at: index, "\(name)() of the model itself") }
    let isPlain = arguments.allSatisfy { $0.label == "useMappedKeys" }
    if name == "toJSONString", isPlain, !isDeclared {
      replaceStringExport(index)
    } else if name == "toJSONString", arguments.allSatisfy({ $0.label == "prettyPrint" }) {
      serve("toJSONString()", by: .toJSONString, .toJSONStringList)
    } else if name != "toJSONString", isPlain, isDeclared {
      serve("\(name)()", by: .toDictionary)
    } else if name != "toJSONString", isPlain {
      let method = name == "toArray" ? "dictionaryRepresentations" : "dictionaryRepresentation"
      let start = startOfPostfix(index - 2)
      let receiver = text(start..<index - 1)
      replaceCall(start..<end, tried: "\(receiver).\(method)()")
      count("\(name)() → \(method)()")
    } else {
      look(at: index, "\(name) with options: ExportOptions take their place")
    }
    warn(
      at: index,
      "exports write the keys of keyMapping, a path as nested objects, dates in ISO 8601, and no nil, which `@SmartAny` wrote as null"
    )
  }
}
