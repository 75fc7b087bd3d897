/// The files of Objective-C in some folders, and the classes in them.
struct ObjectiveCBase {
  /// A class, with all that belongs to it.
  struct Class {
    let name: String
    /// The file and the declaration of the class itself.
    var file: Int
    var interface: ObjectiveCPart
    /// Class extensions and categories.
    var extensions: [(file: Int, interface: ObjectiveCPart)] = []
    var implementations: [(file: Int, implementation: ObjectiveCPart)] = []

    var methods: [(file: Int, method: ObjectiveCMethod)] {
      implementations.flatMap { part in part.implementation.methods.map { (part.file, $0) } }
    }

    func method(_ selectors: Set<String>) -> (file: Int, method: ObjectiveCMethod)? {
      methods.first { selectors.contains($0.method.selector) }
    }
  }

  let files: [ObjectiveCFile]
  private(set) var classes: [String: Class] = [:]
  private(set) var enumerations: [String: (file: Int, enumeration: ObjectiveCEnumeration)] = [:]
  private(set) var aliases: [String: ObjectiveCType] = [:]
  /// String constants, by name.
  private(set) var constants: [String: String] = [:]
  /// Where `mj_setupObjectClassInArray:` and the like are called, by the class.
  private(set) var setups: [String: [(file: Int, token: Int)]] = [:]

  init(_ files: [ObjectiveCFile]) {
    self.files = files
    for (index, file) in files.enumerated() {
      let types = ObjectiveCTypeReader(file)
      for item in file.items {
        switch item {
        case .interface(let interface) where interface.category == nil:
          if classes[interface.name] == nil {
            classes[interface.name] = Class(
              name: interface.name,
              file: index,
              interface: interface
            )
          }
        case .enumeration(let enumeration): enumerations[enumeration.name] = (index, enumeration)
        case .alias(let name, let type, _): aliases[name] = types.type(type)
        default: break
        }
      }
      collectConstants(file)
      for (place, token) in file.tokens.enumerated()
      where token.kind == .word && ObjectiveCRule.setups[token.text] != nil
        && file[place + 1].text == ":"
      {
        setups[file[place - 1].text, default: []].append((index, place))
      }
    }
    for (index, file) in files.enumerated() {
      for item in file.items {
        switch item {
        case .interface(let interface) where interface.category != nil:
          classes[interface.name]?.extensions.append((index, interface))
        case .implementation(let implementation):
          classes[implementation.name]?.implementations.append((index, implementation))
        default: break
        }
      }
    }
  }

  /// `NSString *const name = @"…";`, and `#define name @"…"`.
  private mutating func collectConstants(_ file: ObjectiveCFile) {
    for (index, token) in file.tokens.enumerated() {
      if token.kind == .text, let value = token.value, file[index - 1].text == "=",
        file[index - 2].kind == .word, file[index + 1].text == ";",
        ["const", "*"].contains(file[index - 3].text)
      {
        constants[file[index - 2].text] = value
      }
      if token.kind == .directive, token.text.hasPrefix("#define") {
        let words = token.text.split(maxSplits: 2) { $0 == " " || $0 == "\t" }
        guard words.count == 3 else { continue }
        let literal = ObjectiveCLexer(Array(words[2].utf8)).tokens
        if literal.count == 1, let value = literal[0].value { constants[String(words[1])] = value }
      }
    }
  }

  /// The classes from which a class inherits, and the first one that isn't in these files.
  func ancestors(of name: String) -> (names: [String], root: String?) {
    var names: [String] = []
    var next = classes[name]?.interface.superclass
    while let name = next, let entry = classes[name], name != "JSONModel", name != "NSObject",
      names.count < 100
    {
      names.append(name)
      next = entry.interface.superclass
    }
    return (names, next)
  }
}
