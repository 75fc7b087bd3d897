import ModelObjectKit

/// The names of a class's own properties, and the `keyMapping` with which their keys are read and
/// written.
struct PropertyNames {
  struct Pair: Equatable {
    let name: String
    let key: String
  }

  /// The properties with their keys, in the order of the keys.
  private(set) var pairs: [Pair] = []
  /// The pairs that need a `keyMapping`.
  private(set) var mapping: [Pair] = []

  /// Names the keys of a class.
  ///
  /// - Parameters:
  ///   - keys: The keys of the class itself.
  ///   - inherited: The properties of its superclass.
  ///   - isExact: Whether the class matches its keys exactly.
  ///   - keepsKeys: Whether exports have to write each key unchanged.
  init(_ keys: [String], after inherited: [Pair] = [], isExact: Bool, keepsKeys: Bool = false) {
    let wanted = keys.map(SwiftName.property)
    // A key that is a name already has the first right to it.
    var taken = Set(zip(keys, wanted).filter { $0 == $1 }.map { SwiftName.folded($1) })
    taken.formUnion(inherited.map { SwiftName.folded($0.name) })
    let inheritedNames = Set(inherited.map { SwiftName.folded($0.name) })
    var numbers: [String: Int] = [:]
    for (key, name) in zip(keys, wanted) {
      let isFirst = key == name && !inheritedNames.contains(SwiftName.folded(name))
      let free = isFirst ? name : Self.free(name, besides: taken, numbers: &numbers)
      taken.insert(SwiftName.folded(free))
      let pair = Pair(name: free, key: key)
      pairs.append(pair)
      // The library ignores an underscore in front of a name.
      let spelling = free.first == "_" && free.count > 1 ? String(free.dropFirst()) : free
      let isFound = isExact ? spelling == key : SwiftName.folds(free, to: key)
      let isKept = !keepsKeys || KeyStyle.property.key(of: free).utf8.elementsEqual(key.utf8)
      if !isFound || !isKept { mapping.append(pair) }
    }
  }

  /// Whether two of the keys are the same to a loose match, so that they have to match exactly.
  static func areExact(_ keys: [String]) -> Bool {
    Set(keys.map { FuzzyKey($0) }).count < keys.count
  }

  /// The keys that a key style changes; never those in the `keyMapping`.
  func changedKeys(by style: KeyStyle) -> [String] {
    let mapped = Set(mapping.map(\.name))
    return pairs.filter {
      !mapped.contains($0.name) && !style.key(of: $0.name).utf8.elementsEqual($0.key.utf8)
    }.map(\.key)
  }

  /// The name, with a number after it if it is taken; `numbers` are the last ones, by folded names.
  private static func free(
    _ name: String,
    besides taken: Set<String>,
    numbers: inout [String: Int]
  ) -> String {
    let folded = SwiftName.folded(name)
    guard taken.contains(folded) else { return name }
    var number = numbers[folded, default: 1] + 1
    while taken.contains("\(folded)\(number)") { number += 1 }
    numbers[folded] = number
    return "\(name)\(number)"
  }
}
