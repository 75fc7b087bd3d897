/// The names of classes in archives.
enum ArchiveName {
  /// The name that a class has in archives.
  ///
  /// An inherited `archiveName` is that of the superclass: then the class has its qualified name.
  static func current(_ type: any Model.Type) -> String {
    let name = type.archiveName
    guard let parent = parent(of: type), parent != type.root, parent.archiveName == name else {
      return name
    }
    return nameWithoutAddress(of: type)
  }

  /// All names by which archives may refer to a class: its own, and those that older archives have,
  /// without those of its superclasses.
  static func all(of type: any Model.Type) -> Set<String> {
    let inherited = parent(of: type)?.formerArchiveNames ?? []
    return type.formerArchiveNames.subtracting(inherited).union([current(type)])
  }

  private static func parent(of type: any Model.Type) -> (any Model.Type)? {
    superclass(of: type) as? any Model.Type
  }

  /// The class of this program with a name from an archive; nil if there is none.
  ///
  /// The name isn't trusted: it is looked up only if it is spelled like a class in a module, and
  /// the caller checks that the class is allowed before it makes an object.
  static func find(_ name: String) -> (any Model.Type)? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard (2...4).contains(parts.count), name.utf8.count <= 256,
      parts.allSatisfy({ isIdentifier($0) })
    else { return nil }
    return classes(named: parts).lazy.compactMap { $0 as? any Model.Type }.first
  }

  private static func isIdentifier(_ text: Substring) -> Bool {
    text.first?.isNumber == false
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }

  /// The mistakes in the names of some classes: names that several of them have.
  static func mistakes(in types: [any Model.Type]) -> [String] {
    var named: [String: [any Model.Type]] = [:]
    for type in types { for name in all(of: type) { named[name, default: []].append(type) } }
    return named.filter { $1.count > 1 }.map { mistake($0, $1) }
  }

  static func error(_ name: String, _ types: [any Model.Type]) -> ModelError {
    ModelError(.unsupportedValue, message: mistake(name, types))
  }

  /// The mistake of several classes with one name, in words.
  static func mistake(_ name: String, _ types: [any Model.Type]) -> String {
    types.map { String(reflecting: $0) }.inKeyOrder().joined(separator: " and ")
      + " both have the archive name \"\(name)\". Override archiveName in one of them, or remove the"
      + " name from its formerArchiveNames."
  }
}
