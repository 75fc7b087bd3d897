import Foundation

extension FiledObjects {
  /// The archive of all objects and of what they refer to, in the order in which they came.
  func archivedData(_ modelRoot: any Model.Type) throws -> Data {
    try ArchiveWriter(modelRoot: modelRoot).archiveStore(of: all.map(\.object))
  }

  /// The objects of an archive, each under the identity that it has by now; one without any, or of
  /// which there is another one before it, is left out.
  convenience init(
    archive data: Data,
    _ modelRoot: any Model.Type,
    classes: [any Model.Type]
  ) throws {
    self.init()
    let reader = try ArchiveReader(data, modelRoot: modelRoot, classes: classes)
    for object in try reader.storedModels() {
      guard let rule = SchemaCache.schema(of: type(of: object)).identity,
        let identity = rule.identity(of: object), filed(identity) == nil
      else { continue }
      file(object, identity)
    }
  }
}
