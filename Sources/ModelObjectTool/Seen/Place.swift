import ModelObjectKit

/// The values that were seen in one place: in a property, as the elements of an array, as the
/// values of a dictionary.
///
/// Places that turn out to be one are added to one another.
final class Place {
  /// The number of values, with the nulls.
  private(set) var count = 0
  private(set) var nulls = 0
  private(set) var scalars = Scalars()
  private(set) var arrays = 0
  /// The elements of all arrays here; nil if there are none.
  private(set) var elements: Place?
  private var heldObjects: Objects?

  /// The objects here, with those united with them.
  var objects: Objects? { heldObjects?.current }

  func add(_ value: JSONTree) {
    count += 1
    switch value {
    case .null: nulls += 1
    case .bool: scalars.addBool()
    case .number(let text): scalars.addNumber(text)
    case .text(let text): scalars.addText(text)
    case .array(let values):
      arrays += 1
      if values.isEmpty { break }
      let inner = elements ?? Place()
      elements = inner
      for value in values { inner.add(value) }
    case .object(let pairs):
      let held = heldObjects ?? Objects()
      heldObjects = held
      held.current.add(pairs)
    }
  }

  /// Adds the values of another place; `unite` is called with the objects of both.
  func add(_ other: Place, unite: (Objects, Objects) -> Void) {
    count += other.count
    nulls += other.nulls
    scalars.add(other.scalars)
    arrays += other.arrays
    if let inner = other.elements {
      if let elements { elements.add(inner, unite: unite) } else { elements = inner }
    }
    if let theirs = other.heldObjects {
      if let heldObjects { unite(heldObjects, theirs) } else { heldObjects = theirs }
    }
  }
}

/// The kinds of JSON values without null.
struct Kinds: OptionSet {
  let rawValue: Int

  static let bool = Kinds(rawValue: 1)
  static let number = Kinds(rawValue: 2)
  static let text = Kinds(rawValue: 4)
  static let array = Kinds(rawValue: 8)
  static let object = Kinds(rawValue: 16)

  var isSingle: Bool { !isEmpty && rawValue & (rawValue - 1) == 0 }

  /// The kinds in words, such as `number or string`.
  var names: String { names(array: "array") }

  func names(array: String) -> String {
    let names: [(Kinds, String)] = [
      (.bool, "boolean"), (.number, "number"), (.text, "string"), (.array, array),
      (.object, "object"),
    ]
    return names.filter { contains($0.0) }.map(\.1).joined(separator: " or ")
  }
}

extension Place {
  /// The kinds of values here, nulls aside.
  var kinds: Kinds {
    var kinds = scalars.kinds
    if arrays > 0 { kinds.insert(.array) }
    if heldObjects != nil { kinds.insert(.object) }
    return kinds
  }
}
