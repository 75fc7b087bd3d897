extension ModelObject: Hashable {
  /// Whether two models are equal, by the first one's ``isEqual(to:)``.
  public static func == (first: ModelObject, second: ModelObject) -> Bool {
    Comparison.areEqual(first, second)
  }
}

extension ModelObjectInitializable where Self: ModelObject {
  /// The hash value, which ``ModelObject/hash(into:)`` makes.
  ///
  /// It stands here and not in the class so that a subclass may store a property of this name.
  public var hashValue: Int {
    var hasher = Hasher()
    hash(into: &hasher)
    return hasher.finalize()
  }

  /// A copy of the model, of the same class.
  ///
  /// `init()` makes it, and then it gets the original's stored properties, also those that are
  /// ignored in mapping. Models in them are copied too, each once, so that shared references and
  /// cycles are in the copy as in the original; other objects are shared, and so are values that
  /// the package can't look into. `let`, `lazy`, `weak` and `unowned` properties are as `init()`
  /// left them. A graph of any size can be copied. When all is in place, ``ModelObject/awake()`` is
  /// called on each copied model.
  ///
  /// ```swift
  /// let copy = person.copy()
  /// copy == person  // true
  /// copy === person  // false
  /// ```
  public func copy() -> Self {
    guard let copy = Copier.copy(of: self) as? Self else {
      preconditionFailure("\(type(of: self)).init() made an object of another class")
    }
    return copy
  }
}

extension Array where Element: ModelObject {
  /// Copies of the models, in an array of the same order.
  ///
  /// Same as for one model; models that are shared within the array, or by its models, are shared
  /// by the copies too.
  ///
  /// ```swift
  /// let people = [person, person]
  /// let copies = people.copy()
  /// copies[0] === copies[1]  // true
  /// copies[0] === person  // false
  /// ```
  public func copy() -> [Element] {
    nativeArray(of: Element.self, from: Copier.copies(of: self))
  }
}
