// The classes that `subclasses` selects by a tag.
extension ReadList {
  private var tagCall: [Code]? {
    let call = values.first { $0.starts(with: ".", "byTag", "(") }
    return call?.dropFirst(2).inner?.parts
  }

  /// The key of the tag in `subclasses`.
  var tagKey: String? { tagCall?.first?.literal }

  /// The names of the classes, by tag.
  var taggedClasses: [String: [String]] {
    var classes: [String: [String]] = [:]
    guard let parts = tagCall, parts.count > 1 else { return [:] }
    for (key, value) in parts[1].inner?.parts.compactMap({ $0.split(at: ":") }) ?? [] {
      if let tag = key.literal, case .named(let path, _) = TypeForm(value.dropLast(2)) {
        classes[tag] = path
      }
    }
    return classes
  }

  /// The name of the class for other tags.
  var otherwise: [String]? {
    guard let parts = tagCall, let part = parts.first(where: { $0.starts(with: "otherwise", ":") }),
      case .named(let path, _) = TypeForm(part.dropFirst(2).dropLast(2))
    else { return nil }
    return path
  }
}
