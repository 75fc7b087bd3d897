/// The way along which a key path leads from a class, such as `name`; nil if it is not known.
///
/// - Assumes: a key path to one stored property is described as `\Person.name`, and one to a
///   computed property, or one with observers, with an address in angle brackets in place of the
///   name.
/// - Canary: `KeyPathNames`.
/// - If it fails: no name is found.
/// - A user would see: an accessor under a wrong name that adds a computed property of that name,
///   in place of a program that stops.
func written(_ path: AnyKeyPath, from root: Any.Type) -> String? {
  let start = "\\\(root)."
  let text = path.debugDescription
  guard text.hasPrefix(start) else { return nil }
  let way = text.dropFirst(start.count)
  return way.isEmpty || way.contains("<") ? nil : String(way)
}
