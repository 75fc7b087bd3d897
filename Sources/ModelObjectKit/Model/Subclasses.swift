/// The subclasses of a class, by the tag in the input that selects them.
///
/// Return it from ``ModelObject/subclasses``: wherever the input has an object of the class, it
/// becomes an object of the subclass that its tag selects.
///
/// ```swift
/// class Shape: ModelObject {
///   var name = ""
///   override class var subclasses: Subclasses? {
///     .byTag("kind", ["circle": Circle.self, "square": Square.self])
///   }
/// }
///
/// class Circle: Shape {
///   var radius = 0.0
/// }
///
/// class Square: Shape {
///   var side = 0.0
/// }
///
/// let json = #"[{"kind": "circle", "radius": 2}, {"kind": "square"}]"#
/// let shapes = try [Shape](json: json)
/// (shapes[0] as? Circle)?.radius  // 2.0
/// try shapes[1].jsonString()  // {"kind":"square","name":"","side":0.0}
/// ```
public struct Subclasses: Sendable {
  let tags: ClassTags

  /// Selects the class by the value under a key, the tag.
  ///
  /// Tags are compared exactly; a number is compared as its shortest text (`1`). Any other value
  /// isn't a tag. An object without a tag is of the declared class, or, in an update, of the
  /// existing object's class; a tag of null always selects the declared class. An unknown tag
  /// selects `otherwise`; if that is nil, it counts as no tag, and is an issue of kind
  /// ``ModelError/Issue/Kind/unknownTag``, unless the class keeps unknown keys. A tag whose class isn't a subclass
  /// of the class declared in its place is a mismatch, and an error at the root. If the selected
  /// class overrides ``ModelObject/subclasses``, they apply next.
  ///
  /// <!-- with:
  /// class Circle: Shape {}
  /// class OtherShape: Shape {}
  /// -->
  /// ```swift
  /// class Shape: ModelObject {
  ///   override class var subclasses: Subclasses? {
  ///     .byTag("kind", ["circle": Circle.self], otherwise: OtherShape.self)
  ///   }
  /// }
  /// try Shape(json: #"{"kind": "star"}"#) is OtherShape  // true
  /// try Shape(json: "{}") is OtherShape  // false
  /// ```
  ///
  /// - Parameters:
  ///   - key: One key, never a path, matched like the class's keys.
  ///   - classes: The subclasses, by their tags.
  ///   - otherwise: The class of an unknown tag.
  /// - Returns: The value for ``ModelObject/subclasses``.
  public static func byTag(
    _ key: String,
    _ classes: [String: ModelObject.Type],
    otherwise: ModelObject.Type? = nil
  ) -> Subclasses {
    Subclasses(tags: ClassTags(key: key, classes: classes, otherwise: otherwise))
  }
}
