import ModelObjectEssentials

// Code around values in `init(from:)`: transforms and defaults.
extension CodingReader {
  /// `x = make(try container.decode(String.self, forKey: .x))`.
  func addTransform(
    _ name: String,
    value: Range<Int>,
    decoding: CodableRules.Decoding,
    parameter: String,
    from statement: Range<Int>
  ) -> Bool {
    let properties = Set(plan.properties.map(\.name)).subtracting([parameter])
    let usesObject = value.contains { index in
      !decoding.tokens.contains(index) && source[index].kind == .word
        && source[index - 1].text != "." && source[index + 1].text != ":"
        && (source[index].text == "self" || properties.contains(source[index].name))
    }
    guard !usesObject, !mentionsCoding(value, besides: decoding.tokens) else { return false }
    let isInside =
      decoding.tokens.lowerBound >= value.lowerBound
      && decoding.tokens.upperBound <= value.upperBound
    if isInside {
      replace(decoding.tokens, with: parameter + (decoding.isInTry ? "?" : ""))
    }
    let code = lines(value).joined(separator: "\n")
    let type = decoding.isOptional ? "\(decoding.type)?" : decoding.type
    addKey(for: name, decoding.path, at: statement)
    plan.addTransform(name, transform(name, from: type, named: parameter, code: code))
    if decoding.isOptional {
      noteValueOfNothing(name, value: value, decoding: decoding, parameter: parameter)
    }
    if !decoding.isOptional { plan.required.append(name) }
    return true
  }

  /// A transform isn't called without its key: what it made of nil is the default.
  private func noteValueOfNothing(
    _ name: String,
    value: Range<Int>,
    decoding: CodableRules.Decoding,
    parameter: String
  ) {
    guard let property = plan.property(name) else { return }
    // `decodeIfPresent(…)?.uppercased()` is nil.
    let hasFallback = value.contains {
      source[$0].text == "??"
        || source[$0].text == "?" && source[$0 + 1].text != "." && source[$0 - 1].text != "try"
    }
    let isOptional = property.type.map(ModelPlan.isOptional) ?? false
    if isOptional, !hasFallback { return }
    let functions = plan.entry.members.map(\.member).filter { $0.kind == .function }
    let members = Set(functions.map(\.name))
    let isPlain = !value.contains { index in
      let word = source[index]
      return !decoding.tokens.contains(index) && word.kind == .word
        && (word.text == "Self" || word.text == "self"
          || source[index - 1].text != "." && members.contains(word.name))
    }
    let isLocal =
      !(value.lowerBound <= decoding.tokens.lowerBound
      && decoding.tokens.upperBound <= value.upperBound)
    let code = valueOfNothing(value, decoding: decoding, parameter: parameter, isLocal: isLocal)
    if property.binding.value == nil, isPlain, !code.contains("\n"),
      !(isLocal && value.contains { source[$0].kind == .text && interpolates($0, parameter) })
    {
      plan.initialValues[name] = code
    } else {
      look(
        at: value.lowerBound,
        "\(name): its transform isn't called without the key: give it the default that it made of nil"
      )
    }
  }

  /// An expression with nil in the place of the value: `max(1, nil ?? 5)` is `max(1, 5)`.
  private func valueOfNothing(
    _ value: Range<Int>,
    decoding: CodableRules.Decoding,
    parameter: String,
    isLocal: Bool
  ) -> String {
    var code = ""
    var index = value.lowerBound
    // Where the code goes on after a value that isn't needed: there was a space before it already.
    var next = index
    while index < value.upperBound {
      let isApart = source[index].range.lowerBound > source[index - 1].range.upperBound
      if index > next, isApart { code += source[index].beginsLine ? "\n" : " " }
      let isValue =
        isLocal
        ? source[index].name == parameter && source[index - 1].text != "."
        : index == decoding.tokens.lowerBound
      guard isValue else {
        code += source[index].text
        index += 1
        continue
      }
      index = isLocal ? index + 1 : decoding.tokens.upperBound
      if source[index].text == "??", index < value.upperBound {
        index += 1
        next = index
      } else {
        code += "(nil as \(decoding.type)?)" + (decoding.isInTry ? "?" : "")
      }
    }
    return code
  }

  /// `x = 5`: it isn't decoded.
  func noteConstant(_ name: String, value: Range<Int>, from statement: Range<Int>) -> Bool {
    // Neither variables nor members of the object.
    let isConstant = value.allSatisfy { index in
      let word = source[index]
      if word.kind == .text { return !interpolates(index) }
      return word.kind != .word || source[index - 1].text == "." || source[index + 1].text == ":"
        || ["true", "false", "nil"].contains(word.text)
        || word.text.first?.isUppercase ?? false && word.text != "Self"
    }
    guard isConstant, let property = plan.property(name) else { return false }
    let code = source.text(value)
    if property.binding.value == nil {
      plan.initialValues[name] = code == "nil" ? "" : code
    } else if property.binding.value.map(main.source.text) != code {
      return false
    }
    plan.ignored.append(name)
    return true
  }

  func noteDefault(_ name: String, _ fallback: Range<Int>) {
    guard let property = plan.property(name) else { return }
    let code = source.text(fallback)
    if let value = property.binding.value.map(main.source.text) {
      if value != code {
        look(
          at: fallback.lowerBound,
          "\(name): init(from:) gave it \(code), its declaration gives it \(value)"
        )
      }
    } else if code != "nil" {
      plan.initialValues[name] = code
    }
  }

  /// Whether a string has a name in an interpolation; any name, without one.
  func interpolates(_ token: Int, _ name: String? = nil) -> Bool {
    let parts = source[token].text.components(separatedBy: "\\(").dropFirst()
    return parts.contains { part in
      guard let name else { return true }
      return part.split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains { $0 == name }
    }
  }
}
