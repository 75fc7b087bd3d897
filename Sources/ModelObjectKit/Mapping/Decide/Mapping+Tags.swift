/// The class that the tags of an object name.
struct PickedClass {
  var type: any Model.Type
  /// Whether the tags name that class, so that an object that exists has to be of exactly that one;
  /// else any subclass fits.
  var isExact = false
  /// Whether the class isn't a subclass of the declared one.
  var isMisplaced = false
  /// Whether the tag is missing and may still arrive.
  var isWaiting = false
  /// The key of the last tag that named a class.
  var key = ""
}

extension Mapping {
  /// The class that the tags of an object name; the reader may move.
  ///
  /// The search begins with the declared class and goes on with each class that is named, as long
  /// as that has tags of its own.
  func pickedClass(
    _ declared: Immortal<TagPlan>,
    in source: ObjectSource
  ) throws(Misfit) -> PickedClass {
    var picked = PickedClass(type: declared.value.type)
    var waiting: Immortal<TagPlan>? = declared
    while let plan = waiting {
      waiting = nil
      picked.isExact = false
      let found = try tag(plan, in: source)
      picked.isWaiting = found == nil && state.cut.isUnfinished
      guard let (key, tag) = found else { break }
      guard let listed = plan.value.listed(tag) else {
        // Null means the class picked so far.
        picked.isExact = tag.isNullOrNullText
        if !picked.isExact { noteUnknown(tag, under: key, plan.value, of: picked.type) }
        break
      }
      picked.isExact = true
      picked.key = plan.value.key
      guard listed.isBelow else {
        // A tag may name a class above the one picked so far: the pick stays.
        let isAbove = picked.type != declared.value.type && isSubclass(picked.type, of: listed.type)
        if !isAbove { (picked.type, picked.isMisplaced) = (listed.type, true) }
        break
      }
      guard listed.type != picked.type else { break }
      picked.type = listed.type
      if let next = SchemaCache.schema(of: listed.type).tags, next.value.isOwn { waiting = next }
    }
    return picked
  }

  /// Notes a tag that selects no class: an issue, unless the object of the class keeps it.
  @inline(never)
  private func noteUnknown(
    _ tag: Input,
    under key: String,
    _ plan: TagPlan,
    of type: any Model.Type
  ) {
    notes.census?.add(.unknownTag, plan.key, of: plan.type, found: tag.jsonType)
    let found = tag.phrase
    if notes.isReport { noteRemark("no subclass of \(plan.type) for \(found)", on: key) }
    guard notes.records(.unknownTag), SchemaCache.schema(of: type).unknownKeys == nil else {
      return
    }
    note(.unknownTag, key, in: plan.type, expected: plan.expectation, found: found)
  }

  /// The misfit of an object whose tags name a class that isn't a subclass of the declared one.
  func misplaced(_ picked: PickedClass, _ declared: any Model.Type, isRoot: Bool) -> Misfit {
    guard isRoot else { return .mismatch }
    let message =
      "the tag under \"\(picked.key)\" selects \(picked.type), which is not a subclass of \(declared)"
    return stop(ModelError(.rejected, message: message))
  }

  /// The value of a tag; nil if the object has none, or it is a cut string.
  ///
  /// The best key whose value isn't null decides, as for a property. Of a repeated key the first value
  /// counts: the class is known when its tag comes.
  private func tag(
    _ plan: Immortal<TagPlan>,
    in source: ObjectSource
  ) throws(Misfit) -> (key: String, tag: Input)? {
    let name = plan.value.key
    switch source {
    case .decoded(let object): return object.tag(plan.value)
    case .dictionary(let pairs):
      if let tag = pairs.value(under: name).map({ input(of: $0) }), !tag.isNullOrNullText {
        return (name, tag)
      }
    case .text, .list, .none: break
    }
    let wanted = WantedKey(name, .exact)
    var best: (key: String, tag: Input)?
    moveReader(to: source)
    for pair in try knownPairs(in: source, plan.value.keys) {
      let (key, tag) = (pair.key.text, try input(from: pair.source))
      if let best,
        best.tag.isNullOrNullText == tag.isNullOrNullText
          ? !wanted.isBetter(key, than: best.key) : tag.isNullOrNullText
      {
        continue
      }
      best = (key, tag)
    }
    return best?.tag.isCutString == true ? nil : best
  }
}

// MARK: - An early look

extension Mapping {
  /// Maps the object at the position to a new model of the class that its tags name; nil, with
  /// nothing read, if that class needs more than the loop.
  func shortModel(by tags: Immortal<TagPlan>) throws(Misfit) -> (any Model)? {
    // With a census each object's tag is looked at once.
    guard notes.census == nil else { return nil }
    let mark = notes.mark
    guard let type = try earlyClass(tags), let plan = SchemaCache.classPlan(of: type),
      plan.ownWay == .short
    else {
      // It will be noted when the class is looked for.
      notes.forget(since: mark)
      return nil
    }
    return try shortModel(plan)
  }

  /// The class for the tag of the object at the position, if its key has the exact spelling, it is a
  /// string without escapes, and no object or array is before it.
  private func earlyListed(_ tags: Immortal<TagPlan>) throws(Misfit) -> TagPlan.Listed? {
    var reader = reader
    // The depth is checked when the object is mapped.
    reader.remainingDepth = .max / 2
    guard try reader.open(closing: UInt8(ascii: "}")) else { return nil }
    repeat {
      let key = try reader.key()
      let isTag = !key.hasEscapes && tags.value.isExactKey(reader.bytes.view(of: key))
      let first = reader.next()
      if isTag {
        guard first == UInt8(ascii: "\"") else { return nil }
        let tag = try reader.string()
        return tag.hasEscapes ? nil : tags.value.listed(reader.bytes.view(of: tag))
      }
      guard first | 0x20 != UInt8(ascii: "{") else { return nil }
      try reader.skipValue()
    } while try reader.hasMore(closing: UInt8(ascii: "}"))
    return nil
  }

  /// The class that the tags of the object at the position name.
  ///
  /// Nil if the class isn't a subclass of the declared one.
  private func earlyClass(_ tags: Immortal<TagPlan>) throws(Misfit) -> (any Model.Type)? {
    if let listed = try earlyListed(tags), listed.isBelow {
      guard listed.hasSubclasses, let next = SchemaCache.schema(of: listed.type).tags,
        next.value.isOwn
      else { return listed.type }
      return try earlyClass(next)
    }
    let start = reader.position
    defer { reader.position = start }
    let picked = try pickedClass(tags, in: .text(start))
    return picked.isMisplaced ? nil : picked.type
  }
}
