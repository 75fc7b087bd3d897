/// The search for the array at a path, in a text that is read once from front to back.
///
/// 1. A key leads on if it is the step's name, by the class's rule for keys; a whole key that is
///    spelled like the path leads to the value at once.
/// 2. The first key that leads on for a step counts: later keys are not known yet. Null leads
///    nowhere.
/// 3. Of several paths the one counts whose value comes first in the text.
struct PathSearch {
  private struct Path {
    let text: String
    let steps: [PathStep]
    /// The number of objects and arrays on the way that were entered; the path is not looked for
    /// anywhere else.
    var depth = 0
    /// Whether the next value is on the path.
    var isNext = true
  }

  private var paths: [Path]
  private let isExact: Bool
  /// Whether the next value is the array.
  private(set) var isAtTarget: Bool
  /// Whether the array was entered.
  private(set) var isFound = false
  /// The step to the next value, if that is on a path.
  private(set) var step: PathStep?

  /// Without a path the root is the array.
  init(_ key: JSONKey?, _ matching: KeyMatching) {
    paths = key?.alternatives.map { Path(text: $0.text, steps: $0.path ?? []) } ?? []
    isExact = matching == .exact
    isAtTarget = key == nil
  }

  /// The path as the caller spelled it, for an error.
  var spelling: String { paths.first?.text ?? "" }

  /// Whether the next value is on a path.
  var leadsOn: Bool { isAtTarget || paths.contains { $0.isNext } }

  /// Finds out whether a step leads to a value on a path, in the innermost of that many objects and
  /// arrays; nil leads nowhere.
  mutating func look(at step: PathStep?, in depth: Int) {
    isAtTarget = false
    for index in paths.indices {
      paths[index].isNext = step.map { leads($0, to: paths[index], in: depth) } ?? false
    }
    self.step = leadsOn ? step : nil
  }

  private mutating func leads(_ step: PathStep, to path: Path, in depth: Int) -> Bool {
    guard path.depth == depth else { return false }
    let next = depth <= path.steps.count ? path.steps[depth - 1] : nil
    switch (step, next) {
    case (.key(let key), _) where depth == 1 && isMatch(key, path.text):
      isAtTarget = true
      return true
    case (.key(let key), .key(let name)): guard isMatch(key, name) else { return false }
    case (.index(let index), .index(let wanted)): guard index == wanted else { return false }
    default: return false
    }
    if depth == path.steps.count { isAtTarget = true }
    return true
  }

  private func isMatch(_ key: String, _ name: String) -> Bool {
    WantedKey(name, isFuzzy: !isExact).matches(key)
  }

  /// Follows the paths into the next value, which isn't null.
  mutating func enter(isArray: Bool) throws(Misfit) {
    guard isArray || !isAtTarget else { throw .mismatch }
    isFound = isFound || isAtTarget
    for index in paths.indices where paths[index].isNext { paths[index].depth += 1 }
    look(at: nil, in: 0)
  }

  /// Gives up the paths that lead deeper than that many objects and arrays.
  mutating func leave(to depth: Int) {
    for index in paths.indices where paths[index].depth > depth { paths[index].depth = .max }
    look(at: nil, in: 0)
  }
}
