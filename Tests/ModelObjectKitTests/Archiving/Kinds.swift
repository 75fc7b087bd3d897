import Foundation
import ModelObjectKit

/// A property of each kind of packed column, and of some that aren't packed.
class Kinds: ModelObject {
  enum Suit: String { case red, black }

  var id = 0
  var small: Int32 = 0
  var unsigned: UInt64 = 0
  var maybe: Int?
  var number = 0.0
  var maybeNumber: Double?
  var float: Float = 0
  var maybeFloat: Float?
  var flag = false
  var maybeFlag: Bool?
  var date = Date(timeIntervalSinceReferenceDate: 0)
  var maybeDate: Date?
  var string = ""
  var name: String?
  var suit = Suit.red
  var link: URL?
  var decimal = Decimal(0)
  var tags: [String] = []
  var marks: [Int]? = []
  var ratios: [Double] = []
  var flags: [Bool] = []
  var owners: [PackedOwner?] = []
  var ownerSet: Set<PackedOwner> = []
  var nested: [[Int]] = []
  var maybes: [String?] = []
  var counts: [String: Int] = [:]
  var words: [String: String]? = [:]
  var shares: [String: Double] = [:]
  var bySuit: [Suit: Bool] = [:]
  var byName: [String: PackedOwner?] = [:]
  var byNumber: [Int: [Int]] = [:]
  var any: Any? = nil
  var owner: PackedOwner?
  override class var identity: Set<String> { ["id"] }

  /// Everything except the owner, with all bits.
  var text: String {
    let numbers = "\(id) \(small) \(unsigned) \(maybe ?? -1) \(float.bitPattern) \(flag)"
    let bits = "\(number.bitPattern) \(maybeNumber?.bitPattern ?? 1) \(maybeFloat?.bitPattern ?? 1)"
    let lists =
      "\(marks ?? [-1]) \(ratios.map(\.bitPattern)) \(flags) \(nested) \(maybes) "
      + "\(owners.map { $0?.name ?? "-" }) \(ownerSet.count)"
    let dates = [date, maybeDate].map { $0?.timeIntervalSinceReferenceDate.bitPattern ?? 1 }
    let texts =
      "\(Array(string.utf8)) \(name.map { Array($0.utf8) } ?? [0]) \(suit) \(tags.map { Array($0.utf8) })"
    let pairs =
      counts.map { "\(Array($0.utf8)) \($1)" }.sorted()
      + (words.map { $0.map { "\(Array($0.utf8)) \(Array($1.utf8))" }.sorted() } ?? ["nil"])
      + shares.map { "\($0) \($1.bitPattern)" }.sorted() + bySuit.map { "\($0) \($1)" }.sorted()
      + byName.map { "\($0) \($1?.name ?? "-")" }.sorted()
      + byNumber.map { "\($0) \($1)" }.sorted()
    return
      "\(pairs) \(lists) \(numbers) \(bits) \(dates) \(texts) \(maybeFlag.map { "\($0)" } ?? "") "
      + "\(link?.absoluteString ?? "") \(decimal) \(any.map { $0 is Unheard ? "nil" : "\($0)" } ?? "nil")"
  }

  static func random(_ count: Int, _ random: inout SeededGenerator) -> [Kinds] {
    let owners = (0..<3).map { _ in PackedOwner() }
    let texts = [
      "", "a", "$x", "$null", "é", "e\u{301}", "今天", "two\nlines", "\u{0}",
      "a text that is longer than fifteen bytes",
    ]
    let scale = Int.random(in: 0...4, using: &random)
    let limit = [1, 100, 30_000, 1 << 30, .max][scale]
    return (0..<count).map { number in
      let row = Kinds()
      row.id = number + 1
      row.small = .random(in: .min ... .max, using: &random)
      row.unsigned = .random(in: 0...UInt64(limit), using: &random)
      row.maybe = .random(using: &random) ? nil : .random(in: -limit...limit, using: &random)
      row.number = Double(bitPattern: .random(in: .min ... .max, using: &random))
      row.maybeNumber = .random(using: &random) ? nil : -0.0
      row.float = Float(bitPattern: .random(in: 0...0x7F00_0000, using: &random))
      row.maybeFloat = number % 5 == 0 ? nil : Float(number)
      row.flag = .random(using: &random)
      row.maybeFlag = [nil, true, false].randomElement(using: &random) ?? nil
      row.date = Date(timeIntervalSinceReferenceDate: .random(in: -1e12...1e12, using: &random))
      row.maybeDate = number % 7 == 0 ? nil : .distantPast
      row.string = (texts.randomElement(using: &random) ?? "") + (scale > 2 ? "\(number)" : "")
      row.name = number % 4 == 0 ? nil : texts.randomElement(using: &random)
      row.suit = number % 3 == 0 ? .red : .black
      row.link = number % 3 == 0 ? nil : URL(string: "https://example.com/\(number)")
      row.decimal = Decimal(number) / 8
      let length = number % 4 == 0 ? 0 : Int.random(in: 0...3, using: &random)
      row.tags = (0..<length).map {
        texts[(number + $0) % texts.count] + (scale > 2 ? "\($0)" : "")
      }
      row.marks = number % 9 == 0 ? nil : (0..<length).map { $0 * (limit / 4) }
      row.ratios = (0..<length).map { $0 == 0 ? -0.0 : Double($0) / 8 }
      row.flags = (0..<length).map { $0 != 1 }
      row.owners = (0..<length).map { $0 == 1 ? nil : owners[$0 % 3] }
      row.ownerSet = Set(owners.prefix(length))
      row.nested = (0..<length).map { [$0] }
      row.maybes = (0..<length).map { scale == 1 && $0 == 1 ? nil : "$\(number)" }
      let keys = row.tags.indices.map { texts[($0 + number) % texts.count] }
      row.counts = .init(keys.map { ($0, number % 200 * (limit / 200)) }) { first, _ in first }
      row.words = length == 1 ? nil : .init(keys.map { ($0, $0) }) { first, _ in first }
      row.shares = length == 2 ? ["a": -0.0, "$": .infinity] : [:]
      row.bySuit = scale == 1 ? [:] : [row.suit: row.flag]
      row.byName = length == 3 ? ["x": owners[number % 3], "y": nil] : [:]
      row.byNumber = scale == 2 ? [number: [number]] : [:]
      row.any = [nil, 1, "$a", true, 0.5][scale]
      row.owner = number % 2 == 0 ? nil : owners.randomElement(using: &random)
      return row
    }
  }
}

final class PackedOwner: ModelObject {
  var name = "owner"
  override class var archiveName: String { "fixture.packed.owner" }
  nonisolated(unsafe) static let one = PackedOwner()
}

/// What can't be archived.
struct Unheard {}
