public import Foundation

extension NSCoder {
  /// Encodes a model, and all that it refers to, under a key of a keyed coder.
  ///
  /// The coder gets the model's archive as data, so that it needs no knowledge of the classes in
  /// it. A model that is encoded under two keys comes back as two objects. Nil is not encoded.
  ///
  /// ```swift
  /// func encode(with coder: NSCoder) {
  ///   try? coder.encode(model: person, forKey: "person")
  /// }
  /// ```
  ///
  /// - Throws: As ``ModelObject/archivedData()``.
  public func encode(model: ModelObject?, forKey key: String) throws {
    guard let model else { return }
    encode(try model.archivedData() as NSData, forKey: key)
  }

  /// Decodes a model that was encoded by `encode(model:forKey:)`; nil where there is none.
  ///
  /// <!-- with:
  /// func decode(with coder: NSCoder) throws {
  ///   var person: Person?
  /// …
  /// }
  /// -->
  /// ```swift
  /// person = try coder.decodeModel(of: Person.self, forKey: "person")
  /// ```
  ///
  /// - Throws: A ``ModelError``, as opening an archive does; the coder's own errors are passed on.
  public func decodeModel<Model: ModelObject>(
    of type: Model.Type,
    subclasses: [ModelObject.Type] = [],
    forKey key: String
  ) throws -> Model? {
    // Foundation for Linux takes a missing key for damage, and may stop the program for it.
    guard containsValue(forKey: key), let data = try archivedModel(forKey: key) else { return nil }
    return try type.init(archive: Data(referencing: data), subclasses: subclasses)
  }

  private func archivedModel(forKey key: String) throws -> NSData? {
    #if canImport(ObjectiveC)
    // On Apple's systems the plain method may raise an exception for another value, which Swift
    // can't catch.
    try decodeTopLevelObject(of: NSData.self, forKey: key)
    #else
    decodeObject(of: NSData.self, forKey: key)
    #endif
  }
}
