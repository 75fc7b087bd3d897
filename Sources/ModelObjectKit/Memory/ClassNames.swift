/// The name of a class with its module, without the address that is in it if the class is
/// private or local.
///
/// - Assumes: the standard library writes the address of such a class as `(unknown context at
///   $1234).`
/// - Canary: `ClassNames.haveNoAddress`.
/// - If it fails: the address stays in the name, and differs from build to build.
/// - A user would see: an archive whose private class is not found again, as one of an unknown
///   class.
func nameWithoutAddress(of type: AnyClass) -> String {
  var name = String(reflecting: type)
  let start = "(unknown context at "
  let end = ")."
  while let from = name.firstPlace(of: start),
    let to = name[from.upperBound...].firstPlace(of: end)
  {
    name.removeSubrange(from.lowerBound..<to.upperBound)
  }
  return name
}

extension StringProtocol {
  /// Where the bytes of an ASCII text are for the first time; nil if they are nowhere.
  ///
  /// The standard library's `firstRange(of:)` and `contains(_:)` need iOS 16 or macOS 13.
  package func firstPlace(of text: String) -> Range<Index>? {
    for start in utf8.indices where utf8[start...].starts(with: text.utf8) {
      return start..<utf8.index(start, offsetBy: text.utf8.count)
    }
    return nil
  }
}

#if !PublicSymbols
/// The enumeration with a name that a class declares in itself; nil if there is none, or if one of the
/// two is private or the class is generic.
///
/// - Assumes: as `classes(named:)`.
/// - Canary: `ClassNames.findEnumerations`.
/// - If it fails: none is found, or the package does not compile.
/// - A user would see: `declarationProblems()` doesn't list a `CodingKeys`.
func enumeration(named name: String, in type: AnyClass) -> Any.Type? {
  let parts = nameWithoutAddress(of: type).split(separator: ".")
  return symbols(named: parts, "C").map { "\($0)\(name.utf8.count)\(name)O" }.lazy
    .compactMap { _typeByName($0) }.first
}

/// The classes whose names have these parts: the module, the types around the class, the class.
///
/// - Assumes: `_typeByName`, which is public in the standard library and hidden from its
///   documentation, and mangled names: each part after its length, with the letter C for a class,
///   V for a structure, O for an enumeration.
/// - Canary: `ClassNames.findTheirClass`.
/// - If it fails: no class is found, or the package does not compile.
/// - A user would see: an error that says that a class of an archive is unknown; classes that are
///   named in `subclasses:` are still found.
func classes(named parts: [Substring]) -> some Sequence<AnyClass> {
  symbols(named: parts, "C").lazy.compactMap(classByMangledName)
}

/// The mangled names of all types whose names have these parts, and that end with a letter.
private func symbols(named parts: [Substring], _ kind: String) -> [String] {
  guard let module = parts.first, let last = parts.last, parts.count > 1 else { return [] }
  // The types around a class may be classes, structures or enumerations.
  var symbols = ["\(module.utf8.count)\(module)"]
  for part in parts.dropFirst().dropLast() {
    symbols = symbols.flatMap { symbol in
      ["C", "V", "O"].map { "\(symbol)\(part.utf8.count)\(part)\($0)" }
    }
  }
  return symbols.map { "\($0)\(last.utf8.count)\(last)\(kind)" }
}

private func classByMangledName(_ name: String) -> AnyClass? { _typeByName(name) as? AnyClass }
#endif
