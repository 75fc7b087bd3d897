import Dispatch
import Foundation
import ModelObjectKit

extension Rows {
  /// How the time for one object depends on how many there are, and on who else is parsing.
  static var scaling: [Row] {
    [
      Row(
        figure: "flatness: text in, 50,000 users",
        meaning: "ns per object of 50,000 over ns per object of 1,000; 1 is flat",
        prepare: flatness
      ),
      Row(
        figure: "two threads: text in, 1,000 users",
        meaning: "objects a second of two threads over those of one; 2 is ideal",
        prepare: twoThreads
      ),
    ]
  }

  private static func flatness(_ documents: Documents) throws -> Row.Measurement {
    let few = documents.thousandUsers
    let many = documents.fiftyThousandUsers
    try expect(1_000, in: [User](json: few))
    try expect(50_000, in: [User](json: many))
    let contest = Contest(
      subject: Side(objects: 1_000) { try [User](json: few) },
      peer: Side(objects: 50_000) { try [User](json: many) }
    )
    return contest.measure
  }

  /// Both threads read the same bytes.
  ///
  /// Each does several arrays in one run, so that the time to
  /// start a thread does not count.
  private static func twoThreads(_ documents: Documents) throws -> Row.Measurement {
    let text = documents.thousandUsers
    let arrays = 8
    try expect(1_000, in: [User](json: text))
    guard ProcessInfo.processInfo.activeProcessorCount > 1 else {
      return { _ in Figures() }
    }
    @Sendable func parse() {
      for _ in 0..<arrays {
        guard let users = try? [User](json: text) else {
          preconditionFailure("the same text could be parsed before")
        }
        blackHole(users)
      }
    }
    let contest = Contest(
      subject: Side(objects: 2 * arrays * 1_000) {
        DispatchQueue.concurrentPerform(iterations: 2) { _ in parse() }
      },
      peer: Side(objects: arrays * 1_000) { parse() }
    )
    return contest.measure
  }

  private static func expect(_ count: Int, in users: [User]) throws {
    guard users.count == count, users.allSatisfy({ !$0.login.isEmpty && $0.id != 0 }) else {
      throw WrongResult(description: "\(users.count) of \(count) users, or empty ones")
    }
  }
}
