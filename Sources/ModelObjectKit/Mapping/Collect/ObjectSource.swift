/// Where a value is.
enum ValueLocation {
  /// At an offset of the text.
  case text(Int)
  case tree(Any)
  /// At a place that properties ask by their own types.
  case original(OriginalValue)
  case null
}

/// The unchanged value of a pair, or the one at a path in it.
struct OriginalValue {
  let origin: any DecodedPairs
  let entry: Int
  var path: [PathStep] = []

  var isNull: Bool { path.isEmpty && origin.isNull(at: entry) }
  var isOwned: Bool { path.isEmpty && origin.isOwned(at: entry) }
}

/// Where the pairs of an object are.
enum ObjectSource {
  /// In the text, from the bracket at this offset on.
  case text(Int)
  case dictionary([String: Any])
  case list([Pair])
  case decoded(any DecodedPairs)
  /// A single pair, or an object that has handed its pairs over.
  case none

  typealias Pair = (key: String, source: ValueLocation)

  init(_ pairs: Input.Pairs) {
    switch pairs {
    case .text(let start): self = .text(start)
    case .tree(let dictionary): self = .dictionary(dictionary)
    }
  }

  var isText: Bool { if case .text = self { true } else { false } }

  /// The pairs in the order of the text, else sorted.
  var inKeyOrder: ObjectSource {
    guard case .dictionary(let dictionary) = self else { return self }
    return .list(dictionary.inKeyOrder().map { ($0.key, .tree($0.value)) })
  }
}
