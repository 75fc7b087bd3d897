/// How references between objects are written and read.
///
/// <!-- with:
/// class Person: ModelObject {
///   var name = ""
///   var friend: Person?
/// }
/// -->
/// ```swift
/// let options = MappingOptions(references: .preserved)
/// let text = #"""
///   {"$id": "1", "name": "Ann", "friend": {"name": "Bob", "friend": {"$ref": "1"}}}
///   """#
/// let ann = try Person(json: text, options: options)
/// ann.friend?.friend === ann  // true
/// ```
@nonexhaustive
public enum ReferenceHandling: Sendable {
  /// Models are written as objects wherever they occur, and `$id` and `$ref` are ordinary keys.
  case none
  /// `{"$ref": "1"}` is the object with the `$id` `"1"`, wherever in the text the two are.
  /// `{"$id": "1", "$values": [...]}` is the array in it.
  ///
  /// If several objects have the same `$id`, it belongs to the first. A second one, and a `$ref` to
  /// an object that isn't there or whose class doesn't fit, are issues of kind `unresolved`: the
  /// property keeps its value, and an element is skipped. In an untyped property, a `$ref` stays a
  /// dictionary.
  ///
  /// It is the format of .NET's serializers: `PreserveReferencesHandling` in Json.NET,
  /// `ReferenceHandler.Preserve` in System.Text.Json.
  ///
  /// <!-- with:
  /// class Person: ModelObject {
  ///   var name = ""
  ///   var friend: Person?
  /// }
  /// let ann = try Person(json: #"{"name": "Ann", "friend": {"name": "Bob"}}"#)
  /// ann.friend?.friend = ann
  /// var options = ExportOptions()
  /// -->
  /// ```swift
  /// // Ann is Bob's friend, and Bob is hers.
  /// options.references = .preserved
  /// print(try ann.jsonString(options: options))
  /// // {"$id":"1","name":"Ann","friend":{"$id":"2","name":"Bob","friend":{"$ref":"1"}}}
  /// ```
  case preserved
  /// Nested models are written as their ``ModelObject/identity``: `{"author": 7}`.
  ///
  /// See ``ExportOptions/references``. A ``ModelStore`` always reads identities, so in a mapping
  /// this is the same as `none`.
  case identities
}
