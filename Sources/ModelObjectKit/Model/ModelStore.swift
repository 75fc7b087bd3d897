public import Observation

/// A store of models, with one object for each identity, such as the cache of an app that talks to
/// a server.
///
/// Input that you map into the store updates the known objects with the same
/// ``ModelObject/identity``, and files new ones. A person in a list, the author
/// of a post, and a person that arrives alone are then the same object, and every view of it shows
/// its latest values.
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
/// let json = #"{"id": 1, "author": {"id": "7", "name": "Kim"}}"#
/// try store.upsert(Post.self, json: json)
/// people[0].name  // "Kim"
/// store[Person.self, 7]?.name  // "Kim"
/// store.all(Post.self)[0].author === people[0]  // true
/// ```
///
/// The store holds its objects until you remove them. Use it on one thread or actor at a time, like
/// its models. See <doc:IdentityAndStores> for the rules.
///
/// A store is observable: code that reads ``all(_:)``, ``count(of:)``, ``contains(_:)`` or the
/// subscript in `withObservationTracking`, or in the body of a SwiftUI view, is notified when
/// objects of that class are filed or removed, once per call. To observe the properties of an
/// object, see <doc:Observation>.
public final class ModelStore {
  let files = FiledObjects()

  /// Makes an empty store.
  public init() {}

  /// Returns the object of a class with an identity; nil if there is none.
  ///
  /// The identity is converted to the property's type: `"7"` finds 7. An object is found by the
  /// identity under which it was filed, even if its properties have changed. For an identity of
  /// several properties, see ``subscript(_:_:)-(_,[String:Any])``; an array of its parts finds nothing.
  ///
  /// Only the class's family is searched (see ``ModelObject/identity``). Objects of subclasses are
  /// found if the class or one above it lists ``ModelObject/subclasses``. A common base class finds
  /// no objects of its subclasses, because several of them may have the same identity: use their
  /// classes, or search ``all(_:)``. For a class without an identity, the result is nil.
  ///
  /// <!-- with:
  /// class Row: ModelObject {
  ///   var id = 0
  ///   override class var identity: Set<String> { ["id"] }
  /// }
  /// let store = ModelStore()
  /// -->
  /// ```swift
  /// let row = try store.upsert(Row.self, json: #"{"id": 7}"#)
  /// store[Row.self, 7] === row  // true
  /// store[Row.self, 8]  // nil
  /// ```
  public subscript<Model: ModelObject>(type: Model.Type, identity: some Hashable) -> Model? {
    object(type, identity)
  }

  /// Returns the object of a class with an identity of several properties, by their names; nil if
  /// there is none.
  ///
  /// The names are those of the properties, and each part is converted to its property's type. A
  /// dictionary without one of the parts finds nothing.
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
  /// store[Word.self, ["id": 7, "language": "en"]]?.text  // "tea"
  /// ```
  public subscript<Model: ModelObject>(type: Model.Type, parts: [String: Any]) -> Model? {
    object(type, parts)
  }

  private func object<Model: ModelObject>(_ type: Model.Type, _ identity: Any) -> Model? {
    files.watch(type)
    return filed(type, identity).flatMap { try? instance($0, as: type) }
  }

  private func filed(_ type: ModelObject.Type, _ identity: Any) -> AnyObject? {
    let schema = SchemaCache.schema(of: type)
    let identities = schema.identity?.identities(given: identity, schema) ?? []
    return identities.lazy.compactMap { self.files.filed($0)?.object }.first
  }

  /// Returns the objects of a class and its subclasses, of any family, in the order in which they
  /// were filed.
  ///
  /// <!-- with:
  /// class Row: ModelObject {
  ///   var id = 0
  ///   override class var identity: Set<String> { ["id"] }
  /// }
  /// let store = ModelStore()
  /// -->
  /// ```swift
  /// try store.upsert([Row].self, json: #"[{"id": 2}, {"id": 1}]"#)
  /// store.all(Row.self).map(\.id)  // [2, 1]
  /// ```
  public func all<Model: ModelObject>(_ type: Model.Type) -> [Model] {
    nativeArray(of: type, from: objects(type))
  }

  /// Returns the number of objects of a class and its subclasses.
  ///
  /// <!-- with:
  /// class Row: ModelObject {
  ///   var id = 0
  ///   override class var identity: Set<String> { ["id"] }
  /// }
  /// let store = ModelStore()
  /// -->
  /// ```swift
  /// try store.upsert([Row].self, json: #"[{"id": 2}, {"id": 1}, {"id": 2}]"#)
  /// store.count(of: Row.self)  // 2
  /// ```
  public func count<Model: ModelObject>(of type: Model.Type) -> Int { objects(type).count }

  private func objects(_ type: ModelObject.Type) -> [AnyObject] {
    files.watch(type)
    return files.all(type).map(\.object)
  }

  /// Returns whether the store contains this object, not just one with the same identity.
  ///
  /// <!-- with:
  /// class Row: ModelObject {
  ///   var id = 0
  ///   override class var identity: Set<String> { ["id"] }
  /// }
  /// let store = ModelStore()
  /// -->
  /// ```swift
  /// let row = try store.upsert(Row.self, json: #"{"id": 7}"#)
  /// store.contains(row)  // true
  /// store.contains(row.copy())  // false
  /// ```
  public func contains(_ model: ModelObject) -> Bool {
    files.watch(type(of: model))
    return files.isFiled(model)
  }

  /// Files an object that you made in code, and the models in it.
  ///
  /// If the store has an object with the same identity, that object is updated, as by
  /// `update(from:)`, and returned; models in the given object are replaced by known
  /// ones in the same way. An object of another class of the family replaces the known one. Models
  /// without an identity stay where they are.
  ///
  /// The given models must not contain two objects with one identity, such as an object of the store
  /// and its copy: the values of one would be lost. The time depends on how many models the given
  /// one leads to, those in the store included: insert an outer model once, not each model in it.
  ///
  /// > Warning: *All* values are copied to the known object, including defaults. If you insert an
  /// > object that was mapped from a part of the data, everything else in the known object is
  /// > reset. Use `upsert` with the data instead.
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
  /// - Returns: The object in the store.
  /// - Throws: A ``ModelError`` of code `missingIdentity` if the class has no
  ///   ``ModelObject/identity``, or its properties are nil or the same as in a new object; of code
  ///   `unsupportedValue` if two of the models have one identity; of code `rejected` if `validate()`
  ///   rejects an updated object. The store and its objects are then unchanged.
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
      let message = "\(type) has no identity: it must override identity"
      throw ModelError(.missingIdentity, message: message)
    }
    guard files.identity(of: model) == nil, !rule.isGiven(in: model) else { return }
    let names = rule.parts.map(\.name).joined(separator: ", ")
    throw ModelError(
      .missingIdentity,
      message: "the \(type) has no identity: \(names) must not be nil or the default"
    )
  }

  /// Throws if a store can't file anything of what an input becomes.
  ///
  /// With `arrayMapping` in the options, there may be models of any class.
  func checkIdentity(_ type: ModelObject.Type, _ mapping: Mapping) throws {
    let schema = SchemaCache.schema(of: type)
    let options = mapping.rootOptions(schema)
    guard type != ModelObject.self, options.elementClasses.isEmpty, !schema.mayFile else { return }
    let message = "\(type) has no identity, nor has a model in it: it must override identity"
    throw ModelError(.missingIdentity, message: message)
  }

  /// Removes an object from the store, but not its nested models or objects that refer to it.
  ///
  /// If the object isn't in the store, nothing changes, even if another one with its identity is.
  ///
  /// <!-- with:
  /// class Row: ModelObject {
  ///   var id = 0
  ///   override class var identity: Set<String> { ["id"] }
  /// }
  /// let store = ModelStore()
  /// -->
  /// ```swift
  /// let row = try store.upsert(Row.self, json: #"{"id": 7}"#)
  /// store.remove(row)
  /// store[Row.self, 7]  // nil
  /// ```
  public func remove(_ model: ModelObject) {
    files.remove([model])
  }

  /// Removes the object of a class with an identity, if there is one.
  ///
  /// It removes the object that the subscript returns, so a common base class removes no objects of
  /// its subclasses.
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
  public func remove<Model: ModelObject>(_ type: Model.Type, identity: some Hashable) {
    if let object = filed(type, identity) as? Model { files.remove([object]) }
  }

  /// Removes the object of a class with an identity of several properties, by their names, if there
  /// is one.
  ///
  /// <!-- with:
  /// class Word: ModelObject {
  ///   var id = 0
  ///   var language = ""
  ///   override class var identity: Set<String> { ["id", "language"] }
  /// }
  /// let store = ModelStore()
  /// -->
  /// ```swift
  /// try store.upsert(Word.self, json: #"{"id": 7, "language": "en"}"#)
  /// store.remove(Word.self, identity: ["id": 7, "language": "en"])
  /// store.count(of: Word.self)  // 0
  /// ```
  public func remove<Model: ModelObject>(_ type: Model.Type, identity parts: [String: Any]) {
    if let object = filed(type, parts) as? Model { files.remove([object]) }
  }

  /// Removes all objects of a class and its subclasses, but not models of other classes in them.
  ///
  /// <!-- with:
  /// class Row: ModelObject {
  ///   var id = 0
  ///   override class var identity: Set<String> { ["id"] }
  /// }
  /// let store = ModelStore()
  /// -->
  /// ```swift
  /// try store.upsert([Row].self, json: #"[{"id": 1}, {"id": 2}]"#)
  /// store.removeAll(Row.self)
  /// store.count(of: Row.self)  // 0
  /// ```
  public func removeAll<Model: ModelObject>(_ type: Model.Type) {
    files.remove(files.all(type).map(\.object))
  }

  /// Removes all objects.
  ///
  /// Objects that you still hold keep their values, but later upserts make new ones.
  public func removeAll() {
    files.remove(files.all.map(\.object))
  }
}

@available(macOS 14, iOS 17, tvOS 17, *)
extension ModelStore: Observable {}
