import Foundation
import ModelObjectKit
import Testing

private struct Money: Codable, Equatable {
  var amount = 1
  var note: String?
  var tags: [String: Int] = [:]
}

private struct Pair: ModelValue, Equatable {
  var values: [String: Int]
  init(_ values: [String: Int]) { self.values = values }
  init?(modelValue: Any) {
    guard let values = modelValue as? [String: Int] else { return nil }
    self.values = values
  }
  var modelValue: Any { values }
}

private final class Part: ModelObject {
  var name: String?
}

private enum Payment: Codable, Equatable {
  case cash(amount: Int)
  case card(number: String)
}

private final class Order: ModelObject {
  var type = Payment.cash(amount: 1)
  var note: String? = "n"
  var counts = ["a": 1, "b": 2]
  override class var keyMapping: [String: JSONKey] {
    ["type": "pg[0].type", "note": "pg[0].note", "counts": "pg[1]"]
  }
}

private final class Bill: ModelObject {
  var id = 0
  var type = Payment.cash(amount: 1)
  var counts = ["a": 1, "b": 2]
  var note: String? = "n"
  override class var identity: Set<String> { ["id"] }
}

private final class Bills: ModelObject {
  var bills: [Bill] = []
}

private class Holder: ModelObject {
  var any: Any?
  var anyMap: [String: Any] = [:]
  var optionals: [String: Int?] = [:]
  var nested: [String: [String: Int]] = [:]
  var money = Money()
  var monies: [Money] = []
  var pair = Pair([:])
  var bytes: [String: Int] = [:]
  var rest: [String: Any] = [:]
  override class var unknownKeysProperty: String? { "rest" }
  override class var transforms: [String: PropertyTransform] {
    [
      "bytes": PropertyTransform(
        read: { ($0 as? [String: Int])?.mapValues { $0 - 1 } },
        write: { ($0 as? [String: Int])?.mapValues { $0 + 1 } }
      )
    ]
  }
}

private final class HookedHolder: Holder {
  override func didExport(_ dictionary: inout [String: Any]) throws {
    dictionary["mark"] = 1
  }
}

/// Merge patches for values that are dictionaries in the export.
struct ChangesInValues {
  /// The patch, which turns the older export into the newer one by the rules of RFC 7396, and a
  /// copy of the older object into the newer one if a patch can express that.
  private func patch(
    isSaid: Bool = true,
    merges: Bool = true,
    _ change: (Holder) -> Void
  ) throws -> String {
    var text = ""
    for holder in [Holder(), HookedHolder()] {
      holder.any = ["a": 1, "b": ["c": 2]]
      holder.anyMap = ["a": 1, "b": 2]
      holder.optionals = ["a": 1, "b": nil]
      holder.nested = ["a": ["x": 1, "y": 2], "b": ["x": 1]]
      holder.money = Money(amount: 1, note: "n", tags: ["t": 1])
      holder.monies = [holder.money]
      holder.pair = Pair(["a": 1, "b": 2])
      holder.bytes = ["a": 1, "b": 2]
      holder.rest = ["r": 1, "s": 2]
      let before = holder.copy()
      change(holder)
      var options = ExportOptions()
      options.sortedKeys = true
      text = try holder.jsonString(changesSince: before, options: options)
      let patch = try holder.dictionaryRepresentation(changesSince: before)
      let parsed = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
      #expect(patch as NSDictionary == parsed)
      if merges {
        let merged = merge(patch, into: try before.dictionaryRepresentation())
        #expect(try merged as? NSDictionary == holder.dictionaryRepresentation() as NSDictionary)
      }
      guard isSaid else { continue }
      try before.update(json: text)
      before.rest["mark"] = nil
      #expect(before == holder)
    }
    return text
  }

  private func merge(_ patch: Any, into target: Any?) -> Any {
    guard let patch = patch as? [String: Any] else { return patch }
    var merged = target as? [String: Any] ?? [:]
    for (key, value) in patch {
      merged[key] = value is NSNull ? nil : merge(value, into: merged[key])
    }
    return merged
  }

  @Test func entriesThatAreGoneAreNull() throws {
    let text = try patch {
      $0.nested = ["a": ["y": 3]]
    }
    #expect(text == #"{"nested":{"a":{"x":null,"y":3},"b":null}}"#)
  }

  @Test func entriesWithoutATypeAreNullThough() throws {
    let text = try patch(isSaid: false) {
      $0.anyMap = ["a": 2]
      $0.rest = ["s": 3]
    }
    #expect(text == #"{"anyMap":{"a":2,"b":null},"r":null,"s":3}"#)
    #expect(
      try patch(isSaid: false, merges: false) { $0.optionals["a"] = .some(nil) }
        == #"{"optionals":{"a":null,"b":null}}"#
    )
  }

  /// The array is whole, but for what paths lead to.
  @Test func aNilAtTheEndOfAPathInAnArrayIsNull() throws {
    class Row: ModelObject {
      var first: Int?
      var second: Int?
      override class var keyMapping: [String: JSONKey] { ["first": "l[0].v", "second": "l[1]"] }
    }
    let row = try Row(json: #"{"l": [{"v": 1}, 0]}"#)
    let base = row.copy()
    row.first = nil
    let patch = try row.dictionaryRepresentation(changesSince: base)
    try base.update(dictionary: patch)
    #expect(base == row && base.first == nil)
  }

  @Test func aNilInThePlaceOfANumberThatJSONDoesNotHaveIsNull() throws {
    class Reading: ModelObject {
      var value: Double?
      var offset = 0.0
      var inner: Reading?
    }
    let reading = Reading()
    (reading.value, reading.offset, reading.inner) = (.nan, .infinity, Reading())
    reading.inner?.value = .infinity
    let base = reading.copy()
    reading.value = nil
    reading.inner?.value = nil
    let patch = try reading.dictionaryRepresentation(changesSince: base)
    try base.update(dictionary: patch, options: .strict)
    #expect(base == reading && base.value == nil && base.inner?.value == nil)
  }

  /// Untyped numbers are the same whatever their types are.
  @Test func equalNumbersAreNoChange() throws {
    let values: [[Any]] = [
      [1, 1.0, Float(1), UInt64(1), Decimal(1), Int8(1)],
      [0.5, Float(0.5), Decimal(string: "0.5") ?? 0],
      [UInt64.max, Decimal(UInt64.max)], [true], ["1"], [1.5e300], [-0.0, 0],
    ]
    for (group, same) in values.enumerated() {
      for (first, second) in same.flatMap({ first in same.map { (first, $0) } }) {
        let (old, new) = (Holder(), Holder())
        (old.any, new.any) = (first, second)
        #expect(old == new, "\(first) \(second)")
        #expect(try new.jsonString(changesSince: old) == "{}", "\(first) \(second)")
        for (place, others) in values.enumerated() where place != group {
          new.any = others[0]
          #expect(old != new)
          #expect(try new.jsonString(changesSince: old) != "{}", "\(first) \(others[0])")
        }
      }
    }
  }

  @Test func fieldsOfCodableValuesAreNull() throws {
    let text = try patch { ($0.money.note, $0.monies) = (nil, [Money()]) }
    #expect(
      text
        == #"{"money":{"amount":1,"note":null,"tags":{"t":1}},"monies":[{"amount":1,"tags":{}}]}"#
    )
    // Deeper values are read by the type's own code, which may not accept null.
    #expect(
      try patch(merges: false) { $0.money.tags = ["u": 2] }
        == #"{"money":{"amount":1,"note":"n","tags":{"u":2}}}"#
    )
  }

  /// Swift decodes the case of an enum only from an object with one key.
  @Test func theFormerCaseOfAnEnumIsNull() throws {
    let bill = Bill()
    let before = bill.copy()
    bill.type = .card(number: "7")
    let patch = try bill.jsonString(changesSince: before)
    #expect(patch.contains(#""cash":null"#))
    let copy = before.copy()
    try before.update(json: patch, options: .strict)
    try copy.update(dictionary: bill.dictionaryRepresentation(changesSince: copy))
    #expect(before == bill && copy == bill)
    try bill.update(json: #"{"type": {"card": null}}"#)
    #expect(bill.type == .card(number: "7"))
  }

  /// A merge takes an array as it is: a null in it would stay.
  @Test func valuesInsideArraysAreWhole() throws {
    let order = Order()
    let before = order.copy()
    order.type = .card(number: "5")
    order.counts = ["a": 2]
    var patch = try order.jsonString(changesSince: before)
    #expect(patch == #"{"pg":[{"type":{"card":{"number":"5"}},"note":"n"},{"a":2}]}"#)
    try before.update(json: patch)
    #expect(before == order)

    let bills = Bills()
    bills.bills = [Bill()]
    let former = bills.copy()
    (bills.bills[0].type, bills.bills[0].counts) = (.card(number: "5"), ["a": 2])
    patch = try bills.jsonString(changesSince: former)
    #expect(
      patch
        == #"{"bills":[{"id":0,"type":{"card":{"number":"5"}},"counts":{"a":2},"note":"n"}]}"#
    )
    try former.update(json: patch)
    #expect(former == bills)
  }

  @Test func whatOnlyTheirOwnCodeReadsIsWhole() throws {
    let text = try patch(merges: false) {
      $0.any = ["b": ["d": 1]]
      $0.pair = Pair(["b": 3])
    }
    #expect(text == #"{"any":{"b":{"d":1}},"pair":{"b":3}}"#)
    let part = Part()
    part.name = "a"
    #expect(try patch(isSaid: false, merges: false) { $0.any = part } == #"{"any":{"name":"a"}}"#)
  }

  /// A value that is written whole has no parts in common with one that isn't.
  @Test func aWholeValueAndADictionaryAreNotMixed() throws {
    final class Adding: Holder {
      override func didExport(_ dictionary: inout [String: Any]) throws {
        if dictionary["x"] == nil { dictionary["x"] = ["b": 1] }
      }
    }
    let (kept, added) = (Adding(), Adding())
    kept.rest = ["x": ["a": 1]]
    #expect(try added.jsonString(changesSince: kept) == #"{"x":{"b":1}}"#)
    #expect(try kept.jsonString(changesSince: added) == #"{"x":{"a":1}}"#)
  }

  @Test func whatTransformsWriteCounts() throws {
    let text = try patch(merges: false) { $0.bytes = ["a": 5] }
    #expect(text == #"{"bytes":{"a":6}}"#)
  }

  @Test func whatAHookAddsCounts() throws {
    let (first, second) = (HookedHolder(), HookedHolder())
    second.any = 1
    #expect(try second.jsonString(changesSince: first) == #"{"any":1}"#)
  }
}
