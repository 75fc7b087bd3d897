import Foundation

extension FiledObjects {
  /// The archive of all objects, in the order in which they were filed, and of the objects that
  /// they refer to.
  func archivedData(_ modelRoot: any Model.Type) throws -> Data {
    try ArchiveWriter(modelRoot: modelRoot).archiveStore(of: all.map(\.object))
  }

  /// Files the objects of an archive, each under the identity that it has after `awake()`; an
  /// object without one, or with the identity of an earlier object, is left out.
  ///
  /// With a closure, objects that can't be had are left out too, and it is told of each.
  convenience init(
    archive data: Data,
    _ modelRoot: any Model.Type,
    classes: [any Model.Type],
    onSkip: ((ModelError.Issue) -> Void)?
  ) throws {
    self.init()
    let reader = try ArchiveReader(data, modelRoot: modelRoot, classes: classes)
    for object in try reader.storedModels(onSkip: onSkip) {
      guard let rule = SchemaCache.schema(of: type(of: object)).identity,
        let identity = rule.identity(of: object), filed(identity) == nil
      else { continue }
      file(object, identity)
    }
  }
}
