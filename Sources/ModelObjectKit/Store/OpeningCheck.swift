/// Which objects of a store file aren't as the file has them, after they were opened.
///
/// 1. The file lacks one of their properties, whose default may be another one each time.
/// 2. `awake()` has changed them: their fingerprints aren't those from before.
/// 3. Their classes have hooks for archives, and an archive of them has other values than the file.
///
/// What is so in a part, a model in them that isn't an object of the store, is so in them.
final class OpeningCheck {
  private let reader: ArchiveReader
  /// The objects before `awake()`, and their fingerprints; empty if no class has that hook.
  private var objects: [(any Model)?] = []
  private var fingerprints: [UInt64?] = []
  private var identities: [ModelIdentity?] = []
  private var indices: [ObjectIdentifier: Int] = [:]
  private lazy var maker = FingerprintMaker(encodes: false) { [unowned self] in
    indices[ObjectIdentifier($0)].map { ($0, 0) }
  }

  init(_ reader: ArchiveReader) {
    self.reader = reader
  }

  /// Notes what the objects are before `awake()` is called on them.
  func begin(_ objects: [(any Model)?]) {
    self.objects = objects
    indices = [:]
    for (index, model) in objects.enumerated() {
      if let model { indices[ObjectIdentifier(model)] = index }
    }
    fingerprints = objects.map { model in model.flatMap { maker.fingerprint(of: $0) } }
    identities = objects.map { model in model.flatMap { ModelIdentity(of: $0) } }
  }

  /// The changed ones of the objects, which have been filed.
  func changed(in files: FiledObjects) -> Set<ObjectIdentifier> {
    let rearchived = reader.rearchivedModels { model in
      files.entry(of: model).map { ($0.number, $0.identity, false) }
    }
    let models = reader.incompleteModels + rearchived
    var changed = Set(models.map { ObjectIdentifier($0) })
    for (index, former) in fingerprints.enumerated() {
      guard let model = objects[index], maker.fingerprint(of: model) != former else { continue }
      changed.insert(ObjectIdentifier(model))
      if let entry = files.entry(of: model), let identity = identities[index],
        identity != entry.identity
      {
        files.noteSaved(entry, as: identity)
      }
    }
    guard models.contains(where: { files.entry(of: $0) == nil }) else { return changed }
    let holders = files.unordered.map(\.object).filter { object in
      !changed.contains(ObjectIdentifier(object))
        && ModelLister.all(from: [object], where: { files.entry(of: $0) == nil })
          .contains { changed.contains(ObjectIdentifier($0)) }
    }
    changed.formUnion(holders.map { ObjectIdentifier($0) })
    return changed
  }
}
