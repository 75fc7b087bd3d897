import Foundation
import ModelObjectKit
import Testing

private struct Refusal: Error {}

private final class Bill: ModelObject {
  var price = 0.0
  var cents: Int?
  var names: [String] = []
  var seen = "nothing"
  var guarded = 7
  var plain = 0

  override class var transforms: [String: PropertyTransform] {
    [
      "price": PropertyTransform(read: { value in
        (value as? String).map { $0.replacingOccurrences(of: "$", with: "") } ?? value
      }),
      "cents": PropertyTransform(read: { value in
        guard let number = value as? Double else { return nil }
        return (number * 100).rounded()
      }),
      "names": PropertyTransform(read: { value in
        (value as? String)?.split(separator: ",").map(String.init)
      }),
      "seen": PropertyTransform(read: { value in value == nil ? "null" : "\(type(of: value))" }),
      "guarded": PropertyTransform(read: { value in
        guard value as? Int != 13 else { throw Refusal() }
        return value
      }),
    ]
  }
}

@Suite struct TransformConversion {
  @Test func seesTheRawValueFirst() throws {
    for input in everyWay(#"{"price": "$12.50", "cents": 0.25, "names": "a,b", "plain": "3"}"#) {
      let bill = try input.map(to: Bill.self, options: .strictButMissing)
      #expect(bill.price == 12.5, "\(input)")
      #expect(bill.cents == 25, "\(input)")
      #expect(bill.names == ["a", "b"], "\(input)")
      #expect(bill.plain == 3, "\(input)")
    }
  }

  @Test func whatItReturnsGoesThroughTheTable() throws {
    for input in everyWay(#"{"price": "$cheap"}"#) {
      #expect(try input.map(to: Bill.self).price == 0, "\(input)")
      let issues = input.issues(mappingTo: Bill.self, options: .strictButMissing)
      #expect(issues.map(\.path) == ["price"], "\(input)")
    }
  }

  @Test func nilEmptiesAnOptional() throws {
    for input in everyWay(#"{"cents": "none"}"#) {
      let bill = Bill()
      bill.cents = 5
      try input.update(bill, options: nil)
      #expect(bill.cents == nil, "\(input)")
    }
  }

  @Test(arguments: [("null", "null"), ("{}", nil), ("5", nil)] as [(String, String?)])
  func isAskedAboutNullToo(json: String, text: String?) throws {
    for input in everyWay(#"{"seen": \#(json)}"#) {
      let seen = try input.map(to: Bill.self).seen
      if let text {
        #expect(seen == text, "\(input)")
      } else {
        #expect(seen != "nothing" && seen != "null", "\(input)")
      }
    }
  }

  @Test func isNotAskedAboutAMissingKey() throws {
    #expect(try Bill(json: "{}").seen == "nothing")
    #expect(try Bill(dictionary: [:]).seen == "nothing")
  }

  @Test func whenItThrowsThePropertyKeepsItsValue() throws {
    for input in everyWay(#"{"guarded": 13, "plain": 5}"#) {
      let bill = try input.map(to: Bill.self)
      #expect(bill.guarded == 7, "\(input)")
      #expect(bill.plain == 5, "\(input)")
      let issues = input.issues(mappingTo: Bill.self, options: .strictButMissing)
      #expect(issues.map(\.path) == ["guarded"], "\(input)")
    }
  }
}
