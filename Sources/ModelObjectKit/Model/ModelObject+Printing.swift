// `print` finds the conformance to `TextOutputStreamable` at run time only. It is declared with the
// class, and not here, for a linker leaves out the part of a static library that nothing refers to.
extension ModelObjectInitializable where Self: ModelObject {
  /// Prints the model as an indented tree of its stored properties, in the order in which they are
  /// declared.
  ///
  /// It is what `print(person)` and `"\(person)"` show, also for models in arrays and optionals.
  /// Long texts are cut, data tells its length only, a model that was shown before is marked as
  /// such. A subclass that adopts `CustomStringConvertible` shows its `description` instead, and
  /// does so inside of others too. No name is taken by it: a model may store a `description`.
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
  /// Shows the model to `Mirror` and `dump`: its class, and its stored properties by the names and
  /// in the order in which it is printed.
  ///
  /// An optional is shown as what it holds. A model may store a property of this name: mirrors look
  /// through the protocol.
  ///
  /// ```swift
  /// Mirror(reflecting: person).children.map { $0.label }  // ["name", "personId", "image", "tags"]
  /// ```
  public var customMirror: Mirror {
    ModelMirror.mirror(of: self)
  }
}
