/// The search for the array at a path, in a text that is read once from front to back.
///
/// 1. A key leads on if it is the step's name, by the class's rule for keys; a whole key that is
///    spelled like the path leads to the value at once.
/// 2. The first key that leads on for a step counts: later keys are not known yet. Null leads
///    nowhere.
struct PathSearch {
  private let path: JSONKey.Alternative?
  private let matching: KeyMatching
  /// The number of objects and arrays on the way that were entered; the path is not looked for
  /// anywhere else.
  private var depth = 0
  /// Whether the next value is on the path.
  private(set) var leadsOn = true
  /// Whether the next value is the array.
  private(set) var isAtTarget: Bool
  /// Whether the array was entered.
  private(set) var isFound = false
  /// The step to the next value, if that is on the path.
  private(set) var step: PathStep?

  /// Without a path the root is the array.
  init(_ path: String?, _ matching: KeyMatching) {
    self.path = JSONKey.Alternative(ofRoot: path)
    self.matching = matching
    isAtTarget = self.path == nil
  }

  /// The path as the caller spelled it, for an error.
  var spelling: String { path?.text ?? "" }

  /// Finds out whether a step leads to a value on the path, in the innermost of that many objects
  /// and arrays; nil leads nowhere.
  mutating func look(at step: PathStep?, in depth: Int) {
    isAtTarget = false
    leadsOn = step.map { leads($0, in: depth) } ?? false
    self.step = leadsOn ? step : nil
  }

  private mutating func leads(_ step: PathStep, in depth: Int) -> Bool {
    guard let path, self.depth == depth else { return false }
    let steps = path.path ?? []
    let next = depth <= steps.count ? steps[depth - 1] : nil
    switch (step, next) {
    case (.key(let key), _) where depth == 1 && isMatch(key, path.text):
      isAtTarget = true
      return true
    case (.key(let key), .key(let name)): guard isMatch(key, name) else { return false }
    case (.index(let index), .index(let wanted)): guard index == wanted else { return false }
    default: return false
    }
    if depth == steps.count { isAtTarget = true }
    return true
  }

  private func isMatch(_ key: String, _ name: String) -> Bool {
    WantedKey(name, matching).matches(key)
  }

  /// Follows the path into the next value, which isn't null.
  mutating func enter(isArray: Bool) throws(Misfit) {
    guard isArray || !isAtTarget else { throw .mismatch }
    isFound = isFound || isAtTarget
    if leadsOn { depth += 1 }
    look(at: nil, in: 0)
  }

  /// Gives up the path if it leads deeper than that many objects and arrays.
  mutating func leave(to depth: Int) {
    if self.depth > depth { self.depth = .max }
    look(at: nil, in: 0)
  }
}
