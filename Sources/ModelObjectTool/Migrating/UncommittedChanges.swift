import ModelObjectEssentials

/// Which files have contents that git doesn't have: `git checkout` wouldn't bring them back.
enum UncommittedChanges {
  /// The number of such files, also of those that git doesn't know; nil if there is no repository, or
  /// its index is in a form that isn't read here.
  static func count(_ files: [(path: String, bytes: [UInt8])], in folder: String) -> Int? {
    guard let root = root(of: folder), let index = GitIndex(root) else { return nil }
    let base = root + "/"
    return files.count { file in
      let path = URL(fileURLWithPath: file.path).standardizedFileURL.path
      guard path.hasPrefix(base), let hash = index.hashes[String(path.dropFirst(base.count))] else {
        return true
      }
      guard hash != SHA1.ofBlob(file.bytes) else { return false }
      // With `autocrlf`, git has the file with other line ends.
      return hash != SHA1.ofBlob(withoutReturns(file.bytes))
    }
  }

  private static func withoutReturns(_ bytes: [UInt8]) -> [UInt8] {
    bytes.indices.compactMap { place in
      let isReturn = bytes[place] == 13 && place + 1 < bytes.count && bytes[place + 1] == 10
      return isReturn ? nil : bytes[place]
    }
  }

  /// The nearest folder above with `.git`.
  private static func root(of folder: String) -> String? {
    var url = URL(fileURLWithPath: folder).standardizedFileURL
    for _ in 0..<100 {
      let path =
        url.path.count > 1 && url.path.hasSuffix("/") ? String(url.path.dropLast()) : url.path
      if FileManager.default.fileExists(atPath: path + "/.git") { return path }
      guard path != "/" else { return nil }
      url = url.deletingLastPathComponent()
    }
    return nil
  }
}

/// The files that git keeps, with the hashes of their contents.
struct GitIndex {
  private(set) var hashes: [String: [UInt8]] = [:]

  init?(_ root: String) {
    guard let file = Self.file(root), let data = try? Data(contentsOf: URL(fileURLWithPath: file))
    else {
      return nil
    }
    self.init([UInt8](data))
  }

  /// In a worktree, `.git` is a file that says where the folder is.
  private static func file(_ root: String) -> String? {
    let path = root + "/.git/index"
    if FileManager.default.fileExists(atPath: path) { return path }
    let prefix = "gitdir: "
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: root + "/.git")),
      let line = String(decoding: data, as: UTF8.self).split(separator: "\n").first,
      line.hasPrefix(prefix)
    else { return nil }
    let folder = String(line.dropFirst(prefix.count))
    return (folder.hasPrefix("/") ? folder : root + "/" + folder) + "/index"
  }

  /// Versions 2 and 3, with SHA-1.
  init?(_ bytes: [UInt8]) {
    func number(_ place: Int) -> Int {
      bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    guard bytes.count > 12, bytes.starts(with: "DIRC".utf8), [2, 3].contains(number(4)) else {
      return nil
    }
    var place = 12
    for _ in 0..<number(8) {
      guard place + 64 <= bytes.count else { return nil }
      let flags = Int(bytes[place + 60]) << 8 | Int(bytes[place + 61])
      let start = place + (flags & 0x4000 != 0 ? 64 : 62)
      guard let end = bytes[min(start, bytes.count)...].firstIndex(of: 0) else { return nil }
      let name = String(decoding: bytes[start..<end], as: UTF8.self)
      hashes[name] = Array(bytes[place + 40..<place + 60])
      // Entries are padded to eight bytes, with at least one zero.
      place += (end - place + 8) & ~7
    }
  }
}

/// The hash by which git names contents.
enum SHA1 {
  static func ofBlob(_ bytes: [UInt8]) -> [UInt8] {
    hash(Array("blob \(bytes.count)\0".utf8) + bytes)
  }

  static func hash(_ message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    var bytes = message + [0x80]
    bytes += Array(repeating: 0, count: (120 - bytes.count % 64) % 64)
    let length = UInt64(message.count) * 8
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * UInt64($0))) }
    var words = [UInt32](repeating: 0, count: 80)
    for start in stride(from: 0, to: bytes.count, by: 64) {
      for index in 0..<16 {
        words[index] = bytes[start + 4 * index..<start + 4 * index + 4].reduce(0) {
          $0 << 8 | UInt32($1)
        }
      }
      for index in 16..<80 {
        let mixed = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
        words[index] = rotated(mixed, 1)
      }
      mix(words, into: &state)
    }
    return state.flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) }
    }
  }

  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }

  private static func mix(_ words: [UInt32], into state: inout [UInt32]) {
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for (index, word) in words.enumerated() {
      let (f, k): (UInt32, UInt32) =
        switch index {
        case 0..<20: (b & c | ~b & d, 0x5A82_7999)
        case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case 40..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      let next = rotated(a, 5) &+ f &+ e &+ k &+ word
      (e, d, c, b, a) = (d, c, rotated(b, 30), a, next)
    }
    for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
  }
}
