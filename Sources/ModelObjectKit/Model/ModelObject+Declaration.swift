extension ModelObject {
  /// The mistakes in the declaration of the class, for a test; empty if there are none.
  ///
  /// A mistake in a list, such as a name that is not a property, stops the program at the first use
  /// of the class. Here it doesn't: each is one sentence with the class's name in front, in sorted
  /// order. Checked are the class, its superclasses, the classes of its properties and those that it
  /// lists:
  ///
  /// 1. names in lists that are not properties;
  /// 2. accessors whose key path doesn't fit their property;
  /// 3. identities that aren't `Hashable`, required properties that aren't mapped, and an
  ///    `unknownKeysProperty` that isn't a `[String: Any]`;
  /// 4. classes built without reflection metadata;
  /// 5. stored `var`s that can't be mapped and that no list names: enums without raw values, structs
  ///    that aren't `Codable`, closures. These don't stop the program: the property keeps its value.
  ///
  /// ```swift
  /// class Visit: ModelObject {
  ///   var userName = ""
  ///   override class var keyMapping: [String: JSONKey] { ["userNme": "user"] }
  /// }
  /// print(Visit.declarationProblems()[0])
  /// // Visit.keyMapping lists "userNme", which is not a property of the class. Did you mean "userName"?
  /// Person.declarationProblems()  // []
  /// ```
  public static func declarationProblems() -> [String] {
    ClassDeclaration.mistakes(in: self)
  }
}
