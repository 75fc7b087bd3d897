/// A type of Objective-C.
struct ObjectiveCType: Equatable {
  enum Nullability { case none, some, unspecified }

  /// The name, such as `NSArray` or `unsigned long`.
  var base: String
  /// Generic arguments that are types of objects.
  var arguments: [ObjectiveCType] = []
  /// Protocols in angle brackets.
  var protocols: [String] = []
  var isPointer = false
  var nullability = Nullability.unspecified
}

/// Reads types and declarations of variables.
struct ObjectiveCTypeReader {
  private let file: ObjectiveCFile

  init(_ file: ObjectiveCFile) { self.file = file }

  private static let qualifiers: Set<String> = [
    "const", "volatile", "__weak", "__strong", "__block", "__unsafe_unretained", "__kindof",
    "__autoreleasing", "IBOutlet", "IBInspectable", "struct", "enum", "static", "extern", "_Atomic",
    "__covariant", "oneway",
  ]
  private static let nullable: Set<String> = ["_Nullable", "__nullable", "nullable"]
  private static let nonnull: Set<String> = ["_Nonnull", "__nonnull", "nonnull"]

  /// The type and the name of `NSArray<Tag *> *tags`; nil for what isn't understood, such as a block.
  func declaration(_ range: Range<Int>) -> (type: ObjectiveCType, name: String)? {
    var range = range
    // What follows the name, such as `NS_AVAILABLE_IOS(8_0)`.
    while let last = range.last, last > range.lowerBound {
      if file[last].text == ")", let open = file.partner(last), open > range.lowerBound,
        isMacro(file[open - 1].text)
      {
        range = range.lowerBound..<open - 1
      } else if isMacro(file[last].text), file[last - 1].kind == .word,
        file[last - 1].text != "unsigned", range.count > 2
      {
        range = range.lowerBound..<last
      } else {
        break
      }
    }
    guard let last = range.last, last > range.lowerBound, file[last].kind == .word,
      let type = type(range.lowerBound..<last)
    else { return nil }
    return (type, file[last].text)
  }

  private func isMacro(_ text: String) -> Bool {
    text == "__attribute__" || text.hasSuffix("_ATTRIBUTE") || text.hasPrefix("NS_")
      || text.hasPrefix("API_") || text.hasPrefix("UI_") || text.mentions("DEPRECATED")
      || text.hasPrefix("__OSX_") || text.hasPrefix("__IOS_")
  }

  /// The name in a declaration that isn't understood, as far as there is one.
  func name(in range: Range<Int>) -> String? {
    // `void (^name)(int)`.
    for index in range where file[index].text == "^" && file[index + 1].kind == .word {
      return file[index + 1].text
    }
    return range.last { file[$0].kind == .word }.map { file[$0].text }
  }

  func type(_ range: Range<Int>, depth: Int = 0) -> ObjectiveCType? {
    guard depth < 20 else { return nil }
    var words: [String] = []
    var type = ObjectiveCType(base: "")
    var index = range.lowerBound
    var pointers = 0
    while index < range.upperBound {
      let token = file[index]
      if Self.nullable.contains(token.text) {
        type.nullability = .some
      } else if Self.nonnull.contains(token.text) {
        type.nullability = .none
      } else if Self.qualifiers.contains(token.text) {
      } else if token.kind == .word, pointers == 0, type.arguments.isEmpty, type.protocols.isEmpty {
        words.append(token.text)
      } else if token.text == "*" {
        pointers += 1
      } else if token.text == "<", let close = closing(index, range) {
        for part in file.parts(of: index + 1..<close, by: ",") {
          guard let argument = self.type(part, depth: depth + 1) else { return nil }
          let isProtocol =
            !argument.isPointer && part.count == 1 && !["id", "Class"].contains(argument.base)
          if isProtocol {
            type.protocols.append(argument.base)
          } else {
            type.arguments.append(argument)
          }
        }
        index = close
      } else {
        return nil
      }
      index += 1
    }
    guard !words.isEmpty, pointers < 2 else { return nil }
    type.base = words.joined(separator: " ")
    type.isPointer = pointers == 1
    return type
  }

  private func closing(_ open: Int, _ range: Range<Int>) -> Int? {
    var depth = 0
    for index in open..<range.upperBound {
      if file[index].text == "<" { depth += 1 }
      if file[index].text == ">" { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }
}
