/// How objects that occur more than once in a text are written, and read.
///
/// .NET's serializers number the objects of a text if they are asked to: Json.NET by
/// `PreserveReferencesHandling`, System.Text.Json by `ReferenceHandler.Preserve`.
///
/// <!-- with:
/// class Person: ModelObject {
///   var name = ""
///   var friend: Person?
/// }
/// -->
/// ```swift
/// var options = MappingOptions()
/// options.references = .preserved
/// let text = #"{"$id": "1", "name": "Ann", "friend": {"name": "Bob", "friend": {"$ref": "1"}}}"#
/// let ann = try Person(json: text, options: options)
/// ann.friend?.friend === ann  // true
/// ```
public enum ReferenceHandling: Sendable {
  /// `$id` and `$ref` are keys like any others.
  case none
  /// An object with `$id` is known by it in the whole text, and `{"$ref": "1"}` is that object,
  /// wherever the two are. `{"$id": "1", "$values": [...]}` is the array in it.
  ///
  /// Of several objects with one `$id` the first keeps it. A second one, a `$ref` to an object that
  /// isn't there, and one to an object of a class that doesn't fit are issues of kind `unresolved`:
  /// the property keeps its value, and an element is skipped. In an untyped property a `$ref` stays
  /// a dictionary.
  case preserved
}
