import ModelObjectEssentials

/// Values of custom `Codable` types, and models in them.
extension Exporter {
  /// What a value encodes; nil if it can't be encoded.
  func tree(of value: any Encodable) -> StructTree? {
    do {
      return try StructTree(value)
    } catch {
      if let error = error as? ModelError, error.code == .tooDeep { fail(error) }
      return nil
    }
  }

  /// The content of a text; nil if it is a number that no type can hold.
  func tree(of json: RawJSON) -> Any? {
    ByteView.with(json.text) { bytes in
      let mapping = Mapping(text: bytes, options: nil)
      // The sink counts the levels.
      mapping.reader.remainingDepth = .max
      do throws(Misfit) {
        return try mapping.tree(of: try mapping.nextInput())
      } catch {
        if case .mismatch = error { return nil }
        fail(ModelError(.tooDeep, message: StackLimit.message))
        return nil
      }
    }
  }

  func embed(_ model: any Model, in sink: any ExportSink) {
    guard numbersModels || writesIdentities else { return write(model, to: sink) }
    let inner = Exporter(embeddingModelsBy: options, branch: branch)
    guard let tree = try? inner.tree(ofNested: model) else { return sink.leaveOut() }
    sink.passesOn { sink.writeUntyped(tree) }
  }

  /// The export of models in a value of a user's type, which reads objects: nothing finds the model
  /// of a reference there.
  convenience init(embeddingModelsBy options: ExportOptions, branch: ObjectBranch) {
    var options = options
    options.references = .none
    self.init(options, branch: branch)
  }
}
