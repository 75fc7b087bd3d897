// The roots of an archive: a model, an array or a store.

extension ArchiveReader {
  /// The archived model.
  func model(of type: any Model.Type) throws -> any Model {
    let root = try objects(of: .model)[0]
    leftOut.root = root
    return try finish { () throws(Misfit) in
      held = .of(type)
      return try model(number: root)
    }
  }

  /// The models of the archived array.
  func models(of type: any Model.Type) throws -> [any Model] {
    let roots = try objects(of: .array)
    return try finish { () throws(Misfit) in
      try models(roots) { root throws(Misfit) in
        held = .of(type)
        return try model(number: root)
      }
    }
  }

  /// The models of an archived store: of the given classes, of classes that these declare or list,
  /// or of subclasses of any of these.
  ///
  /// With a closure, objects that can't be decoded are skipped, and passed to it as issues.
  func storedModels(onSkip: ((ModelError.Issue) -> Void)?) throws -> [any Model] {
    let store = try objects(of: .store)
    leftOut.takesUnknown = onSkip != nil
    leftOut.takesRejected = onSkip != nil
    let stored = try finish { () throws(Misfit) in
      try models(store) { root throws(Misfit) in
        guard !leftOut.contains(root) else { throw .mismatch }
        let type = try filling(of: root).schema.type
        guard registry.knows(type) else {
          throw skip("\(type) is not one of the classes that the store is opened with", root)
        }
        held = .any
        return try model(number: root)
      }
    }
    if let onSkip { leftOut.issues.forEach(onSkip) }
    return stored
  }

  /// The numbers of the archived objects; throws if something else was archived.
  private func objects(of root: ArchiveFormat.Root) throws -> [Int] {
    guard document.root == root else {
      let message = "expected \(root.text), found \(document.root.text)"
      throw ModelError(.unexpectedRoot, message: message)
    }
    return document.objects
  }

  /// The models of a list, without skipped ones.
  private func models(
    _ roots: [Int],
    _ read: (Int) throws(Misfit) -> any Model
  ) throws(Misfit) -> [any Model] {
    var models: [any Model] = []
    for (index, root) in roots.enumerated() {
      origins.current = (ObjectOrigins.root, PathStep.index(index).joined(to: ""))
      if let model = try fitting({ () throws(Misfit) in try read(root) }) { models.append(model) }
    }
    return models
  }

  /// Reads the archive, and again if objects were rejected, without them; others may then be
  /// rejected too.
  private func finish<Value>(_ read: () throws(Misfit) -> Value) throws -> Value {
    do throws(Misfit) {
      while true {
        let value = try read()
        try fillAll()
        try fillPostponed()
        if try finishModels() { return value }
        beginAgain()
      }
    } catch {
      throw finalError()
    }
  }
}
