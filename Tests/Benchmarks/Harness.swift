import Foundation

/// Keeps a result alive, so that the optimiser cannot leave out the work that made it.
@inline(never) @_optimize(none)
func blackHole<Value>(_ value: Value) {}

/// One of the two that are timed against each other.
struct Side {
  /// How many objects one run makes.
  let objects: Int
  private let run: (_ times: Int) throws -> Void

  init<Result>(objects: Int, _ body: @escaping () throws -> Result) {
    self.objects = objects
    run = { times in
      for _ in 0..<times {
        blackHole(try body())
      }
    }
  }

  /// How long a number of runs takes, in nanoseconds.
  func time(runs: Int) throws -> Double {
    #if canImport(ObjectiveC)
    // Foundation's temporary objects are freed within the time of the batch that made them.
    return try ContinuousClock().measure { try autoreleasepool { try run(runs) } }
      / .nanoseconds(1)
    #else
    return try ContinuousClock().measure { try run(runs) } / .nanoseconds(1)
    #endif
  }

  /// Warms up, and answers how many runs fill a batch.
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

  /// Times both sides in turn (A B A B …), so that a slower spell of the machine hits both.
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

/// The measurements of a row; nil where this platform cannot measure one.
struct Figures {
  /// Nanoseconds for each object, the median of the rounds.
  var subject: Double?
  var peer: Double?
  /// The median of the rounds' own ratios, which is not the ratio of the medians.
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
