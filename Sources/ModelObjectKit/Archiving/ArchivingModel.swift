/// A model whose class may encode and decode its objects itself.
///
/// Only `ModelObject` conforms to it.
protocol ArchivingModel: Model {
  func encode(with archiver: ModelArchiver) throws
  func decode(with unarchiver: ModelUnarchiver) throws
}

extension ModelSchema {
  /// Whether the class encodes its objects itself.
  var encodesItself: Bool { hooks.contains(.encode) && type is any ArchivingModel.Type }
  /// Whether the class decodes its objects itself.
  var decodesItself: Bool { hooks.contains(.decode) && type is any ArchivingModel.Type }
}
