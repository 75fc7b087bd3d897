import ModelObjectEssentials

extension StoreFile {
  /// Writes what changed since the last save: objects that were filed, removed or changed, and those
  /// that opening the file has changed.
  ///
  /// A save is appended to the file, completely or not at all. If more than half of the file is
  /// superseded, before it or with it, and at least 1 MB, the file is rewritten, as by ``compact()``. Each
  /// object's saved form is compared with that of the last save, so nothing needs to be marked: a
  /// save without changes takes about a quarter of the time of writing everything, and writes
  /// nothing.
  ///
  /// If a hook, such as ``ModelObject/encode(with:)``, removes objects while the store is saved, the
  /// next save writes everything.
  ///
  /// If a save fails, such as when the disk is full or the folder is missing, the file and the
  /// store are unchanged, and the next save writes the changes. If the file was deleted, everything
  /// is written.
  ///
  /// - Returns: How many objects were written or removed.
  /// - Throws: The errors of the file system and of ``ModelStore/archivedData()``, and a
  ///   ``ModelError`` of code `fileInUse` if another file has taken the place of this one.
  @discardableResult
  public func save() throws -> Int {
    try saving { try writeChanges(of: $0) }
  }

  /// Writes these objects of the store, without looking at others.
  ///
  /// The time depends on these objects, not on the size of the store. Objects of the store that the
  /// file doesn't have yet, and that these refer to, are written too, and so is what has the identity
  /// of one of them in the file: an object that has another one now, or that was removed. Others are
  /// left for the next ``save()``, such as known ones that an upsert, or opening the file, has changed
  /// inside these, and removals.
  ///
  /// If the identity of a removed object was filed again, or an object replaced one of another class,
  /// everything is saved, as by ``save()``, because others may refer to either object; so it is if the
  /// file is rewritten, as by the first save, or because most of it is superseded.
  ///
  /// <!-- with:
  /// class Note: ModelObject {
  ///   var id = 0
  ///   var text = ""
  ///   override class var identity: Set<String> { ["id"] }
  /// }
  /// let url = FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID()).store")
  /// defer { try? FileManager.default.removeItem(at: url) }
  /// let file = try StoreFile(at: url, classes: [Note.self])
  /// let json = #"[{"id": 1}, {"id": 2}]"#
  /// -->
  /// ```swift
  /// let changes = try file.store.upsert([Note].self, json: json).changes
  /// try file.save(changes.inserted + changes.updated)  // 2
  /// ```
  ///
  /// - Returns: How many objects were written or removed.
  /// - Throws: A ``ModelError`` of code `unsupportedValue` if the store doesn't have one of the
  ///   objects; nothing is then written. Also the errors of ``save()``.
  @discardableResult
  public func save(_ changed: some Sequence<some ModelObject>) throws -> Int {
    try saving { files in
      var entries: [FiledObject] = []
      var known: Set<ObjectIdentifier> = []
      for model in changed {
        guard let entry = files.entry(of: model) else {
          let message = "the store doesn't have one of the objects, a \(type(of: model))"
          throw ModelError(.unsupportedValue, message: message)
        }
        if known.insert(ObjectIdentifier(entry)).inserted { entries.append(entry) }
      }
      guard files.reused.isEmpty else { return try writeChanges(of: files) }
      let isWhole = isLost || size == 0 && !entries.isEmpty
      return try write(isWhole ? files.unordered : entries, removed: [])
    }
  }

  /// Writes what was filed, changed or removed since the last save.
  private func writeChanges(of files: FiledObjects) throws -> Int {
    let changed = files.unordered.filter { entry in
      guard entry.savedSize > 0, let known = entry.print,
        let (print, isSame) = prints.print(of: entry.object, since: known)
      else { return true }
      if isSame { entry.print = print }
      return !isSame
    }
    return try write(changed, removed: files.removed.values.inOrder(by: \.place))
  }

  /// Rewrites the file without superseded data.
  ///
  /// The new file contains the whole store, including changes since the last save. It is written
  /// beside the old one and replaces it in one step, so after a crash the file is either the old or
  /// the new one. Other hard links to the file keep its former content.
  ///
  /// <!-- with:
  /// class Note: ModelObject {
  ///   var id = 0
  ///   var text = ""
  ///   override class var identity: Set<String> { ["id"] }
  /// }
  /// let url = FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID()).store")
  /// defer { try? FileManager.default.removeItem(at: url) }
  /// let file = try StoreFile(at: url, classes: [Note.self])
  /// -->
  /// ```swift
  /// let note = try file.store.upsert(Note.self, json: #"{"id": 1}"#)
  /// try file.save()
  /// note.text = "Tea"
  /// try file.save()
  /// file.supersededSize > 0  // true
  /// try file.compact()
  /// file.supersededSize  // 0
  /// ```
  ///
  /// - Throws: The errors of ``save()``. The file is then unchanged.
  public func compact() throws {
    try saving { _ in try rewrite() }
  }

  /// Calls a closure that writes to the file, if the file can be written.
  private func saving<Result>(_ body: (FiledObjects) throws -> Result) throws -> Result {
    guard !isSaving else {
      throw ModelError(.rejected, message: "a save can't be started by a hook of another one")
    }
    isSaving = true
    defer {
      isSaving = false
      prints.forgetParts()
    }
    do {
      try dropDamagedEnd()
    } catch  where !isToldOfDamage {
      isToldOfDamage = true
      throw ModelError(
        .invalidArchive,
        message: "the damaged end of \(file.path) can't be copied to a file beside it. Make that"
          + " possible, or copy the whole file: the next save drops the end",
        underlyingError: error
      )
    } catch {
      try dropDamagedEnd(copies: false)
    }
    try findFile()
    let removalCount = store.files.removalCount
    // A hook has removed what may be in the file now, under a number that another one has.
    defer { if store.files.removalCount != removalCount { isLost = true } }
    return try body(store.files)
  }

  /// Checks that the file is as the last save left it; if it is gone, everything is new to it.
  private func findFile() throws {
    let isInPlace = try file.isInPlace()
    guard isInPlace != false else {
      let message = "another file has taken the place of \(file.path)"
      throw ModelError(.fileInUse, message: message)
    }
    let found = isInPlace == nil ? -1 : try file.size()
    // What is left of a save that failed.
    if found > size { try file.cut(to: size) }
    guard found < size else { return }
    isLost = true
    for entry in store.files.unordered { entry.savedSize = 0 }
    store.files.forgetRemoved()
  }

  private func write(_ changed: [FiledObject], removed: [RemovedObject]) throws -> Int {
    guard isLost || !changed.isEmpty || !removed.isEmpty else { return 0 }
    if isOutdated || isLost {
      try rewrite()
    } else if !rewriteIfLarge() {
      let count = try append(changed, removed)
      _ = rewriteIfLarge()
      return count
    }
    return changed.count + removed.count
  }

  /// Rewrites the file if most of it is superseded; false if it isn't, or that fails: there may be no
  /// room for both files.
  private func rewriteIfLarge() -> Bool {
    guard supersededSize >= nextCompaction, supersededSize > size - supersededSize else {
      return false
    }
    if (try? rewrite()) != nil { return true }
    nextCompaction = supersededSize * 2
    return false
  }

  private func append(_ changed: [FiledObject], _ removed: [RemovedObject]) throws -> Int {
    let files = store.files
    var (given, removed) = (changed, removed)
    // What clashes with them is written with them; if that brings new objects that clash, all is.
    for _ in 0..<2 {
      let models = given.map { (model: $0.object, place: $0.number) }
      let (archive, others) = try ArchiveWriter.archive(
        models,
        removed: removed,
        registry: registry
      ) {
        files.entry(of: $0).map { ($0.number, $0.identity, isSaved: $0.savedSize == 0) }
      }
      let saved = given + others.compactMap { files.entry(of: $0) }
      let all = try files.withClashing(saved, removed)
      if all.entries.count == saved.count, all.removed.count == removed.count {
        try append(archive, of: saved, removed)
        return saved.count + removed.count
      }
      (given, removed) = all
    }
    try rewrite()
    return given.count + removed.count
  }

  private func append(
    _ archive: Data,
    of saved: [FiledObject],
    _ removed: [RemovedObject]
  ) throws {
    let frame = StoreFrames.header(of: archive) + archive
    try file.append(frame, at: size, waitsForDisk: waitsForDisk)
    size += frame.count
    let count = saved.count + removed.count
    let share = WrittenFrame.savedSize(of: count, in: archive.count)
    supersededSize += frame.count - share * saved.count
    noteSaved(saved, share)
    for object in removed {
      supersededSize += object.savedSize
      store.files.forgetRemoved(object.identity)
    }
  }

  private func rewrite() throws {
    let files = store.files
    let all = files.all
    let archive = try ArchiveWriter.archive(all.map(\.object), as: .store, registry)
    try files.checkIdentities()
    let content = [StoreFrames.firstLine, StoreFrames.header(of: archive), archive]
    let new = try file.replaced(by: content)
    if try !isLost && file.hasNames() { replaced.append(file) }
    file = new
    files.renumber()
    files.forgetRemoved()
    (isOutdated, isLost) = (false, false)
    nextCompaction = Self.compactedSize
    size = content.reduce(0) { $0 + $1.count }
    let share = WrittenFrame.savedSize(of: all.count, in: archive.count)
    noteSaved(all, share)
    supersededSize = 0
  }

  /// Notes that the file has some objects as they are now.
  private func noteSaved(_ entries: [FiledObject], _ size: Int) {
    // Hooks may have changed them while they were written.
    prints.forgetParts()
    for entry in entries {
      supersededSize += entry.savedSize
      entry.savedSize = size
      entry.print = prints.print(of: entry.object)
    }
    store.files.noteSavedIdentities(entries)
  }

  /// Copies the damaged end of the file to a file beside it, and cuts it off.
  func dropDamagedEnd(copies: Bool = true) throws {
    guard let end = damagedEnd else { return }
    damage = Damage(droppedBytes: end.count, copy: copies ? try copied(end) : nil)
    damagedEnd = nil
    try file.cut(to: size)
  }

  private func copied(_ end: Data) throws -> URL {
    var (copy, number) = (URL(fileURLWithPath: file.path + ".damaged"), 1)
    while true {
      do {
        try file.sibling(copy.path, [end])
        return copy
      } catch let error as CocoaError where error.code == .fileWriteFileExists {
        if let known = try? Data(contentsOf: copy),
          ByteView.with(known, { known in ByteView.with(end) { known.equals($0) } })
        {
          return copy
        }
      }
      number += 1
      copy = URL(fileURLWithPath: "\(file.path).damaged-\(number)")
    }
  }
}
