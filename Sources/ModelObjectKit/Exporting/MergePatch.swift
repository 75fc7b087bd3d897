/// Writes the differences between two exports as a merge patch.
///
/// A merge patch sets keys, and null removes them; models in both are given by their own changes,
/// and so are objects that were made for key paths. Everything else is whole.
struct MergePatch {
  let tree: ExportedTree
  let exporter: Exporter
  let sink: any ExportSink
  /// The results of `isTakenInPlace`, by the numbers of the newer and the older object: without
  /// them the number of calls would double with each level.
  private let answers: Answers

  private final class Answers {
    var known: [[Int]: Bool] = [:]
  }

  init(tree: ExportedTree, exporter: Exporter, sink: any ExportSink) {
    self.init(tree, exporter, sink, Answers())
  }

  private init(
    _ tree: ExportedTree,
    _ exporter: Exporter,
    _ sink: any ExportSink,
    _ answers: Answers
  ) {
    self.tree = tree
    self.exporter = exporter
    self.sink = sink
    self.answers = answers
  }

  /// Writes the object that turns the older value into the newer one.
  func give(_ new: Int, since old: Int) {
    guard let newer = tree.object(new), let older = tree.object(old) else { return }
    giveChanges(newer, older)
  }

  private func giveChanges(_ new: ExportedTree.Object, _ old: ExportedTree.Object) {
    exporter.stack.run {
      sink.beginObject(count: new.keys.count)
      for key in new.keys(over: old) where new.values[key] != old.values[key] {
        sink.key(key)
        if let value = new.values[key] {
          give(value, insteadOf: old.values[key])
        } else if let gone = old.values[key] {
          giveGone(gone)
        }
      }
      sink.endObject()
    }
  }

  private func give(_ new: Int, insteadOf old: Int?) {
    guard let old, let newer = tree.object(new), let older = tree.object(old) else {
      return giveWhole(new, over: old)
    }
    switch (newer.origin, older.origin) {
    case (.model(let model), .model(let other)) where areSameThing(model, other):
      if isTakenInPlace(model, new, old) {
        giveChanges(newer, older)
      } else {
        giveWhole(new, over: old)
      }
    case (.path, .path): giveChanges(newer, older)
    default: giveWhole(new, over: old)
    }
  }

  /// Whether `modelType(for:)`, given the changes alone, names the class of the model, so that an
  /// update changes it in place.
  private func isTakenInPlace(_ model: any Model, _ new: Int, _ old: Int) -> Bool {
    let type = type(of: model)
    guard SchemaCache.schema(of: type).hooks.contains(.modelType) else { return true }
    if let known = answers.known[[new, old]] { return known }
    let builder = exporter.builder
    let patch = MergePatch(tree, exporter, builder, answers)
    let changes = builder.value { patch.give(new, since: old) } as? [String: Any]
    let isTaken = type.chosenType(for: changes ?? [:]).map { $0 == type } ?? true
    answers.known[[new, old]] = isTaken
    return isTaken
  }

  /// Writes a whole value, with null for keys that a merge would keep of the older one.
  private func giveWhole(_ new: Int, over old: Int?) {
    switch tree[new] {
    case .leaf(let leaf): give(leaf)
    case .array(let elements, .path):
      var older: [Int] = []
      if let old, case .array(let elements, .path) = tree[old] { older = elements }
      exporter.stack.run {
        sink.beginArray(count: elements.count)
        for (index, element) in elements.enumerated() {
          giveWhole(element, over: older.indices.contains(index) ? older[index] : nil)
        }
        for element in older.dropFirst(elements.count) { giveGone(element) }
        sink.endArray()
      }
    case .array(let elements, _):
      var older = KnownElements()
      if let old { find(in: old, &older) }
      giveList(elements, over: &older)
    case .object(let object):
      var older: ExportedTree.Object?
      if case .whole = object.origin {} else { older = old.flatMap { tree.object($0) } }
      if let origin = older?.origin, case .whole = origin { older = nil }
      exporter.stack.run {
        sink.beginObject(count: object.keys.count)
        for key in object.keys(over: older) {
          sink.key(key)
          if let value = object.values[key] {
            giveWhole(value, over: older?.values[key])
          } else if let gone = older?.values[key] {
            giveGone(gone)
          }
        }
        sink.endObject()
      }
    }
  }

  /// Writes a list whole.
  ///
  /// An update maps its models into those of the older list with the same identity, so each needs
  /// null for keys that only the older one has.
  private func giveList(_ elements: [Int], over older: inout KnownElements) {
    exporter.stack.run {
      sink.beginArray(count: elements.count)
      for element in elements {
        switch tree[element] {
        case .array(let elements, .list), .array(let elements, .set):
          giveList(elements, over: &older)
        default: giveWhole(element, over: identity(of: element).flatMap { older.next($0) })
        }
      }
      sink.endArray()
    }
  }

  /// The models of an older list as an update matches them.
  private struct KnownElements {
    var elements: [ModelIdentity: ArraySlice<Int>] = [:]
    /// Whether they have an order: in a set equal identities are not matched.
    var areOrdered = true

    mutating func next(_ identity: ModelIdentity) -> Int? {
      guard areOrdered || elements[identity]?.count == 1 else { return nil }
      return elements[identity]?.popFirst()
    }
  }

  private func find(in list: Int, _ found: inout KnownElements) {
    guard case .array(let elements, let kind) = tree[list], kind != .path else { return }
    if kind == .set { found.areOrdered = false }
    for element in elements {
      if let identity = identity(of: element) {
        found.elements[identity, default: []].append(element)
      } else {
        find(in: element, &found)
      }
    }
  }

  private func identity(of element: Int) -> ModelIdentity? {
    guard let object = tree.object(element), case .model(let model) = object.origin else {
      return nil
    }
    return SchemaCache.schema(of: type(of: model)).identity?.identity(of: model)
  }

  /// Writes null; where the value was made for key paths, null for each property at their ends, as
  /// null at the beginning of a path does not change the property at its end.
  private func giveGone(_ old: Int) {
    switch tree[old] {
    case .object(let object):
      guard case .path = object.origin else { return sink.null() }
      sink.beginObject(count: object.keys.count)
      for key in object.keys {
        guard let value = object.values[key] else { continue }
        sink.key(key)
        giveGone(value)
      }
      sink.endObject()
    case .array(let elements, .path):
      sink.beginArray(count: elements.count)
      for element in elements { giveGone(element) }
      sink.endArray()
    default: sink.null()
    }
  }

  private func give(_ leaf: ExportedTree.Leaf) {
    switch leaf {
    case .null: sink.null()
    case .bool(let value): sink.bool(value)
    case .signed(let value): sink.integer(value)
    case .unsigned(let value): sink.integer(value)
    case .float(let value): sink.float(value)
    case .double(let value): sink.double(value)
    case .decimal(let value): sink.decimal(value)
    case .text(let value, let isPassedOn):
      if isPassedOn, let writer = sink as? JSONWriter {
        writer.passesOn { writer.text(value) }
      } else {
        sink.text(value)
      }
    case .date(let written):
      exporter.ownDateFormat = written.format
      sink.date(written.date)
      exporter.ownDateFormat = nil
    }
  }
}
