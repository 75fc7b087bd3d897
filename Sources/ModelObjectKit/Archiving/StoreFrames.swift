package import ModelObjectEssentials

/// The form of a store file, which an article describes: a first line, and frames.
///
/// ```
/// "ModelObject store 1\n" | frames
/// frame: size of the archive (8 bytes) | checksum (4 bytes) | archive
/// ```
///
/// Both numbers are big-endian. The checksum is the CRC-32 of the size's bytes and the archive.
package struct StoreFrames {
  private let data: Data
  /// The places of the archives in the data: that of the whole store, and that of each later save.
  let places: [Range<Int>]
  /// The size of the first line and the frames that are intact.
  package let size: Int

  static let headerSize = 12
  private static let name = "ModelObject store "
  static let firstLine = Data("\(name)1\n".utf8)

  /// Reads the frames up to the first one that is damaged; nil if the data isn't a store file.
  ///
  /// - Throws: A ``ModelError`` of code `invalidArchive` if the first frame is damaged.
  package init?(_ data: Data) throws {
    guard let version = ByteView.with(data, { $0.versionOfFrames(after: Self.name) }) else {
      return nil
    }
    guard version == "1" else {
      let message = "store files of version \(version) are not supported"
      throw ModelError(.invalidArchive, message: message)
    }
    var places: [Range<Int>] = []
    var end = Self.firstLine.count
    ByteView.with(data) { bytes in
      while let next = bytes.endOfFrame(at: end) {
        places.append(end + Self.headerSize..<next)
        end = next
      }
    }
    guard !places.isEmpty else {
      throw ModelError(.invalidArchive, message: "the first frame of the store file is damaged")
    }
    self.data = data
    self.places = places
    size = end
  }

  /// The archives.
  package var archives: [Data] {
    places.map { data[data.startIndex + $0.lowerBound..<data.startIndex + $0.upperBound] }
  }

  /// The bytes before the archive in a frame.
  static func header(of archive: Data) -> Data {
    let header = ByteBuffer()
    header.append(bigEndian: UInt64(archive.count), size: 8)
    let checksum = header.with { size in
      ByteView.with(archive) { $0.checksum(after: size.checksum()) }
    }
    header.append(bigEndian: UInt64(checksum), size: 4)
    return header.popData()
  }
}

extension ByteView {
  /// The rest of the first line, as far as an error shows it; nil if that doesn't begin with a name.
  fileprivate func versionOfFrames(after name: String) -> String? {
    let start = name.utf8.count
    guard start <= count, ByteView.with(name, { self[0, start].equals($0) }) else { return nil }
    return String(self[start, min(endOfLine(from: start), start + 10)])
  }

  /// The end of the frame at an offset; nil if there is none, or it is damaged.
  fileprivate func endOfFrame(at offset: Int) -> Int? {
    let start = offset + StoreFrames.headerSize
    guard start <= count, let size = Int(exactly: bigEndian(offset, 8)), size <= count - start
    else { return nil }
    let sum = self[offset, offset + 8].checksum()
    let isIntact = self[start, start + size].checksum(after: sum) == bigEndian(offset + 8, 4)
    return isIntact ? start + size : nil
  }
}
