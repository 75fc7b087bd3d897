import Foundation
import ModelObjectKit
import Testing

/// A property, what it has in 32 objects, and its column.
struct PackedForm: Sendable, CustomTestStringConvertible {
  let property: String
  let expected: [String: Data]
  let fill: @Sendable (Kinds, Int) -> Void

  var testDescription: String { property }

  private init(
    _ property: String,
    _ expected: [String: [UInt8]],
    _ fill: @escaping @Sendable (Kinds, Int) -> Void
  ) {
    self.property = property
    self.expected = expected.mapValues { Data($0) }
    self.fill = fill
  }

  private static func bytes(_ values: [some FixedWidthInteger]) -> [UInt8] {
    values.flatMap { value in withUnsafeBytes(of: value.littleEndian) { Array($0) } }
  }

  /// Integers of one byte, one for each of the 32 rows.
  private static func each(_ value: (UInt8) -> UInt8) -> [UInt8] { [1] + (0..<32).map(value) }

  static let all = values + dictionaries

  private static let values = forms.map { form in
    // The property of strings has a name of its own.
    form.property == "text" ? PackedForm(renaming: form) : form
  }

  private static let forms: [PackedForm] = [
    PackedForm("id", ["$integers": [1] + (0..<32)]) { $0.id = $1 },
    PackedForm("id", ["$integers": [1] + bytes((0..<32).map { Int8($0 - 128) })]) {
      $0.id = $1 - 128
    },
    PackedForm("id", ["$integers": [2] + bytes((0..<32).map { Int16($0 + 100) })]) {
      $0.id = $1 + 100
    },
    PackedForm("small", ["$integers": [4] + bytes((0..<32).map { Int32($0 + 32_750) })]) {
      $0.small = Int32($1 + 32_750)
    },
    PackedForm("id", ["$integers": [8] + bytes((0..<32).map { Int64.max - Int64($0) })]) {
      $0.id = .max - $1
    },
    PackedForm(
      "maybe",
      ["$integers": each { $0 % 8 == 1 ? 0 : $0 }, "$nil": [2, 2, 2, 2]]
    ) {
      $0.maybe = $1 % 8 == 1 ? nil : $1
    },
    PackedForm("number", ["$doubles": bytes((0..<32).map { (Double($0) / 4).bitPattern })]) {
      $0.number = Double($1) / 4
    },
    PackedForm("number", ["$doubles": bytes((0..<32).map { $0 == 0 ? 1 << 63 : 0 as UInt64 })]) {
      $0.number = $1 == 0 ? -0.0 : 0
    },
    PackedForm("float", ["$floats": bytes((0..<32).map { (Float($0) / 4).bitPattern })]) {
      $0.float = Float($1) / 4
    },
    PackedForm("flag", ["$booleans": [0b1001_0010, 0b0010_0100, 0b0100_1001, 0b1001_0010]]) {
      $0.flag = $1 % 3 == 1
    },
    PackedForm(
      "date",
      ["$dates": bytes((0..<32).map { (Double($0) * 1e12 - 1e13).bitPattern })]
    ) {
      $0.date = Date(timeIntervalSinceReferenceDate: Double($1) * 1e12 - 1e13)
    },
    PackedForm(
      "text",
      ["$strings": (65..<97).flatMap { [UInt8(36), $0] }, "$ends": [1] + (1...32).map { 2 * $0 }]
    ) {
      $0.string = "$" + String(UnicodeScalar(UInt8(65 + $1)))
    },
    PackedForm(
      "text",
      [
        "$strings": Array("é\n".utf8), "$ends": [1, 2, 2, 3],
        "$indexes": each { $0 % 3 },
      ]
    ) {
      $0.string = ["é", "", "\n"][$1 % 3]
    },
    PackedForm(
      "name",
      [
        "$strings": Array("ab".utf8), "$ends": [1, 1, 1, 2],
        "$indexes": each { $0 % 3 }, "$nil": [0x92, 0x24, 0x49, 0x92],
      ]
    ) {
      $0.name = ["a", nil, "b"][$1 % 3]
    },
    PackedForm(
      "suit",
      [
        "$strings": Array("redblack".utf8), "$ends": [1, 3, 8],
        "$indexes": each { $0 % 2 },
      ]
    ) {
      $0.suit = $1 % 2 == 0 ? .red : .black
    },
    PackedForm(
      "tags",
      [
        "$lists": each { ($0 + 1) / 2 * 2 },
        "$strings": Array("ab".utf8), "$ends": [1, 1, 2],
        "$indexes": each { $0 % 2 },
      ]
    ) {
      $0.tags = $1 % 2 == 0 ? [] : ["a", "b"]
    },
    PackedForm(
      "tags",
      [
        "$lists": [1] + (1...32), "$strings": (0..<32).flatMap { [36, UInt8(65 + $0)] },
        "$ends": [1] + (1...32).map { 2 * $0 },
      ]
    ) {
      $0.tags = ["$" + String(UnicodeScalar(UInt8(65 + $1)))]
    },
    PackedForm(
      "marks",
      [
        "$lists": each { $0 / 8 * 2 + ($0 % 8 == 7 ? 2 : 0) },
        "$integers": [2, 44, 1, 0, 0, 44, 1, 1, 0, 44, 1, 2, 0, 44, 1, 3, 0],
        "$nil": [1, 1, 1, 1],
      ]
    ) {
      $0.marks = $1 % 8 == 0 ? nil : $1 % 8 == 7 ? [300, $1 / 8] : []
    },
    PackedForm(
      "owners",
      [
        "$lists": each { $0 < 2 ? 0 : 3 * ($0 / 2) },
        "$objects": [1] + (0..<45).map { $0 % 3 == 1 ? 0xFF : 32 },
      ]
    ) {
      $0.owners = $1 % 2 == 0 && $1 > 0 ? [PackedOwner.one, nil, PackedOwner.one] : []
    },
    PackedForm("owner", ["$objects": each { $0 % 2 == 0 ? 0xFF : 32 }]) {
      $0.owner = $1 % 2 == 0 ? nil : PackedOwner.one
    },
    PackedForm(
      "any",
      ["$integers": each { $0 % 4 == 0 ? 0 : $0 }, "$absent": [17, 17, 17, 17]]
    ) {
      $0.any = $1 % 4 == 0 ? Unheard() : $1
    },
  ]

  private static let dictionaries: [PackedForm] = [
    PackedForm(
      "counts",
      [
        "$lists": each { ($0 + 1) / 2 * 2 },
        "$integers": [2] + (0..<16).flatMap { [2 * $0 + 1, 0, 44, 1] },
        "$keys": Array("a\u{e9}".utf8), "$keyEnds": [1, 1, 3],
        "$keyIndexes": each { $0 % 2 },
      ]
    ) {
      $0.counts = $1 % 2 == 0 ? [:] : ["\u{e9}": 300, "a": $1]
    },
    PackedForm(
      "words",
      [
        "$lists": each { $0 - $0 / 8 },
        "$strings": Array("$".utf8), "$ends": [1, 1],
        "$indexes": [1] + Array(repeating: 0, count: 28),
        "$keys": (65..<97).filter { $0 % 8 != 1 }.flatMap { [36, $0] },
        "$keyEnds": [1] + (1...28).map { 2 * $0 }, "$nil": [1, 1, 1, 1],
      ]
    ) {
      $0.words = $1 % 8 == 0 ? nil : ["$" + String(UnicodeScalar(UInt8(65 + $1))): "$"]
    },
    PackedForm(
      "byName",
      [
        "$lists": each { ($0 + 1) / 2 * 2 },
        "$objects": each { $0 % 2 == 0 ? 32 : 0xFF },
        "$keys": Array("xy".utf8), "$keyEnds": [1, 1, 2],
        "$keyIndexes": each { $0 % 2 },
      ]
    ) {
      $0.byName = $1 % 2 == 0 ? [:] : ["x": PackedOwner.one, "y": nil]
    },
    PackedForm(
      "bySuit",
      [
        "$lists": each { $0 + 1 }, "$booleans": [0x33, 0x33, 0x33, 0x33],
        "$keys": Array("redblack".utf8), "$keyEnds": [1, 3, 8],
        "$keyIndexes": each { $0 % 2 },
      ]
    ) {
      $0.bySuit = [$1 % 2 == 0 ? .red : .black: $1 % 4 < 2]
    },
  ]

  private init(renaming form: PackedForm) {
    property = "string"
    expected = form.expected
    fill = form.fill
  }
}
