// `print` looks up the conformance to `TextOutputStreamable` at run time. It is declared with the
// class, because linkers drop object files of a static library that nothing refers to.
extension ModelObjectProtocol where Self: ModelObject {
  /// Prints the model as an indented tree of its stored properties, in declaration order.
  ///
  /// `print(person)` and `"\(person)"` call it, also for models in arrays and optionals. Long
  /// strings are cut, data is shown as its length, a model that was already shown is only
  /// mentioned, and content nested in more than 64 models is `…`. If a subclass conforms to
  /// `CustomStringConvertible`, its `description` is shown instead, also inside other models. A
  /// model may store a property named `description`.
  ///
  /// <!-- with: person.tags = ["a"] -->
  /// ```swift
  /// print(person)
  /// // Person
  /// //   name: "Shan"
  /// //   personId: 123
  /// //   image: Image
  /// //     imageId: 7
  /// //     imageUrl: nil
  /// //   tags:
  /// //     - "a"
  /// ```
  public func write<Target: TextOutputStream>(to target: inout Target) {
    ModelPrinter.write(self, to: &target)
  }

  #if !PublicSymbols
  /// The mirror of the model: its stored properties, with the names and the order of the printed
  /// form.
  ///
  /// `Mirror` and `dump` use it. An optional is shown as the value in it. A model may store a
  /// property of this name.
  ///
  /// ```swift
  /// let children = Mirror(reflecting: person).children
  /// children.map { $0.label }  // ["name", "personId", "image", "tags"]
  /// ```
  public var customMirror: Mirror {
    let declaration = SchemaCache.schema(of: type(of: self)).declaration
    /// A mirror gets the class from the static type of its subject. That of `self` won't do, not as
    /// an `any Model` either: optimised, both may be a superclass.
    func mirror(_ type: (some Model).Type) -> Mirror {
      Mirror(
        ObjectMemory(self).object(of: type),
        children: declaration.properties.map { ($0.name, $0.value(in: self) ?? Any?.none as Any) },
        displayStyle: .class,
        ancestorRepresentation: .suppressed
      )
    }
    return mirror(declaration.type)
  }
  #endif
}
