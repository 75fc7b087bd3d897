import Foundation

/// Compares the results of the documentation's examples with the values that they show.
enum Checks {
  /// The file and line of each value that an example shows.
  nonisolated(unsafe) private static var places: [(file: String, line: Int)] = []
  nonisolated(unsafe) private static var reached: Set<Int> = []
  nonisolated(unsafe) private static var failures = 0

  private static func fail(_ file: String, _ line: Int, _ message: String) {
    failures += 1
    FileHandle.standardError.write(Data("\(file):\(line): error: \(message)\n".utf8))
  }

  private static func compare(_ id: Int, _ isEqual: Bool, _ found: String, _ expected: String) {
    reached.insert(id)
    if !isEqual { fail(places[id].file, places[id].line, "is \(found), not \(expected)") }
  }

  static func value<Value: Equatable>(_ id: Int, _ found: Value?, _ expected: Value?) {
    compare(id, found == expected, text(of: found), text(of: expected))
  }

  /// An untyped value is compared by its text.
  @_disfavoredOverload
  static func value(_ id: Int, _ found: Any?, _ expected: any Equatable) {
    compare(id, text(of: found) == "\(expected)", text(of: found), "\(expected)")
  }

  private static func text(of value: Any?) -> String {
    value.map { "\($0)" } ?? "nil"
  }

  static func text(_ id: Int, _ found: Any, _ expected: String) {
    compare(id, "\(found)" == expected, "\(found)", expected)
  }

  static func throwing(_ id: Int, _ body: () throws -> Void) {
    do {
      try body()
      compare(id, false, "no error", "an error")
    } catch {
      reached.insert(id)
    }
  }

  /// An error that an example throws.
  static func failed(_ error: any Error, _ file: String, _ line: Int) {
    fail(file, line, "this example threw \(error)")
  }

  /// Runs all examples; a value that isn't reached is wrong too.
  static func run(
    _ examples: Int,
    at places: [(file: String, line: Int)],
    _ body: () async -> Void
  ) async {
    self.places = places
    await body()
    for (id, place) in places.enumerated() where !reached.contains(id) && failures == 0 {
      fail(place.file, place.line, "this line was not come to")
    }
    print("\(examples) examples with \(places.count) values: \(failures) are wrong")
    exit(failures == 0 && places.count > 100 ? 0 : 1)
  }
}
