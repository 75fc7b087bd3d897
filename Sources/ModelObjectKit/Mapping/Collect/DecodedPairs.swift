/// The pairs of an object of a decoder, by their numbers.
///
/// An unchanged value is read by its property's own type, as in a class without hooks: the plain
/// values that hooks, transforms and unknown keys see are only views of it.
protocol DecodedPairs: AnyObject {
  /// The untyped values by their keys, as a class's hooks see them.
  func dictionary(_ schema: ModelSchema) throws(Misfit) -> [String: Any]
  /// The value under the key of a tag; nil if the key is missing or has no scalar.
  func tag(_ plan: TagPlan) -> Input?
  /// Throws if the object stands for another one, which a decoder doesn't find.
  func refuseReference() throws(Misfit)

  /// Decodes each property by its own type; false if the pairs need more.
  ///
  /// Some are decoded by then if columns of a row compete.
  func mapPlainly(to object: inout ObjectFilling, _ schema: ModelSchema) throws(Misfit) -> Bool
  /// The pairs of the input.
  func pairs(_ schema: ModelSchema) -> [ObjectSource.Pair]
  /// The pairs of the dictionary that `willMap` returned; values that it left alone are the originals.
  func pairs(
    _ changed: [String: Any],
    insteadOf given: [String: Any],
    _ schema: ModelSchema
  ) -> [ObjectSource.Pair]

  /// The untyped value of a pair; nil if it can't be read.
  func value(at entry: Int) throws(Misfit) -> Any?
  /// Whether the untyped value of a pair is what its property takes by its own type.
  func isOwned(at entry: Int) -> Bool
  func isNull(at entry: Int) -> Bool
  /// Reads the value of a pair into a property of an object; false if it doesn't fit, which has been
  /// noted then.
  func read(
    _ original: OriginalValue,
    into property: Int,
    of object: borrowing ObjectFilling
  ) throws(Misfit) -> Bool
}
