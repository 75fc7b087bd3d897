extension EncodedValue {
  /// Encodes a value as Foundation's encoder does without strategies, with its keys sorted, and its
  /// models as JSON.
  ///
  /// Archives compare the texts of two versions, those that earlier releases have written, too.
  init(_ value: any Encodable) throws {
    self.init(text: try EncodedParts(value, keepsModels: false).text)
  }
}
