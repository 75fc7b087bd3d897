extension ModelObject: Hashable {
  /// Returns whether two models are equal, by calling the first one's ``isEqual(to:)``.
  public static func == (first: ModelObject, second: ModelObject) -> Bool {
    Comparison.areEqual(first, second)
  }
}

extension ModelObjectProtocol where Self: ModelObject {
  /// The hash value, made by ``ModelObject/hash(into:)``.
  ///
  /// A subclass may store a property of this name.
  public var hashValue: Int {
    var hasher = Hasher()
    hash(into: &hasher)
    return hasher.finalize()
  }

  /// Returns a copy of the model, of the same class.
  ///
  /// The copy is made by `init()` and gets the original's stored properties, also those that aren't
  /// mapped. Nested models are copied too, each once, so shared references and cycles are
  /// preserved; other objects, values of unknown types, and models in values of your own `Codable`
  /// types are shared. `let`, `lazy`, `weak` and `unowned` properties keep the values of `init()`,
  /// unless ``ModelObject/accessors`` lists them: then a `lazy` one is copied if it has a value, and a
  /// `weak` one leads to the copy of its model, or to the same model if that isn't copied.
  /// Of members of a set that have become equal in it, the copy has one. Finally,
  /// ``ModelObject/awake()`` is called on each copied model.
  ///
  /// ```swift
  /// let copy = person.copy()
  /// copy == person  // true
  /// copy === person  // false
  /// ```
  public func copy() -> Self {
    // Of `Self`, the runtime would look up the conformance to `Model` for each call.
    guard let copy = Copier.copy(of: self as ModelObject, reach: .shared) as? Self else {
      preconditionFailure("\(type(of: self)).init() made an object of another class")
    }
    return copy
  }
}

extension Array where Element: ModelObject {
  /// Returns copies of the models, in the same order.
  ///
  /// Same as for one model; models that occur more than once in the array, or are shared by its
  /// models, are copied once.
  ///
  /// ```swift
  /// let people = [person, person]
  /// let copies = people.copy()
  /// copies[0] === copies[1]  // true
  /// copies[0] === person  // false
  /// ```
  public func copy() -> [Element] {
    nativeArray(of: Element.self, from: Copier.copies(of: self, reach: .shared).copies)
  }
}
