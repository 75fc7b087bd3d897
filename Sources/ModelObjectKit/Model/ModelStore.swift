public import Observation

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
///
/// It can be observed: what reads ``all(_:)``, ``count(of:)`` or the subscript in
/// `withObservationTracking`, or in the body of a SwiftUI view, is notified when objects of that
/// class are filed or removed, once for each call that does so. Changes of an object's properties
/// are the object's own: see <doc:Observation>.
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
    files.watch(type)
    return filed(type, identity).flatMap { try? instance($0, as: type) }
  }

  private func filed(_ type: ModelObject.Type, _ identity: Any) -> AnyObject? {
    let schema = SchemaCache.schema(of: type)
    let identities = schema.identity?.identities(given: identity, schema) ?? []
    return identities.lazy.compactMap { self.files.filed($0) }.first
  }

  /// The objects of a class and its subclasses, in the order in which they were filed.
  public func all<Model: ModelObject>(_ type: Model.Type) -> [Model] {
    nativeArray(of: type, from: objects(type))
  }

  /// The number of objects of a class and its subclasses.
  public func count<Model: ModelObject>(of type: Model.Type) -> Int { objects(type).count }

  private func objects(_ type: ModelObject.Type) -> [AnyObject] {
    files.watch(type)
    guard SchemaCache.schema(of: type).identity != nil else { return [] }
    return files.all(type).map(\.object)
  }

  /// Whether this very object is in the store; not another one with its identity.
  public func contains(_ model: ModelObject) -> Bool {
    files.watch(type(of: model))
    return files.number(of: model) != nil
  }

  /// Files an object that was made in code, and the models in it.
  ///
  /// If the store has an object with the same identity, that object takes the values, as by
  /// ``ModelObject/update(from:)``, and is returned; known models in the given object are replaced
  /// by the store's likewise. An object of another class than the known one takes its place. Models
  /// in the object that have no identity stay where they are.
  ///
  /// > Warning: *All* values count, those that are only defaults too. An object that was mapped from
  /// > a part of the data, and is then inserted, sets everything else of the known object back. Send
  /// > the data itself to where the store lives, and `upsert` it there.
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
  /// try store.insert(Row())  // throws
  /// ```
  ///
  /// - Returns: The object of the store.
  /// - Throws: A ``ModelError``: of code `missingIdentity` if the class has no
  ///   ``ModelObject/identity``, or the properties for it are nil or as in a fresh object; of code
  ///   `rejected` if `validate()` rejects an updated object. Then the store and its objects are as
  ///   they were.
  @discardableResult
  public func insert<Model: ModelObject>(_ model: Model) throws -> Model {
    try checkIdentity(of: model)
    let object = try files.filing { session in
      let object = try session.insert(model, UndoList())
      session.file()
      return object
    }
    return (try? instance(object, as: Model.self)) ?? model
  }

  /// Throws if an object can't be filed.
  private func checkIdentity(of model: ModelObject) throws {
    let type = type(of: model)
    guard let rule = SchemaCache.schema(of: type).identity else {
      throw ModelError(.missingIdentity, message: "\(type) lists no properties in identity")
    }
    guard files.identity(of: model) == nil, !rule.isGiven(in: model) else { return }
    let names = rule.parts.map(\.property.name).joined(separator: ", ")
    throw ModelError(
      .missingIdentity,
      message: "\(names) of the \(type) must have another value than in a new one"
    )
  }

  /// Removes an object from the store; its nested models stay, and so do objects that refer to it.
  ///
  /// An object that is not in the store changes nothing, even if another one with its identity is.
  public func remove(_ model: ModelObject) {
    files.remove([model])
  }

  /// Removes the object of a class with an identity, if there is one.
  ///
  /// The identity is converted as by the subscript.
  ///
  /// <!-- with:
  /// class Row: ModelObject {
  ///   var id = 0
  ///   override class var identity: Set<String> { ["id"] }
  /// }
  /// let store = ModelStore()
  /// -->
  /// ```swift
  /// try store.upsert([Row].self, json: #"[{"id": 7}, {"id": 8}]"#)
  /// store.remove(Row.self, identity: 7)
  /// store.count(of: Row.self)  // 1
  /// ```
  public func remove<Model: ModelObject>(_ type: Model.Type, identity: Any) {
    if let object = filed(type, identity) as? Model { files.remove([object]) }
  }

  /// Removes all objects of a class and its subclasses; models in them that are of other classes
  /// stay.
  public func removeAll<Model: ModelObject>(_ type: Model.Type) {
    guard SchemaCache.schema(of: type).identity != nil else { return }
    files.remove(files.all(type).map(\.object))
  }

  /// Removes all objects.
  public func removeAll() {
    files.remove(files.all.map(\.object))
  }
}

extension ModelStore: Observable {}
