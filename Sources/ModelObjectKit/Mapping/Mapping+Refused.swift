// As long as an object is being filled, objects inside it may come to hold it: by its identity in a
// store, or by `$ref`. If it is refused then, it isn't there, and so nothing may hold it.
extension Mapping {
  /// Whether objects of the input may refer to one another.
  var mayRefer: Bool { known != nil || preservesReferences }

  /// Whether a model was made by the mapping, and refused.
  func isRefused(_ model: any Model) -> Bool {
    state.references?.refused[ObjectIdentifier(model)] != nil
  }

  /// Takes the refused objects out of all objects that were filled.
  ///
  /// 1. If the input gives an object with the same identity that isn't refused, or the store has
  ///    one, that one takes the place.
  /// 2. Else an optional is nil, and a collection is without it.
  /// 3. A property that must hold a model gets the one of a new object.
  func replaceRefused() {
    guard let references = state.references, !references.refused.isEmpty else { return }
    let successors = ModelSuccessors(
      known: references.refused.mapValues { $0.flatMap { known?.object($0) } }
    )
    for model in references.filled where !isRefused(model) {
      let declaration = SchemaCache.schema(of: type(of: model)).declaration
      for stored in declaration.properties
      where ModelLister.models(in: stored, of: model).contains(where: successors.replaces) {
        let property = declaration.accessed.byOffset[stored.stored.offset] ?? stored
        if !property.shape.replaceModels(in: property, of: model, successors) {
          property.copy(from: declaration.type.init(), to: model)
        }
      }
    }
  }
}
