import Foundation

/// Keeps a result alive, so that the optimizer can't remove the work that made it.
@inline(never) @_optimize(none)
func blackHole<Value>(_ value: Value) {}

/// One of the two sides that are compared.
struct Side {
  /// The number of objects that one run makes.
  let objects: Int
  let run: (_ times: Int) throws -> Void

  init<Result>(objects: Int, _ body: @escaping () throws -> Result) {
    self.objects = objects
    run = { times in
      for _ in 0..<times {
        blackHole(try body())
      }
    }
  }

  /// The time for a number of runs, in nanoseconds.
  func time(runs: Int) throws -> Double {
    #if canImport(ObjectiveC)
    // Foundation's temporary objects are released within the time of their batch.
    return try ContinuousClock().measure { try autoreleasepool { try run(runs) } }
      / .nanoseconds(1)
    #else
    return try ContinuousClock().measure { try run(runs) } / .nanoseconds(1)
    #endif
  }

  /// Warms up, and returns the number of runs in a batch.
  func calibratedRuns(batch: Double = 20_000_000) throws -> Int {
    var runs = 1
    while true {
      let elapsed = try time(runs: runs)
      if elapsed >= batch {
        return max(1, Int(Double(runs) * batch / elapsed))
      }
      runs *= 2
    }
  }
}

/// A subject and a peer whose results have been compared.
struct Contest {
  let subject: Side
  let peer: Side

  /// Times both sides alternately (A B A B …), so that slow phases of the machine affect both.
  func measure(rounds: Int) throws -> Figures {
    let subjectRuns = try subject.calibratedRuns()
    let peerRuns = try peer.calibratedRuns()
    var subjectTimes: [Double] = []
    var peerTimes: [Double] = []
    for _ in 0..<rounds {
      subjectTimes.append(try subject.time(runs: subjectRuns))
      peerTimes.append(try peer.time(runs: peerRuns))
    }
    let subjectEach = subjectTimes.map { $0 / Double(subjectRuns * subject.objects) }
    let peerEach = peerTimes.map { $0 / Double(peerRuns * peer.objects) }
    let ratios = zip(subjectEach, peerEach).map { $1 / $0 }
    return Figures(
      subject: subjectEach.median,
      peer: peerEach.median,
      ratio: ratios.median,
      ratioMinimum: ratios.min(),
      ratioMaximum: ratios.max()
    )
  }
}

/// The measurements of a row; nil if they aren't available on this platform.
struct Figures: Codable {
  /// The nanoseconds per object, the median of the rounds.
  var subject: Double?
  var peer: Double?
  /// The median of the rounds' ratios, which isn't the ratio of the medians.
  var ratio: Double?
  var ratioMinimum: Double?
  var ratioMaximum: Double?
}

extension [Double] {
  /// The middle one, or the mean of the middle two; nil for none.
  var median: Double? {
    guard !isEmpty else { return nil }
    let ordered = sorted()
    return (ordered[(count - 1) / 2] + ordered[count / 2]) / 2
  }
}
