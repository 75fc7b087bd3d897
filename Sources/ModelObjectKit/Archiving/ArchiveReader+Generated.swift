// Values that opening a file makes, and that another opening would make otherwise.

/// The objects with values that are made otherwise by each opening, such as a default that is a new
/// `UUID`.
struct GeneratedValues {
  /// Whether two objects would be saved with different values of a property.
  let differ: (Property, any Model, any Model) -> Bool
  /// The numbers of the objects.
  fileprivate(set) var numbers: Set<Int> = []
  /// The numbers of the first objects that have been made.
  fileprivate var known: [ObjectIdentifier: Int] = [:]

  init(_ differ: @escaping (Property, any Model, any Model) -> Bool) { self.differ = differ }
}

extension ArchiveReader {
  /// Notes the object that is being read if a property of it would have another value the next time.
  ///
  /// The closure reads the value into another new object; without it, both have the default.
  @inline(never)
  func compareDefault(
    of property: Property,
    in model: any Model,
    _ again: (any Model) throws(Misfit) -> Void = { _ in }
  ) {
    guard let differ = state.generated?.differ else { return }
    let other = type(of: model).init()
    try? again(other)
    guard differ(property, model, other) else { return }
    state.generated?.numbers.insert(state.origins.current.object)
  }

  /// The number of an object that was made of one in the archive.
  func madeNumber(of model: any Model) -> Int? {
    for number in state.made[(state.generated?.known.count ?? 0)...] {
      if let made = state.models[number] {
        state.generated?.known[ObjectIdentifier(made)] = number
      }
    }
    return state.generated?.known[ObjectIdentifier(model)]
  }
}

extension Shape {
  /// Whether its values are archives of their own, or hold such as elements.
  var isArchivedApart: Bool {
    Value.self is any ArchivedApart.Type || element?.isArchivedApart == true
  }
}
