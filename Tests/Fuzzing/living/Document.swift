import Foundation

/// A text that is a JSON object, with tags that name twins of one kind alone.
struct Document {
  let text: Data
  let tree: Tree
  /// The text for each kind of twins; empty if tags may be written in other letters.
  let twins: [Data]

  /// Nil for text that is no JSON object; the other inputs of the fuzzer look at those.
  init?(_ data: Data, levels: Int) {
    let text = Self.replacing(data, kinds: 1...3, with: 0)
    guard let (tree, depth) = ReferenceReader.read(text), depth <= min(levels, 200),
      case .object = tree
    else { return nil }
    self.text = text
    self.tree = tree
    twins =
      text.contains(UInt8(ascii: "\\"))
      ? [] : (1...3).map { Self.replacing(text, kinds: 0...0, with: $0) }
  }

  /// The text `{}`.
  static let empty = Document()

  private init() {
    (text, tree) = (Data("{}".utf8), .object([]))
    twins = [text, text, text]
  }

  var string: String { String(decoding: text, as: UTF8.self) }

  /// The text with each key once, and numbers as Swift writes them: nil if a dictionary, or a reader
  /// of Foundation, makes something else of it.
  var plain: Data? {
    guard !tree.hasKeysOfOtherBytes else { return nil }
    let plain = tree.withoutRepetitions.withSwiftNumbers
    return plain.isChangedByFoundation ? nil : Data(plain.json.utf8)
  }

  /// Whether an object in it has the identity that one without an identity has by default, so that
  /// an update takes that for the same.
  var namesDefaultIdentity: Bool { identities.contains("0.0") }

  /// What the objects in it give as their identities, in one spelling, with Swift's numbers; -0 is 0.
  var identities: [String] { Self.identities(in: tree.withSwiftNumbers) }

  /// Whether an object may occur twice.
  var repeatsIdentities: Bool {
    let identities = identities
    return Set(identities).count < identities.count
  }

  /// Those that the root itself gives.
  var rootIdentities: [String] {
    guard case .object(let pairs) = tree else { return [] }
    return pairs.filter { Self.isIdentity($0.key) }.compactMap { Self.identity(of: $0.value) }
  }

  /// The values of the root for the other part of some identities.
  var rootLanguages: [Tree] {
    guard case .object(let pairs) = tree else { return [] }
    return pairs.filter { Self.isKey($0.key, "lang") }.map(\.value)
  }

  /// Whether an object inside the root gives no identity, or only one part if it has two.
  func hasNamelessObjects(ofTwoParts: Bool = false) -> Bool {
    guard case .object(let pairs) = tree else { return true }
    return pairs.contains { Self.hasNamelessObjects(in: $0.value, ofTwoParts) }
  }

  /// Whether each object in it gives its identity, once, and none the default one.
  func isNamed(ofTwoParts: Bool) -> Bool {
    !rootIdentities.isEmpty && !(ofTwoParts && rootLanguages.isEmpty) && !namesDefaultIdentity
      && !hasNamelessObjects(ofTwoParts: ofTwoParts) && !tree.repeatsKeys && !tree.hasRivals
  }

  /// Whether an object inside the root gives no identity, and one inside that does.
  var hasNamedInNamelessObjects: Bool {
    guard case .object(let pairs) = tree else { return true }
    return pairs.contains { Self.hasNamedInNamelessObjects(in: $0.value) }
  }

  private static func hasNamedInNamelessObjects(in tree: Tree) -> Bool {
    switch tree {
    case .array(let elements): return elements.contains { hasNamedInNamelessObjects(in: $0) }
    case .object(let pairs):
      let isNamed = pairs.contains { isIdentity($0.key) && integer($0.value) != nil }
      return pairs.contains { key, value in
        !isNamed && !isIdentity(key) && !identities(in: value).isEmpty
          || hasNamedInNamelessObjects(in: value)
      }
    default: return false
    }
  }

  private static func hasNamelessObjects(in tree: Tree, _ ofTwoParts: Bool) -> Bool {
    switch tree {
    case .array(let elements):
      return elements.contains { hasNamelessObjects(in: $0, ofTwoParts) }
    case .object(let pairs):
      let isNamed = pairs.contains { isIdentity($0.key) && integer($0.value) != nil }
      let isComplete =
        isNamed
        && (!ofTwoParts
          || pairs.contains { isKey($0.key, "lang") && identity(of: $0.value) != nil })
      return !isComplete || pairs.contains { hasNamelessObjects(in: $0.value, ofTwoParts) }
    default: return false
    }
  }

  /// Whether an object in a property of a twin's class has no tag of a twin: it is of the declared class
  /// then, and an update with a tag keeps it or not, as the tag is that of the class itself or of a
  /// twin.
  var hasUntaggedLeads: Bool { Self.hasUntaggedLeads(in: tree) }

  private static func hasUntaggedLeads(in tree: Tree) -> Bool {
    switch tree {
    case .array(let elements): return elements.contains { hasUntaggedLeads(in: $0) }
    case .object(let pairs):
      return pairs.contains { key, value in
        if isLead(key), case .object(let lead) = value,
          !lead.contains(where: { key, value in
            if isKey(key, "kind"), case .text("memo0") = value { true } else { false }
          })
        {
          return true
        }
        return hasUntaggedLeads(in: value)
      }
    default: return false
    }
  }

  /// Whether a key occurs twice in an object, once with a string that spells null: that decides in a
  /// property with a transform, which gets it, and not in one without.
  var repeatsKeysWithNullTexts: Bool { Self.repeatsKeysWithNullTexts(in: tree) }

  private static func repeatsKeysWithNullTexts(in tree: Tree) -> Bool {
    switch tree {
    case .array(let elements): return elements.contains { repeatsKeysWithNullTexts(in: $0) }
    case .object(let pairs):
      return pairs.contains { key, value in
        spellsNull(value) && pairs.count { folded($0.key) == folded(key) } > 1
          || repeatsKeysWithNullTexts(in: value)
      }
    default: return false
    }
  }

  private static func spellsNull(_ tree: Tree) -> Bool {
    guard case .text(let text) = tree else { return false }
    let word = text.lowercased().filter { !$0.isWhitespace }
    return ["null", "nil", "<null>", "(null)"].contains(word)
  }

  private static func isLead(_ key: String) -> Bool {
    ["lead", "memo", "cover"].contains { isKey(key, $0) }
  }

  private static func isIdentity(_ key: String) -> Bool { isKey(key, "id") }

  private static func isKey(_ key: String, _ name: String) -> Bool {
    folded(key) == name
  }

  private static func folded(_ key: String) -> String {
    key.lowercased().filter { !"-_ ".contains($0) }
  }

  private static func identities(in tree: Tree) -> [String] {
    switch tree {
    case .array(let elements): return elements.flatMap { identities(in: $0) }
    case .object(let pairs):
      let isNamed = pairs.contains { isIdentity($0.key) && integer($0.value) != nil }
      // The other part of an identity alone makes it that of the default.
      let own = !isNamed && pairs.contains { isKey($0.key, "lang") } ? ["0.0"] : []
      return own
        + pairs.flatMap { key, value -> [String] in
          let inside = identities(in: value)
          return isIdentity(key) ? [identity(of: value)].compactMap(\.self) + inside : inside
        }
    default: return []
    }
  }

  private static func integer(_ value: Tree) -> Int? {
    identity(of: value).flatMap { Double($0) }.flatMap { Int(exactly: $0) }
  }

  /// The identity that a scalar is; nil for other values.
  private static func identity(of value: Tree) -> String? {
    switch value {
    case .number(let text), .text(let text):
      switch text.lowercased() {
      case "yes", "true": "1.0"
      case "no", "false": "0.0"
      default: Double(text).map { "\($0 + 0)" } ?? text
      }
    case .bool(let value): value ? "1.0" : "0.0"
    default: nil
    }
  }

  /// Lines of an account with the tags of the first kind of twins.
  static func withFirstTwins(_ lines: [String], _ kind: Int) -> [String] {
    lines.map { $0.replacing("memo\(kind)", with: "memo0") }
  }

  private static func replacing(_ data: Data, kinds: ClosedRange<Int>, with kind: Int) -> Data {
    let zero = UInt8(ascii: "0")
    let word = Data("memo".utf8)
    var data = data
    var start = data.startIndex
    while let range = data[start...].firstRange(of: word), range.upperBound < data.endIndex {
      if kinds.contains(Int(data[range.upperBound]) - Int(zero)) {
        data[range.upperBound] = zero + UInt8(kind)
      }
      start = range.upperBound
    }
    return data
  }
}
