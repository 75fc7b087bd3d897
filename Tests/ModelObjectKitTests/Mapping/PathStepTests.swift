import Foundation
import ModelObjectKit
import Testing

private class Priced: ModelObject {
  var amount: Int? = 7
  var currency = "EUR"
  override class var keyMapping: [String: JSONKey] {
    ["amount": ["price.amount", "price"], "currency": "price.currency"]
  }
}

private final class HookedPriced: Priced {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private class Amount: ModelObject {
  var amount: Int? = 7
}

private class AtPath: ModelObject {
  var amount: Int? = 7
  override class var keyMapping: [String: JSONKey] { ["amount": "price.amount"] }
}

private class InModel: ModelObject {
  var price: Amount?
}

/// The steps of key paths follow the rules of all other keys.
struct PathStepTests {
  @Test(arguments: [
    #"{"amount": 1, "AMOUNT": 2}"#, #"{"amount": "x", "AMOUNT": 2}"#,
    #"{"AMOUNT": 2, "amount": "x"}"#,
    #"{"amount": null, "AMOUNT": 2}"#, #"{"AMOUNT": 2, "amount": null}"#,
    #"{"amount": "null", "AMOUNT": 2}"#, #"{"A_MOUNT": "x", "AMOUNT": 2, "a-mount": 3}"#,
    #"{"amount": null}"#, #"{"AMOUNT": null, "amount": null}"#, "{}",
  ])
  func theLastStepIsAKeyLikeOthers(inner: String) throws {
    let expected = try Amount(json: inner).amount
    for input in everyWay(#"{"price": \#(inner)}"#, WayIn.formsAndDecoder) {
      // Decoders tell null from all other values by asking for it alone.
      if input.way != .decoder || !inner.contains(#""null""#) {
        #expect(try input.map(to: AtPath.self).amount == expected, "\(input)")
      }
      #expect(try input.map(to: InModel.self).price?.amount == expected, "\(input)")
    }
  }

  @Test(arguments: [#"{"amount": 1, "amount": "x"}"#, #"{"amount": 1, "amount": null}"#])
  func ofARepeatedLastStepTheLastOneCounts(inner: String) throws {
    let expected = try Amount(json: inner).amount
    #expect(try AtPath(json: #"{"price": \#(inner)}"#).amount == expected)
  }

  @Test func nullAboveTheEndIsNull() throws {
    for input in everyWay(#"{"price": null}"#, WayIn.formsAndDecoder) {
      #expect(try input.map(to: AtPath.self).amount == nil, "\(input)")
      let former = try AtPath(json: #"{"price": {"amount": 5}}"#)
      if input.way != .decoder {
        try input.update(former, options: nil)
        #expect(former.amount == nil, "\(input)")
      }
    }
    let base = try AtPath(json: #"{"price": {"amount": 5}}"#)
    let mine = base.copy()
    try mine.merge(json: #"{"price": null}"#, since: base)
    #expect(mine.amount == nil)
    let store = ModelStore()
    #expect(try store.upsert([Tagged].self, json: #"[{"id": 1, "a": {"b": 5}}]"#).models[0].b == 5)
    #expect(try store.upsert([Tagged].self, json: #"[{"id": 1, "a": null}]"#).models[0].b == nil)
  }

  private final class Tagged: ModelObject {
    var id = 0
    var b: Int?
    override class var identity: Set<String> { ["id"] }
    override class var keyMapping: [String: JSONKey] { ["b": "a.b"] }
  }

  @Test func nullIsTheWorstValueAtAnyStep() throws {
    for (json, amount) in [
      (#"{"price": null, "PRICE": {"amount": 2}}"#, 2),
      (#"{"price": {}, "PRICE": {"amount": 2}}"#, 2),
      (#"{"price": {"amount": null}, "PRICE": {"amount": 2}}"#, 2),
      (#"{"price": {"amount": "x"}, "PRICE": {"amount": 2}}"#, 7),
      (#"{"price": {"amount": 1}, "PRICE": null}"#, 1),
    ] {
      for input in everyWay(json, WayIn.formsAndDecoder) {
        #expect(try input.map(to: AtPath.self).amount == amount, "\(input)")
      }
    }
  }

  @Test func aScalarOnThePathLeavesTheOtherKeys() throws {
    for input in everyWay(#"{"price": 5}"#, WayIn.formsAndDecoder) {
      for type in [Priced.self, HookedPriced.self] {
        #expect(try input.map(to: type).amount == 5, "\(input)")
      }
    }
  }

  @Test(arguments: [
    (#"{"price": 5}"#, "price: expected an object, found Int 5"),
    (#"{"price": [1]}"#, "price: expected an object, found an array"),
    (#"{"price": "5 EUR"}"#, #"price: expected an object, found String "5 EUR""#),
  ])
  func aScalarOnThePathIsAnIssueIfNoOtherKeyIsThere(json: String, issue: String) throws {
    var options = MappingOptions()
    options.mismatches = .fail
    for input in everyWay(json, WayIn.forms) {
      let error = #expect(throws: ModelError.self) {
        try input.map(to: AtPath.self, options: options)
      }
      #expect(error?.issues.map(\.description) == [issue], "\(input)")
      let update = #expect(throws: ModelError.self) {
        try input.update(AtPath(), options: options)
      }
      #expect(update?.issues.map(\.description) == [issue], "\(input)")
    }
    let issues = try AtPath.explain(json: json).issues.map(\.description)
    #expect(issues == [issue])
  }

  @Test func aMissingStepIsNoIssueOfItsOwn() throws {
    var options = MappingOptions()
    options.mismatches = .fail
    for json in [#"{"price": {}}"#, "{}", #"{"price": null}"#] {
      #expect(throws: Never.self) { try AtPath(json: json, options: options) }
    }
  }

  @Test func unknownKeysBehindAPathAreNoted() throws {
    var options = MappingOptions()
    options.unknownKeys = .fail
    let json = #"{"price": {"amont": 5, "currency": "CHF", "vat": {"x": 1}}}"#
    for input in everyWay(json, WayIn.forms) {
      let error = #expect(throws: ModelError.self) {
        try input.map(to: AtPath.self, options: options)
      }
      #expect(
        error?.issues.map(\.path).sorted() == ["price.amont", "price.currency", "price.vat"],
        "\(input)"
      )
    }
    let known = #"{"price": {"amount": 5}}"#
    #expect(throws: Never.self) { try AtPath(json: known, options: options) }
    let census = MappingCensus()
    options = MappingOptions()
    options.census = census
    _ = try AtPath(json: json, options: options)
    #expect("\(census)".contains("price.amont"))
  }
}
