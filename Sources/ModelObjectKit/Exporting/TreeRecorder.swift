import Foundation

/// A sink that keeps exact exports as a tree, to compare them.
final class TreeRecorder {
  private enum Form {
    case root
    case array
    case set
    case pathArray
    /// An array that is written as an object whose keys count its elements.
    case counted
    case object(ExportedTree.Origin)
  }

  /// An open container.
  private struct Frame {
    let form: Form
    var members: [Int] = []
    var keys: [String] = []
    var values: [String: Int] = [:]
    /// The key of the next value.
    var key: String?
  }

  /// The export that owns this recorder, and outlives it.
  private unowned let giver: any ModelGiver
  var models: (any ModelGiver)? { giver }
  private(set) var tree = ExportedTree()
  private var frames: [Frame] = []
  /// The form of the next container, where it was told.
  private var next: Form?
  /// How many values that are not taken apart are open: untyped ones, or of users' types.
  private var wholeDepth = 0
  private var passesOnTexts = false
  var untyped = UntypedBranch()

  init(_ models: any ModelGiver) {
    giver = models
  }

  /// The number of the value that a closure gives; nil where it is left out.
  func value(_ body: () throws -> Void) rethrows -> Int? {
    frames = [Frame(form: .root)]
    defer { frames = [] }
    try body()
    return frames.first?.members.last
  }

  /// Records the properties of a model, all of them or nothing.
  func attempt(_ model: any Model, _ body: () throws -> Void) throws {
    let (count, outer) = (frames.count, (wholeDepth, passesOnTexts))
    (wholeDepth, passesOnTexts) = (0, false)
    next = .object(outer.0 > 0 ? .whole : .model(model))
    defer { (wholeDepth, passesOnTexts) = outer }
    do {
      try body()
    } catch {
      next = nil
      frames.removeSubrange(min(count, frames.count)...)
      throw error
    }
  }

  private func add(_ number: Int) {
    next = nil
    guard let top = frames.indices.last else { return }
    guard case .object = frames[top].form else { return frames[top].members.append(number) }
    guard let key = frames[top].key else { return }
    frames[top].key = nil
    if frames[top].values.updateValue(number, forKey: key) == nil { frames[top].keys.append(key) }
  }

  private func add(_ leaf: ExportedTree.Leaf) { add(tree.number(of: leaf)) }

  func mayNest() -> Bool { giver.mayNest(at: frames.count - 1) }

  private func open(_ form: Form) {
    if frames.count > FixedOptions.usualDepth { _ = mayNest() }
    frames.append(Frame(form: form))
    next = nil
  }

  private func close() {
    guard frames.count > 1, let frame = frames.popLast() else { return }
    switch frame.form {
    case .root: break
    case .array: add(tree.number(of: frame.members, .list))
    case .pathArray: add(tree.number(of: frame.members, .path))
    case .set: add(tree.number(of: frame.members, .set))
    case .counted:
      let keys = frame.members.indices.map { String($0) }
      let values = Dictionary(zip(keys, frame.members)) { $1 }
      add(tree.number(of: .init(origin: .dictionary, keys: keys, values: values)))
    case .object(let origin):
      add(tree.number(of: .init(origin: origin, keys: frame.keys, values: frame.values)))
    }
  }

  func whole(_ body: () -> Void) {
    wholeDepth += 1
    body()
    wholeDepth -= 1
  }
}

extension TreeRecorder: OrderedSink {
  func null() { add(.null) }
  func bool(_ value: Bool) { add(.bool(value)) }
  func integer(_ value: Int64) { add(.signed(value)) }
  func integer(_ value: UInt64) {
    add(Int64(exactly: value).map { .signed($0) } ?? .unsigned(value))
  }
  func float(_ value: Float) { if value.isFinite { add(.float(value)) } else { leaveOut() } }
  func double(_ value: Double) { if value.isFinite { add(.double(value)) } else { leaveOut() } }
  func decimal(_ value: Decimal) { if value.isNaN { leaveOut() } else { add(.decimal(value)) } }
  func text(_ value: String) { add(.text(value, isPassedOn: passesOnTexts)) }
  func data(_ value: Data) { add(.text(value.base64EncodedString(), isPassedOn: false)) }
  func model(_ value: any Model) { giver.give(value, to: self) }
  func untyped(_ value: Any) { whole { giveUntyped(value) } }

  func date(_ value: Date) {
    let format = giver.ownDateFormat
    let timeZone = giver.options.timeZone
    guard
      let text = DateText.write(
        value,
        format: format ?? giver.options.dateFormat,
        timeZone: timeZone
      )
    else { return leaveOut() }
    add(.date(.init(date: value, format: format, text: text)))
  }

  func encodable(_ value: any Encodable) {
    guard let json = giver.json(of: value) else { return leaveOut() }
    comes(from: .encoded)
    passesOn { whole { JSONReplay.give(json, to: self) } }
  }

  func leaveOut() {
    next = nil
    if let top = frames.indices.last { frames[top].key = nil }
  }

  func beginArray(count: Int) {
    switch next {
    case .set?: open(.set)
    case .object(.path)?: open(.pathArray)
    case .counted?: open(.counted)
    default: open(.array)
    }
  }

  func endArray() { close() }

  func beginObject(count: Int) {
    if case .object(let origin)? = next {
      open(.object(origin))
    } else {
      open(.object(wholeDepth > 0 ? .whole : .dictionary))
    }
  }

  func endObject() { close() }

  func key(_ key: String) {
    if let top = frames.indices.last { frames[top].key = key }
  }

  func key(_ key: ExportKey) { self.key(key.text) }

  func countedKey(_ key: String) {
    self.key(key)
    next = .counted
  }

  func passesOn(_ body: () -> Void) {
    let outer = passesOnTexts
    passesOnTexts = true
    body()
    passesOnTexts = outer
  }

  func comes(from origin: ContainerOrigin) {
    // The origin of a counted array does not matter, nor one inside of a whole value.
    if case .counted? = next { return }
    guard wholeDepth == 0 else { return }
    next =
      switch origin {
      case .model(let model): .object(.model(model))
      case .set: .set
      case .path: .object(.path)
      case .encoded: .object(.encoded)
      }
  }
}
