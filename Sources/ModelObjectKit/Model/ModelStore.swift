/// The models that a program knows, one object for each identity: the cache of an app that talks to
/// a server.
///
/// An input that is mapped into the store updates the objects that it names by the
/// ``ModelObject/identity`` of their class; new objects are filed. So a person that comes with a
/// page of people, as the author of a post and by itself is one object, and its views show the last
/// input.
///
/// <!-- with:
/// class Person: ModelObject {
///   var id = 0
///   var name = ""
///   override class var identity: Set<String> { ["id"] }
/// }
/// class Post: ModelObject {
///   var id = 0
///   var author: Person?
///   override class var identity: Set<String> { ["id"] }
/// }
/// -->
/// ```swift
/// let store = ModelStore()
/// let people = try store.upsert([Person].self, json: #"[{"id": 7, "name": "Shan"}]"#)
/// try store.upsert(Post.self, json: #"{"id": 1, "author": {"id": "7", "name": "Kim"}}"#)
/// people[0].name  // "Kim"
/// store[Person.self, 7]?.name  // "Kim"
/// store.all(Post.self)[0].author === people[0]  // true
/// ```
///
/// The store holds its objects until they are removed. It belongs to one thread, or actor, at a
/// time, as its models do. All the rules are in <doc:IdentityAndStores>.
public final class ModelStore {
  let files: FiledObjects

  init(_ files: FiledObjects) {
    self.files = files
  }

  /// Makes an empty store.
  public convenience init() {
    self.init(FiledObjects())
  }

  /// The object of a class with an identity; nil where there is none.
  ///
  /// The identity is converted by the property's own rules: `"7"` finds 7. An identity of several
  /// properties is a dictionary by their names. An object of a subclass is found too, an object of
  /// a superclass is not; for a class without an identity the result is nil. An object is found by
  /// the identity with which it was filed, whatever its properties are later.
  ///
  /// <!-- with:
  /// class Word: ModelObject {
  ///   var id = 0
  ///   var language = ""
  ///   var text = ""
  ///   override class var identity: Set<String> { ["id", "language"] }
  /// }
  /// let store = ModelStore()
  /// -->
  /// ```swift
  /// try store.upsert(Word.self, json: #"{"id": 7, "language": "en", "text": "tea"}"#)
  /// store[Word.self, ["id": "7", "language": "en"]]?.text  // "tea"
  /// ```
  public subscript<Model: ModelObject>(type: Model.Type, identity: Any) -> Model? {
    let schema = SchemaCache.schema(of: type)
    let identities = schema.identity?.identities(given: identity, schema) ?? []
    return identities.lazy.compactMap { self.files.filed($0) }.first
      .flatMap { try? instance($0, as: type) }
  }

  /// The objects of a class and its subclasses, in the order in which they were filed.
  public func all<Model: ModelObject>(_ type: Model.Type) -> [Model] {
    guard SchemaCache.schema(of: type).identity != nil else { return [] }
    return nativeArray(of: type, from: files.all(type).map(\.object))
  }

  /// Files an object that was made in code, and the models in it.
  ///
  /// Where the store has an object with the same identity, that object takes the values, as by
  /// ``ModelObject/update(from:)``, and is returned; known models in the given object are replaced
  /// by the store's likewise. An object of another class than the known one takes its place. An
  /// object without an identity, whose properties for it are nil or as in a fresh object, is
  /// returned as it is, and the models in it are filed.
  ///
  /// <!-- with:
  /// class Row: ModelObject {
  ///   var id = 0
  ///   var name = ""
  ///   override class var identity: Set<String> { ["id"] }
  /// }
  /// let store = ModelStore()
  /// -->
  /// ```swift
  /// let row = try store.upsert(Row.self, json: #"{"id": 7, "name": "a"}"#)
  /// let made = Row()
  /// made.id = 7
  /// made.name = "b"
  /// try store.insert(made) === row  // true
  /// row.name  // "b"
  /// ```
  ///
  /// - Returns: The object of the store.
  /// - Throws: A ``ModelError`` of code `rejected` if `validate()` rejects an updated object. Then
  ///   the store and its objects are as they were.
  @discardableResult
  public func insert<Model: ModelObject>(_ model: Model) throws -> Model {
    let object = try files.filing { session in
      let object = try session.insert(model, UndoList())
      _ = session.file()
      return object
    }
    return (try? instance(object, as: Model.self)) ?? model
  }

  /// Takes an object out of the store; its nested models stay, and so do objects that refer to it.
  ///
  /// An object that is not in the store changes nothing, even where another one with its identity
  /// is.
  public func remove(_ model: ModelObject) {
    files.remove(model)
  }
}
