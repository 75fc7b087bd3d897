/// Archives the values of a model, in its `encode(with:)`.
///
/// <!-- with:
/// class Library: ModelObject {
///   var cache: [String: Int] = [:]
/// …
/// }
/// -->
/// ```swift
/// override func encode(with archiver: ModelArchiver) throws {
///   try super.encode(with: archiver)
///   try archiver.encode(cache.keys.sorted(), forKey: "cached")
/// }
/// ```
///
/// An archiver is made by ``ModelObject/archivedData()``, and can be used until that call returns.
public final class ModelArchiver {
  /// Nil after the archiving: the target owns the archiver.
  private weak var target: (any EncodingTarget)?

  init(_ target: any EncodingTarget) {
    self.target = target
  }

  /// Encodes a value under a key of the object that is being encoded.
  ///
  /// The value may be of any type that a property can have: strings, numbers, dates, models,
  /// `Codable` types, and collections of these. A model is archived once, however often it is
  /// encoded. Keys belong to one object, including its superclasses; a second value for a key
  /// replaces the first. Nil is archived as nil.
  ///
  /// - Throws: A ``ModelError`` of code `unsupportedValue` for a value of another type, and
  ///   `rejected` after the archiving.
  public func encode(_ value: Any?, forKey key: String) throws {
    try activeTarget().encode(key: key) { sink in
      guard let value else { return sink.null() }
      guard let shape = shape(of: type(of: value)) else {
        let message = "values of type \(type(of: value)) can't be archived"
        throw ModelError(.unsupportedValue, message: message)
      }
      _ = shape.write(any: value, to: sink)
    }
  }

  /// Archives the properties of a model: the default of `encode(with:)`.
  func encodeProperties(of model: any Model) throws {
    let target = try activeTarget()
    for (property, key) in SchemaCache.schema(of: type(of: model)).archived {
      try target.encode(key: key) { property.write(from: model, to: $0) }
    }
  }

  private func activeTarget() throws -> any EncodingTarget {
    guard let target else {
      throw ModelError(.rejected, message: "the archiver can't be used after its archive is made")
    }
    return target
  }
}

/// What gets the values that models encode themselves.
protocol EncodingTarget: AnyObject {
  /// Takes the value that a closure passes to a sink, under a key of the object being encoded.
  func encode(key: String, _ write: (any ValueSink) throws -> Void) throws
}
