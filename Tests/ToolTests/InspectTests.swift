import Foundation
import ModelObjectKit
import Testing

@testable import ModelObjectTool

/// An archive shows what is in it, to people and to programs that have none of its classes.
struct InspectTests {
  @Test func theTreeFollowsReferences() throws {
    let album = Album.example
    defer { album.unlink() }
    #expect(
      try ArchiveTree.text(of: ArchiveContents(album.archivedData()))
        == """
        archive of an object, 3 objects
          Album: 1 object
          Picture: 2 objects, version 2

        #0 Album
          cover: #1 Picture
            album: #0 Album (see above)
            height: 3.5
            title: "Sea "side"\\n"
          date: 2014-05-06T00:00:00Z
          link: "https://example.com/"
          money: 0.1
          names: 2 pairs
            "a": 1
            "b": 2
          owner: nil
          pictures: 2 elements
            - #1 Picture (see above)
            - #2 Picture
              album: nil
              height: 1.0
              title: "$2"
          raw: 3 bytes
          tags: []

        """
    )
  }

  @Test func jsonHasTheObjectsInTheirOrder() throws {
    let album = Album.example
    defer { album.unlink() }
    let json = try ArchiveOutline.json(of: ArchiveContents(album.archivedData()))
    let outline = try #require(
      JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSDictionary
    )
    let expected: NSDictionary = [
      "root": 0,
      "classes": [
        ["name": "Album", "version": 0, "count": 1],
        ["name": "Picture", "version": 2, "count": 2],
      ],
      "objects": [
        [
          "number": 0, "className": "Album",
          "values": [
            "cover": ["$object": 1], "date": "2014-05-06T00:00:00Z", "link": "https://example.com/",
            "money": 0.1, "names": ["a": 1, "b": 2], "owner": NSNull(),
            "pictures": [["$object": 1], ["$object": 2]], "raw": "AQID", "tags": [String](),
          ] as [String: Any],
        ],
        [
          "number": 1, "className": "Picture",
          "values": ["album": ["$object": 0], "height": 3.5, "title": "Sea \"side\"\n"]
            as [String: Any],
        ],
        [
          "number": 2, "className": "Picture",
          "values": ["album": NSNull(), "height": 1.0, "title": "$2"] as [String: Any],
        ],
      ] as [[String: Any]],
    ]
    #expect(outline == expected)
    #expect(json.contains("\"money\": 0.1"))
  }

  @Test func marksAreRead() throws {
    let text = try ArchiveTree.text(of: ArchiveContents(Oddities().archivedData()))
    #expect(
      text == """
        archive of an object, 1 object
          Oddities: 1 object

        #0 Oddities
          accent: "e\u{301}"
          beyond: 1e+300 s from 2001
          deep: nil
          early: -29688-04-06T22:13:20Z
          exact: 2001-01-01T00:00:00.125Z
          infinite: inf
          integers: 1 pair
            "1": 2 elements
              - "$x"
              - nil
          minusZero: -0.0
          never: nan s from 2001
          nothing: nil
          untyped: 4 elements
            - nil
            - true
            - 18446744073709551615
            - uuid "00000000-0000-0000-0000-000000000000"

        """
    )
  }

  @Test func numbersThatAreNotFiniteAreStrings() throws {
    let limits = Limits()
    let json = try ArchiveOutline.json(of: ArchiveContents(limits.archivedData()))
    for value in [#""high": "inf""#, #""low": "-inf""#, #""none": "nan""#, #""small": "inf""#] {
      #expect(json.contains(value), "\(value)")
    }
  }

  @Test func deepValuesAreShownWhole() throws {
    let brackets = (String(repeating: "[", count: 400), String(repeating: "]", count: 400))
    let oddities = try Oddities(json: #"{"deep": \#(brackets.0)\#(brackets.1)}"#)
    let archive = try ArchiveContents(oddities.archivedData())
    #expect(
      try ArchiveTree.text(of: archive).split(separator: "\n").count { $0.hasSuffix("1 element") }
        == 399
    )
    #expect(try ArchiveOutline.json(of: archive).count { $0 == "[" } >= 400)
  }

  @Test func anArrayHasSeveralRoots() throws {
    let pictures = [Picture("a"), Picture("b")]
    let archive = try ArchiveContents(pictures.archivedData())
    let text = try ArchiveTree.text(of: archive)
    #expect(text.hasPrefix("archive of an array of 2, 2 objects\n"))
    #expect(text.contains("\n#0 Picture\n"))
    #expect(text.contains("\n#1 Picture\n"))
    #expect(try ArchiveOutline.json(of: archive).contains("\"roots\""))
  }

  /// Objects of a packed archive are shown as in one of a single object, which isn't packed.
  @Test func packedColumnsAreShownAsValues() throws {
    func objects(_ data: Data) throws -> [NSDictionary] {
      let json = try ArchiveOutline.json(of: ArchiveContents(data))
      let outline = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
      let objects = try #require(outline?["objects"] as? [[String: Any]])
      return objects.map { $0["values"] as? NSDictionary ?? [:] }
    }
    let rows = (0..<40).map { Packed(number: $0) }
    rows[0].next = rows[1]
    let data = try rows.archivedData()
    for kind in [
      "integers", "doubles", "booleans", "dates", "strings", "indexes", "nil", "objects", "keys",
      "keyIndexes",
    ] {
      #expect(data.firstRange(of: Data("$\(kind)".utf8)) != nil, "\(kind)")
    }
    let shown = try objects(data)
    #expect(shown.count == 40 && shown[7]["title"] as? String == "$7")
    for (row, shown) in zip(rows, shown) {
      #expect(try objects(row.archivedData()).first == shown)
    }
    let text = try ArchiveTree.text(of: ArchiveContents(data))
    #expect(text.contains("#0 Packed\n  date: 2001-01-01T00:00:00Z\n"))
    #expect(text.contains("  next: #1 Packed\n    date: 2001-01-01T00:00:01Z\n"))
  }

  @Test func aStoreFileIsShownFrameByFrame() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).store")
    defer { try? FileManager.default.removeItem(at: url) }
    let file = try StoreFile(at: url, classes: [Linked.self])
    try file.store.upsert([Linked].self, json: #"[{"id": 2}, {"id": 1}, {"id": 3}]"#)
    try file.save()
    file.store[Linked.self, 1]?.next = file.store[Linked.self, 2]
    file.store.remove(Linked.self, identity: 3)
    try file.save()
    let data = try Data(contentsOf: url)
    let frames = try #require(try StoreFrames(data))
    let sizes = frames.archives.map(\.count)
    #expect(
      try FrameList.text(of: frames, data.count + 1) { _ in }
        == """
        store file of 2 frames, 1 damaged byte at its end

        frame 1, \(sizes[0]) bytes: archive of a store of 3, 3 objects
          Linked: 3 objects

        #0 Linked
          id: 2
          next: nil

        #1 Linked
          id: 1
          next: nil

        #2 Linked
          id: 3
          next: nil

        frame 2, \(sizes[1]) bytes: archive of a save of 1, 3 objects
          Linked: 1 object
          Linked: 2 objects, named
        removed: #2

        #0 Linked
          id: 1
          next: #1 Linked
            id: 2

        #2 Linked
          id: 3

        """
    )
    let json = try FrameList.json(of: frames, data.count) { _ in }
    let list = try #require(
      JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    )
    let shown = try #require(list["frames"] as? [[String: Any]])
    #expect(list["damagedBytes"] as? Int == 0)
    #expect(shown[0]["store"] as? [Int] == [0, 1, 2])
    #expect(shown[0]["places"] == nil)
    #expect(shown[1]["store"] as? [Int] == [0])
    #expect(shown[1]["places"] as? [Int] == [1])
    #expect(shown[1]["removed"] as? [Int] == [2])
    let classes = try #require(shown[1]["classes"] as? [[String: Any]])
    #expect(classes[1]["places"] as? [Int] == [0, 2])
  }

  @Test func aStoreIsShownAsOne() throws {
    let store = ModelStore()
    try store.upsert([Numbered].self, json: #"[{"id": 2}, {"id": 1}]"#)
    let archive = try ArchiveContents(store.archivedData())
    #expect(try ArchiveTree.text(of: archive).hasPrefix("archive of a store of 2, 2 objects\n"))
    #expect(try ArchiveOutline.json(of: archive).contains("\"store\""))
  }

  @Test func aLongChainIsNoStaircase() throws {
    let first = Album()
    var last = first
    for _ in 0..<2000 {
      let next = Album()
      last.owner = next
      last = next
    }
    let text = try ArchiveTree.text(of: ArchiveContents(first.archivedData()))
    first.unlink()
    #expect(text.contains("archive of an object, 2001 objects"))
    #expect(text.count { $0 == "#" } > 2001)
    #expect(text.split(separator: "\n").allSatisfy { $0.count < 100 })
    #expect(text.contains("(see below)"))
    #expect(!text.contains("(see above)"))
  }

  @Test func damagedArchivesAreRefused() throws {
    let album = Album.example
    defer { album.unlink() }
    let data = try album.archivedData()
    for length in stride(from: 0, to: data.count, by: 7) {
      #expect(throws: ModelError.self) { try ArchiveContents(data.prefix(length)) }
    }
    // A changed byte may go unnoticed, and it may not crash.
    for place in data.indices {
      var damaged = data
      damaged[place] ^= 0x15
      guard let archive = try? ArchiveContents(damaged) else { continue }
      _ = try? ArchiveTree.text(of: archive)
      _ = try? ArchiveOutline.json(of: archive)
    }
  }
}

private final class Limits: ModelObject {
  var high = Double.infinity
  var low = -Double.infinity
  var none = Float.nan
  var small = Float.infinity
}

private final class Oddities: ModelObject {
  var early = Date(timeIntervalSinceReferenceDate: -1e12)
  var exact = Date(timeIntervalSinceReferenceDate: 0.125)
  var beyond = Date(timeIntervalSinceReferenceDate: 1e300)
  var never = Date(timeIntervalSinceReferenceDate: .nan)
  var infinite = Double.infinity
  var minusZero: Float = -0.0
  var integers: [Int: [String?]] = [1: ["$x", nil]]
  var accent = "e\u{301}"
  var nothing: Int?? = .some(nil)
  var untyped: [Any] = [NSNull(), true, UInt64.max, UUID.zero]
  var deep: Any?

  override class var archiveName: String { "Oddities" }
}

extension UUID {
  fileprivate static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}

private final class Album: ModelObject {
  var cover: Picture?
  var pictures: [Picture] = []
  var names: [String: Int] = [:]
  var tags: [String] = []
  var owner: Album?
  var date = Date(timeIntervalSince1970: 1_399_334_400)
  var link = URL(string: "https://example.com/")
  var money = Decimal(1) / 10
  var raw = Data([1, 2, 3])

  override class var archiveName: String { "Album" }

  static var example: Album {
    let album = Album()
    let cover = Picture("Sea \"side\"\n")
    cover.height = 3.5
    cover.album = album
    album.cover = cover
    album.pictures = [cover, Picture("$2")]
    album.names = ["b": 2, "a": 1]
    return album
  }

  /// Ends the cycles, and takes chains apart from the front.
  func unlink() {
    cover?.album = nil
    var next = owner
    owner = nil
    while let album = next {
      next = album.owner
      album.owner = nil
    }
  }
}

private final class Picture: ModelObject {
  var title = ""
  var height = 1.0
  var album: Album?

  override class var archiveName: String { "Picture" }
  override class var archiveVersion: Int { 2 }

  convenience init(_ title: String) {
    self.init()
    self.title = title
  }
}

private final class Numbered: ModelObject {
  var id = 0
  override class var identity: Set<String> { ["id"] }
}

private final class Linked: ModelObject {
  var id = 0
  var next: Linked?
  override class var identity: Set<String> { ["id"] }
  override class var archiveName: String { "Linked" }
}

/// A property of each kind of packed column.
private final class Packed: ModelObject {
  var number = 0
  var maybe: Int?
  var ratio = 0.0
  var isEven: Bool?
  var date = Date(timeIntervalSinceReferenceDate: 0)
  var title = ""
  var kind: String?
  var totals: [String: Int] = [:]
  var next: Packed?
  override class var archiveName: String { "Packed" }

  convenience init(number: Int) {
    self.init()
    (self.number, maybe) = (number * 300, number % 3 == 0 ? nil : -number)
    (ratio, isEven) = (Double(number) / 8, number % 5 == 0 ? nil : number % 2 == 0)
    (title, kind) = ("$\(number)", number % 4 == 0 ? nil : ["a", "\u{e9}"][number % 2])
    date = Date(timeIntervalSinceReferenceDate: Double(number))
    totals = number % 3 == 0 ? [:] : ["$a": number, "b": 300]
  }
}
