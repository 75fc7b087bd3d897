import Foundation
import ModelObjectKit

extension Rows {
  /// `Codable` structs by the rules of models, alone and in a class.
  static var structs: [Row] {
    let text = Data(Documents.linesText.utf8)
    let orders = Data(Documents.ordersText.utf8)
    return [
      Row("structs in: 1,000 of five properties", against: "JSONDecoder") { _ in
        let (own, peer) = (ModelDecoder(), JSONDecoder())
        return try .comparing(objects: 1_000) {
          try own.decode([StockLine].self, from: text)
        } peer: {
          try peer.decode([StockLine].self, from: text)
        }
      },
      Row("structs out: 1,000 of five properties", against: "JSONEncoder") { _ in
        let lines = try JSONDecoder().decode([StockLine].self, from: text)
        let (own, peer) = (ModelEncoder(), JSONEncoder())
        return try .comparing(objects: 1_000) {
          try own.encode(lines)
        } peer: {
          try peer.encode(lines)
        }
      },
      Row("text in: 1,000 orders with structs", against: "with classes") { _ in
        try .comparing(objects: 1_000) {
          try [StructOrder](json: orders)
        } peer: {
          try [ClassOrder](json: orders)
        }
      },
      Row("text out: 1,000 orders with structs", against: "with classes") { _ in
        let structs = try [StructOrder](json: orders)
        let classes = try [ClassOrder](json: orders)
        return try .comparing(objects: 1_000) {
          try structs.jsonData()
        } peer: {
          try classes.jsonData()
        }
      },
      Row("text in: 1,000 orders with ModelStructs", against: "with classes") { _ in
        try .comparing(objects: 1_000) {
          try [ModelStructOrder](json: orders)
        } peer: {
          try [ClassOrder](json: orders)
        }
      },
      Row("text out: 1,000 orders with ModelStructs", against: "with classes") { _ in
        let structs = try [ModelStructOrder](json: orders)
        let classes = try [ClassOrder](json: orders)
        return try .comparing(objects: 1_000) {
          try structs.jsonData()
        } peer: {
          try classes.jsonData()
        }
      },
    ]
  }
}

struct StockLine: Codable {
  var sku: String
  var count: Int
  var price: Double
  var isOpen: Bool
  var note: String?
}

struct OrderPrice: Codable {
  var amount: Double
  var currencyCode: String
}

struct OrderLine: Codable {
  var sku: String
  var count: Int
}

final class StructOrder: ModelObject {
  var id = 0
  var price: OrderPrice?
  var lines: [OrderLine] = []
}

final class ModelStructOrder: ModelObject {
  var id = 0
  var price: Price?
  var lines: [Line] = []

  struct Price: ModelStruct {
    var amount = 0.0
    var currencyCode = ""
  }

  struct Line: ModelStruct {
    var sku = ""
    var count = 0
  }
}

final class ClassOrder: ModelObject {
  var id = 0
  var price: Price?
  var lines: [Line] = []

  final class Price: ModelObject {
    var amount = 0.0
    var currencyCode = ""
  }

  final class Line: ModelObject {
    var sku = ""
    var count = 0
  }
}

extension Documents {
  fileprivate static let linesText =
    "["
    + (0..<1_000).map { number in
      let note = number.isMultiple(of: 2) ? #","note":"a word on line \#(number)""# : ""
      return
        #"{"sku":"sku-\#(number)","count":\#(number),"price":\#(number).25,"isOpen":true\#(note)}"#
    }.joined(separator: ",") + "]"

  fileprivate static let ordersText =
    "["
    + (0..<1_000).map { number in
      #"{"id":\#(number),"price":{"amount":12.5,"currencyCode":"EUR"},"#
        + #""lines":[{"sku":"a","count":1},{"sku":"b","count":2}]}"#
    }.joined(separator: ",") + "]"
}

extension StockLine: Checkable {
  var essentials: [String] { ["\(sku) \(count) \(price) \(isOpen) \(note ?? "nil")"] }
}

extension StructOrder: Checkable {
  var essentials: [String] {
    let lines = lines.map { "\($0.sku) \($0.count)" }
    return ["\(id) \(price?.amount ?? 0) \(price?.currencyCode ?? "") \(lines)"]
  }
}

extension ModelStructOrder: Checkable {
  var essentials: [String] {
    let lines = lines.map { "\($0.sku) \($0.count)" }
    return ["\(id) \(price?.amount ?? 0) \(price?.currencyCode ?? "") \(lines)"]
  }
}

extension ClassOrder: Checkable {
  var essentials: [String] {
    let lines = lines.map { "\($0.sku) \($0.count)" }
    return ["\(id) \(price?.amount ?? 0) \(price?.currencyCode ?? "") \(lines)"]
  }
}

/// Texts are compared by what they hold: the peers write keys and numbers in other forms.
extension Data: Checkable {
  var essentials: [String] {
    guard let list = try? JSONSerialization.jsonObject(with: self) as? [Any] else {
      return ["no list"]
    }
    return list.map { element in
      let text = try? JSONSerialization.data(withJSONObject: element, options: .sortedKeys)
      return text.map { String(decoding: $0, as: UTF8.self) } ?? "no value"
    }
  }
}
