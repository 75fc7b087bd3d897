/// Which objects of a store file aren't as the file has them, after they were opened.
///
/// 1. The file lacks one of their properties, or a value in them was made otherwise than it will be the
///    next time: nil or what doesn't fit has become a default that is a new one each time, or a struct
///    or a snapshot a model with such a value.
/// 2. `awake()` has changed them: their prints aren't those from before.
/// 3. Their classes have hooks for archives, and an archive of them has other values than the file.
///
/// What is so in a part, a model in them that isn't an object of the store, is so in them.
final class OpeningCheck {
  private let reader: ArchiveReader
  /// The objects before `awake()`, their prints and identities; empty if no class has that hook.
  private var objects: [(any Model)?] = []
  private var prints: [ObjectPrint?] = []
  private var identities: [ModelIdentity?] = []
  private var indices: [ObjectIdentifier: Int] = [:]
  private lazy var maker = PrintMaker(encodes: false) { [unowned self] in
    indices[ObjectIdentifier($0)].map { ($0, 0) }
  }

  init(_ reader: ArchiveReader) {
    self.reader = reader
    reader.state.generated = GeneratedValues { [unowned reader] property, first, second in
      let maker = FingerprintMaker { reader.madeNumber(of: $0).map { ($0, 0) } }
      return maker.fingerprint(of: property, in: first)
        != maker.fingerprint(of: property, in: second)
    }
  }

  /// Notes what the objects are before `awake()` is called on them.
  func begin(_ objects: [(any Model)?]) {
    self.objects = objects
    indices = [:]
    for (index, model) in objects.enumerated() {
      if let model { indices[ObjectIdentifier(model)] = index }
    }
    prints = objects.map { model in model.flatMap { maker.print(of: $0) } }
    maker.forgetParts()
    identities = objects.map { model in model.flatMap { ModelIdentity(of: $0) } }
  }

  /// The changed ones of the objects, which have been filed.
  func changed(in files: FiledObjects) -> Set<ObjectIdentifier> {
    let rearchived = reader.rearchivedModels { model in
      files.entry(of: model).map { ($0.number, $0.identity, false) }
    }
    let models = reader.incompleteModels + rearchived
    var changed = Set(models.map { ObjectIdentifier($0) })
    for (index, former) in prints.enumerated() {
      guard let model = objects[index], let former,
        maker.print(of: model, since: former)?.isSame != true
      else { continue }
      changed.insert(ObjectIdentifier(model))
      if let entry = files.entry(of: model), let identity = identities[index],
        identity != entry.identity
      {
        files.noteSaved(entry, as: identity)
      }
    }
    guard models.contains(where: { files.entry(of: $0) == nil }) else { return changed }
    // Objects with changed parts: those in them come first.
    func parts(_ model: any Model) -> [any Model] {
      ModelLister.models(in: model, reachesEncoded: true).filter { files.entry(of: $0) == nil }
    }
    for group in CompletionOrder.groups(from: files.unordered.map(\.object), parts) {
      let isChanged = group.objects.contains { object in
        changed.contains(ObjectIdentifier(object))
          || parts(object).contains { changed.contains(ObjectIdentifier($0)) }
      }
      if isChanged { changed.formUnion(group.objects.map { ObjectIdentifier($0) }) }
    }
    return changed
  }
}
