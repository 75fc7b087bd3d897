/// One line of the table.
struct Row {
  enum Kind: String {
    /// Two ways to do the same work; the ratio is how many times as fast the first one is.
    case speed
    /// A single figure, explained by the row.
    case figure
  }

  let kind: Kind
  let name: String
  /// The peer of the subject, or the meaning of the figure.
  let comparison: String
  /// Makes what the row needs and checks the results, before anything is timed.
  let prepare: (Documents) throws -> Measurement
  /// What a row of two sides times.
  var contest: ((Documents) throws -> Contest)?

  typealias Measurement = (_ rounds: Int) throws -> Figures
}

extension Row {
  /// A row that times a subject against a peer.
  init(
    _ name: String,
    against peer: String,
    contest: @escaping (Documents) throws -> Contest
  ) {
    self.init(kind: .speed, name: name, comparison: peer) { documents in
      try contest(documents).measure
    }
    self.contest = contest
  }

  /// A row with a single figure.
  init(
    figure name: String,
    meaning: String,
    prepare: @escaping (Documents) throws -> Measurement
  ) {
    self.init(kind: .figure, name: name, comparison: meaning, prepare: prepare)
  }
}

/// A result that can be compared with another side's result of the same work.
protocol Checkable {
  /// A few fields as text, in which mistakes are likely; the other side lists the same ones.
  var essentials: [String] { get }
}

extension Array: Checkable where Element: Checkable {
  var essentials: [String] {
    guard let first, let last else { return ["no elements"] }
    return ["\(count) elements"] + first.essentials + self[count / 2].essentials + last.essentials
  }
}

/// Two sides that didn't do the same work.
struct WrongResult: Error, CustomStringConvertible {
  let description: String
}

extension Contest {
  /// Two sides that each make `objects` objects in a run, after a comparison of their results.
  static func comparing<Subject: Checkable, Peer: Checkable>(
    objects: Int = 1,
    subject: @escaping () throws -> Subject,
    peer: @escaping () throws -> Peer
  ) throws -> Contest {
    let ours = try subject().essentials
    let theirs = try peer().essentials
    guard ours.count == theirs.count else {
      throw WrongResult(description: "\(ours.count) fields against \(theirs.count)")
    }
    for (our, their) in zip(ours, theirs) where our != their {
      throw WrongResult(description: "subject '\(our)', peer '\(their)'")
    }
    return Contest(
      subject: Side(objects: objects, subject),
      peer: Side(objects: objects, peer)
    )
  }
}
