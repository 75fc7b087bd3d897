/// What is known of an object with an identity before a property is set.
final class KnownObject {
  /// The object to update; nil if a new one has to be made.
  var model: (any Model)?
  /// Whether the object to update is an element of the list that is read, or filed.
  var isMatched = false
  /// Whether it is the one in the store.
  var isFiled = false
  /// The objects that the model replaces: of another class, or not the one in the store.
  var replaced: [any Model] = []
  /// The identity that the keys give, or under which an object is filed to which they give none.
  var identity: ModelIdentity?
  /// The part of the identity whose key has a value that doesn't fit, or that is an unknown case.
  var misfit: Property?
  /// A new object that had to be made for this.
  var made: (any Model)?
  /// What `willMap(_:)` made of the input, if it was asked.
  var mapped: MappedInput?
  /// Why the hook refused the input.
  var refusal: Misfit?

  init(model: (any Model)?) { self.model = model }
}

/// What `willMap(_:)` made of an input.
struct MappedInput {
  let source: ObjectSource
  let dictionary: [String: Any]
}
