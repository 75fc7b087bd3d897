import Foundation
import ModelObjectKit
import Testing

private class Item: ModelObject {
  var id = 0
  override class var subclasses: Subclasses? {
    .byTag("kind", ["photo": Photo.self, "clip": Clip.self, "1": Note.self, "é": Note.self])
  }
}

private class Photo: Item {
  var width = 0
  override class var subclasses: Subclasses? { .byTag("sub", ["live": LivePhoto.self]) }
}

private final class LivePhoto: Photo {
  var seconds = 0
}

private final class Clip: Item {
  var length = 0
  var preview: Item?
}

private final class Note: Item {
  /// Also has a property for the tag.
  var kind = ""
}

private class Guarded: ModelObject {
  var id = 0
  override class var subclasses: Subclasses? {
    .byTag("@type", ["open": Open.self, "stray": Note.self], otherwise: Unknown.self)
  }
}

private final class Open: Guarded {}
private final class Unknown: Guarded {}

private class Exact: ModelObject {
  override class var keyMatching: KeyMatching { .exact }
  override class var subclasses: Subclasses? { .byTag("kind", ["a": ExactA.self]) }
}

private final class ExactA: Exact {}

private class Train: ModelObject {
  override class var subclasses: Subclasses? { .byTag("kind", ["express": Express.self]) }
}

private class LongTrain: Train {
  override class var subclasses: Subclasses? { .byTag("sub", ["night": NightExpress.self]) }
}

/// Overrides nothing.
private class Express: LongTrain {}
private final class NightExpress: Express {}

private class Above: ModelObject {
  override class var subclasses: Subclasses? {
    .byTag("kind", ["below": Below.self, "straying": Straying.self])
  }
}

private final class Below: Above {
  override class var subclasses: Subclasses? { .byTag("sub", ["above": Above.self]) }
}

private final class Straying: Above {
  override class var subclasses: Subclasses? { .byTag("sub", ["note": Note.self]) }
}

private final class Station: ModelObject {
  var trains: [Train] = []
  var next: Train?
}

private class Chosen: ModelObject {
  override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? {
    dictionary["special"] == nil ? nil : Special.self
  }
  override class var subclasses: Subclasses? { .byTag("kind", ["usual": Usual.self]) }
}

private final class Special: Chosen {}
private final class Usual: Chosen {}

private func name(_ model: Any?) -> String { model.map { "\(Swift.type(of: $0))" } ?? "nil" }

/// The outcome of mapping an object: the class, or the code of the error.
private func outcome<Model: ModelObject>(
  _ input: JSONInput,
  _ type: Model.Type,
  options: MappingOptions? = nil
) -> String {
  do {
    return name(try input.map(to: type, options: options))
  } catch {
    return "\((error as? ModelError)?.code as Any)"
  }
}

struct ClassesByTag {
  private static let rejected = "Optional(\(ModelError.Code.rejected))"

  @Test(arguments: [
    (#"{"kind": "photo", "width": 3}"#, "Photo"),
    (#"{"width": 3, "id": 7, "kind": "photo"}"#, "Photo"),
    (#"{"id": [1, {"kind": "clip"}], "kind": "photo"}"#, "Photo"),
    (#"{"KIND": "photo"}"#, "Photo"),
    (#"{"k-i_n d": "photo"}"#, "Photo"),
    (#"{"kin\u0064": "photo"}"#, "Photo"),
    (#"{"kind": "ph\u006Fto"}"#, "Photo"),
    (#"{"KIND": "clip", "kind": "photo"}"#, "Photo"),
    (#"{"kind": "photo", "KIND": "clip"}"#, "Photo"),
    (#"{"Kind": "clip", "KIND": "photo"}"#, "Photo"),
    (#"{"kind": null, "id": 1, "KIND": "photo"}"#, "Photo"),
    (#"{"kind": 1}"#, "Note"), (#"{"kind": 1.0}"#, "Note"), (#"{"kind": 1e0}"#, "Note"),
    (#"{"kind": "1"}"#, "Note"), (#"{"kind": "1.0"}"#, "Item"), (#"{"kind": 2}"#, "Item"),
    (#"{"kind": "é"}"#, "Note"), (#"{"kind": "\u00E9"}"#, "Note"),
    ("{\"kind\": \"e\u{301}\"}", "Item"),
    (#"{"kind": "Photo"}"#, "Item"), (#"{"kind": "photo "}"#, "Item"), (#"{"kind": ""}"#, "Item"),
    (#"{"kind": null}"#, "Item"), (#"{"kind": true}"#, "Item"), (#"{"kind": {}}"#, "Item"),
    (#"{"kind": ["photo"]}"#, "Item"), (#"{"kind": "null"}"#, "Item"), ("{}", "Item"),
    (#"{"kind": "other"}"#, "Item"), (#"{"kind.x": "photo"}"#, "Item"),
    (#"{"kind": "photo", "sub": "live"}"#, "LivePhoto"),
    (#"{"sub": "live", "id": 1, "kind": "photo"}"#, "LivePhoto"),
    (#"{"kind": "photo", "sub": "dead"}"#, "Photo"), (#"{"sub": "live"}"#, "Item"),
    (#"{"kind": "clip", "sub": "live"}"#, "Clip"),
    (#"{"Kind": "clip", "KIND": "photo"}"#, "Photo"),
    (#"{"kind": null, "id": 1, "KIND": "photo"}"#, "Photo"),
    (#"{"KIND": "photo", "id": 1, "Kind": "clip"}"#, "Photo"),
  ])
  func arePicked(json: String, type: String) {
    for input in everyWay(json) {
      #expect(outcome(input, Item.self) == type, "\(input)")
      #expect(outcome(input, Item.self, options: MappingOptions()) == type, "\(input)")
    }
  }

  @Test(arguments: [
    (#"{"kind": "photo", "id": 1, "kind": "clip"}"#, "Photo"),
    (#"{"kind": "photo", "id": 1, "kind": "1"}"#, "Photo"),
    (#"{"kind": null, "id": 1, "kind": "photo"}"#, "Photo"),
    (#"{"Kind": "clip", "id": 1, "kind": "photo", "kind": "clip"}"#, "Photo"),
    (#"{"kind": "photo", "id": 1, "kind": "photo", "width": 5}"#, "Photo"),
  ])
  func areThoseOfTheFirstOfEqualKeys(json: String, type: String) throws {
    #expect(name(try Item(json: json)) == type)
    #expect(name(try Item(json: json).copy()) == type)
    let list = try [Item](json: "[\(json), \(json), {\"kind\": \"clip\"}]")
    #expect(list.map(name) == [type, type, "Clip"])
    #expect(list[0].id == 1)
    #expect(name(try Clip(json: #"{"preview": \#(json)}"#).preview) == type)
  }

  @Test(arguments: [
    (#"{"@type": "open"}"#, "Open"), (#"{"@type": "x"}"#, "Unknown"),
    (#"{"@type": 4}"#, "Unknown"), (#"{"@type": null}"#, "Guarded"), ("{}", "Guarded"),
    (#"{"@type": false}"#, "Guarded"), (#"{"@type": []}"#, "Guarded"),
    (#"{"@type": "stray"}"#, rejected),
  ])
  func mayHaveOneForUnknownTags(json: String, type: String) {
    for input in everyWay(json) { #expect(outcome(input, Guarded.self) == type, "\(input)") }
  }

  @Test(arguments: [
    (#"{"kind": "photo", "sub": "live"}"#, "LivePhoto"), (#"{"sub": "live"}"#, "LivePhoto"),
    (#"{"kind": "clip"}"#, "Photo"), ("{}", "Photo"),
  ])
  func areAskedOfTheDeclaredClass(json: String, type: String) {
    for input in everyWay(json) { #expect(outcome(input, Photo.self) == type, "\(input)") }
  }

  @Test func thatMayNotStandThereAreRejected() throws {
    for input in everyWay(#"{"kind": "photo"}"#) {
      #expect(outcome(input, Clip.self) == Self.rejected, "\(input)")
      #expect(throws: ModelError.self) { try input.map(to: Clip.self) }
    }
    do {
      _ = try Clip(json: #"{"kind": "photo"}"#)
      Issue.record("A photo is no clip")
    } catch let error as ModelError {
      let message = #"the tag under "kind" selects Photo, which is not a subclass of Clip"#
      #expect("\(error)".contains(message))
    }
    let clips = try [Clip](
      json: #"[{"kind": "clip", "length": 1}, {"kind": "photo"}, {"length": 2}]"#
    )
    #expect(clips.map(\.length) == [1, 2])
    let issues = JSONInput(#"{"clip": {"kind": "photo"}}"#, by: .text).issues(mappingTo: Album.self)
    #expect(issues.map(\.path).contains("clip"))
    #expect(
      try Album.explain(json: #"{"clip": {"kind": "photo"}}"#).description
        .contains("its tag selects a class that is not a subclass of Clip")
    )
  }

  @Test func thatNameNoClassBelowTheDeclaredOneAreRejected() {
    for input in everyWay(#"{"sub": "above"}"#) {
      #expect(outcome(input, Below.self) == Self.rejected, "\(input)")
    }
    for input in everyWay(#"{"kind": "straying", "sub": "note"}"#) {
      #expect(outcome(input, Above.self) == Self.rejected, "\(input)")
    }
  }

  @Test func anotherClassFromModelTypeIsAnError() throws {
    class Straying: ModelObject {
      override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? {
        Clip.self
      }
    }
    for input in everyWay("{}") {
      let error = #expect(throws: ModelError.self) { try input.map(to: Straying.self) }
      let message = "modelType(for:) returned Clip, which is not a subclass of Straying"
      #expect(error?.description == "rejected: \(message)", "\(input)")
    }
  }

  @Test func matchExactlyWhereKeysDo() {
    for (json, type) in [(#"{"kind": "a"}"#, "ExactA"), (#"{"Kind": "a"}"#, "Exact")] {
      for input in everyWay(json) { #expect(outcome(input, Exact.self) == type, "\(input)") }
    }
  }

  @Test func comeBehindTheHook() {
    for (json, type) in [
      (#"{"special": 1, "kind": "usual"}"#, "Special"), (#"{"kind": "usual"}"#, "Usual"),
      ("{}", "Chosen"),
    ] {
      for input in everyWay(json) { #expect(outcome(input, Chosen.self) == type, "\(input)") }
    }
  }

  @Test func fillTheirProperties() throws {
    for input in everyWay(#"{"id": 1, "kind": 1}"#) {
      let note = try #require(try input.map(to: Item.self) as? Note)
      #expect(note.kind == "1" && note.id == 1, "\(input)")
    }
    for input in everyWay(#"{"kind": "photo", "sub": "live", "id": 2, "width": 3, "seconds": 4}"#) {
      let photo = try #require(try input.map(to: Item.self) as? LivePhoto)
      #expect(photo.id == 2 && photo.width == 3 && photo.seconds == 4, "\(input)")
    }
  }
}

private final class Album: ModelObject {
  var cover: Item?
  var clip: Clip?
  var list: [Item] = []
  var rows: [[Item]] = []
  var byName: [String: Item] = [:]
  var members: Set<Item> = []
  var anything: Any?
  var several: [Any] = []
  override class var arrayMapping: [String: ModelObject.Type] {
    ["anything": Item.self, "several": Item.self]
  }
}

struct ClassesByTagInPlaces {
  private static let photo = #"{"kind": "photo", "width": 3}"#
  private static let clip = #"{"length": 4, "kind": "clip"}"#

  @Test func standInEveryOne() throws {
    let both = "[\(Self.photo), {\"id\": 1}, \(Self.clip)]"
    let json = """
      {"cover": \(Self.photo), "clip": \(Self.clip), "list": \(both), "rows": [\(both)],
       "byName": {"a": \(Self.photo)}, "members": [\(Self.clip)], "anything": \(Self.photo),
       "several": \(both)}
      """
    let names = ["Photo", "Item", "Clip"]
    for options in [nil, MappingOptions.strict] {
      for input in everyWay(json) {
        let album: Album
        do { album = try input.map(to: Album.self, options: options) } catch let error as ModelError
        {
          // Missing keys are issues; a missing tag isn't.
          #expect(error.issues.allSatisfy { $0.kind == .missingKey }, "\(input) \(error)")
          continue
        }
        #expect(name(album.cover) == "Photo", "\(input)")
        #expect(album.clip?.length == 4, "\(input)")
        #expect(album.list.map(name) == names, "\(input)")
        #expect((album.list.first as? Photo)?.width == 3, "\(input)")
        #expect(album.rows.map { $0.map(name) } == [names], "\(input)")
        #expect(name(album.byName["a"]) == "Photo", "\(input)")
        #expect(album.members.map(name) == ["Clip"], "\(input)")
        #expect(name(album.anything) == "Photo", "\(input)")
        #expect(album.several.map(name) == names, "\(input)")
      }
    }
    #expect(try [Item](json: both).map(name) == names)
    #expect(try [String: Item](json: #"{"a": \#(Self.clip)}"#)["a"].map(name) == "Clip")
    #expect(try JSONDecoder().decode([Item].self, from: Data(both.utf8)).map(name) == names)
  }

  @Test func haveNoUnknownKeys() throws {
    for json in [
      #"{"id": 1, "kind": "other"}"#, #"{"id": 1, "KIND": true}"#,
      #"{"kind": "photo", "sub": "live", "KIND": 3, "id": 1, "width": 1, "seconds": 2}"#,
    ] {
      for input in everyWay(json) {
        let issues = input.issues(mappingTo: Item.self)
        #expect(issues.allSatisfy { $0.kind == .unknownTag }, "\(input)")
      }
      #expect(!(try Item.explain(json: json).issues.contains { $0.kind == .unknownKey }), "\(json)")
    }
    #expect(try Item.explain(json: #"{"kinds": 1}"#).issues.contains { $0.kind == .unknownKey })
  }

  @Test(arguments: [
    (#"{"kind": "express", "sub": "night"}"#, "Express"),
    (#"{"sub": "night", "kind": "express"}"#, "Express"),
    (#"{"sub": "night"}"#, "Train"),
  ])
  func leadOnByWhatAClassSaysItself(json: String, type: String) throws {
    for input in everyWay(#"{"trains": [\#(json)], "next": \#(json)}"#) {
      let station = try input.map(to: Station.self)
      #expect(station.trains.map(name) == [type], "\(input)")
      #expect(name(station.next) == type, "\(input)")
    }
    #expect(try [Train](json: "[\(json)]").map(name) == [type])
    for input in everyWay(json, WayIn.formsAndDecoder) {
      #expect(name(try input.map(to: Train.self)) == type, "\(input)")
    }
  }

  @Test func thatNameAClassAboveThePickChangeNothing() {
    for input in everyWay(#"{"kind": "below", "sub": "above"}"#) {
      #expect(outcome(input, Above.self) == "Below", "\(input)")
    }
  }

  @Test func areDeepAndManyWithoutHarm() async {
    var json = #"{"id": 1}"#
    for level in 0..<200 {
      json =
        level % 2 == 0
        ? #"{"preview": \#(json), "kind": "clip"}"#
        : #"{"kind": "clip", "preview": \#(json), "kind": "photo"}"#
    }
    // With the address sanitizer, each level takes many times as much stack.
    let (depth, id) = await onThread(stackSize: .largeStack) { [json] in
      var item = try? Item(json: json)
      var depth = 0
      while let clip = item as? Clip {
        item = clip.preview
        depth += 1
      }
      return (depth, item?.id)
    }
    #expect(depth == 200 && id == 1)
  }
}

struct UpdatesByTag {
  @Test(arguments: [
    (#"{"cover": {"id": 2}}"#, "LivePhoto", true),
    (#"{"cover": {"kind": "x", "id": 2}}"#, "LivePhoto", true),
    (#"{"cover": {"kind": "photo", "id": 2}}"#, "LivePhoto", true),
    (#"{"cover": {"kind": "photo", "sub": "live", "id": 2}}"#, "LivePhoto", true),
    (#"{"cover": {"kind": "clip", "id": 2}}"#, "Clip", false),
    (#"{"cover": {"kind": null, "id": 2}}"#, "Item", false),
  ])
  func replaceModelsOfAnotherClass(json: String, type: String, isSame: Bool) throws {
    for input in everyWay(json) {
      let album = Album()
      let before = LivePhoto()
      before.width = 9
      album.cover = before
      try input.update(album, options: nil)
      #expect(name(album.cover) == type, "\(input)")
      #expect((album.cover === before) == isSame, "\(input)")
      #expect(album.cover?.id == 2, "\(input)")
    }
  }

  @Test func leaveTheRootAsItIs() throws {
    for input in everyWay(#"{"kind": "clip", "id": 2}"#) {
      let photo = Photo()
      try input.update(photo, options: nil)
      #expect(photo.id == 2, "\(input)")
    }
  }
}
