import Foundation
import ModelObjectKit

extension Rows {
  /// The time of one object among 10,000 and 100,000, over that of one among 1,000.
  static var growth: [Row] {
    growth("objects by hand, nothing read") { customers in
      customers.all.indices.map { Customer.made($0) }
    }
      + growth("JSON in") { try [Customer](json: $0.json) }
      + growth("JSON out") { try $0.all.jsonData() }
      + growth("archive in") { try [Customer](archive: $0.archive) }
      + growth("archive out") { try $0.all.archivedData() }
      + growth("upsert into an empty store") { customers in
        let store = ModelStore()
        try store.upsert([Customer].self, json: customers.json)
        return store
      }
  }

  private static func growth<Result>(
    _ name: String,
    _ body: @escaping (Customers) throws -> Result
  ) -> [Row] {
    [(10_000, "10,000"), (100_000, "100,000")].map { count, text in
      Row(
        figure: "growth of \(name): \(text) objects",
        meaning: "ns per object over ns per object of 1,000; 1 is flat"
      ) { _ in
        func side(_ count: Int) throws -> Side {
          let customers = try Customers(count)
          return Side(objects: count) { try body(customers) }
        }
        let few = try side(1_000)
        // Not before, so that no other row has these objects around it.
        return { try Contest(subject: few, peer: side(count)).measure(rounds: $0) }
      }
    }
  }
}

/// Customers, and what is made of them.
private struct Customers {
  let all: [Customer]
  let json: Data
  let archive: Data

  init(_ count: Int) throws {
    all = (0..<count).map { Customer.made($0) }
    (json, archive) = (try all.jsonData(), try all.archivedData())
    guard try [Customer](json: json) == all, try [Customer](archive: archive) == all else {
      throw WrongResult(description: "JSON or an archive doesn't hold the customers")
    }
  }
}
