/// The subclasses of a class by their tags, as listed in `subclasses`.
struct ClassTags {
  let key: String
  let classes: [String: any Model.Type]
  /// The class of an unknown tag.
  let otherwise: (any Model.Type)?

  /// All listed classes.
  var listed: [any Model.Type] { Array(classes.values) + (otherwise.map { [$0] } ?? []) }

  /// The tag of a class; if it has several, the smallest by its bytes.
  func tag(of type: any Model.Type) -> String? {
    classes.filter { $0.value == type }.keys.inKeyOrder().first
  }

  func isSame(as other: ClassTags) -> Bool {
    key == other.key && otherwise == other.otherwise && classes.count == other.classes.count
      && classes.allSatisfy { $0.value == other.classes[$0.key] }
  }
}
