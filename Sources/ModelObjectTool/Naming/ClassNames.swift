/// Gives each class a name of its own.
///
/// 1. A class is called by the key of its objects, in the singular if they are several.
/// 2. One under several keys has the words in common at their ends (`NextEvolution` and
///    `LastEvolution` are `Evolution`); else the singular of the key over them, if that is a
///    plural and all of them are under it (`_links`); else the name of the place that is nearest to
///    the root, of several the one with the most objects.
/// 3. A name that is taken gets in front the name of the objects' tag, of the class around it, or
///    of one further out, but never a word twice; else a number after it.
struct ClassNames {
  private var taken: Set<String>
  private var names: [ObjectIdentifier: String] = [:]
  /// The last number after each name.
  private var numbers: [String: Int] = [:]

  init(reserving name: String?) {
    taken = SwiftName.reservedClassNames
    if let name { taken.insert(name) }
  }

  /// Gives the root the name that was asked for.
  ///
  /// The other classes are inside it, where its properties have their names.
  mutating func setName(_ name: String, of objects: Objects) {
    taken.insert(name)
    taken.formUnion(objects.knownPairs.map { SwiftName.property($0.key) })
    names[ObjectIdentifier(objects)] = name
  }

  mutating func addName(of objects: Objects) -> String {
    if let name = names[ObjectIdentifier(objects)] { return name }
    let name = free(wantedName(of: objects), of: objects.nearestUse)
    names[ObjectIdentifier(objects)] = name
    return name
  }

  /// The name of a subclass: that of its tag, with its superclass's name after it if it is taken.
  mutating func addName(ofTag tag: String, superclass: String) -> String {
    let name = SwiftName.className(tag)
    if taken.insert(name).inserted { return name }
    return numbered(name + superclass)
  }

  private func wantedName(of objects: Objects) -> String {
    let names = objects.wantedNames
    if names.count > 1 {
      if let name = Self.commonEnding(Array(names)) ?? nameOfAll(objects) { return name }
    }
    return objects.nearestUse.className
  }

  /// The singular of the key over all uses; nil if they have no key in common, or it isn't a
  /// plural.
  private func nameOfAll(_ objects: Objects) -> String? {
    let owners = objects.uses.map { $0.owner?.current }
    guard let owner = owners[0] else { return nil }
    let isOne = owners.allSatisfy { $0 === owner }
    let keys = Set(owners.flatMap { $0?.uses.map(\.key) ?? [] })
    guard let key = keys.first, keys.count == 1, isOne || owners.allSatisfy({ $0 != nil }),
      Singular.of(key) != key
    else { return nil }
    return SwiftName.className(Singular.of(key))
  }

  private static func commonEnding(_ names: [String]) -> String? {
    let words = names.map(SwiftName.wordsOfClassName)
    var common: [String] = []
    while let word = words[0].dropLast(common.count).last,
      words.allSatisfy({ $0.dropLast(common.count).last == word })
    {
      common.insert(word, at: 0)
    }
    let name = common.joined()
    return name.count > 2 && !SwiftName.reservedClassNames.contains(name) ? name : nil
  }

  private mutating func free(_ name: String, of use: Objects.Use) -> String {
    if taken.insert(name).inserted { return name }
    if let tag = use.tag, taken.insert(SwiftName.className(tag) + name).inserted {
      return SwiftName.className(tag) + name
    }
    var around = use.owner?.current
    var steps = 0
    while let objects = around, steps < 4 {
      steps += 1
      let outer = names[ObjectIdentifier(objects)] ?? ""
      let longer = outer + name
      if !outer.isEmpty, !outer.hasSuffix(name), !name.hasPrefix(outer),
        taken.insert(longer).inserted
      {
        return longer
      }
      around = objects.nearestUse.owner?.current
    }
    return numbered(SwiftName.reservedClassNames.contains(name) ? "Some" + name : name)
  }

  private mutating func numbered(_ name: String) -> String {
    if taken.insert(name).inserted { return name }
    var number = numbers[name, default: 1] + 1
    while !taken.insert("\(name)\(number)").inserted { number += 1 }
    numbers[name] = number
    return "\(name)\(number)"
  }
}

extension Objects {
  /// The use nearest to the root, of several the one with the most objects.
  fileprivate var nearestUse: Use {
    uses.min { ($0.depth, -$0.count) < ($1.depth, -$1.count) } ?? .root
  }
}

extension Objects.Use {
  var className: String { SwiftName.className(isSeveral ? Singular.of(key) : key) }
}
