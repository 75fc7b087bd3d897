import Observation
import Testing

@testable import ModelObjectKit

private class Ancestor {
  final var inherited = 1
}

private final class Target: Ancestor {
  var stored = ""
  private var _hidden = 2
  var seen = 0 { didSet {} }
  lazy var later = 3
  var target: Target?
  var computed: Int {
    get { seen }
    set { seen = newValue }
  }
  static var hiddenPath: AnyKeyPath { \Target._hidden }
}

@Observable private final class Watched {
  var name = ""
}

private final class Box<Value> {
  var value: Value?
}

/// The names of properties in key paths.
@Suite struct KeyPathNames {
  @Test func ofStoredProperties() {
    #expect(written(\Target.stored, from: Target.self) == "stored")
    #expect(written(Target.hiddenPath, from: Target.self) == "_hidden")
    #expect(written(\Ancestor.inherited, from: Ancestor.self) == "inherited")
    #expect(written(\Box<Int>.value, from: Box<Int>.self) == "value")
    #expect(written(\Target.target!.stored, from: Target.self) == "target!.stored")
  }

  @Test func notOfOthers() {
    let paths: [AnyKeyPath] = [
      \Target.seen, \Target.later, \Target.computed, \Target.target!.computed, \Target.stored.count,
    ]
    for path in paths { #expect(written(path, from: Target.self) == nil, "\(path)") }
    #expect(written(\Watched.name, from: Watched.self) == nil)
  }
}
