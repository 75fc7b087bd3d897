import ModelObjectKit

/// The names of the properties of a class and its superclass, and what it takes to feed them and to
/// write their keys.
struct PropertyNames {
  struct Pair: Equatable {
    let name: String
    let key: String
  }

  /// The properties with their keys, in the order of the keys.
  private(set) var pairs: [Pair] = []
  /// Those that need a `keyMapping`.
  private(set) var mapping: [Pair] = []

  /// Names the keys of a class.
  ///
  /// - Parameters:
  ///   - keys: Those of the class itself.
  ///   - inherited: What its superclass has named already.
  ///   - isExact: Whether the class matches its keys exactly.
  ///   - keepsKeys: Whether each key is to be written as it was.
  init(_ keys: [String], after inherited: [Pair] = [], isExact: Bool, keepsKeys: Bool = false) {
    let wanted = keys.map(SwiftName.property)
    // A key that is a name already has the first right to it.
    var taken = Set(zip(keys, wanted).filter { $0 == $1 }.map { SwiftName.folded($1) })
    taken.formUnion(inherited.map { SwiftName.folded($0.name) })
    let inheritedNames = Set(inherited.map { SwiftName.folded($0.name) })
    for (key, name) in zip(keys, wanted) {
      let isFirst = key == name && !inheritedNames.contains(SwiftName.folded(name))
      let free = isFirst ? name : Self.free(name, taken)
      taken.insert(SwiftName.folded(free))
      let pair = Pair(name: free, key: key)
      pairs.append(pair)
      // An underscore in front is none to the library.
      let spelling = free.first == "_" && free.count > 1 ? String(free.dropFirst()) : free
      let isFound = isExact ? spelling == key : SwiftName.folds(free, to: key)
      let isKept = !keepsKeys || KeyStyle.property.key(of: free).utf8.elementsEqual(key.utf8)
      if !isFound || !isKept { mapping.append(pair) }
    }
  }

  /// Whether keys differ in nothing but what a loose match drops.
  static func areExact(_ keys: [String]) -> Bool {
    // As the library folds letters, `ß` and `SS` too. What folds to nothing matches nothing.
    let folded = keys.map { SwiftName.folded($0).uppercased().lowercased() }.filter { !$0.isEmpty }
    return Set(folded).count < folded.count
  }

  /// The keys that a key style writes otherwise than they came; what is mapped is written by its key.
  func changedKeys(by style: KeyStyle) -> [String] {
    let mapped = Set(mapping.map(\.name))
    return pairs.filter {
      !mapped.contains($0.name) && !style.key(of: $0.name).utf8.elementsEqual($0.key.utf8)
    }.map(\.key)
  }

  /// The name itself, or with a number behind.
  private static func free(_ name: String, _ taken: Set<String>) -> String {
    guard taken.contains(SwiftName.folded(name)) else { return name }
    var number = 2
    while taken.contains(SwiftName.folded("\(name)\(number)")) { number += 1 }
    return "\(name)\(number)"
  }
}
