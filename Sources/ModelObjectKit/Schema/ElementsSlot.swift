/// The slot of a property that holds an array or a dictionary of models, or an optional one, and
/// their declared class.
struct ElementsSlot {
  let declared: any Model.Type
  private let place: FieldPlace
  /// The slot of an array; nil for a dictionary.
  private let array: Slot<[AnyObject]?>?
  private let known = ImmortalHint<ClassPlan.Storage>()

  /// Returns nil if the property isn't such a collection, or the models are of the base class.
  init?(_ stored: StoredProperty, _ shape: any Shape) {
    guard let declared = shape.wrapped.element?.modelClass, declared != declared.root else {
      return nil
    }
    func types<Element>(of element: Element.Type) -> [Any.Type] {
      [[Element].self, [Element]?.self, [String: Element].self, [String: Element]?.self]
    }
    guard types(of: declared).contains(where: { $0 == stored.type }) else { return nil }
    self.declared = declared
    place = stored.place
    array = Slot(arrayOf: declared, at: stored.place)
  }

  /// Whether the property holds a dictionary.
  var isDictionary: Bool { array == nil }

  /// The plan of the declared class; the class must have been used before.
  var plan: ClassPlan? { known.plan(of: declared) }

  /// Sets a property to an array of models.
  func write(_ models: [AnyObject], in memory: ObjectMemory) {
    array?.write(models, in: memory)
  }

  /// Sets a property to a dictionary of models.
  func write(_ models: [String: AnyObject], in memory: ObjectMemory) {
    func write<Element>(_ type: Element.Type) {
      _ = place.write(nativeDictionary(of: type, from: models), in: memory)
    }
    write(declared)
  }
}
