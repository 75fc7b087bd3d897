// Models in a value of an archive, which has them apart.

extension StructReading {
  /// The model for which an object of the value stands; nil if that is an object of its own.
  func archivedModel(
    at source: StructSource,
    of type: any Model.Type
  ) throws -> (any Model)? {
    try archivedModel(at: object(source), of: type)
  }

  /// What the model exports for which an object stands: the type of the value knows no model in its
  /// place.
  func exportedModel(at object: StructObject?) throws -> StructObject? {
    guard let model = try archivedModel(at: object, of: nil) else { return nil }
    do throws(Misfit) {
      guard let parts = try? EncodedParts(model, keepsModels: false),
        let pairs = try EncodedValue(text: parts.text).tree() as? [String: Any]
      else { throw .mismatch }
      return StructObject(tree: pairs)
    } catch {
      throw stop(error)
    }
  }

  private func archivedModel(
    at object: StructObject?,
    of type: (any Model.Type)?
  ) throws -> (any Model)? {
    try check()
    guard let object, let archived = rules.userInfo[.losesNothing] as? ArchivedValue,
      let key = archived.models?.key, names(in: object) == [key],
      let number = value(of: key, in: object).flatMap({ integer($0) })
    else { return nil }
    do throws(Misfit) {
      return try archived.model(number, of: type)
    } catch {
      throw stop(error)
    }
  }
}
