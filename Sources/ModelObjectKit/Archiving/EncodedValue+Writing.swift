extension EncodedValue {
  /// Encodes a value as Foundation's encoder does without strategies, with its keys sorted.
  ///
  /// Archives compare the texts of two versions, those that earlier releases have written, too.
  init(_ value: any Encodable) throws {
    let tree: StructTree
    do {
      tree = try StructTree(value, isArchive: true)
    } catch is StructTree.NoNumber {
      let message = "\(type(of: value)) can't be archived: a decimal in it isn't a number."
      throw ModelError(.unsupportedValue, message: message)
    }
    let writer = JSONWriter(isArchive: true)
    tree.write(to: writer, sortsKeys: true)
    text = writer.buffer.string
  }
}
