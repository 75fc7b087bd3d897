#if !PublicSymbols
/// The mirror of a model, with the same properties as printing.
enum ModelMirror {
  /// Returns the mirror with the properties by their printed names, without those of the base
  /// class.
  static func mirror(of model: any Model) -> Mirror {
    let schema = SchemaCache.schema(of: type(of: model))
    let children: [Mirror.Child] = schema.declaration.properties.map {
      ($0.name, $0.value(in: model) ?? Any?.none as Any)
    }
    /// A mirror gets the class from the static type of its subject.
    func mirror(_ subject: some Model) -> Mirror {
      Mirror(
        subject,
        children: children,
        displayStyle: .class,
        ancestorRepresentation: .suppressed
      )
    }
    return mirror(model)
  }
}
#endif
