import Foundation
import ModelObjectKit
import Observation
import Testing

@Observable private class Author: ModelObject {
  var id = 0
  var name = ""
  override class var identity: Set<String> { ["id"] }
  override class var accessors: [String: PropertyAccessor] {
    ["id": .init(\Author.id), "name": .init(\Author.name)]
  }
}

/// Equal whatever their names are.
@Observable private final class Tag: ModelObject {
  var id = 0
  var name = ""
  override class var accessors: [String: PropertyAccessor] {
    ["id": .init(\Tag.id), "name": .init(\Tag.name)]
  }
  override func isEqual(to other: ModelObject) -> Bool { (other as? Tag)?.id == id }
  override func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

@propertyWrapper private struct Clamped {
  private var value = 0
  var wrappedValue: Int {
    get { value }
    set { value = min(newValue, 9) }
  }
}

@Observable private final class Line: ModelObject {
  var text = ""
  var author: Author?
  var lines: [Line] = []
  @ObservationIgnored @Clamped var level
  override class var accessors: [String: PropertyAccessor] {
    [
      "text": .init(\Line.text), "author": .init(\Line.author), "lines": .init(\Line.lines),
      "level": .init(\Line.level),
    ]
  }
}

@Observable private final class Page: ModelObject {
  var id = 0
  var author: Author?
  var authors: [Author] = []
  var lines: [Line] = []
  var groups: [[Line]] = []
  var named: [String: Line] = [:]
  var set: Set<Line> = []
  var tags: [Tag] = []
  override class var identity: Set<String> { ["id"] }
  override class var accessors: [String: PropertyAccessor] {
    [
      "id": .init(\Page.id), "author": .init(\Page.author), "authors": .init(\Page.authors),
      "lines": .init(\Page.lines), "groups": .init(\Page.groups), "named": .init(\Page.named),
      "set": .init(\Page.set), "tags": .init(\Page.tags),
    ]
  }
}

private final class Told: @unchecked Sendable {
  var count = 0
}

/// Whoever observes a property watches the objects that are in it, also if an update puts in others
/// that equal them.
@Suite(.differs(.observers)) struct WatchedObjects {
  /// The number of times that an observer is told of a change, which looks again each time.
  private func count(_ look: () -> Void, _ change: () throws -> Void) rethrows -> Int {
    let told = Told()
    withObservationTracking(look) { told.count += 1 }
    try change()
    return told.count
  }

  private static let page = #"""
    {"id": 1, "author": {"id": 7, "name": "Shan"}, "authors": [{"id": 7}, {"id": 8}],
     "lines": [{"text": "a", "lines": [{"text": "in"}]}, {"text": "b"}],
     "groups": [[{"text": "c"}]], "named": {"k": {"text": "d"}}, "set": [{"text": "e"}]}
    """#

  /// The objects whose values a view of the page shows, which it reads.
  private func shown(_ page: Page) -> [ModelObject] {
    let lines = page.lines + page.lines.flatMap(\.lines) + page.groups.flatMap { $0 }
    let others = page.named.keys.sorted().compactMap { page.named[$0] } + page.set
    for line in lines + others { _ = (line.text, line.author?.name) }
    for author in [page.author].compactMap({ $0 }) + page.authors { _ = author.name }
    for tag in page.tags { _ = tag.name }
    let authors = [page.author].compactMap { $0 } + page.authors
    return lines + others + authors + page.tags
  }

  /// Whether the observers of a page, who saw it before a change, still watch what is in it, or were
  /// told to look again.
  private func isWatched(_ page: Page, after change: () throws -> Void) rethrows -> Bool {
    var before: [ModelObject] = []
    let told = Told()
    withObservationTracking {
      before = shown(page)
    } onChange: {
      told.count += 1
    }
    try change()
    let now = shown(page)
    return told.count > 0 || before.elementsEqual(now, by: ===)
  }

  @Test func equalObjectsStay() throws {
    for way in WayIn.forms {
      let page = try Page(json: Self.page)
      let before = shown(page)
      let told = try count {
        _ = shown(page)
      } _: {
        try JSONInput(Self.page, by: way).update(page, options: nil)
      }
      #expect(told == 0 && before.elementsEqual(shown(page), by: ===), "\(way)")
      // What changes is told.
      let changed = Self.page.replacing(#""text": "in""#, with: #""text": "out""#)
      let toldOfChange = try count {
        _ = shown(page)
      } _: {
        try JSONInput(changed, by: way).update(page, options: nil)
      }
      #expect(toldOfChange == 1 && page.lines[0].lines[0].text == "out")
    }
  }

  @Test func equalObjectsStayInUpdatesFromAnotherObject() throws {
    let page = try Page(json: Self.page)
    let before = shown(page)
    let other = page.copy()
    let told = try count {
      _ = shown(page)
    } _: {
      try page.update(from: other)
    }
    #expect(told == 0 && before.elementsEqual(shown(page), by: ===))
    other.lines[1].text = "new"
    let watched = try isWatched(page) { try page.update(from: other) }
    #expect(watched && page.lines[1].text == "new" && page == other)
  }

  /// What is one object there is one here.
  @Test func equalObjectsOfAnUpdateStayShared() throws {
    let (page, other) = (Page(), Page())
    page.lines = [Line(), Line()]
    let line = Line()
    other.lines = [line, line]
    let watched = try isWatched(page) { try page.update(from: other) }
    #expect(watched && page.lines[0] === page.lines[1])
  }

  @Test func whatHasNoEqualityIsCompared() throws {
    let page = try Page(json: #"{"lines": [{"level": 3}]}"#)
    try page.update(json: #"{"lines": [{"level": 4}]}"#)
    #expect(page.lines[0].level == 4)
  }

  @Test func anOverriddenEqualityHidesNoChange() throws {
    let page = try Page(json: #"{"tags": [{"id": 1, "name": "a"}]}"#)
    let watched = try isWatched(page) {
      try page.update(json: #"{"tags": [{"id": 1, "name": "b"}]}"#)
    }
    #expect(watched && page.tags[0].name == "b")
    let other = try Page(json: #"{"tags": [{"id": 1, "name": "c"}]}"#)
    let watchedFromOther = try isWatched(page) { try page.update(from: other) }
    #expect(watchedFromOther && page.tags[0].name == "c")
  }

  @Test func objectsOfTheStoreComeAndAreTold() throws {
    let store = ModelStore()
    let author = try store.upsert(Author.self, json: #"{"id": 7, "name": "Shan"}"#)
    let json = #"{"id": 1, "author": {"id": 7, "name": "Shan"}, "authors": [{"id": 7}]}"#
    let page = try Page(json: #"{"id": 1, "author": {"id": 7, "name": "Shan"}}"#)
    page.authors = [author.copy()]
    let told = try count {
      _ = shown(page)
    } _: {
      try store.update(page, json: json)
    }
    #expect(told == 1 && page.author === author && page.authors[0] === author)
    #expect(
      try count {
        _ = page.author?.name
      } _: {
        try store.upsert(Author.self, json: #"{"id": 7, "name": "Kim"}"#)
      } == 1
    )
  }

  @Test func objectsInTheStoreComeWithLinesThatEqualTheOldOnes() throws {
    let store = ModelStore()
    let json = #"{"id": 1, "lines": [{"text": "a", "author": {"id": 7}}]}"#
    let page = try Page(json: json)
    let watched = try isWatched(page) { try store.update(page, json: json) }
    let author = store[Author.self, 7]
    #expect(watched && author != nil && page.lines[0].author === author)
    // Now they are in it.
    let before = shown(page)
    try store.update(page, json: json)
    let areSame = before.elementsEqual(shown(page), by: ===)
    #expect(areSame)
  }

  @Test func insertedObjectsGetThoseOfTheStore() throws {
    let store = ModelStore()
    let author = try store.upsert(Author.self, json: #"{"id": 7, "name": "Shan"}"#)
    let page = try Page(json: #"{"id": 1, "author": {"id": 7, "name": "Shan"}}"#)
    page.authors = [author.copy()]
    #expect(throws: ModelError.self) { try store.insert(page) }
    page.authors = []
    let watched = try isWatched(page) { try store.insert(page) }
    #expect(watched && page.author === author)
  }

  @Test func objectsOfALaterReferenceAreTold() throws {
    let store = ModelStore()
    let page = try store.upsert(Page.self, json: #"{"id": 1, "author": {"id": 7}}"#)
    store.removeAll(Author.self)
    // The author comes after the page, which names it.
    let json = #"[{"id": 1, "author": 7}, {"id": 2, "author": {"id": 7}}]"#
    let watched = try isWatched(page) { try store.upsert([Page].self, json: json) }
    let author = store[Author.self, 7]
    #expect(watched && author != nil && page.author === author)
  }

  @Test func numberedObjectsAreTold() throws {
    var options = MappingOptions()
    options.references = .preserved
    let page = try Page(json: #"{"lines": [{"text": "a"}]}"#)
    let json = #"{"lines": [{"$id": "1", "text": "a"}], "groups": [[{"$ref": "1"}]]}"#
    let watched = try isWatched(page) { try page.update(json: json, options: options) }
    #expect(watched && page.groups[0][0] === page.lines[0])
  }

  /// A line equals the one that is there only because its author comes later.
  @Test func objectsThatAwaitOthersStayTheirOwn() throws {
    let store = ModelStore()
    let page = try store.upsert(Page.self, json: #"{"id": 1, "lines": [{"text": "a"}]}"#)
    let json =
      #"[{"id": 1, "lines": [{"text": "a", "author": 7}]}, {"id": 2, "author": {"id": 7}}]"#
    let watched = try isWatched(page) { try store.upsert([Page].self, json: json) }
    let author = store[Author.self, 7]
    #expect(watched && author != nil && page.lines.map(\.text) == ["a"])
    #expect(page.lines.first?.author === author)
  }

  @Test func numberedObjectsInOtherPropertiesAreTold() throws {
    var options = MappingOptions()
    options.references = .preserved
    let page = try Page(json: #"{"groups": [[{"text": "a"}]], "set": [{"text": "b"}]}"#)
    let json = #"""
      {"groups": [[{"$id": "1", "text": "a"}]], "lines": [{"$ref": "1"}, {"$ref": "2"}],
       "set": [{"$id": "2", "text": "b"}]}
      """#
    let watched = try isWatched(page) { try page.update(json: json, options: options) }
    #expect(watched && page.lines.count == 2 && page.lines[0] === page.groups[0][0])
    #expect(page.set.first === page.lines[1])
  }

  @Test func objectsOfTheProgramAreTold() throws {
    let page = try Page(json: #"{"lines": [{"text": "a"}], "author": {"id": 7}}"#)
    let (line, author) = (Line(), Author())
    (line.text, author.id) = ("a", 7)
    let watched = try isWatched(page) {
      try page.update(dictionary: ["lines": [line], "author": author])
    }
    #expect(watched && page.lines[0] === line && page.author === author)
  }

  @Test func mergedObjectsAreTold() throws {
    let store = ModelStore()
    let json = #"{"id": 1, "author": {"id": 7}, "authors": [{"id": 7}]}"#
    let page = try Page(json: json)
    let author = try store.upsert(Author.self, json: #"{"id": 7}"#)
    let base = page.copy()
    let watched = try isWatched(page) { try store.merge(page, json: json, since: base) }
    #expect(watched && page.authors[0] === author)
  }

  @Test func undoneObjectsAreTold() throws {
    let page = try Page(json: Self.page)
    let before = shown(page)
    let changed = Self.page.replacing(#""text": "a""#, with: #""text": "z""#)
    let broken = String(changed.dropLast(8))
    var told = 0
    told = count {
      _ = shown(page)
    } _: {
      #expect(throws: ModelError.self) { try page.update(json: broken) }
    }
    #expect(told <= 1 && before.elementsEqual(shown(page), by: ===))
  }

  @Test func listsThatAreMergedTakeEqualElements() throws {
    var options = MappingOptions()
    options.arrays = .merge
    let page = try Page(json: #"{"authors": [{"id": 7}]}"#)
    try page.update(json: #"{"authors": [{"id": 8}]}"#, options: options)
    #expect(page.authors.map(\.id) == [7, 8])
  }
}
