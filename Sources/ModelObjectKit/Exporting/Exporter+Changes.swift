/// The changes since an earlier copy.
extension Exporter {
  /// Gives the merge patch that turns the export of `before` into the export of `model`.
  func giveChanges(of model: any Model, since before: any Model, to sink: any ExportSink) throws {
    guard type(of: model) == type(of: before) else {
      throw ModelError(
        .unsupportedValue,
        message: "a \(type(of: before)) is no earlier \(type(of: model))"
      )
    }
    let recorder = TreeRecorder(self)
    try checked {
      let old = try recorder.value { try record(before, to: recorder, isRoot: true) }
      let new = try recorder.value { try record(model, to: recorder, isRoot: true) }
      guard let old, let new else { return sink.leaveOut() }
      try MergePatch(recorder.tree, self, sink).give(new, since: old)
    }
  }
}
