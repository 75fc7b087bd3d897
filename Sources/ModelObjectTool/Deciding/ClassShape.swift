/// A class to write.
struct ClassShape {
  struct Property {
    let name: String
    let key: String
    let type: SwiftType
    /// The form of its dates; nil for none, or if they are read without it.
    let dateForm: DateForm?
    let remark: String?
  }

  let name: String
  /// The name of the superclass, unless that is `ModelObject`.
  var superclass: String?
  let properties: [Property]
  let mapping: [PropertyNames.Pair]
  let isExact: Bool
  /// The key of the tag, and the classes of its values.
  var subclasses: (key: String, classes: [(tag: String, name: String)])?
  /// Whether objects with other tags are of the class itself.
  var takesOtherTags = false
  /// The property that keeps all pairs, if the keys are data.
  var keptProperty: String?
}
