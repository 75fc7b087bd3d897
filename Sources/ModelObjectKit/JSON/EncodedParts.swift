/// What an archive has of a `Codable` value: its text, and the models in it.
struct EncodedParts {
  let text: String
  let models: [any Model]
  /// The key of the objects in the text that stand for the models.
  let modelKey: String

  init(_ value: any Encodable, keepsModels: Bool = true) throws {
    let tree: StructTree
    do {
      tree = try StructTree(value, isArchive: true, keepsModels: keepsModels)
    } catch is StructTree.NoNumber {
      let message = "\(type(of: value)) can't be archived: a decimal in it isn't a number."
      throw ModelError(.unsupportedValue, message: message)
    }
    let writer = JSONWriter(isArchive: true)
    tree.write(to: writer, sortsKeys: true)
    (text, models) = (writer.buffer.string, tree.models)
    modelKey = models.isEmpty ? "" : tree.modelKey
  }
}
