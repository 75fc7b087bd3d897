import Foundation
import ModelObjectKit
import Testing

/// An archive that an earlier version wrote, and the expected objects.
///
/// Archives stay readable forever: none of these is ever changed or removed.
struct FixtureArchive: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  let check: @Sendable (Data) throws -> Void

  var testDescription: String { name }

  static let all: [FixtureArchive] = [
    FixtureArchive(name: "a graph, version 1", text: graph) { data in
      let root = try FixtureNode(archive: data)
      defer { root.next = nil }
      #expect(root.name == "root")
      #expect(root.number == -7)
      #expect(root.unsigned == .max)
      #expect(root.fraction == 0.1)
      #expect(root.odd.map(\.bitPattern) == [(-0.0).bitPattern, Double.nan.bitPattern])
      #expect(root.decimal == Decimal(1) / 10)
      #expect(root.date == Date(timeIntervalSinceReferenceDate: 0.7))
      #expect(root.data == Data([0, 1, 255]))
      #expect(root.url?.absoluteString == "https://example.com/a")
      #expect(root.flags == ["yes": true, "no": false])
      #expect(root.maybe == [nil, .some(nil), 3])
      #expect(root.texts.map { Array($0.utf8) } == ["$x", "e\u{301}", "今"].map { Array($0.utf8) })
      #expect(root.point == FixtureNode.Point(x: 1.5, y: -2))
      #expect((root.any as? [String: Any])?["list"] as? [Int] == [1, 2])
      #expect(root.next?.next === root)
      #expect(root.next?.name == "next")
      #expect(root.next is FixtureLeaf)
    },
    FixtureArchive(name: "many rows, version 1", text: rows) { data in
      let rows = try [FixtureRow](archive: data)
      #expect(rows.map(\.text) == (0..<40).map { "row \($0)" })
      #expect(rows.map(\.kind) == Array(repeating: "kind", count: 40))
      #expect(rows.map(\.owner?.name) == (0..<40).map { $0 == 0 ? nil : "own" })
    },
    FixtureArchive(name: "empty containers and untyped values, version 1", text: baskets) { data in
      let baskets = try [FixtureBasket](archive: data)
      // One has a locale.
      guard hasFoundation else { return }
      #expect(baskets == FixtureBasket.sample())
      #expect(baskets[4].owner === baskets[18].any as AnyObject?)
      #expect((baskets[20].any as? [String: Any])?.keys.sorted() == ["$b", "e\u{301}"])
    },
    FixtureArchive(name: "packed columns, version 2", text: FixtureColumns.archive) { data in
      let rows = try [FixtureColumns](archive: data)
      #expect(try texts(rows.map { $0.values(of: 32) }) == texts(FixtureColumns.kept))
    },
    FixtureArchive(name: "packed lists, version 2", text: FixtureLists.archive) { data in
      let rows = try [FixtureLists](archive: data)
      #expect(try texts(rows.map { $0.values(of: 40) }) == texts(FixtureLists.kept))
    },
    FixtureArchive(name: "packed dictionaries, version 2", text: FixtureDictionaries.archive) {
      let rows = try [FixtureDictionaries](archive: $0)
      #expect(try texts(rows.map { $0.values(of: 40) }) == texts(FixtureDictionaries.kept))
    },
  ]

  /// The values of all objects, one text for each.
  private static func texts(_ values: [[String: Any]]) throws -> [String] {
    try values.map {
      let json = try JSONSerialization.data(withJSONObject: $0, options: .sortedKeys)
      return String(decoding: json, as: UTF8.self)
    }
  }

  /// `FixtureNode.sample()`.
  static let graph = """
    YnBsaXN0MDDUAQIDBAUGBwhWZm9ybWF0V3ZlcnNpb25Ucm9vdFdjbGFzc2VzW01vZGVsT2JqZWN0EAEQAKIJV9QKCwwN
    DgcGD1VjbGFzc1VmaXJzdFVjb3VudFdjb2x1bW5zXGZpeHR1cmUubm9kZd8QDxAREhMUFRYXGBkaGxwdHh8gIiQmLTEz
    NTc9REtPVFRuYW1lVm51bWJlclh1bnNpZ25lZFhmcmFjdGlvblNvZGRXZGVjaW1hbFRkYXRlVGRhdGFTdXJsVWZsYWdz
    VW1heWJlVXRleHRzVXBvaW50U2FueVRuZXh0oQOhIRP/////////+aEjFAAAAAAAAAAA//////////+hJSM/uZmZmZmZ
    mqEnoigr0SkqVyRkb3VibGVfEBA4MDAwMDAwMDAwMDAwMDAw0SksXxAQN2ZmODAwMDAwMDAwMDAwMKEu0S8wWCRkZWNp
    bWFsUzAuMaEyMz/mZmZmZmZmoTRDAAH/oTZfEBVodHRwczovL2V4YW1wbGUuY29tL2GhONI5Ojs8Um5vU3llcwgJoT6j
    P0BCVSRudWxs0UE/VSRzb21l0UFDEAOhRaNGR0pTJCR40UhJVSR1dGY4Q2XMgWFOyqFM0U1OVSRqc29uXxAQeyJ4Ijox
    LjUsInkiOi0yfaFQ0VFSVGxpc3SiBlMQAtFVVlgkb2JqZWN0c6EG1AoLDFhZBgZaVHJvd3NfEB9Nb2RlbE9iamVjdEtp
    dFRlc3RzLkZpeHR1cmVMZWFmoVvfEBAdFxYVXBkTGhAeERQcGxIYB11eYVxjZGUeZgdoaWsHP1VleHRyYUDRX2BVJGRh
    dGUjwi1jyMUAAADRL2JRMNAjAAAAAAAAAACg0WcHVyRvYmplY3Sg0U1qXXsieCI6MCwieSI6MH2gAAgAEQAYACAAJQAt
    ADkAOwA9AEAASQBPAFUAWwBjAHAAkQCWAJ0ApgCvALMAuwDAAMUAyQDPANUA2wDhAOUA6gDsAO4A9wD5AQoBDAEVARcB
    GgEdASUBOAE7AU4BUAFTAVwBYAFiAWsBbQFxAXMBiwGNAZIBlQGZAZoBmwGdAaEBpwGqAbABswG1AbcBuwG/AcIByAHM
    Ac8B0QHUAdoB7QHvAfIB9wH6AfwB/wIIAgoCEwIYAjoCPAJfAmUCZgJpAm8CeAJ7An0CfgKHAogCiwKTApQClwKlAAAA
    AAAAAgEAAAAAAAAAbAAAAAAAAAAAAAAAAAAAAqY=
    """

  /// `FixtureRow.sample()`.
  static let rows = """
    YnBsaXN0MDDUAQIDBAUGBy9WZm9ybWF0V3ZlcnNpb25Vcm9vdHNXY2xhc3Nlc1tNb2RlbE9iamVjdBABrxAoCAYJCgsM
    DQ4PEBESExQVFhcYGRobHB0eHyAhIiMkJSYnKCkqKywtLhAAEAIQAxAEEAUQBhAHEAgQCRAKEAsQDBANEA4QDxAQEBEQ
    EhATEBQQFRAWEBcQGBAZEBoQGxAcEB0QHhAfECAQIRAiECMQJBAlECYQJ6IwRNQxMjM0NQg2N1VjbGFzc1VmaXJzdFVj
    b3VudFdjb2x1bW5zW2ZpeHR1cmUucm93ECjTODk6Oz5AVHRleHRUa2luZFVvd25lctE8PVYkbGluZXNfEQENcm93IDAK
    cm93IDEKcm93IDIKcm93IDMKcm93IDQKcm93IDUKcm93IDYKcm93IDcKcm93IDgKcm93IDkKcm93IDEwCnJvdyAxMQpy
    b3cgMTIKcm93IDEzCnJvdyAxNApyb3cgMTUKcm93IDE2CnJvdyAxNwpyb3cgMTgKcm93IDE5CnJvdyAyMApyb3cgMjEK
    cm93IDIyCnJvdyAyMwpyb3cgMjQKcm93IDI1CnJvdyAyNgpyb3cgMjcKcm93IDI4CnJvdyAyOQpyb3cgMzAKcm93IDMx
    CnJvdyAzMgpyb3cgMzMKcm93IDM0CnJvdyAzNQpyb3cgMzYKcm93IDM3CnJvdyAzOApyb3cgMznRPzlWJGV2ZXJ50UFC
    WCRvYmplY3RzrxAoQzY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NhP//////////9QxMjM0RTYG
    Rl1maXh0dXJlLm93bmVy0UdIVG5hbWWhSVNvd24ACAARABgAIAAmAC4AOgA8AGcAaQBrAG0AbwBxAHMAdQB3AHkAewB9
    AH8AgQCDAIUAhwCJAIsAjQCPAJEAkwCVAJcAmQCbAJ0AnwChAKMApQCnAKkAqwCtAK8AsQCzALUAuADBAMcAzQDTANsA
    5wDpAPAA9QD6AQABAwEKAhsCHgIlAigCMQJcAmUCbgJ8An8ChAKGAAAAAAAAAgEAAAAAAAAASgAAAAAAAAAAAAAAAAAA
    Aoo=
    """

  /// `FixtureBasket.sample()`.
  static let baskets = """
    YnBsaXN0MDDUAAEAAgADAAQABQAGAAcAIVZmb3JtYXRXdmVyc2lvblVyb290c1djbGFzc2VzW01vZGVsT2JqZWN0EAGvEBoA
    CAAGAAkACgALAAwADQAOAA8AEAARABIAEwAUABUAFgAXABgAGQAaABsAHAAdAB4AHwAgEAAQAhADEAQQBRAGEAcQCBAJEAoQ
    CxAMEA0QDhAPEBAQERASEBMQFBAVEBYQFxAYEBmiACIBitQAIwAkACUAJgAnAAgAKAApVWNsYXNzVWZpcnN0VWNvdW50V2Nv
    bHVtbnNeZml4dHVyZS5iYXNrZXQQGtYAKgArACwALQAuAC8AMAAxAE0AaQCHAYZWbnVtYmVyVHRhZ3NWY291bnRzVWxpc3Rz
    U2FueVVvd25lcq8QGgAIAAYACQAKAAsADAANAA4ADwAQABEAEgATABQAFQAWABcAGAAZABoAGwAcAB0AHgAfACCvEBoAMgAz
    ADUANgA3ADgAOQA6ADsAPAA9AD4APwBAAEEAQgBDAEQARQBGAEcASABJAEoASwBMoKEANFNvbmWgoKCgoKCgoKCgoKCgoKCg
    oKCgoKCgoKCvEBoATgBPAFAAUgBTAFQAVQBWAFcAWABZAFoAWwBcAF0AXgBfAGAAYQBiAGMAZABlAGYAZwBo0NDRAFEACVN0
    d2/Q0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0K8QGgBqAGsAbABtAHEAcgBzAHQAdQB2AHcAeAB5AHoAewB8AH0AfgB/AIAAgQCC
    AIMAhACFAIagoKCjAG4AbwBwoKEACqCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgrxAaAIgAiQCKAIsAjACRAJIAkwCUAJUAlgCX
    AJoAnQCeAKEApACnAKoArACuALcAuAC5ALoAu1UkbnVsbFckTlNOdWxsoNCjAI0AjgCPoNCiAAYAkKATgAAAAAAAAAAUAAAA
    AAAAAAD//////////xEBLBIAARFwCSI9zMzN0QCYAJlXJGRvdWJsZV8QEDgwMDAwMDAwMDAwMDAwMDDRAJsAnFUkZGF0ZSPC
    LWPIxQAAAEIBAtEAnwCgVCR1cmxfEBNodHRwczovL2V4YW1wbGUuY29t0QCiAKNVJHV1aWRfECQwMTAyMDMwNC0wNTA2LTA3
    MDgtMDkwQS0wQjBDMEQwRTBGMTDRAKUAplkkdGltZVpvbmVTR01U0QCoAKlXJGxvY2FsZVVkZV9DSNEAqwAoVyRvYmplY3Si
    AK0AidEAqwAo0QCvALBWJHBhaXJzpACxALIAswC2UyQkYlFj0QC0ALVVJHV0ZjhDZcyBUWHRALQAtVYkJG51bGxQXxB4bG9u
    ZyB0ZXh0IGxvbmcgdGV4dCBsb25nIHRleHQgbG9uZyB0ZXh0IGxvbmcgdGV4dCBsb25nIHRleHQgbG9uZyB0ZXh0IGxvbmcg
    dGV4dCBsb25nIHRleHQgbG9uZyB0ZXh0IGxvbmcgdGV4dCBsb25nIHRleHQgoQC8oQC9oQC+oQC/oQDAoQDBoQDCoQDDoQDE
    oQDFoQDGoQDHoQDIoQDJoQDKoQDLoQDMoQDNoQDOoQDPoQDQoQDRoQDSoQDToQDUoQDVoQDWoQDXoQDYoQDZoQDaoQDboQDc
    oQDdoQDeoQDfoQDgoQDhoQDioQDjoQDkoQDloQDmoQDnoQDooQDpoQDqoQDroQDsoQDtoQDuoQDvoQDwoQDxoQDyoQDzoQD0
    oQD1oQD2oQD3oQD4oQD5oQD6oQD7oQD8oQD9oQD+oQD/oQEAoQEBoQECoQEDoQEEoQEFoQEGoQEHoQEIoQEJoQEKoQELoQEM
    oQENoQEOoQEPoQEQoQERoQESoQEToQEUoQEVoQEWoQEXoQEYoQEZoQEaoQEboQEcoQEdoQEeoQEfoQEgoQEhoQEioQEjoQEk
    oQEloQEmoQEnoQEooQEpoQEqoQEroQEsoQEtoQEuoQEvoQEwoQExoQEyoQEzoQE0oQE1oQE2oQE3oQE4oQE5oQE6oQE7oQE8
    oQE9oQE+oQE/oQFAoQFBoQFCoQFDoQFEoQFFoQFGoQFHoQFIoQFJoQFKoQFLoQFMoQFNoQFOoQFPoQFQoQFRoQFSoQFToQFU
    oQFVoQFWoQFXoQFYoQFZoQFaoQFboQFcoQFdoQFeoQFfoQFgoQFhoQFioQFjoQFkoQFloQFmoQFnoQFooQFpoQFqoQFroQFs
    oQFtoQFuoQFvoQFwoQFxoQFyoQFzoQF0oQF1oQF2oQF3oQF4oQF5oQF6oQF7oQF8oQF9oQF+oQF/oQGAoQGBoQGCoQGD0QGE
    AYVXJG5lc3RlZE8QPWJwbGlzdDAwoQGhAqEDoQShBaEGEAcICgwOEBIUAAAAAAAAAQEAAAAAAAAABwAAAAAAAAAAAAAAAAAA
    ABbRAYcBiFgkb2JqZWN0c68QGgGJAYkBiQGJACgBiQGJAYkBiQGJAYkBiQGJAYkBiQGJAYkBiQGJAYkBiQGJAYkBiQGJAYkT
    ///////////UACMAJAAlACYBiwAoAAYBjF1maXh0dXJlLm93bmVy0QGNAY5UbmFtZaEBj2VOylkpACDYPN8NAAgAGQAgACgA
    LgA2AEIARAB7AH0AfwCBAIMAhQCHAIkAiwCNAI8AkQCTAJUAlwCZAJsAnQCfAKEAowClAKcAqQCrAK0AsgDDAMkAzwDVAN0A
    7ADuAQcBDgETARoBIAEkASoBYQGYAZkBnAGgAaEBogGjAaQBpQGmAacBqAGpAaoBqwGsAa0BrgGvAbABsQGyAbMBtAG1AbYB
    twG4Ae8B8AHxAfYB+gH7AfwB/QH+Af8CAAIBAgICAwIEAgUCBgIHAggCCQIKAgsCDAINAg4CDwIQAhECSAJJAkoCSwJSAlMC
    VgJXAlgCWQJaAlsCXAJdAl4CXwJgAmECYgJjAmQCZQJmAmcCaAJpAmoCawJsAm0CpAKqArICswK0ArsCvAK9AsICwwLMAt0C
    4ALlAuYC6wLwAvgDCwMQAxYDHwMiAycDLANCA0cDTQN0A3kDgwOHA4wDlAOaA58DpwOsA7EDtgO9A8YDygPMA9ED1wPbA90D
    4gPpA+oEZQRoBGsEbgRxBHQEdwR6BH0EgASDBIYEiQSMBI8EkgSVBJgEmwSeBKEEpASnBKoErQSwBLMEtgS5BLwEvwTCBMUE
    yATLBM4E0QTUBNcE2gTdBOAE4wTmBOkE7ATvBPIE9QT4BPsE/gUBBQQFBwUKBQ0FEAUTBRYFGQUcBR8FIgUlBSgFKwUuBTEF
    NAU3BToFPQVABUMFRgVJBUwFTwVSBVUFWAVbBV4FYQVkBWcFagVtBXAFcwV2BXkFfAV/BYIFhQWIBYsFjgWRBZQFlwWaBZ0F
    oAWjBaYFqQWsBa8FsgW1BbgFuwW+BcEFxAXHBcoFzQXQBdMF1gXZBdwF3wXiBeUF6AXrBe4F8QX0BfcF+gX9BgAGAwYGBgkG
    DAYPBhIGFQYYBhsGHgYhBiQGJwYqBi0GMAYzBjYGOQY8Bj8GQgZFBkgGSwZOBlEGVAZXBloGXQZgBmMGZgZpBmwGbwZyBnUG
    eAZ7Bn4GgQaEBocGigaNBpAGkwaWBpkGnAafBqIGpQaoBqsGrgaxBrQGtwa6Br0GwgbKBwoHDwcYB08HWAdpB3cHfAeBB4QA
    AAAAAAACAgAAAAAAAAGQAAAAAAAAAAAAAAAAAAAHjw==
    """
}

class FixtureNode: ModelObject {
  struct Point: Codable, Equatable {
    var x = 0.0
    var y = 0.0
  }

  var name = ""
  var number = 0
  var unsigned: UInt64 = 0
  var fraction = 0.0
  var odd: [Double] = []
  var decimal = Decimal(0)
  var date = Date.distantPast
  var data = Data()
  var url: URL?
  var flags: [String: Bool] = [:]
  var maybe: [Int??] = []
  var texts: [String] = []
  var point = Point()
  var any: Any = 0
  var next: FixtureNode?

  override class var archiveName: String { "fixture.node" }

  static func sample() -> FixtureNode {
    let root = FixtureNode()
    root.name = "root"
    root.number = -7
    root.unsigned = .max
    root.fraction = 0.1
    root.odd = [-0.0, .nan]
    root.decimal = Decimal(1) / 10
    root.date = Date(timeIntervalSinceReferenceDate: 0.7)
    root.data = Data([0, 1, 255])
    root.url = URL(string: "https://example.com/a")
    root.flags = ["yes": true, "no": false]
    root.maybe = [nil, .some(nil), 3]
    root.texts = ["$x", "e\u{301}", "今"]
    root.point = Point(x: 1.5, y: -2)
    root.any = ["list": [1, 2]]
    root.next = FixtureLeaf()
    root.next?.name = "next"
    root.next?.next = root
    return root
  }
}

class FixtureLeaf: FixtureNode {
  override func encode(with archiver: ModelArchiver) throws {
    try super.encode(with: archiver)
    try archiver.encode("extra", forKey: "extra")
  }
}

class FixtureRow: ModelObject {
  var text = ""
  var kind = ""
  var owner: FixtureOwner?

  override class var archiveName: String { "fixture.row" }

  static func sample() -> [FixtureRow] {
    let owner = FixtureOwner()
    owner.name = "own"
    return (0..<40).map { number in
      let row = FixtureRow()
      row.text = "row \(number)"
      row.kind = "kind"
      row.owner = number == 0 ? nil : owner
      return row
    }
  }
}

class FixtureOwner: ModelObject {
  var name = ""
  override class var archiveName: String { "fixture.owner" }
}

class FixtureBasket: ModelObject {
  var number: Int = 0
  var tags: [String] = []
  var counts: [String: Int] = [:]
  var lists: [[Int]] = []
  var any: Any?
  var owner: FixtureOwner?

  override class var archiveName: String { "fixture.basket" }

  static func sample() -> [FixtureBasket] {
    let owner = FixtureOwner()
    owner.name = "今天 \u{1F30D}"
    let values: [Any?] = [
      nil, NSNull(), [Any](), [String: Any](),
      [[Any](), [String: Any](), [1, [Any]()] as [Any]] as [Any],
      Int.min, UInt64.max, 300, 70_000, true, Float(0.1), -0.0, Date.distantPast, Data([1, 2]),
      URL(string: "https://example.com"),
      UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
      TimeZone(identifier: "Europe/Bern") ?? TimeZone(secondsFromGMT: 0),
      Locale(identifier: "de_CH"), owner,
      [owner, NSNull()] as [Any], ["e\u{301}": "a", "$b": "c"], "e\u{301}", "$null", "",
      String(repeating: "long text ", count: 12),
      (0..<205).reduce(7 as Any) { value, _ in [value] },
    ]
    return values.enumerated().map { number, any in
      let basket = FixtureBasket()
      basket.number = number
      basket.any = any
      basket.tags = number == 1 ? ["one"] : []
      basket.counts = number == 2 ? ["two": 2] : [:]
      basket.lists = number == 3 ? [[], [3], []] : []
      basket.owner = number == 4 ? owner : nil
      return basket
    }
  }
}
