/// The subclasses of a class, by the tag that names them in the data.
///
/// A class returns it from ``ModelObject/subclasses``, and wherever an object of that class can be,
/// it becomes one of the class that its tag names.
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
/// let shapes = try [Shape](json: #"[{"kind": "circle", "radius": 2}, {"kind": "square"}]"#)
/// (shapes[0] as? Circle)?.radius  // 2.0
/// try shapes[1].jsonString()  // {"kind":"square","name":"","side":0.0}
/// ```
public struct Subclasses: Sendable {
  let key: String
  let classes: [String: ModelObject.Type]
  let otherwise: ModelObject.Type?

  /// Makes the value under a key, the tag, name the class.
  ///
  /// Tags are compared letter for letter; a number counts by its shortest text (`1`). Anything else
  /// is no tag. An object without a tag is of the declared class; in an update the object that is
  /// there stays, but a tag that is null names the declared class. An unknown tag names `otherwise`, or no class where that is nil. A listed class
  /// may have ``ModelObject/subclasses`` of its own, which then apply.
  ///
  /// - Parameters:
  ///   - key: One key, never a path, matched as the class's keys are.
  ///   - classes: The subclasses, by their tags.
  ///   - otherwise: The class of an unknown tag.
  /// - Returns: The value for ``ModelObject/subclasses``.
  public static func byTag(
    _ key: String,
    _ classes: [String: ModelObject.Type],
    otherwise: ModelObject.Type? = nil
  ) -> Subclasses {
    Subclasses(key: key, classes: classes, otherwise: otherwise)
  }
}
