/// The mirror of a model, with the same properties as printing.
enum ModelMirror {
  /// Returns the mirror with the properties by their printed names, without those of the base
  /// class.
  static func mirror(of model: any Model) -> Mirror {
    let schema = SchemaCache.schema(of: type(of: model))
    let children: [Mirror.Child] = schema.outgoing.identity(schema).properties.map {
      ($0.name, $0.value(in: model) ?? Any?.none as Any)
    }
    return mirror(of: model, as: schema.type, children)
  }

  /// A mirror gets the class from the static type of its subject.
  private static func mirror<Subject: Model>(
    of model: any Model,
    as type: Subject.Type,
    _ children: [Mirror.Child]
  ) -> Mirror {
    func made<Seen>(_ subject: Seen) -> Mirror {
      Mirror(
        subject,
        children: children,
        displayStyle: .class,
        ancestorRepresentation: .suppressed
      )
    }
    return (model as? Subject).map { made($0) } ?? made(model)
  }
}
