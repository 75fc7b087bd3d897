/// The name of the property that a key path of a class leads to; nil where it is not known.
///
/// - Assumes: a key path to one stored property is described as `\Person.name`, and one to a
///   computed property, or one with observers, with an address in place of the name.
/// - Canary: `KeyPathNames`.
/// - Where it fails: no name is found.
/// - A user would see: an accessor under a wrong name that adds a computed property of that name,
///   in place of a program that stops.
func propertyName(of path: AnyKeyPath, in root: Any.Type) -> String? {
  let start = "\\\(root)."
  let text = path.debugDescription
  guard text.hasPrefix(start) else { return nil }
  let name = text.dropFirst(start.count)
  let isName = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  return name.isEmpty || !isName ? nil : String(name)
}
