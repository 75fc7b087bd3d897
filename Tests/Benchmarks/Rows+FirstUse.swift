import Foundation
import ModelObjectKit

extension Rows {
  /// The cost of the first object of a class in a process: processor time, including making the
  /// schemas of its classes.
  static var firstUse: [Row] {
    [
      row("first in a process: text in, user", .user, .userPeer) { $0.user },
      row("first in a process: text in, status", .status, .statusPeer) { $0.status },
    ]
  }

  private static func row(
    _ name: String,
    _ subject: FirstUse,
    _ peer: FirstUse,
    _ text: @escaping (Documents) -> Data
  ) -> Row {
    Row(kind: .speed, name: name, comparison: "JSONDecoder") { documents in
      { rounds in
        #if os(Linux) || os(macOS)
        try ChildProcess.withFile(of: text(documents)) { file in
          var times: [(subject: Double, peer: Double)] = []
          for _ in 0..<rounds {
            times.append((try subject.childTime(file), try peer.childTime(file)))
          }
          let ratios = times.map { $0.peer / $0.subject }
          return Figures(
            subject: times.map(\.subject).median,
            peer: times.map(\.peer).median,
            ratio: ratios.median,
            ratioMinimum: ratios.min(),
            ratioMaximum: ratios.max()
          )
        }
        #else
        // Other platforms don't allow child processes.
        return Figures()
        #endif
      }
    }
  }
}

/// The objects that a child process may map before anything else.
enum FirstUse: String {
  case user
  case userPeer
  case status
  case statusPeer

  /// The processor time for the first object, in nanoseconds.
  func time(of text: Data) throws -> UInt64 {
    let start = Self.processorTime
    switch self {
    case .user: blackHole(try User(json: text))
    case .userPeer: blackHole(try JSONDecoder().decode(Peer.User.self, from: text))
    case .status: blackHole(try Status(json: text))
    case .statusPeer: blackHole(try JSONDecoder().decode(Peer.Status.self, from: text))
    }
    return Self.processorTime - start
  }

  private static var processorTime: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  #if os(Linux) || os(macOS)
  /// The minimum of a few starts, as printed by a child process.
  fileprivate func childTime(_ file: URL) throws -> Double {
    let times = try (0..<5).map { _ in
      try ChildProcess.figure(["--first-use", rawValue, "--input", file.path])
    }
    return times.min() ?? .nan
  }
  #endif
}
