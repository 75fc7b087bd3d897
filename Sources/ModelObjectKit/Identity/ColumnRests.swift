import ModelObjectEssentials

/// What the columns of a row have that isn't in the model that was read from it: an update writes
/// each column whole.
///
/// Models don't hold it themselves, as it would make the objects of all classes larger. It is part of
/// an object all the same: copies have it, and an update that fails leaves it as it was.
struct ColumnRests {
  /// The columns into which paths lead, by their keys: JSON, as it is only read if it is written.
  var columns: [String: Any] = [:]
  /// What these have besides the values of the properties.
  var parts: [String: Any] = [:]
  /// The values that couldn't be read, or not completely, by the numbers of their properties.
  var values: [Int: Any] = [:]
  /// The tags that select no class, by their keys.
  var tags: [String: Any] = [:]
  /// What the properties had when the row had been read whose values couldn't be read, or not
  /// completely, by their numbers.
  private(set) var former: [Int: Any] = [:]

  private var isEmpty: Bool { columns.isEmpty && tags.isEmpty && former.isEmpty }

  /// The properties are those whose values couldn't be read.
  init(_ unread: Set<Int>, of model: any Model) {
    let properties = SchemaCache.schema(of: type(of: model)).properties
    let holdModels = unread.contains { properties[$0].heldModels.holdsModels }
    let source = holdModels ? Copier.copy(of: model) : model
    for number in unread { former[number] = properties[number].savedValue(in: source) }
  }

  /// What stays of a column is over: its property has been given a value.
  mutating func end(_ property: Int) {
    former[property] = nil
    values[property] = nil
  }

  /// The rests of a model; nothing changes them.
  private struct Entry: @unchecked Sendable {
    weak var model: AnyObject?
    let rests: ColumnRests
  }

  /// Those of models that are gone are removed when there are more than the limit.
  private static let all = Locked((entries: [ObjectIdentifier: Entry](), limit: 64))
  /// Whether there has ever been an entry: most programs have no rows.
  private static let isUsed = AtomicWords(count: 1)

  @inline(never)
  static func of(_ model: any Model) -> ColumnRests? {
    guard isUsed[0] == 1 else { return nil }
    let id = ObjectIdentifier(model)
    let kept = all.withLock { $0.entries[id] }
    return kept?.model === model ? kept?.rests : nil
  }

  static func keep(_ rests: ColumnRests?, for model: any Model) {
    let rests = rests?.isEmpty == false ? rests : nil
    guard isUsed[0] == 1 || rests != nil else { return }
    isUsed[0] = 1
    let id = ObjectIdentifier(model)
    let kept = rests.map { Entry(model: model, rests: $0) }
    // What isn't kept any more may hold models, whose code isn't called while others wait.
    let released: [Entry?] = all.withLock { all in
      let former = all.entries.removeValue(forKey: id)
      all.entries[id] = kept
      guard all.entries.count > all.limit else { return [former] }
      let released = all.entries.values.filter { $0.model == nil }
      all.entries = all.entries.filter { $0.value.model != nil }
      all.limit = max(2 * all.entries.count, 64)
      return released + [former]
    }
    withExtendedLifetime(released) {}
  }

  /// Ends what stays of the columns of properties in a model: they have been given values.
  static func end(_ model: any Model, where isGiven: (Int) -> Bool) {
    guard var rests = of(model) else { return }
    let given = rests.former.keys.filter(isGiven)
    guard !given.isEmpty else { return }
    for number in given { rests.end(number) }
    keep(rests, for: model)
  }

  /// Ends what stays of the columns of properties in a model that has taken the values of another one,
  /// unless that was read from such a row, too.
  static func end(_ model: any Model, givenBy source: any Model) {
    guard of(model) != nil else { return }
    let properties = SchemaCache.schema(of: type(of: model)).properties
    let others = SchemaCache.schema(of: type(of: source)).properties
    let kept = of(source)?.former
    end(model) { number in
      let other = others.first { $0.name == properties[number].name }
      return other.map { kept?[$0.number] == nil } ?? false
    }
  }
}

extension ModelSchema {
  /// A new object that becomes the copy of one.
  func copyOf(_ original: any Model) -> any Model {
    let copy = type.init()
    if let rests = ColumnRests.of(original), Swift.type(of: original) == type {
      ColumnRests.keep(rests, for: copy)
    }
    return copy
  }
}
