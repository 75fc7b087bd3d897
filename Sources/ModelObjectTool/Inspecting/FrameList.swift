import ModelObjectEssentials
import ModelObjectKit

/// The frames of a store file, each with its archive.
final class FrameList: ModelObject {
  /// The bytes after the last intact frame.
  var damagedBytes = 0
  var frames: [ArchiveOutline] = []

  /// The frames as JSON for programs.
  static func json(of frames: StoreFrames, _ size: Int, _ tell: (Double) -> Void) throws -> String {
    let list = FrameList()
    list.damagedBytes = size - frames.size
    for (index, archive) in frames.archives.enumerated() {
      list.frames.append(try ArchiveOutline(ArchiveContents(archive)) { _ in })
      tell(Double(index + 1) / Double(frames.archives.count))
    }
    return try ArchiveOutline.text(of: list)
  }

  /// The frames as text for people.
  static func text(of frames: StoreFrames, _ size: Int, _ tell: (Double) -> Void) throws -> String {
    let damaged = size - frames.size
    var text = "store file of \(ArchiveTree.count(frames.archives.count, "frame"))"
    if damaged > 0 { text += ", \(ArchiveTree.count(damaged, "damaged byte")) at its end" }
    for (index, archive) in frames.archives.enumerated() {
      text += "\n\nframe \(index + 1), \(ArchiveTree.count(archive.count, "byte")): "
      text += try ArchiveTree.text(of: ArchiveContents(archive))
      text.removeLast()
      tell(Double(index + 1) / Double(frames.archives.count))
    }
    return text + "\n"
  }
}
