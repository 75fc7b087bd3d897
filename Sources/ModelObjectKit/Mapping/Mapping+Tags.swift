/// The class that the tags of an object name.
struct PickedClass {
  var type: any Model.Type
  /// Whether the tags name no class below `type`: an object that exists may be of any subclass.
  var isOpen = true
  /// Whether the class isn't a subclass of the declared one.
  var isMisplaced = false
  /// Whether the tag is missing and may still arrive.
  var isWaiting = false
  /// The key of the last tag that named a class.
  var key = ""
}

extension Mapping {
  /// The class that the tags of an object name; the reader stays in front of it.
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
      picked.isOpen = true
      let tag = try tag(plan, in: source)
      picked.isWaiting = tag == nil && state.isOpen
      guard let tag else { break }
      guard let listed = plan.value.listed(tag) else {
        // Null means the declared class.
        picked.isOpen = !tag.isNullOrNullText
        if picked.isOpen, let census = notes.census {
          let key = plan.value.key
          census.add(.unknownTag, key, of: plan.value.type, found: tag.jsonType)
        }
        break
      }
      picked.isOpen = false
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

  /// The misfit of an object whose tags name a class that isn't a subclass of the declared one.
  func misplaced(_ picked: PickedClass, _ declared: any Model.Type, _ isRoot: Bool) -> Misfit {
    guard isRoot else { return .mismatch }
    let message =
      "the tag under \"\(picked.key)\" selects \(picked.type), which is not a subclass of \(declared)"
    return stop(ModelError(.rejected, message: message))
  }

  /// The value of a tag; nil if the object has none.
  private func tag(_ plan: Immortal<TagPlan>, in source: ObjectSource) throws(Misfit) -> Input? {
    switch source {
    case .text: return try textTag(plan)
    case .decoded(let object): return object.tag(plan.value)
    case .dictionary(let dictionary):
      if let value = dictionary[plan.value.key] { return Input(value) }
      let keys = dictionary.keys.filter { ByteView.with($0) { plan.value.isKey($0) } }
      return keys.firstInKeyOrder()
        .flatMap { dictionary[$0] }.map { Input($0) }
    case .list, .none: return nil
    }
  }

  /// The value of a tag in text; nil if there is none, or it is a cut string.
  private func textTag(_ plan: Immortal<TagPlan>) throws(Misfit) -> Input? {
    var reader = reader
    guard try moveToTag(&reader, plan), !isCut(at: reader.position) else { return nil }
    return try reader.value()
  }

  /// Moves a reader from an object to the value of its tag; false if it has none.
  ///
  /// The exact spelling comes before others, of these the smallest key, of a repeated key the last
  /// value; an early look ends at the exact spelling.
  private func moveToTag(
    _ reader: inout JSONReader,
    _ plan: Immortal<TagPlan>,
    isEarly: Bool = false
  ) throws(Misfit) -> Bool {
    // The depth is checked when the object is mapped.
    reader.remainingDepth = .max / 2
    guard try reader.open(closing: UInt8(ascii: "}")) else { return false }
    var exact: Int?
    var other: (key: String, offset: Int)?
    repeat {
      let token = try reader.key()
      _ = reader.next()
      if isKey(token, reader, { plan.value.isExactKey($0) }) {
        if isEarly { return true }
        exact = reader.position
      } else if exact == nil, !isEarly, isKey(token, reader, { plan.value.isKey($0) }) {
        let key = reader.text(of: token)
        if other.map({ !$0.key.precedes(key) }) ?? true {
          other = (key, reader.position)
        }
      }
      try passValue(&reader)
    } while try reader.hasMore(closing: UInt8(ascii: "}"))
    guard let offset = exact ?? other?.offset else { return false }
    reader.position = offset
    return true
  }

  @inline(__always)
  private func isKey(
    _ token: JSONStringToken,
    _ reader: JSONReader,
    _ matches: (ByteView) -> Bool
  ) -> Bool {
    token.hasEscapes
      ? ByteView.with(reader.text(of: token)) { matches($0) } : matches(reader.view(of: token))
  }
}

// MARK: - An early look

extension Mapping {
  /// Maps the object at the position to a fresh model of the class that its tags name; nil, with
  /// nothing read, if that class needs more than the loop.
  func freshModel(by tags: Immortal<TagPlan>) throws(Misfit) -> (any Model)? {
    // With a census each object's tag is looked at once.
    guard !state.tagsRepeat, notes.census == nil, let type = try earlyClass(tags),
      let plan = SchemaCache.textPlan(of: type), plan.isPlainOncePicked,
      !state.isAtRoot || hasUsualOptions(plan)
    else { return nil }
    state.isAtRoot = false
    let start = reader.position
    do throws(Misfit) {
      return try freshModel(plan, isPicked: true)
    } catch {
      guard case .repeatedTag = error else { throw error }
      // Once is enough: if tags repeat on every level, each object would be begun again for each
      // level around it.
      state.tagsRepeat = true
      reader.position = start
      reader.remainingDepth += 1
      return nil
    }
  }

  /// The class for the tag of the object at the position, if the tag is a string without escapes.
  private func earlyListed(_ tags: Immortal<TagPlan>) throws(Misfit) -> TagPlan.Listed? {
    var reader = reader
    guard try moveToTag(&reader, tags, isEarly: true),
      reader.bytes.peek(reader.position) == UInt8(ascii: "\"")
    else { return nil }
    let tag = try reader.string()
    return tag.hasEscapes ? nil : tags.value.listed(reader.view(of: tag))
  }

  /// The class that the tags of the object at the position name, by an early look: it may be wrong
  /// if the tag's key is repeated, as the last value wins.
  ///
  /// Nil if the class isn't a subclass of the declared one.
  private func earlyClass(_ tags: Immortal<TagPlan>) throws(Misfit) -> (any Model.Type)? {
    if let listed = try earlyListed(tags), listed.isBelow {
      guard listed.hasSubclasses, let next = SchemaCache.schema(of: listed.type).tags,
        next.value.isOwn
      else { return listed.type }
      return try earlyClass(next)
    }
    let picked = try pickedClass(tags, in: .text(reader.position))
    return picked.isMisplaced ? nil : picked.type
  }
}
