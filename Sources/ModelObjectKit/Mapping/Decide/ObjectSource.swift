/// Where a value is.
enum ValueLocation {
  /// At an offset of the text.
  case text(Int)
  case tree(Any)
  /// At a place that properties ask by their own types.
  indirect case original(OriginalValue)
  case null
}

/// The unchanged value of a pair, or the one at a path in it.
struct OriginalValue {
  let origin: any DecodedPairs
  let entry: Int
  var path: [PathStep] = []
  /// The key under which a hook passes it on; nil for its own.
  var passedKey: String?
  /// How the keys on the path are matched.
  var matching = KeyMatching.exact

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

/// The pairs of an object of a decoder, by their numbers.
///
/// An unchanged value is read by its property's own type, as in a class without hooks: the plain
/// values that hooks, transforms and unknown keys see are only views of it.
protocol DecodedPairs: AnyObject {
  /// The untyped values by their keys, as a class's hooks see them.
  func dictionary(_ schema: ModelSchema) throws(Misfit) -> [String: Any]
  /// The value under the key of a tag; nil if the key is missing or has no scalar.
  func tag(_ plan: TagPlan) -> (key: String, tag: Input)?
  /// Throws if the object stands for another one, which a decoder doesn't find.
  func refuseReference() throws(Misfit)

  /// Decodes each property by its own type; false if the pairs need more.
  ///
  /// Some are decoded by then if columns of a row compete.
  func mapByTypes(to object: inout ObjectFilling, _ schema: ModelSchema) throws(Misfit) -> Bool
  /// The pairs of the input.
  func pairs(_ schema: ModelSchema) -> [ObjectSource.Pair]
  /// The pairs of the dictionary that `willMap` returned; values that it left alone are the originals.
  func pairs(
    _ changed: [String: Any],
    insteadOf given: [String: Any],
    _ schema: ModelSchema
  ) -> [ObjectSource.Pair]

  /// The untyped value of a pair, in which parts that can't be read are marked if paths lead into it;
  /// nil if it can't be read.
  func value(at entry: Int) throws(Misfit) -> Any?
  /// The same without such parts, as hooks get it.
  func handedValue(at entry: Int) throws(Misfit) -> Any?
  /// Whether the untyped value of a pair is what its property takes by its own type.
  func isOwned(at entry: Int) -> Bool
  func isNull(at entry: Int) -> Bool
  /// Reads the value of a pair into a property of an object; false if it doesn't fit, which has been
  /// noted then.
  func read(
    _ original: OriginalValue,
    into property: Int,
    of object: inout ObjectFilling
  ) throws(Misfit) -> Bool
}
