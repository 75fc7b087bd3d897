// The identities of objects now, and in the file of the store: no two objects in a file may have the
// same one.

extension FiledObjects {
  /// Whether one of some filed objects has another identity than that under which it was filed.
  func hasRenamed(_ entries: [FiledObject]) -> Bool {
    var last: (type: any Model.Type, rule: IdentityRule?)?
    return entries.contains { entry in
      let type = type(of: entry.object)
      // Most often all objects are of one class.
      if last?.type != type { last = (type, SchemaCache.schema(of: type).identity) }
      return last?.rule?.isIdentity(entry.identity, of: entry.object) != true
    }
  }

  /// Checks that the filed objects can be filed again as they are now: an archive with one that has no
  /// identity any more, or that of another one, can't be opened.
  func checkIdentities() throws {
    let all = all
    guard hasRenamed(all) else { return }
    var entries: [ModelIdentity: FiledObject] = [:]
    for entry in all {
      let identity = try currentIdentity(of: entry)
      if let other = entries.updateValue(entry, forKey: identity) { throw clash(other, entry) }
    }
  }

  /// The objects and the removed ones with which some have to be saved, so that no two in the file
  /// have one identity: what has the identity of one of them there, and isn't to be saved, too.
  func withClashing(
    _ entries: [FiledObject],
    _ removed: [RemovedObject]
  ) throws -> (entries: [FiledObject], removed: [RemovedObject]) {
    guard !renamed.isEmpty || hasRenamed(entries) else { return (entries, removed) }
    var (all, removed) = (entries, removed)
    var known = Set(all.map { ObjectIdentifier($0) })
    var gone = Set(removed.map(\.identity))
    var holders: [ModelIdentity: FiledObject] = [:]
    var next = 0
    while next < all.count {
      let entry = all[next]
      next += 1
      let identity = try currentIdentity(of: entry)
      if let other = holders.updateValue(entry, forKey: identity) { throw clash(other, entry) }
      if let former = self.removed[identity], gone.insert(identity).inserted {
        removed.append(former)
      }
      if let other = saved(identity), known.insert(ObjectIdentifier(other)).inserted {
        all.append(other)
      }
    }
    return (all, removed)
  }

  /// The filed object that has an identity in the file.
  private func saved(_ identity: ModelIdentity) -> FiledObject? {
    if let entry = renamed[identity] { return entry }
    guard let entry = filed(identity), entry.savedSize > 0, entry.savedIdentity == nil else {
      return nil
    }
    return entry
  }

  /// Notes that the file has some filed objects with the identities that they have now.
  func noteSavedIdentities(_ entries: [FiledObject]) {
    guard !renamed.isEmpty || hasRenamed(entries) else { return }
    // One may have what another one had.
    for entry in entries { noteSaved(entry, as: nil) }
    for entry in entries {
      let identity = ModelIdentity(of: entry.object)
      noteSaved(entry, as: identity == entry.identity ? nil : identity)
    }
  }

  private func currentIdentity(of entry: FiledObject) throws -> ModelIdentity {
    if let identity = ModelIdentity(of: entry.object) { return identity }
    let name = "\(type(of: entry.object))"
    let message = "\(name.withArticle) of the store has no identity any more. Remove it"
    throw ModelError(.missingIdentity, message: message + ", or give it one.")
  }

  private func clash(_ first: FiledObject, _ second: FiledObject) -> ModelError {
    let (first, second) = first.number < second.number ? (first, second) : (second, first)
    let name = "\(type(of: second.object))"
    let text = SchemaCache.schema(of: type(of: second.object)).identity?.text(of: second.object)
    let message =
      "two objects of the store, \("\(type(of: first.object))".withArticle) and"
      + " \(name.withArticle), have \(text ?? "one identity") now. Remove one of them."
    return ModelError(.unsupportedValue, message: message)
  }
}
