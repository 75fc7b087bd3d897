extension ModelObject {
  /// Returns the mistakes in the declaration of the class, for a test; empty if there are none.
  ///
  /// A mistake in a list, such as a name that isn't a property, is a fatal error at the first use
  /// of the class. This method returns such mistakes instead, sorted, one sentence each. It checks
  /// the class, the classes of its properties and those that it lists, each with what it inherits.
  /// A mistake in a superclass is listed for each class that inherits it, under that class's name.
  /// It looks for:
  ///
  /// 1. names in lists that are not properties;
  /// 2. accessors whose key path doesn't fit their property;
  /// 3. identities that aren't `Hashable`, required properties that aren't mapped, and an
  ///    `unknownKeysProperty` that is neither a `[String: Any]` nor a `[String: RawJSON]`;
  /// 4. classes built without reflection metadata;
  /// 5. archive names, former ones included, that two of the classes have. These are an error when
  ///    an archive has objects of that name;
  /// 6. stored `var`s that can't be mapped and aren't in any list: enums without raw values,
  ///    structs that aren't `Codable`, closures. These aren't fatal: the property keeps its value;
  /// 7. properties that a class and its superclass both have, which are private: input sets both, and
  ///    exports have only one of them;
  /// 8. names in ``accessors`` that seem to be typos of a stored property's, which has no accessor.
  ///    These are properties of their own, so exports have the value twice;
  /// 9. properties to which a key style gives the same key, `userName` and `user_name`: exports with
  ///    that ``ExportOptions/keyStyle`` throw;
  /// 10. properties of an `@Observable` class without an accessor. These aren't fatal either: the
  ///    property is set, but views don't notice. Accessors that lead to the storage, `\Issue._body`,
  ///    aren't found;
  /// 11. transforms whose `write` takes another type than the property's: exports throw;
  /// 12. key paths into the object of a model property, such as `meta.id` beside `meta`: they are
  ///    read, but exports write the model there, without that value;
  /// 13. entries of lists without an effect: a `let`, a property that can't be mapped, or a `lazy` or
  ///    `weak` property without an accessor, in ``keyMapping``, ``transforms`` or ``dateFormats``; one
  ///    that can't be mapped in ``mappedProperties`` or ``descriptions``; a list of no keys; a format for
  ///    a type without dates; ``arrayMapping`` for one without models; a transform whose result never
  ///    fits;
  /// 14. classes in ``subclasses`` that aren't subclasses, and several tags of one class, of which
  ///    exports write the first, if no property has the tag;
  /// 15. the `let id` of an `Identifiable` class: each copy and snapshot has another id;
  /// 16. a `CodingKeys` without a property's name or key: it has no effect, ``keyMapping`` has the keys.
  ///    One that is private, or of a private or generic class, isn't found;
  /// 17. date patterns with letters that can't be meant: `yyyy/mm/dd` has minutes and no hours,
  ///    `YYYY` is the year of a week, `DD` the day of the year.
  ///
  /// ```swift
  /// class Visit: ModelObject {
  ///   var userName = ""
  ///   override class var keyMapping: [String: JSONKey] { ["userNme": "user"] }
  /// }
  /// print(Visit.declarationProblems()[0])
  /// // Visit.keyMapping lists "userNme", which is not a property of the class.
  /// //    Did you mean "userName"?
  /// Person.declarationProblems()  // []
  /// ```
  public static func declarationProblems() -> [String] {
    var types: [any Model.Type] = []
    let mistakes = ClassLists.mistakes(in: self) {
      if $0.structType == nil { types.append($0) }
    }
    return mistakes.union(ArchiveName.mistakes(in: types)).inKeyOrder()
  }
}
