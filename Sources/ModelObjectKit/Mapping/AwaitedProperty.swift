/// A property that refers to models that aren't there yet: it is filled when all objects of the input
/// are.
final class AwaitedProperty {
  private(set) var assignment: Mapping.Assignment
  private(set) var model: any Model
  /// The values of worse keys, best first, to be tried if an object that it names isn't in the input.
  ///
  /// In a class with a hook, they are what the hook has passed on.
  var others: [(source: ValueLocation, path: PairKey)] = []
  /// The value that a hook had passed on before, for the same case.
  private(set) var former: Any?
  /// The models in its value.
  let models: ModelsRead
  /// The steps that lead to the object, and the options in force there.
  let steps: [Notes.Step]
  let options: FixedOptions

  init(
    _ assignment: Mapping.Assignment,
    of model: any Model,
    _ models: ModelsRead,
    _ steps: [Notes.Step],
    _ options: FixedOptions
  ) {
    (self.assignment, self.model, self.models) = (assignment, model, models)
    (self.steps, self.options) = (steps, options)
  }

  /// Whether the value of a worse key may be mapped in its place: an array fits, whatever is missing.
  var mayGiveWay: Bool { !others.isEmpty && assignment.property.declared != nil }

  /// Fills the property of another object, which has taken its values over.
  func move(to model: any Model, _ list: ListMatching?) {
    (self.model, assignment.list) = (model, list)
  }

  /// Remembers what the property had before a hook passed on this value: others that were awaited, or
  /// a value.
  func follow(_ awaited: AwaitedProperty?, _ value: Any) {
    if let awaited {
      others = [(awaited.assignment.source, awaited.assignment.path)] + awaited.others
    }
    former = awaited.map(\.former) ?? value
  }
}
