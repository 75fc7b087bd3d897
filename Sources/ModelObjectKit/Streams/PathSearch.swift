/// The search for the value that a path names, in a text that is read once from front to back.
///
/// 1. A key leads on where it is the step's name, by the class's rule for keys; a whole key that is
///    spelled like the path leads to the value at once.
/// 2. The first key that leads on for a step counts: later keys are not known yet. Null leads
///    nowhere.
/// 3. Of several paths the one counts whose value comes first in the text.
struct PathSearch {
  /// The steps that are looked for in an object or array: the next one of each path that led there.
  struct Point {
    fileprivate var nexts: [Next]

    /// A point where nothing is looked for.
    static var none: Point { Point(nexts: []) }
    var isNone: Bool { nexts.isEmpty }
  }

  fileprivate struct Next {
    let path: Int
    let step: Int
  }

  /// Where a key or an index leads.
  enum Way {
    /// To the value that is looked for.
    case target
    case on(Point)
    case nowhere
  }

  private let paths: [JSONKey.Alternative]
  private let isExact: Bool

  init(_ key: JSONKey, _ matching: KeyMatching) {
    paths = key.alternatives
    isExact = matching == .exact
  }

  /// The path as the caller spelled it, for an error.
  var spelling: String { paths.first?.text ?? "" }

  var root: Point { Point(nexts: paths.indices.map { Next(path: $0, step: 0) }) }

  /// Where a key leads from a point.
  func way(of key: String, from point: Point) -> Way {
    let isTarget = point.nexts.contains { next in
      next.step == 0 && isMatch(key, paths[next.path].text)
    }
    return isTarget
      ? .target
      : way(from: point) { step in
        if case .key(let name) = step { isMatch(key, name) } else { false }
      }
  }

  /// Where an element leads from a point.
  func way(of index: Int, from point: Point) -> Way {
    way(from: point) { $0 == .index(index) }
  }

  /// The point without the steps for which a key has led on.
  func point(_ point: Point, after key: String) -> Point {
    Point(
      nexts: point.nexts.filter { next in
        guard case .key(let name)? = paths[next.path].path?[next.step] else { return true }
        return !isMatch(key, name)
      }
    )
  }

  private func way(from point: Point, _ leads: (JSONKey.Step) -> Bool) -> Way {
    var nexts: [Next] = []
    for next in point.nexts {
      guard let steps = paths[next.path].path, leads(steps[next.step]) else { continue }
      if next.step + 1 == steps.count { return .target }
      nexts.append(Next(path: next.path, step: next.step + 1))
    }
    return nexts.isEmpty ? .nowhere : .on(Point(nexts: nexts))
  }

  private func isMatch(_ key: String, _ name: String) -> Bool {
    WantedKey(name, isFuzzy: !isExact).matches(key)
  }
}
