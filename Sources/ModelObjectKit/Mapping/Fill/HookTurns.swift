extension KeyIndex {
  /// The numbers of pairs in the order in which a hook gets them, if some compete.
  ///
  /// Those of keys that compete for a property come together, best first, so that a value that loses
  /// is never mapped. Where two keys are better than each other, for different properties, the first
  /// one of the input comes last.
  func turns(of pairs: [TargetList], _ rivals: [Int: [RivalKey]]) -> [Int] {
    var turns: [Int] = []
    var isBegun = Array(repeating: false, count: pairs.count)
    var isDone = isBegun
    /// For each property the number of its keys that have had their turns.
    var counts: [Int: Int] = [:]
    func properties(of number: Int) -> [Int] {
      pairs[number].isNone ? [] : targets(of: pairs[number]).map(\.property)
    }
    /// Takes the keys of a property up to one that is being taken.
    func takeKeys(of property: Int) {
      let keys = rivals[property] ?? []
      while case let count = counts[property] ?? 0, count < keys.count,
        case let number = keys[count].pair, isDone[number] || !isBegun[number]
      {
        take(number)
        counts[property] = count + 1
      }
    }
    func take(_ number: Int) {
      guard !isBegun[number] else { return }
      isBegun[number] = true
      properties(of: number).forEach(takeKeys)
      isDone[number] = true
      turns.append(number)
    }
    for number in pairs.indices {
      take(number)
      properties(of: number).forEach(takeKeys)
    }
    return turns
  }
}
