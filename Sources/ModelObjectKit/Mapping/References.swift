/// What a mapping knows of the models to which its input refers: by their identity in a store, or by
/// `$ref`.
///
/// It is made when the first value or object comes that may refer to another one.
final class References {
  // MARK: - Values that are read again

  /// The models in the value that is being read, if it may refer to one that isn't there yet; nil
  /// inside each of them.
  ///
  /// A root sets it (`recordModels`), and so does each property that may name models
  /// (`Mapping.begin(_:_:_:_:)`). Both that property and a model (`once`) put back what was there.
  var modelsRead: ModelsRead?
  /// Whether the input is over, and what named such models is read again; `resolving` sets it, and
  /// clears it at the end.
  var isResolving = false
  /// How many values have come since a property named models that weren't there yet.
  private var valueCount = 0
  /// The last value of each property since then, with its number.
  private var lastValues: [[ObjectIdentifier]: (number: Int, value: Any)] = [:]

  /// Whether a value may come later than one that is read again.
  var isAwaiting: Bool { valueCount > 0 && !isResolving }

  /// The number of the next value.
  func nextValue() -> Int {
    valueCount += 1
    return valueCount
  }

  /// Records the present value of a property as the one with a number.
  func record(_ property: Property, of model: any Model, number: Int) {
    lastValues[id(property, model)] = (number, property.savedValue(in: model))
  }

  func lastValue(_ property: Property, of model: any Model) -> (number: Int, value: Any)? {
    lastValues[id(property, model)]
  }

  private func id(_ property: Property, _ model: any Model) -> [ObjectIdentifier] {
    [ObjectIdentifier(model), ObjectIdentifier(property)]
  }

  // MARK: - $id and $ref

  /// The number of the object that is about to be filled; `referredModel` sets it, and the object
  /// takes it when it is filled.
  var number: String?
  /// The models by their numbers.
  private(set) var numbered: [String: any Model] = [:]
  /// The number that was looked up last, and that no model has.
  private var missingNumber: String?

  /// Records the model that is made of the object with a number; false if another model has that.
  func record(_ model: any Model, number: String) -> Bool {
    self.number = nil
    let isFirst = numbered[number] == nil
    if isFirst { numbered[number] = model }
    return isFirst
  }

  /// Records a number that no model has, for the issue.
  func miss(_ number: String) { missingNumber = number }

  func popMissingNumber() -> String? {
    defer { missingNumber = nil }
    return missingNumber
  }

  /// What became of the objects inside one that may be mapped twice; nil outside of such an object.
  var inner: InnerObjects?

  // MARK: - Refused objects

  /// The objects that may hold others by their identity or number.
  private(set) var filled: [any Model] = []
  /// The objects that the mapping made and that were refused, each with the identity under which it
  /// was to be filed, or nil.
  private(set) var refused: [ObjectIdentifier: ModelIdentity?] = [:]

  func fill(_ model: any Model) { filled.append(model) }

  /// Notes that a new object is refused, so that no other one may hold it.
  func refuse(_ model: AnyObject, number: String?) {
    if let number { numbered[number] = nil }
    if !filled.isEmpty { refused.updateValue(nil, forKey: ObjectIdentifier(model)) }
  }

  /// Notes that an object isn't refused after all.
  func accept(_ model: AnyObject) { refused.removeValue(forKey: ObjectIdentifier(model)) }

  /// Records the identity under which an object was to be filed, if it was refused.
  func record(_ identity: ModelIdentity, ofRefused model: any Model) {
    let id = ObjectIdentifier(model)
    if refused[id] != nil { refused[id] = identity }
  }
}

extension Mapping {
  /// What the mapping knows of references, made if it isn't there.
  var references: References {
    let references = state.references ?? References()
    state.references = references
    return references
  }

  /// Whether the input is over, and what named models that weren't there is read again.
  var isResolving: Bool { state.references?.isResolving == true }
}
