import Foundation
import ModelObjectKit
import Testing

private class Media: ModelObject {
  var id = 1
  var title: String?
  var next: Media?
  override class var identity: Set<String> { ["id"] }
  override class var subclasses: Subclasses? {
    .byTag("kind", ["film": Film.self, "song": Song.self], otherwise: Other.self)
  }
}

private class Film: Media {
  var secs: Int? = 5
  override class var subclasses: Subclasses? { .byTag("sub", ["short": Short.self]) }
}

private final class Short: Film {}

private final class Song: Media {
  var secs: Int?
}

private final class Other: Media {
  var note: String?
}

/// Keeps unknown keys, so that the tag of an `otherwise:` class is written.
private class Keeping: ModelObject {
  var id = 1
  var rest: [String: Any] = [:]
  override class var unknownKeysProperty: String? { "rest" }
  override class var subclasses: Subclasses? {
    .byTag("kind", ["film": KeepingFilm.self], otherwise: KeepingOther.self)
  }
}

private final class KeepingFilm: Keeping {
  var secs: Int? = 5
}

private final class KeepingOther: Keeping {
  var note: String?
}

private final class Holder: ModelObject {
  var m: Media?
  var list: [Media] = []
  var optional: [Media?]?
  var set: Set<Media> = []
  var byName: [String: Media] = [:]
  var deep: Media?
  var other: Other?
  var film: Film?
  var kept: Keeping?
  override class var keyMapping: [String: JSONKey] { ["deep": "a.b[1].c"] }
}

/// A family on two levels whose unknown tags are kept.
private class Part: ModelObject {
  var id = 0
  var one: Part?
  var rest: [String: Any] = [:]
  override class var identity: Set<String> { ["id"] }
  override class var unknownKeysProperty: String? { "rest" }
  override class var subclasses: Subclasses? { .byTag("kind", ["work": Work.self]) }
}

private class Work: Part {
  override class var subclasses: Subclasses? { .byTag("type", [:], otherwise: OtherWork.self) }
}

private final class OtherWork: Work {}

/// Models change their classes in patches.
struct ChangesOfClass {
  /// The kinds of models; "" for no model.
  private static let kinds = ["", "media", "film", "short", "song", "other"]

  private static func media(_ kind: String, _ id: Int = 1) -> Media? {
    let made: Media? =
      switch kind {
      case "media": Media()
      case "film": Film()
      case "short": Short()
      case "song": Song()
      case "other": Other()
      default: nil
      }
    made?.id = id
    made?.title = id == 1 ? nil : "t"
    return made
  }

  private static let places: [(path: String, put: @Sendable (Holder, Media?) -> Void)] = [
    ("m", { $0.m = $1 }),
    ("list[0]", { $0.list = $1.map { [$0] } ?? [] }),
    ("optional[1]", { $0.optional = [nil, $1] }),
    ("set[0]", { $0.set = $1.map { [$0] } ?? [] }),
    ("byName.x", { $0.byName["x"] = $1 }),
    ("a.b[1].c", { $0.deep = $1 }),
    (
      "m.next",
      {
        $0.m = Media()
        $0.m?.next = $1
      }
    ),
    (
      "list[0].next",
      {
        $0.list = [Film()]
        $0.list[0].next = $1
      }
    ),
  ]

  /// The patch turns a copy of one object into the other; nil if there is none, at the path.
  private func patch<Model: ModelObject>(
    _ old: Model,
    _ new: Model,
    path: String = "",
    ignoring ignored: (Model) -> Void = { _ in }
  ) throws -> String? {
    let text: String
    do {
      text = try new.jsonString(changesSince: old)
    } catch let error as ModelError {
      #expect(error.code == .unsupportedValue)
      #expect(error.path == path)
      #expect(throws: ModelError.self) { try new.dictionaryRepresentation(changesSince: old) }
      return nil
    }
    let (first, second) = (old.copy(), old.copy())
    try first.update(json: text)
    try second.update(dictionary: new.dictionaryRepresentation(changesSince: old))
    for updated in [first, second] { ignored(updated) }
    #expect(first == new, "\(text)")
    #expect(second == new, "\(text)")
    return text
  }

  @Test(arguments: kinds, kinds)
  func anyIntoAny(from: String, to: String) throws {
    for (path, put) in Self.places {
      for id in [1, 2] {
        let (old, new) = (Holder(), Holder())
        put(old, Self.media(from))
        put(new, Self.media(to, id))
        let text = try patch(old, new, path: path)
        // Without its own tag, only an existing model can be of such a class.
        let isMatched = from == "other" && id == 1
        let isSaid = to != "other" || (isMatched && (text == "{}" || path != "byName.x"))
        #expect((text != nil) == isSaid, "\(path) \(id)")
      }
    }
  }

  /// Null removes a kept tag, but also selects the declared class.
  @Test func aKeptTagThatIsGoneIsSaidForTheDeclaredClassAlone() throws {
    let old = try Part(json: #"{"one": {"id": 2, "kind": "work", "type": 300}}"#)
    let new = old.copy()
    try new.update(json: #"{"one": {"id": 2, "kind": 5}}"#)
    #expect(new.one is OtherWork && new.one?.rest["kind"] as? Int == 5)
    #expect(try patch(old, new) == #"{"one":{"kind":5}}"#)
    #expect(try patch(new, old, path: "one") == nil)
    let plain = try Part(json: #"{"one": {"id": 2, "kind": 300}}"#)
    let bare = try Part(json: #"{"one": {"id": 2}}"#)
    #expect(try patch(plain, bare) == #"{"one":{"kind":null}}"#)
  }

  @Test func thePatchSaysTheDeclaredClassByNull() throws {
    let (old, new) = (Holder(), Holder())
    (old.m, new.m) = (Film(), Media())
    #expect(try patch(old, new) == #"{"m":{"kind":null,"id":1,"secs":null}}"#)
    (old.m, new.m) = (Short(), Film())
    #expect(try patch(old, new) == #"{"m":{"sub":null,"kind":"film","id":1,"secs":5}}"#)
    (old.m, new.m) = (Other(), Media())
    #expect(try patch(old, new) == #"{"m":{"kind":null,"id":1}}"#)
    (old.m, new.m) = (Media(), Film())
    #expect(try patch(old, new) == #"{"m":{"sub":null,"kind":"film","id":1,"secs":5}}"#)
  }

  @Test func theDeclaredClassOfThePlaceCounts() throws {
    let (old, new) = (Holder(), Holder())
    (old.film, new.film, new.other) = (Short(), Film(), Other())
    #expect(try patch(old, new) != nil)
    (old.film, new.film) = (nil, Film())
    #expect(try patch(old, new) != nil)
  }

  @Test func aWholeModelIsLookedThrough() throws {
    let (old, new) = (Holder(), Holder())
    new.m = Film()
    new.m?.next = Song()
    #expect(try patch(old, new) != nil)
    new.m?.next?.next = Other()
    #expect(try patch(old, new, path: "m.next.next") == nil)
  }

  @Test(arguments: ["", "kept", "film", "other"], ["", "kept", "film", "other"])
  func keptTagsAreSaid(from: String, to: String) throws {
    func kept(_ kind: String) throws -> Keeping? {
      switch kind {
      case "kept": try Keeping(json: #"{"id": 3, "more": 1}"#)
      case "film": try Keeping(json: #"{"kind": "film", "secs": 7, "x": 1}"#)
      case "other": try Keeping(json: #"{"kind": "zzz", "note": "n", "y": 2}"#)
      default: nil
      }
    }
    let (old, new) = (Holder(), Holder())
    (old.kept, new.kept) = (try kept(from), try kept(to))
    // Null for a removed unknown key is kept, too.
    let text = try patch(old, new, path: "kept") { holder in
      guard let rest = holder.kept?.rest else { return }
      holder.kept?.rest = rest.filter { !($0.value is NSNull) }
    }
    #expect(text != nil)
  }

  @Test(arguments: WayIn.forms)
  func nullNamesTheDeclaredClass(way: WayIn) throws {
    let holder = try Holder(
      json: #"{"m": {"kind": "film", "secs": 1}, "list": [{"kind": "song", "id": 4}]}"#
    )
    let film = holder.m
    try JSONInput(#"{"m": {"title": "a"}}"#, by: way).update(holder, options: nil)
    #expect(holder.m === film && film?.title == "a")
    let json = #"{"m": {"kind": null, "title": "b"}, "list": [{"kind": null, "id": 4}]}"#
    try JSONInput(json, by: way).update(holder, options: nil)
    #expect(film?.title == "a" && holder.m?.title == "b")
    #expect(holder.m.map { type(of: $0) == Media.self } == true)
    #expect(holder.list.map { type(of: $0) == Media.self } == [true])
    let root = Film()
    try JSONInput(#"{"kind": null, "secs": 9}"#, by: way).update(root, options: nil)
    #expect(root.secs == 9)
  }

  @Test func nullNamesTheDeclaredClassInAStore() throws {
    let store = ModelStore()
    let film = try store.upsert(Media.self, json: #"{"kind": "film", "id": 7}"#)
    let media = try store.upsert(Media.self, json: #"{"kind": null, "id": 7}"#)
    #expect(media !== film && type(of: media) == Media.self)
    #expect(store[Media.self, 7] === media)
  }
}
