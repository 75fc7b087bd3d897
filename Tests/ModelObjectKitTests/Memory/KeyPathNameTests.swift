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
    #expect(propertyName(of: \Target.stored, in: Target.self) == "stored")
    #expect(propertyName(of: Target.hiddenPath, in: Target.self) == "_hidden")
    #expect(propertyName(of: \Ancestor.inherited, in: Ancestor.self) == "inherited")
    #expect(propertyName(of: \Box<Int>.value, in: Box<Int>.self) == "value")
  }

  @Test func notOfOthers() {
    let paths: [AnyKeyPath] = [
      \Target.seen, \Target.later, \Target.computed, \Target.target!.stored, \Target.stored.count,
    ]
    for path in paths { #expect(propertyName(of: path, in: Target.self) == nil, "\(path)") }
    #expect(propertyName(of: \Watched.name, in: Watched.self) == nil)
  }
}
