/// A model whose class may encode and decode its objects itself.
///
/// Only `ModelObject` conforms to it.
protocol ArchivingModel: Model {
  func encode(with archiver: ModelArchiver) throws
  func decode(with unarchiver: ModelUnarchiver) throws
}
