/// The names of classes in archives.
enum ArchiveName {
  /// The name that a class has in archives.
  ///
  /// An answer that stands in a superclass is that one's name, not this class's.
  static func current(_ type: any Model.Type) -> String {
    let name = type.archiveName
    guard let parent = parent(of: type), parent != type.root, parent.archiveName == name else {
      return name
    }
    return qualified(type)
  }

  /// The names that older archives have for a class, without those of its superclasses.
  static func former(_ type: any Model.Type) -> Set<String> {
    guard let parent = parent(of: type) else { return type.formerArchiveNames }
    return type.formerArchiveNames.subtracting(parent.formerArchiveNames)
  }

  /// The name of a class with its module.
  ///
  /// The name of a private or local class has an address in it, which differs from run to run and
  /// is left out.
  static func qualified(_ type: AnyClass) -> String {
    nameWithoutAddress(of: type)
  }

  private static func parent(of type: any Model.Type) -> (any Model.Type)? {
    superclass(of: type) as? any Model.Type
  }

  /// The class that a name from an archive stands for in this program, where it has one.
  ///
  /// The name comes from outside: only what is spelled like a class of a module is looked up, and
  /// what is found is a class and nothing more. Whether it may stand where it is named is asked
  /// before any object of it is made.
  static func find(_ name: String) -> (any Model.Type)? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard (2...4).contains(parts.count), name.utf8.count <= 256,
      parts.allSatisfy({ isIdentifier($0.utf8) })
    else { return nil }
    return classes(named: parts).lazy.compactMap { $0 as? any Model.Type }.first
  }

  private static func isIdentifier(_ text: Substring.UTF8View) -> Bool {
    guard let first = text.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
      return false
    }
    return text.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }
}

extension ArchiveName {
  /// Stops the program: of two classes with one name an archive can't tell which is meant.
  static func stopBecauseOfOneName(
    _ name: String,
    _ first: any Model.Type,
    _ second: any Model.Type
  ) -> Never {
    stop(
      "\(String(reflecting: first)) and \(String(reflecting: second)) both have the archive name"
        + " \"\(name)\". Override archiveName in one of them, or take the name out of its"
        + " formerArchiveNames."
    )
  }
}
