/// Where a value is.
enum Source {
  /// At an offset of the text.
  case text(Int)
  case tree(Any)
  /// At a place that properties ask by their own types.
  case original(OriginalValue)
  case null
}

/// Values that a property asks for by its own type.
///
/// Hooks and shapes see them as untyped values.
class ValueOrigin {
  /// The untyped value of a pair; nil if there is none that can be read.
  func value(at entry: Int) throws(Misfit) -> Any? { nil }

  func isNull(at entry: Int) -> Bool { false }

  /// Gives a property the value at a path in the value of a pair; false if it doesn't fit, which has
  /// been noted then.
  func read(
    _ property: Int,
    at entry: Int,
    _ path: [JSONKey.Step],
    into model: any Model,
    _ schema: ModelSchema
  ) throws(Misfit) -> Bool { false }
}

/// A value that can't be read as any type.
struct UnreadableValue {}

/// The value of a pair, or the value at a path in it, as it came.
struct OriginalValue {
  let origin: ValueOrigin
  let entry: Int
  var path: [JSONKey.Step] = []

  var isNull: Bool { path.isEmpty && origin.isNull(at: entry) }
}
