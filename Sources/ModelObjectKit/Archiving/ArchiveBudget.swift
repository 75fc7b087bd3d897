/// What reading an archive may cost beside its own bytes.
///
/// An archive has a long string once, however many values are that string. What is done with it for each
/// value is counted before it is done, and limited by the archive's size: so a small archive can't take
/// long, or much memory.
final class ArchiveBudget {
  /// Work in which a long value counts once for each of its places.
  enum Work: Int, CaseIterable {
    /// Of members of sets, keys of dictionaries and identities.
    case hashing
    /// Of values that are read again in each place, such as those of `Codable` classes.
    case decoding
    /// Values that are mapped again in each place: of a `Codable` value that has another type now.
    case converting
    /// Of lists in lists.
    case nesting
    /// Of values in structs, each of which has a bit at least.
    case structs
  }

  private let size: Int
  private var spent = Work.allCases.map { _ in 0 }
  /// Why no more may be done.
  private(set) var refusal: String?

  /// The size of the archive, or of those of a store file.
  init(_ size: Int) { self.size = size }

  /// Counts bytes before they are worked on; throws if they are too many.
  func spend(_ bytes: Int, on work: Work) throws(Misfit) {
    guard count(bytes, work) else { throw .damaged }
  }

  /// Counts bytes; false if they are too many.
  func count(_ bytes: Int, _ work: Work) -> Bool {
    spent[work.rawValue] += bytes
    if spent[work.rawValue] <= work.limit(of: size) { return true }
    if refusal == nil { refusal = "\(work.words) too many places for an archive of this size" }
    return false
  }

  /// How many bytes were worked on.
  func bytes(_ work: Work) -> Int { spent[work.rawValue] }
}

extension ArchiveBudget.Work {
  /// How much an archive of some bytes may take: the least that any may, and more for each byte.
  ///
  /// A mapped value takes some bytes of memory, a hashed byte of ASCII a fraction of a nanosecond.
  fileprivate func limit(of size: Int) -> Int {
    switch self {
    case .hashing: 1 << 29 + size * 256
    case .decoding: 1 << 25 + size * 16
    case .converting: 1 << 21 + size * 4
    case .nesting: 1 << 21 + size * 16
    case .structs: 1 << 20 + size * 8
    }
  }

  fileprivate var words: String {
    switch self {
    case .hashing: "a long key, member of a set, or identity is in"
    case .decoding: "a long value is in"
    case .converting: "a long Codable value that has another type now is in"
    case .nesting: "lists in $nested are in"
    case .structs: "the values of structs are in"
    }
  }
}

extension String {
  /// What it costs to hash the string: its bytes, of which any but ASCII take longer.
  ///
  /// A short one costs nothing: each of its places takes a byte of the archive.
  var hashCost: Int {
    let count = utf8.count
    return count < 128 ? 0 : count * (count == utf16.count ? 1 : 16)
  }
}

extension LongSource {
  var hashCost: Int {
    switch self {
    case .text(let text): text.hashCost
    case .data(let data): data.count
    }
  }
}
