/// An unchangeable copy of a model and of the models in it, which any thread may read.
///
/// Models aren't `Sendable`, but their snapshots are: return one from a task or an actor, and keep
/// it where you like. Read the model's properties from it. Those that hold models are snapshots of
/// the same copy, which is made once. Each read of an array or a dictionary makes that anew: keep it
/// to take elements out of it.
///
/// <!-- with: class Person: ModelObject { var name = "", friends: [Person] = [] } -->
/// ```swift
/// let person = try Person(json: #"{"name": "Shan", "friends": [{"name": "Kim"}]}"#)
/// let snapshot = person.snapshot()
/// person.name = "Shana"
/// snapshot.name  // "Shan"
/// snapshot.friends[0].name  // "Kim"
/// await Task.detached { snapshot.name }.value  // "Shan"
/// ```
///
/// The compiler refuses what another thread must not have: methods, and properties whose types
/// aren't `Sendable` or made of models, such as a set of models. For these, call
/// ``makeModel()``, or add a computed property to the class that returns an array. Don't mark a
/// model `@unchecked Sendable`: as a part of a snapshot, it can be changed.
///
/// A snapshot shares what ``ModelObjectProtocol/copy()`` shares: objects of other classes, and
/// models in values of your own `Codable` types. Don't change these while there is a snapshot.
///
/// Getters, of `lazy` properties too, run on the thread that reads, one at a time. A model that they
/// make, or take from elsewhere, is copied. If the model has a property with the name of a member
/// of the snapshot, such as `description`, read it as `snapshot[dynamicMember: \.description]`.
///
/// Snapshots are equal if their models are. They are encoded, decoded and archived like models, so
/// that a model may keep one: an update of the model replaces it. A snapshot lives as long as one of
/// its parts, and so do all snapshots that were made of one array.
@dynamicMemberLookup
public struct Snapshot<Model: ModelObject>: @unchecked Sendable {
  // The object is used only while its copy is locked, or by the only one that knows it.
  let copy: LockedCopy
  let object: Model

  /// Reads a property.
  @_disfavoredOverload
  public subscript<Value: Sendable>(dynamicMember path: KeyPath<Model, Value>) -> Value {
    locked { $0[keyPath: path] }
  }

  /// Reads a property that holds a model.
  public subscript<Part: ModelObject>(dynamicMember path: KeyPath<Model, Part>) -> Snapshot<Part> {
    locked { part($0[keyPath: path]) }
  }

  /// Reads a property that may hold a model.
  public subscript<Part: ModelObject>(
    dynamicMember path: KeyPath<Model, Part?>
  ) -> Snapshot<Part>? {
    locked { $0[keyPath: path].map { part($0) } }
  }

  /// Reads a property that holds an array of models.
  public subscript<Part: ModelObject>(
    dynamicMember path: KeyPath<Model, [Part]>
  ) -> [Snapshot<Part>] {
    locked { $0[keyPath: path].map { part($0) } }
  }

  /// Reads a property that holds a dictionary of models.
  public subscript<Key: Hashable & Sendable, Part: ModelObject>(
    dynamicMember path: KeyPath<Model, [Key: Part]>
  ) -> [Key: Snapshot<Part>] {
    locked { $0[keyPath: path].mapValues { part($0) } }
  }

  /// Returns a new model with the snapshot's values, which the caller owns.
  ///
  /// Same as ``ModelObjectProtocol/copy()``: it has the class of the original, even if the
  /// snapshot's type names a superclass.
  ///
  /// <!-- with: class Person: ModelObject { var name = "" } -->
  /// ```swift
  /// let snapshot = try Person(json: #"{"name": "Shan"}"#).snapshot()
  /// let own = snapshot.makeModel()
  /// own.name = "Kim"
  /// snapshot.name  // "Shan"
  /// ```
  public func makeModel() -> sending Model {
    let model = locked { Copier.copy(of: $0 as ModelObject) }
    do {
      return try freshInstance(model, as: Model.self)
    } catch {
      preconditionFailure("\(type(of: object)).init() made an object of another class")
    }
  }

  /// Calls a closure with the model, which must not leave it.
  func locked<Result>(_ body: (Model) throws -> Result) rethrows -> Result {
    try copy.locked { try body(object) }
  }

  /// A snapshot of a copy that no other thread knows, so that its model is used without the lock.
  ///
  /// Models may hold snapshots: with the locks of two copies, of which none is in the other, threads
  /// could wait for each other.
  var own: Snapshot { locked { $0.snapshot() } }

  /// Snapshots of models, which share a copy.
  fileprivate static func all(of models: [Model]) -> [Snapshot] {
    let (copies, all) = Copier.copies(of: models)
    let keeper = LockedCopy(all.map(\.copy))
    return nativeArray(of: Model.self, from: copies).map { Snapshot(copy: keeper, object: $0) }
  }

  /// The snapshot of a model that a property of this one holds.
  ///
  /// A getter may return one that isn't in the copy, even one that an actor goes on to change.
  private func part<Part: ModelObject>(_ model: Part) -> Snapshot<Part> {
    copy.contains(model) ? Snapshot<Part>(copy: copy, object: model) : model.snapshot()
  }
}

extension ModelObjectProtocol where Self: ModelObject {
  /// Returns an unchangeable copy of the model and of the models in it, which any thread may read.
  ///
  /// Shared references and cycles are preserved, as by ``copy()``.
  ///
  /// ```swift
  /// let snapshot = person.snapshot()
  /// await Task.detached { snapshot.name }.value  // "Shan"
  /// ```
  public func snapshot() -> Snapshot<Self> { [self].snapshots()[0] }
}

// An array's method would let the next one in an expression, such as `copy()`, pass unchecked.
extension Collection where Element: ModelObject {
  /// Returns snapshots of the models, in the same order.
  ///
  /// Models that occur more than once in the array, or are shared by its models, are copied once.
  ///
  /// ```swift
  /// let people = [person, person]
  /// people.snapshots().map(\.name)  // ["Shan", "Shan"]
  /// ```
  public func snapshots() -> [Snapshot<Element>] { Snapshot.all(of: Array(self)) }
}

extension ModelObjectProtocol where Self: ModelObject {
  /// Updates the stored properties from a snapshot of the same class.
  ///
  /// Same as ``ModelObject/update(from:)``, but `weak` and computed properties stay as they are: a
  /// snapshot doesn't lead to models outside of it.
  ///
  /// ```swift
  /// let before = person.snapshot()
  /// person.name = "Kim"
  /// try person.update(from: before)
  /// person.name  // "Shan"
  /// ```
  ///
  /// - Throws: The errors of an update from a model.
  public func update(from snapshot: Snapshot<Self>) throws {
    let own = snapshot.own
    _ = try withExtendedLifetime(own) { try Updater.update(self, from: own.object, reach: .inside) }
  }
}
