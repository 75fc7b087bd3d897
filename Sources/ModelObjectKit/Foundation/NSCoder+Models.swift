#if Foundation
public import Foundation

extension NSCoder {
  /// Encodes a model, and all objects that it refers to, under a key of a keyed coder.
  ///
  /// The coder stores the model's archive as data, so it needn't know its classes. A model that is
  /// encoded under two keys is decoded as two objects. Nil isn't encoded.
  ///
  /// ```swift
  /// func encode(with coder: NSCoder) {
  ///   try? coder.encode(model: person, forKey: "person")
  /// }
  /// ```
  ///
  /// - Throws: The errors of ``ModelObject/archivedData()``.
  public func encode(model: ModelObject?, forKey key: String) throws {
    guard let model else { return }
    encode(try model.archivedData() as NSData, forKey: key)
  }

  /// Decodes a model that was encoded by ``encode(model:forKey:)``; nil if there is none.
  ///
  /// ```swift
  /// let archiver = NSKeyedArchiver(requiringSecureCoding: true)
  /// try archiver.encode(model: person, forKey: "person")
  /// let coder = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
  /// try coder.decodeModel(of: Person.self, forKey: "person")?.name  // "Shan"
  /// ```
  ///
  /// - Throws: The errors of ``ModelObjectProtocol/init(archive:subclasses:)``, and those of
  ///   the coder, such as for a string under the key. On Linux, Foundation ends the program for a
  ///   value of another type, unless the coder's `decodingFailurePolicy` is `setErrorAndReturn`.
  public func decodeModel<Model: ModelObject>(
    of type: Model.Type,
    subclasses: [ModelObject.Type] = [],
    forKey key: String
  ) throws -> Model? {
    // Foundation on Linux treats a missing key as damage, and may trap.
    guard containsValue(forKey: key) else { return nil }
    #if canImport(ObjectiveC)
    // On Apple platforms, `decodeObject(of:forKey:)` may raise an exception for another value,
    // which Swift can't catch.
    let data = try decodeTopLevelObject(of: NSData.self, forKey: key)
    #else
    let data = decodeObject(of: NSData.self, forKey: key)
    #endif
    guard let data else {
      if let error { throw error }
      let message = "the value for the key \(key.quoted) isn't a model"
      throw ModelError(.invalidArchive, message: message)
    }
    return try type.init(archive: Data(referencing: data), subclasses: subclasses)
  }
}
#endif
