import ModelObjectEssentials

// What opened objects have that their archive doesn't.

extension ArchiveReader {
  /// Whether objects of a class with one of some hooks have been made.
  func hasMade(_ hooks: Hooks) -> Bool {
    tables.contains { $0.filling?.schema.hooks.isDisjoint(with: hooks) == false }
  }

  /// The objects with a property that the archive lacks, and those with a value that is made otherwise
  /// by each opening.
  ///
  /// What a class with hooks for archives lacks isn't known.
  var incompleteModels: [any Model] {
    let generated = state.generated?.numbers ?? []
    guard !generated.isEmpty || tables.contains(where: { $0.filling?.mayBeIncomplete == true })
    else { return [] }
    return state.made.compactMap { number in
      generated.contains(number) || lacks(number) ? state.models[number] : nil
    }
  }

  private func lacks(_ number: Int) -> Bool {
    guard let table = table(of: number), let filling = table.filling, filling.mayBeIncomplete else {
      return false
    }
    return table.lacks(filling.properties, row: number - table.first)
  }

  /// The objects of classes with hooks for archives, and their parts with hooks, that have other
  /// values than the archive: they are archived again, and compared.
  ///
  /// The closure says which objects of the store are only named.
  func rearchivedModels(_ role: @escaping WrittenFrame.Role) -> [any Model] {
    guard hasMade(.ofArchiving) else { return [] }
    var numbers: [ObjectIdentifier: Int] = [:]
    var coded: [any Model] = []
    for number in state.made {
      guard let model = state.models[number] else { continue }
      numbers[ObjectIdentifier(model)] = number
      if has(.ofArchiving, model) { coded.append(model) }
    }
    let written = try? ArchiveWriter.archive(again: coded) { model in
      self.has(.ofArchiving, model) ? nil : role(model)
    }
    guard let written else { return coded }
    return ByteView.with(written.data) { bytes in
      guard let document = try? StoredDocument(bytes) else { return coded }
      return changed(written.models, in: document, numbers)
    }
  }

  /// The models of a new archive, in the order of their numbers, that have other values there; they
  /// have other numbers in the old one.
  private func changed(
    _ models: [any Model],
    in document: StoredDocument,
    _ numbers: [ObjectIdentifier: Int]
  ) -> [any Model] {
    let difference = StoredDifference(self, document, models)
    var changed: [any Model] = []
    for (new, model) in models.enumerated() {
      guard document.tables.table(of: new)?.places.isEmpty == true,
        has(Hooks.ofArchiving.union(.awake), model)
      else { continue }
      let old = numbers[ObjectIdentifier(model)]
      if old.map({ difference.exists(new, model, as: $0) }) ?? true { changed.append(model) }
    }
    return changed
  }

  private func has(_ hooks: Hooks, _ model: any Model) -> Bool {
    !SchemaCache.schema(of: type(of: model)).hooks.isDisjoint(with: hooks)
  }
}

extension StoredTable {
  /// Whether an object has no value for one of some properties.
  fileprivate func lacks(_ properties: [FilledProperty], row: Int) -> Bool {
    guard let pairs = pairs(row: row) else { return properties.contains { $0.column == nil } }
    return properties.contains { pairs[$0.name] == nil }
  }
}

/// The comparison of objects in an archive with the same in a new one.
private struct StoredDifference {
  private let reader: ArchiveReader
  private let document: StoredDocument
  /// The models of the new archive, in the order of their numbers.
  private let models: [any Model]

  init(_ reader: ArchiveReader, _ document: StoredDocument, _ models: [any Model]) {
    (self.reader, self.document, self.models) = (reader, document, models)
  }

  /// Whether an object has another value in the new archive than in the old one, which may have
  /// more keys.
  func exists(_ new: Int, _ model: any Model, as old: Int) -> Bool {
    guard let table = document.tables.table(of: new) else { return true }
    let properties = SchemaCache.schema(of: type(of: model)).archived
    return table.keys(row: new - table.first).contains { key in
      let property = properties.first { $0.key == key }?.property
      let areSets = property?.heldModels.areHashed ?? true
      let areSame: Bool?
      do throws(Misfit) {
        let value = try document.input(key, of: new)
        areSame = try self.areSame(
          value,
          try reader.stored(key, of: old),
          areSets: areSets,
          depth: 0
        )
      } catch {
        areSame = nil
      }
      return areSame != true
    }
  }

  private func areSame(
    _ new: Input?,
    _ old: Input?,
    areSets: Bool,
    depth: Int
  ) throws(Misfit) -> Bool {
    guard let new, let old else { return new == nil && old == nil }
    // A value this deep counts as changed.
    guard depth < FixedOptions.defaultDepth else { return false }
    switch (new, old) {
    case (.null, .null): return true
    case (.bool(let new), .bool(let old)): return new == old
    case (.number(let new), .number(let old)): return new.isSame(as: old)
    case (.text(let new), .text(let old)): return ExactKey(new.string) == ExactKey(old.string)
    case (.foreign(let new), .foreign(let old)):
      if let new = new as? SomeInput, let old = old as? SomeInput {
        return try areSame(new.input, old.input, areSets: areSets, depth: depth + 1)
      }
      if let new = new as? ObjectNumber, let old = old as? ObjectNumber {
        return model(new) === reader.made(old)
      }
      if let new = new as? EncodedValue, let old = old as? EncodedValue {
        return ExactKey(new.text) == ExactKey(old.text) && areSame(new.models, old.models)
      }
      return (new as? AnyHashable) == (old as? AnyHashable) && new is AnyHashable
    case (.array(.tree(let new)), .array(.tree(let old))):
      guard new.count == old.count else { return false }
      if areSets, let new = objects(new, { model($0) }, in: document),
        let old = objects(old, { reader.made($0) }, in: reader.state.document)
      {
        return new == old
      }
      for (new, old) in zip(new, old) {
        let (new, old) = (try document.input(of: new), try reader.state.document.input(of: old))
        guard try areSame(new, old, areSets: areSets, depth: depth + 1) else { return false }
      }
      return true
    case (.object(.tree(let new)), .object(.tree(let old))):
      guard new.count == old.count else { return false }
      for (key, new) in new {
        guard let old = old[key] else { return false }
        let (value, former) = (
          try document.input(of: new), try reader.state.document.input(of: old)
        )
        guard try areSame(value, former, areSets: areSets, depth: depth + 1) else { return false }
      }
      return true
    default: return false
    }
  }

  private func areSame(_ new: EncodedModels?, _ old: EncodedModels?) -> Bool {
    guard let new, let old else { return new == nil && old == nil }
    return new.key == old.key && new.numbers.count == old.numbers.count
      && zip(new.numbers, old.numbers).allSatisfy {
        model(ObjectNumber(value: $0)) === reader.made(ObjectNumber(value: $1))
      }
  }

  private func model(_ number: ObjectNumber) -> (any Model)? {
    models.indices.contains(number.value) ? models[number.value] : nil
  }

  /// The models of which a list consists, which may be those of a set; nil for any other list.
  private func objects(
    _ elements: [Any],
    _ model: (ObjectNumber) -> (any Model)?,
    in document: StoredDocument
  ) -> Set<ObjectIdentifier>? {
    var objects: Set<ObjectIdentifier> = []
    for element in elements {
      guard let input = try? document.input(of: element), case .foreign(let value) = input,
        let number = value as? ObjectNumber, let model = model(number)
      else { return nil }
      objects.insert(ObjectIdentifier(model))
    }
    return objects.count == elements.count ? objects : nil
  }
}

extension ArchiveReader {
  /// The model that has been made of the last version of an object.
  fileprivate func made(_ number: ObjectNumber) -> (any Model)? {
    let number = versions?.last(of: number.value) ?? number.value
    return state.models.indices.contains(number) ? state.models[number] : nil
  }
}

extension Number {
  /// Whether two numbers of archives have the same kind and the same bits.
  fileprivate func isSame(as other: Number) -> Bool {
    switch (self, other) {
    case (.signed(let value), .signed(let other)): value == other
    case (.unsigned(let value), .unsigned(let other)): value == other
    case (.float(let value), .float(let other)): value.bitPattern == other.bitPattern
    case (.double(let value), .double(let other)): value.bitPattern == other.bitPattern
    case (.decimal(let value), .decimal(let other)): value.description == other.description
    default: false
    }
  }
}
