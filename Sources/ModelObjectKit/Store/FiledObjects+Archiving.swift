import Foundation

extension FiledObjects {
  /// An archive of all objects, in the order of filing, and of the objects that they refer to.
  func archivedData() throws -> Data {
    try ArchiveWriter.archive(all.map(\.object), as: .store)
  }

  /// Files the objects of an archive, each under its identity after `awake()`; skips objects
  /// without one, or with that of an earlier object.
  ///
  /// With a closure, objects that can't be decoded are skipped too, and passed to it as issues.
  convenience init(
    archive data: Data,
    classes: [any Model.Type],
    onSkip: ((ModelError.Issue) -> Void)?
  ) throws {
    self.init()
    let reader = try ArchiveReader(data, classes: classes)
    for object in try reader.storedModels(onSkip: onSkip) {
      guard let rule = SchemaCache.schema(of: type(of: object)).identity,
        let identity = rule.identity(of: object), filed(identity) == nil
      else { continue }
      file(object, identity)
    }
  }
}
