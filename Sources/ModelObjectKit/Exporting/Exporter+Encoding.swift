import ModelObjectEssentials

/// Values of custom `Codable` types, and models in them.
extension Exporter {
  func encode(_ value: any Encodable, to sink: any ExportSink) -> Bool {
    do {
      try passWhole(value, to: sink, at: [])
      return true
    } catch {
      if let error = error as? ModelError, error.code == .tooDeep { fail(error) }
      return false
    }
  }

  /// Passes what a value encodes to a sink, lists element by element; throws the errors of its code.
  func pass<Value: Encodable>(_ value: Value, to sink: any ExportSink) throws {
    guard StructType.of(Value.self).form == .list, let list = value as? any PassedList else {
      return try passWhole(value, to: sink, at: indexes)
    }
    try list.pass(to: sink, by: self)
  }

  private func passWhole(
    _ value: some Encodable,
    to sink: any ExportSink,
    at indexes: [Int]
  ) throws {
    let tree = trees.take()
    tree.indexes = indexes
    defer { trees.giveBack(tree) }
    try tree.fill(with: value)
    tree.write(to: sink, sortsKeys: options.sortedKeys)
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

/// A list whose elements are passed to a sink one by one, so that none is kept meanwhile.
private protocol PassedList {
  func pass(to sink: any ExportSink, by exporter: Exporter) throws
}

extension Array: PassedList where Element: Encodable {
  fileprivate func pass(to sink: any ExportSink, by exporter: Exporter) throws {
    sink.begin(isArray: true, count: count)
    exporter.indexes.append(0)
    for element in self {
      try exporter.pass(element, to: sink)
      exporter.indexes[exporter.indexes.count - 1] += 1
    }
    exporter.indexes.removeLast()
    sink.end(isArray: true)
  }
}
