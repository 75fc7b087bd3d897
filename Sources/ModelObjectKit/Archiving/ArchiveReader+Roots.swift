import ModelObjectEssentials

// The roots of an archive: a model, an array or a store.

extension ArchiveReader {
  /// The archived model.
  func model(of type: any Model.Type) throws -> any Model {
    let root = try objects(of: .model)[0]
    state.leftOut.root = root
    guard let model = try models([root], of: type)[0] else { throw finalError() }
    return model
  }

  /// The model of an archive that is a part of another one's value.
  func model(
    of type: any Model.Type,
    in value: ArchivedValue,
    from decoder: any Decoder
  ) throws -> any Model {
    state.leftOut.tellsMisfits = value.tellsMisfits
    let model = try model(of: type)
    if value.tellsMisfits { value.add(state.leftOut.issues, from: decoder) }
    return model
  }

  /// The models of the archived array.
  func models(of type: any Model.Type) throws -> [any Model] {
    try models(objects(of: .array), of: type).compactMap(\.self)
  }

  /// The models of an archived store, and their places in it: of the given classes, of classes that
  /// these declare or list, or of subclasses of any of these.
  ///
  /// With a closure, objects that can't be decoded are skipped, and passed to it as issues. The other
  /// one gets the models when they are as the archive has them, before `awake()`: again if some are
  /// rejected then.
  func storedObjects(
    onSkip: ((ModelError.Issue) -> Void)?,
    willAwake: ([(any Model)?]) -> Void = { _ in }
  ) throws -> [StoredObject] {
    let first = try objects(of: .store)
    let stored = versions?.objects ?? first.enumerated().map { ($0, $1) }
    state.leftOut.skipsUnknown = onSkip != nil
    state.leftOut.skipsRejected = onSkip != nil
    state.leftOut.tellsMisfits = onSkip != nil
    let models = try models(stored.map(\.number), of: nil, willAwake)
    if let onSkip { state.leftOut.issues.forEach(onSkip) }
    do throws(Misfit) {
      for (place, model) in zip(stored, models) {
        state.origins.current = (place.number, "")
        if let model { try countIdentity(of: model) }
      }
    } catch {
      throw finalError()
    }
    return stored.indices.compactMap { index in
      let (place, number) = stored[index]
      return models[index].map {
        StoredObject(index: index, place: place, number: number, model: $0)
      }
    }
  }

  /// Counts what it takes to file a model by its identity.
  private func countIdentity(of model: any Model) throws(Misfit) {
    let identity = SchemaCache.schema(of: type(of: model)).identity
    for part in identity?.parts ?? [] where !part.isShortIdentity {
      switch part.value(in: model) {
      case let text as String: try budget.spend(text.hashCost, on: .hashing)
      case let data as Data: try budget.spend(data.count, on: .hashing)
      case let url as URL: try budget.spend(url.absoluteString.hashCost, on: .hashing)
      default: break
      }
    }
  }

  /// Decodes the objects of an archive of a model, an array or a store; their classes are limited
  /// as those of a store.
  func readAll() throws -> [any Model] {
    let first = try objects(of: documents[0].root)
    return try models(versions?.objects.map(\.number) ?? first, of: nil).compactMap(\.self)
  }

  /// A root of any class that the archive is opened with.
  private func model(_ root: Int, _ filling: ClassFilling) throws(Misfit) -> any Model {
    let type = filling.schema.type
    guard filling.isOfKnownClass else {
      throw skip("\(type) is not one of the classes that the archive is opened with", root)
    }
    return state.models[root] ?? make(type, root)
  }

  /// The number of objects in the archived store, with those that can't be decoded.
  var storedCount: Int { versions?.objects.count ?? documents[0].objects.count }

  /// The bytes that an object takes in the file: an equal part of its archive.
  func savedSize(of number: Int) -> Int {
    max(1, table(of: number).map { documents[$0.archive].savedSize } ?? 0)
  }

  /// The bytes of all archives.
  var savedSize: Int { documents.reduce(0) { $0 + $1.wholeSize } }

  /// The numbers of the objects in the first archive; throws if something else was archived.
  private func objects(of root: ArchiveFormat.Root) throws -> [Int] {
    for document in documents where document.root != root {
      let message = "expected \(root.text), found \(document.root.text)"
      throw ModelError(.unexpectedRoot, message: message)
    }
    return documents[0].objects
  }

  /// Decodes the models with some numbers, and what they refer to; nil for skipped ones.
  ///
  /// If objects are rejected, the archive is read again without them; others may then be rejected
  /// too.
  private func models(
    _ roots: [Int],
    of type: (any Model.Type)?,
    _ willAwake: ([(any Model)?]) -> Void = { _ in }
  ) throws -> [(any Model)?] {
    do throws(Misfit) {
      while true {
        var models: [(any Model)?] = []
        models.reserveCapacity(roots.count)
        var last: ClassFilling?
        let isSingle = documents[0].root == .model
        state.allowed = type.map { .of($0) } ?? .any
        for (index, root) in roots.enumerated() {
          state.origins.current = (isSingle ? ObjectTrail.root : ObjectTrail.root(index), "")
          let found = try fitting { () throws(Misfit) in
            guard type == nil else { return try model(number: root) }
            guard !state.leftOut.contains(root) else { throw .mismatch }
            let filling = try filling(of: root, after: last)
            last = filling
            return try model(root, filling)
          }
          models.append(found)
        }
        try fillAll()
        try fillPostponed()
        if hasMade(.awake) { willAwake(models) }
        if try finishModels() { return models }
        beginAgain()
      }
    } catch {
      throw finalError()
    }
  }
}

extension Property {
  /// Whether all values take a few bytes.
  fileprivate var isShortIdentity: Bool {
    let type = shape.wrapped.valueType
    return type is any FixedWidthInteger.Type || type == UUID.self
  }
}
