import ModelObjectEssentials

/// What the decoders and encoders of an app do with keys and dates.
struct Coders {
  enum Dates: Equatable {
    /// A format for `dateFormats`; nil if dates are read without one.
    case known(String?)
    case unclear
  }

  private(set) var readsSnakeCase = false
  private(set) var writesSnakeCase = false
  /// Whether formatters use Greenwich's time rather than the device's.
  private(set) var usesGreenwich = false
  /// Where decoders get a strategy for dates.
  private(set) var places: [(file: Int, token: Int)] = []
  private(set) var dates = Dates.known(".secondsSince2001")
  /// Where encoders are made, with the format of their dates and whether they write snake case.
  private(set) var encoders: [Encoder] = []

  struct Encoder {
    let file: Int
    let token: Int
    /// As in `format(_:_:_:)`.
    let dates: String
    let isSnakeCase: Bool
  }

  init(_ code: CodeBase) {
    var strategies: [String] = []
    for (file, source) in code.files.map(\.source).enumerated() where source.problem == nil {
      for index in source.tokens.indices where source[index].kind == .word {
        switch source[index].text {
        case "keyDecodingStrategy" where source[index + 3].text == "convertFromSnakeCase":
          readsSnakeCase = true
        case "keyEncodingStrategy" where source[index + 3].text == "convertToSnakeCase":
          writesSnakeCase = true
        case "JSONEncoder" where source[index + 1].text == "(":
          encoders.append(Self.encoder(at: index, in: file, of: code))
        case "timeZone" where source[index + 1].text == "=":
          let end = DeclarationReader(source).endOfExpression(index + 2, source.tokens.count)
          let zone = source.text(index + 2..<end)
          usesGreenwich =
            usesGreenwich
            || ["UTC", "GMT\"", "FromGMT: 0", ".gmt"].contains { text in
              zone.components(separatedBy: text).count > 1
            }
        case "dateDecodingStrategy" where source[index + 1].text == "=":
          let end = DeclarationReader(source).endOfExpression(index + 2, source.tokens.count)
          places.append((file, index))
          strategies.append(Self.format(index + 2..<end, in: file, of: code))
        default: continue
        }
      }
    }
    let all = Set(strategies)
    if all.count == 1, let only = all.first {
      dates = only == "?" ? .unclear : .known(only.isEmpty ? nil : only)
    } else if all.count > 1 {
      dates = .unclear
    }
  }

  /// An encoder, with the strategies that it gets up to the end of the block.
  private static func encoder(at token: Int, in file: Int, of code: CodeBase) -> Encoder {
    let source = code.files[file].source
    var dates = ".secondsSince2001"
    var isSnakeCase = false
    var (index, depth) = (token, 0)
    while index < source.tokens.count, depth >= 0 {
      switch source[index].text {
      case "{": depth += 1
      case "}": depth -= 1
      case "dateEncodingStrategy" where source[index + 1].text == "=":
        let end = DeclarationReader(source).endOfExpression(index + 2, source.tokens.count)
        dates = format(index + 2..<end, in: file, of: code)
      case "keyEncodingStrategy" where source[index + 3].text == "convertToSnakeCase":
        isSnakeCase = true
      case "JSONEncoder" where index > token: depth = -1
      default: break
      }
      index += 1
    }
    return Encoder(file: file, token: token, dates: dates, isSnakeCase: isSnakeCase)
  }

  /// The format of a strategy; empty for one that needs none, `?` for one that isn't known.
  private static func format(_ tokens: Range<Int>, in file: Int, of code: CodeBase) -> String {
    let source = code.files[file].source
    guard let dot = tokens.first(where: { source[$0].text == "." }) else { return "?" }
    switch source[dot + 1].text {
    case "iso8601": return ""
    case "deferredToDate": return ".secondsSince2001"
    case "secondsSince1970": return ".secondsSince1970"
    case "millisecondsSince1970": return ".millisecondsSince1970"
    case "formatted":
      guard source[dot + 2].text == "(", let close = source.partner(dot + 2) else { return "?" }
      // The name of the formatter: `formatter`, `DateFormatter.day`.
      guard close > dot + 3, source[close - 1].kind == .word else { return "?" }
      guard let pattern = pattern(source[close - 1].text, code) else { return "?" }
      // ISO 8601 with a zone is read without a format.
      let plain = pattern.filter { !"'\"".contains($0) }
      let isISO = ["Z", "ZZZZZ", "X", "XXX", "XXXXX", "ZZZ"].contains { zone in
        ["", ".SSS", ".SSSZ", ".SSSSSS"].contains { "yyyy-MM-ddTHH:mm:ss\($0)\(zone)" == plain }
      }
      return isISO ? "" : ".custom(\(pattern))"
    default: return "?"
    }
  }

  /// The literal that a formatter's `dateFormat` gets, if there is one.
  private static func pattern(_ name: String, _ code: CodeBase) -> String? {
    var found: Set<String> = []
    for source in code.files.map(\.source) where source.problem == nil {
      for index in source.tokens.indices
      where source[index].text == "dateFormat" && source[index + 1].text == "="
        && source[index + 2].kind == .text
      {
        if source[index - 2].text == name || isIn(name, at: index, in: source) {
          found.insert(source[index + 2].text)
        }
      }
    }
    return found.count == 1 ? found.first : nil
  }

  /// Whether a token is in the closure or the accessor of a variable: `let name = { … }()`.
  private static func isIn(_ name: String, at token: Int, in source: SourceFile) -> Bool {
    var index = token - 1
    while index > 0 {
      if let partner = source.partner(index), partner < index {
        index = partner - 1
        continue
      }
      if source[index].text == "{" {
        var before = index - 1
        while before > 0, before > index - 10, !["let", "var"].contains(source[before].text) {
          before -= 1
        }
        if source[before + 1].text == name { return true }
      }
      index -= 1
    }
    return false
  }
}
