/// A text, and the objects in it with keys that are alike in some class.
struct SearchedText: ~Copyable {
  /// An object with such keys.
  struct Suspect {
    /// Its node on the tape.
    let node: Int
    let keys: [(text: String, offset: Int)]
  }

  private let bytes: ByteView
  private var tape = Tape()
  private(set) var suspects: [Suspect] = []
  /// For each node the object or array around it, and its place in that, if it is an array; empty if
  /// there are no suspects.
  private var parents: [(node: Int, index: Int)] = []

  init(_ bytes: ByteView) {
    self.bytes = bytes
    var reader = JSONReader(bytes, maximumDepth: .max)
    _ = reader.next()
    // The mapping finds the same error.
    guard (try? tape.record(&reader)) != nil else { return }
    for node in 0..<tape.count where tape[node].kind == .object && tape[node].partCount > 1 {
      let keys = suspectKeys(of: node)
      if !keys.isEmpty { suspects.append(Suspect(node: node, keys: keys)) }
    }
    if !suspects.isEmpty { parents = foundParents() }
  }

  func start(of node: Int) -> Int { tape[node].begin }

  func parent(of node: Int) -> Int { parents[node].node }

  /// The steps to an object or array from the root.
  func steps(to node: Int) -> [PathStep] {
    var (steps, node) = ([PathStep](), node)
    while parent(of: node) >= 0 {
      steps.append(step(to: node))
      node = parent(of: node)
    }
    return steps.reversed()
  }

  /// The step to an object or array from the one around it.
  func step(to node: Int) -> PathStep {
    let (parent, index) = parents[node]
    guard tape[parent].kind == .object else { return .index(index) }
    return .key(bytes.text(of: tape[node - 1].token))
  }

  /// The keys of an object that are alike in some class.
  private func suspectKeys(of object: Int) -> [(text: String, offset: Int)] {
    var tokens: [JSONStringToken] = []
    var counts: [Int: Int] = [:]
    var key = object + 1
    while key < tape[object].next - 1 {
      tokens.append(tape[key].token)
      counts[hash(of: tape[key].token), default: 0] += 1
      key = tape.index(after: key + 1)
    }
    guard counts.count < tokens.count else { return [] }
    return tokens.filter { counts[hash(of: $0), default: 0] > 1 }
      .map { (bytes.text(of: $0), $0.start) }
  }

  private func hash(of token: JSONStringToken) -> Int {
    func hash(_ bytes: ByteView) -> Int {
      var hasher = Hasher()
      bytes.hash(into: &hasher)
      return hasher.finalize()
    }
    if !token.hasEscapes {
      let view = bytes.view(of: token)
      let folded = view.withFolded(limit: view.count) { $0.count > 0 ? hash($0) : nil }
      if case .folded(let known?) = folded { return known }
    }
    let text = FoldedKey.shared(by: bytes.text(of: token), .loosest)
    // Equivalent texts may have other bytes.
    return text.utf8.allSatisfy { $0 < 0x80 } ? ByteView.with(text, hash) : text.hashValue
  }

  private func foundParents() -> [(node: Int, index: Int)] {
    var parents = Array(repeating: (node: -1, index: 0), count: tape.count)
    for node in 0..<tape.count where tape[node].isContainer {
      var (part, index) = (node + 1, 0)
      while part < tape[node].next - 1 {
        parents[part] = (node, index)
        part = tape.index(after: part)
        index += 1
      }
    }
    return parents
  }
}
