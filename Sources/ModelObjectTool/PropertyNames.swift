/// The names of a class's properties, and what it takes to feed them.
struct PropertyNames {
  /// The name of each property, in the order of the keys.
  private(set) var names: [String] = []
  /// The properties that their names alone would not find, with their keys.
  private(set) var mapping: [(name: String, key: String)] = []
  /// Whether keys differ in nothing but what a loose match drops.
  let isExact: Bool

  init(_ keys: [String]) {
    // As the library folds letters, `ß` and `SS` too. What folds to nothing matches nothing.
    let folded = keys.map { SwiftName.folded($0).uppercased().lowercased() }.filter { !$0.isEmpty }
    isExact = Set(folded).count < folded.count
    let wanted = keys.map(SwiftName.property)
    // A key that is a name already has the first right to it.
    var taken = Set(zip(keys, wanted).filter { $0 == $1 }.map { SwiftName.folded($1) })
    for (key, name) in zip(keys, wanted) {
      let free = key == name ? name : Self.free(name, taken)
      taken.insert(SwiftName.folded(free))
      names.append(free)
      let isFound = isExact ? free == key : SwiftName.folds(free, to: key)
      if !isFound { mapping.append((free, key)) }
    }
  }

  /// The name itself, or with a number behind.
  private static func free(_ name: String, _ taken: Set<String>) -> String {
    guard taken.contains(SwiftName.folded(name)) else { return name }
    var number = 2
    while taken.contains(SwiftName.folded("\(name)\(number)")) { number += 1 }
    return "\(name)\(number)"
  }
}
