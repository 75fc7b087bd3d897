public import ModelObjectEssentials

/// A store in a file that grows by what changed.
///
/// Opening the file creates its ``store``. Change the store and its objects like any others, and
/// call ``save()`` to keep the changes: it finds what was filed, removed or changed, and appends
/// that to the file. If you know what changed, ``save(_:)`` takes the same time however large the
/// store is. After a crash, the file has everything that was saved.
///
/// <!-- with:
/// class Note: ModelObject {
///   var id = 0
///   var text = ""
///   override class var identity: Set<String> { ["id"] }
/// }
/// let url = FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID()).store")
/// defer { try? FileManager.default.removeItem(at: url) }
/// -->
/// ```swift
/// let file = try StoreFile(at: url, classes: [Note.self])
/// let note = try file.store.upsert(Note.self, json: #"{"id": 1, "text": "Tea"}"#)
/// try file.save()  // 1
/// note.text = "Green tea"
/// try file.save()  // 1
/// try file.save()  // 0
/// let copy = try ModelStore(archiveAt: url, classes: [Note.self])
/// copy[Note.self, 1]?.text  // "Green tea"
/// ```
///
/// The file is locked while the `StoreFile` exists. Use it, its store and its objects on one thread
/// or actor at a time. For the guarantees after a crash, and for saving in the background, see
/// <doc:Archiving>.
public final class StoreFile {
  /// The store, with the objects of the file.
  public let store: ModelStore

  /// The file's URL, as you passed it.
  public let url: URL

  /// Whether each save waits until the disk has the data; false by default.
  ///
  /// Without it, saves survive a crash of the program, but a power failure may lose the last ones.
  /// With it, each save takes milliseconds.
  public var waitsForDisk = false

  /// The damage that was found when the file was opened; nil if there was none.
  ///
  /// <!-- with:
  /// class Note: ModelObject {
  ///   var id = 0
  ///   var text = ""
  ///   override class var identity: Set<String> { ["id"] }
  /// }
  /// let url = FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID()).store")
  /// defer { try? FileManager.default.removeItem(at: url) }
  /// do {
  ///   let whole = try StoreFile(at: url, classes: [Note.self])
  ///   for id in 1...2 {
  ///     try whole.store.upsert(Note.self, dictionary: ["id": id])
  ///     try whole.save()
  ///   }
  /// }
  /// var data = try Data(contentsOf: url)
  /// data.removeLast(5)
  /// try data.write(to: url)
  /// defer { try? FileManager.default.removeItem(at: url.appendingPathExtension("damaged")) }
  /// -->
  /// ```swift
  /// // Two notes were saved one after the other; then the file lost its last bytes.
  /// let file = try StoreFile(at: url, classes: [Note.self])
  /// file.store.all(Note.self).map(\.id)  // [1]
  /// file.damage?.copy?.lastPathComponent == url.lastPathComponent + ".damaged"  // true
  /// ```
  public internal(set) var damage: Damage?

  /// The size of the file in bytes.
  public internal(set) var size = 0

  /// An estimate of the bytes that a compaction would leave out: former versions of objects, removed
  /// ones, and what each save writes besides its objects.
  public internal(set) var supersededSize = 0

  var file: LockedFile
  /// Files that this one has replaced and that have other names: they stay locked.
  var replaced: [LockedFile] = []
  /// Whether the next save must write the file anew: it is empty, a plain archive, or has objects
  /// that the store doesn't have.
  var isOutdated = false
  /// Whether the file is gone, or was cut, or may not agree with the store.
  var isLost = false
  /// The damaged end of the file, if it couldn't be copied, and whether a save has said so.
  var damagedEnd: Data?
  var isToldOfDamage = false
  /// The classes that the file was opened with.
  let registry = ClassRegistry()
  var isSaving = false
  /// The least size of superseded versions for which a save writes the file anew.
  var nextCompaction = StoreFile.compactedSize
  private(set) lazy var prints = PrintMaker { [files = store.files] in
    files.entry(of: $0).map { ($0.number, $0.succession) }
  }

  static let compactedSize = 1 << 20

  /// Opens a file, or creates a new one.
  ///
  /// The file may also be an archive of a store that ``ModelStore/archive(to:)`` wrote: it becomes
  /// a store file at the first save that writes something. A symbolic link is followed. A new file
  /// is empty until the first save.
  ///
  /// What opening changes, the next ``save()`` writes: objects with a property that the file lacks,
  /// those with a default or another value that each opening would make anew, such as a `UUID()`, and
  /// those that `awake()` or `decode(with:)` makes otherwise than the file has them.
  ///
  /// If the file is damaged, or ends in the middle of a save because the program was killed, the
  /// store has the state of the last intact save. The damaged end is copied to a file beside it,
  /// and ``damage`` describes it.
  ///
  /// <!-- with:
  /// class Note: ModelObject {
  ///   var id = 0
  ///   var text = ""
  ///   override class var identity: Set<String> { ["id"] }
  /// }
  /// let url = FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID()).store")
  /// defer { try? FileManager.default.removeItem(at: url) }
  /// do {
  ///   let old = try StoreFile(at: url, classes: [Note.self])
  ///   try old.store.upsert([Note].self, json: #"[{"id": 1, "text": "Tea"}, {"id": 2}]"#)
  ///   try old.save()
  /// }
  /// class Checked: ModelObject {
  ///   var id = 0
  ///   var text = ""
  ///   override class var identity: Set<String> { ["id"] }
  ///   override class var formerArchiveNames: Set<String> { [Note.archiveName] }
  ///   override func validate() throws { if text.isEmpty { throw NoteError.noText } }
  /// }
  /// enum NoteError: Error { case noText }
  /// …
  /// -->
  /// ```swift
  /// // `validate()` of this version rejects notes without a text.
  /// var lost: [String] = []
  /// let file = try StoreFile(at: url, classes: [Checked.self]) { lost.append("\($0)") }
  /// file.store.all(Checked.self).map(\.id)  // [1]
  /// lost  // ["[1]: rejected: id 2: noText"]
  /// ```
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - classes: The classes of the store's objects, as for
  ///     ``ModelStore/init(archive:classes:onSkip:)``.
  ///   - onSkip: Called for each object that is skipped, because `validate()` rejects its last
  ///     version, its class is unknown, or it can't be filed: it has no identity, or that of an
  ///     earlier object. The next save that writes something leaves it out. Without a closure, such
  ///     an object is an error. Called too for each property with values that no longer fit, such as
  ///     those of a `Codable` struct with a new key: the next save of the object leaves them out.
  ///
  /// - Throws: The errors of the file system and of ``ModelStore/init(archive:classes:onSkip:)``,
  ///   and a ``ModelError`` of code `fileInUse` if the file is open in another `StoreFile`, of this
  ///   program or another one. The file is then unchanged.
  public init(
    at url: URL,
    classes: [ModelObject.Type],
    onSkip: ((ModelError.Issue) -> Void)? = nil
  ) throws {
    self.url = url
    store = ModelStore()
    for type in classes { registry.add(type) }
    file = try LockedFile.open(ArchiveFile.target(of: url).path)
    try file.removeUnfinished()
    let data = try file.read()
    size = data.count
    isOutdated = data.isEmpty
    if !data.isEmpty { try ModelError.naming(url) { try read(data, classes, onSkip) } }
  }

  private func read(
    _ data: Data,
    _ classes: [ModelObject.Type],
    _ onSkip: ((ModelError.Issue) -> Void)?
  ) throws {
    let frames = try StoreFrames(data)
    guard frames != nil || ByteView.with(data, { PropertyListReader.isPropertyList($0) }) else {
      throw ModelError(.invalidArchive, message: "not a store file")
    }
    try ArchiveReader.reading(data, frames: frames, classes: classes) { reader in
      let check = OpeningCheck(reader)
      let stored = try reader.storedObjects(onSkip: onSkip) { check.begin($0) }
      let filed = try store.files.file(stored, onSkip)
      isOutdated =
        frames == nil || stored.count < reader.storedCount || filed.contains { $0 == nil }
      supersededSize = reader.savedSize
      let changed = check.changed(in: store.files)
      for (object, entry) in zip(stored, filed) {
        guard let entry else { continue }
        entry.savedSize = reader.savedSize(of: object.number)
        supersededSize -= entry.savedSize
        guard !changed.contains(ObjectIdentifier(entry.object)) else { continue }
        entry.print = prints.print(of: entry.object)
      }
      prints.forgetParts()
    }
    if let frames, frames.size < size {
      damagedEnd = data[(data.startIndex + frames.size)...]
      damage = Damage(droppedBytes: size - frames.size, copy: nil)
      size = frames.size
      try? dropDamagedEnd()
    }
  }

  /// The part of a file that was found damaged.
  public struct Damage: Sendable, CustomStringConvertible {
    /// The number of bytes from the first damaged save to the end of the file.
    public let droppedBytes: Int

    /// The file with these bytes, `NAME.damaged` or `NAME.damaged-2` beside the store file; nil if
    /// it couldn't be written.
    ///
    /// Without the copy, the bytes stay in the file, and a save tries to copy them first. The first
    /// save that can't throws a ``ModelError`` of code `invalidArchive`, and writes nothing; the next
    /// one drops the bytes.
    public let copy: URL?

    /// The damage in words, on one line.
    public var description: String {
      let outcome = copy.map { "copied to \($0.path)" } ?? "not copied"
      return "the last \(droppedBytes) bytes were damaged, \(outcome)"
    }
  }
}
