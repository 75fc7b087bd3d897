// `print` finds the conformance to `TextOutputStreamable` at run time only. It is declared with the
// class, and not here: a linker leaves out object files of a static library that nothing refers to.
extension ModelObjectInitializable where Self: ModelObject {
  /// Prints the model as an indented tree of its stored properties, in the order in which they are
  /// declared.
  ///
  /// `print(person)` and `"\(person)"` call it, also for models in arrays and optionals. Long texts
  /// are cut, data is shown as its length, a model that was shown before is marked as such, and
  /// what is nested in more than 64 models is `…`. A subclass that adopts `CustomStringConvertible` shows its `description` instead, inside of
  /// other models too. A model may store a property named `description`.
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

  /// Shows the model to `Mirror` and `dump`: its class, and its stored properties with the names
  /// and in the order of its printed form.
  ///
  /// An optional is shown as the value that it holds. A model may store a property of this name:
  /// mirrors look through the protocol.
  ///
  /// ```swift
  /// Mirror(reflecting: person).children.map { $0.label }  // ["name", "personId", "image", "tags"]
  /// ```
  public var customMirror: Mirror {
    ModelMirror.mirror(of: self)
  }
}
