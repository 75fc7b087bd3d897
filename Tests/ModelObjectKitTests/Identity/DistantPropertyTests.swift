import ModelObjectKit
import Testing

private final class Prefs { var speed = 1 }

private final class Folder: ModelObject {
  var id = 0
  var name = ""
  var files: [Download] = []
  override class var identity: Set<String> { ["id"] }
}

private final class Details: ModelObject { var text = "" }

private final class Download: ModelObject {
  enum State { case idle, running(percent: Int) }

  var id = 0
  var name = ""
  var state = State.idle
  var percent: Int {
    get { if case .running(let percent) = state { percent } else { 0 } }
    set { state = newValue == 0 ? .idle : .running(percent: newValue) }
  }
  var size = (width: 0, height: 0)
  var width: Int {
    get { size.width }
    set { size.width = newValue }
  }
  lazy var volume = 5
  lazy var details = Details()
  weak var folder: Folder?
  let prefs = Prefs()
  var speed: Int {
    get { prefs.speed }
    set { prefs.speed = newValue }
  }
  var celsius = 0.0
  var fahrenheit: Double {
    get { celsius * 1.8 + 32 }
    set { celsius = (newValue - 32) / 1.8 }
  }

  override class var identity: Set<String> { ["id"] }
  override class var ignoredProperties: Set<String> { ["state", "size"] }
  override class var accessors: [String: PropertyAccessor] {
    [
      "percent": .init(\Download.percent), "width": .init(\Download.width),
      "volume": .init(\Download.volume), "details": .init(\Download.details),
      "folder": .init(\Download.folder), "speed": .init(\Download.speed),
      "fahrenheit": .init(\Download.fahrenheit),
    ]
  }
  override func validate() throws {
    if name == "refused" { throw CancellationError() }
  }

  var text: String {
    "\(name) \(percent) \(width) \(volume) \(details.text) \(speed) \(folder?.id ?? 0)"
  }
}

private let first =
  #"{"id": 1, "name": "x", "percent": 10, "width": 3, "volume": 7, "details": {"text": "a"},"#
  + #" "speed": 3, "folder": 1, "celsius": 20.3}"#

private let news =
  #"{"name": "y", "percent": 50, "width": 4, "volume": 8, "details": {"text": "b"}, "speed": 4,"#
  + #" "folder": 2, "celsius": 21.7}"#

private let identities = ExportOptions(references: .identities)

private func folders() throws -> ModelStore {
  let store = ModelStore()
  for id in [1, 2] { _ = try store.insert(Folder { $0.id = id }) }
  return store
}

/// Properties that only an accessor knows, since their storage isn't copied or can't be compared.
@Suite(.differs(.weak)) struct DistantProperties {
  /// With a base that is a copy, and one that is mapped by itself.
  @Test(arguments: [true, false])
  func takeWhatOnlyTheServerHasChanged(isCopy: Bool) throws {
    let store = try folders()
    let mine = try store.upsert(Download.self, json: first)
    let others = try folders()
    let base = isCopy ? mine.copy() : try others.upsert(Download.self, json: first)
    #expect(try mine.jsonString(changesSince: base, options: identities) == "{}")
    let conflicts = try store.merge(mine, json: news, since: base)
    #expect(mine.text == "y 50 4 8 b 4 2")
    #expect(conflicts.map(\.path) == [])
    #expect(mine.folder === store[Folder.self, 2])
    #expect(try mine.jsonString(changesSince: base, options: identities) == "{}")
    withExtendedLifetime(others) {}
  }

  @Test func keepWhatOnlyTheUserHasChanged() throws {
    let store = try folders()
    let mine = try store.upsert(Download.self, json: first)
    let base = mine.copy()
    mine.percent = 99
    mine.volume = 9
    mine.speed = 9
    mine.folder = store[Folder.self, 2]
    let conflicts = try store.merge(mine, json: #"{"name": "y"}"#, since: base)
    #expect(mine.text == "y 99 3 9 a 9 2")
    #expect(conflicts.map(\.path) == [])
    #expect(
      try mine.jsonString(changesSince: base, options: identities)
        == #"{"volume":9,"folder":2,"percent":99,"speed":9}"#
    )
  }

  @Test(arguments: [ModelConflict.Choice.mine, .theirs])
  func areConflictsIfBothHaveChangedThem(choice: ModelConflict.Choice) throws {
    let store = try folders()
    let mine = try store.upsert(Download.self, json: first)
    let base = mine.copy()
    mine.percent = 99
    mine.volume = 9
    mine.speed = 9
    mine.details.text = "c"
    let conflicts = try store.merge(mine, json: news, since: base) { _ in choice }
    #expect(conflicts.map(\.path).sorted() == ["details.text", "percent", "speed", "volume"])
    #expect(mine.text == (choice == .mine ? "y 99 4 9 c 9 2" : "y 50 4 8 b 4 2"))
  }

  @Test func areNoConflictsBesideThoseOfTheirStorage() throws {
    let mine = try Download(json: first)
    let base = mine.copy()
    mine.celsius = 25
    let conflicts = try mine.merge(json: #"{"celsius": 21.7}"#, since: base)
    #expect(conflicts.map(\.path) == ["celsius"])
    #expect(mine.celsius == 25)
  }

  @Test func takeTheStorageWithoutItsComputedValue() throws {
    let mine = try Download(json: first)
    let base = mine.copy()
    try mine.merge(json: #"{"celsius": 21.7}"#, since: base)
    #expect(mine.celsius == 21.7)
  }

  @Test func mergeTheModelsThatTheyLeadTo() throws {
    let store = ModelStore()
    let folder = try store.upsert(
      Folder.self,
      json: #"{"id": 1, "name": "a", "files": [{"id": 2, "folder": {"id": 1}}]}"#
    )
    let mine = folder.files[0]
    let base = mine.copy()
    mine.name = "mine"
    let conflicts = try store.merge(
      mine,
      json: #"{"folder": {"id": 1, "name": "b"}}"#,
      since: base
    )
    #expect(mine.folder === folder)
    #expect(folder.name == "b")
    #expect(conflicts.map(\.path) == [])
    #expect(try mine.jsonString(changesSince: base, options: identities) == #"{"name":"mine"}"#)
  }

  @Test func fileNewModels() throws {
    let store = try folders()
    let mine = try store.upsert(Download.self, json: first)
    let base = mine.copy()
    try store.merge(mine, json: #"{"folder": {"id": 3, "name": "new"}}"#, since: base)
    #expect(mine.folder === store[Folder.self, 3])
    #expect(mine.folder?.name == "new")
    #expect(try mine.jsonString(changesSince: base, options: identities) == "{}")
  }

  @Test func areCopiedAndSaved() throws {
    let store = try folders()
    let live = try store.upsert(Download.self, json: first)
    let draft = live.copy()
    #expect(draft.text == live.text)
    #expect(draft.details !== live.details)
    #expect(try live.jsonString(changesSince: draft) == "{}")
    try live.update(from: draft)
    #expect(live.text == "x 10 3 7 a 3 1")
    #expect(live.celsius == 20.3)
    let details = live.details
    draft.percent = 50
    draft.volume = 9
    draft.speed = 9
    draft.details.text = "c"
    draft.folder = nil
    try live.update(from: draft)
    #expect(live.text == "x 50 3 9 c 9 0")
    #expect(live.details === details)
  }

  @Test func areNotMadeByACopy() throws {
    let live = Download()
    let copy = live.copy()
    live.volume = 9
    try live.update(from: copy)
    #expect(live.volume == 9)
    #expect(copy.volume == 5)
  }

  @Test func areAsBeforeIfAnUpdateIsRefused() throws {
    let store = try folders()
    let live = try store.upsert(Download.self, json: first)
    let draft = live.copy()
    draft.name = "refused"
    draft.volume = 9
    draft.folder = store[Folder.self, 2]
    #expect(throws: ModelError.self) { try live.update(from: draft) }
    #expect(live.text == "x 10 3 7 a 3 1")
    let base = live.copy()
    #expect(throws: ModelError.self) {
      try store.update(live, json: #"{"name": "refused", "volume": 9, "folder": 2}"#)
    }
    #expect(live.text == "x 10 3 7 a 3 1")
    #expect(throws: ModelError.self) {
      try store.merge(live, json: #"{"name": "refused", "volume": 9, "folder": 2}"#, since: base)
    }
    #expect(live.text == "x 10 3 7 a 3 1")
    #expect(base.text == "x 10 3 7 a 3 1")
  }

  /// Another thread may read a snapshot, but not the models to which its own one refers.
  @Test func ofASnapshotDoNotLeadOutOfIt() throws {
    let store = try folders()
    let live = try store.upsert(Download.self, json: first)
    let snapshot = live.snapshot()
    #expect(snapshot.makeModel().folder == nil)
    #expect(snapshot.volume == 7)
    live.volume = 9
    try live.update(from: snapshot)
    #expect(live.text == "x 10 3 7 a 3 1")

    let folder = try Folder(json: #"{"id": 1, "files": [{"id": 2}]}"#)
    folder.files[0].folder = folder
    let copy = folder.snapshot().makeModel()
    #expect(copy.files[0].folder === copy)
  }

  @Test func areInserted() throws {
    let store = try folders()
    let live = try store.upsert(Download.self, json: first)
    let draft = live.copy()
    let other = Folder { $0.id = 2 }
    draft.volume = 9
    draft.folder = other
    #expect(try store.insert(draft) === live)
    #expect(live.volume == 9)
    #expect(live.folder === store[Folder.self, 2])
    withExtendedLifetime(other) {}
  }
}
