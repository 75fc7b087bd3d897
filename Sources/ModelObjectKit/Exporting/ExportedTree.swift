import Foundation

/// The values of one or more exports, each different value once.
///
/// Values are numbered, and equal ones have one number, so that two exports are compared number by
/// number. Nodes refer to others by their numbers, so that a long chain is released without a
/// stack.
struct ExportedTree {
  /// A value that is no container, as it will be written.
  enum Leaf: Hashable {
    case null
    case bool(Bool)
    case signed(Int64)
    case unsigned(UInt64)
    case float(Float)
    case double(Double)
    case decimal(Decimal)
    /// A text, and whether it comes from an earlier export.
    case text(String, isPassedOn: Bool)
    case date(WrittenDate)

    /// One form of the numbers that are equal as untyped values: 1.0 is 1.
    fileprivate var compared: Leaf {
      let number: Number
      switch self {
      case .unsigned(let value): number = .unsigned(value)
      case .float(let value): number = .double(Double(value))
      case .double(let value): number = .double(value)
      case .decimal(let value): number = .decimal(value)
      default: return self
      }
      if let integer = number.integer(as: Int64.self) { return .signed(integer) }
      if let integer = number.integer(as: UInt64.self) { return .unsigned(integer) }
      guard let double = number.double else { return self }
      if case .decimal(let value) = number, Number.double(double).decimal != value { return self }
      return .double(double)
    }
  }

  /// A date, which differs from another one where its text does.
  struct WrittenDate: Hashable {
    let date: Date
    let format: DateOptions.Format?
    let text: String

    static func == (first: WrittenDate, second: WrittenDate) -> Bool { first.text == second.text }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }

  /// The origin of a container.
  enum Origin {
    case model(any Model)
    /// A dictionary; its entries may go one by one.
    case dictionary
    /// An object or array that was made for the key paths of properties.
    case path
    /// A value of a user's own type; its fields may go one by one.
    case encoded
    /// An untyped value, or a part of a value of a user's type: it is not taken apart.
    case whole
  }

  /// The kind of an array: a list, a set, or one that was made for key paths.
  enum ArrayKind {
    case list
    case set
    case path
  }

  enum Node {
    case leaf(Leaf)
    case array([Int], ArrayKind)
    case object(Object)
  }

  struct Object {
    let origin: Origin
    /// The keys in the order in which they are written.
    let keys: [String]
    let values: [String: Int]
    /// Whether it is not taken apart.
    var isWhole: Bool { if case .whole = origin { true } else { false } }

    /// The keys of this object and those that only an older one has, each in its order.
    func keys(over old: Object?) -> [String] {
      guard let old else { return keys }
      let places = Dictionary(zip(old.keys, old.keys.indices)) { first, _ in first }
      var all: [String] = []
      var next = 0
      for key in keys {
        if let place = places[key], place >= next {
          all += old.keys[next..<place].filter { values[$0] == nil }
          next = place + 1
        }
        all.append(key)
      }
      return all + old.keys[next...].filter { values[$0] == nil }
    }
  }

  /// The content by which two values are equal: pairs have no order, nor do the elements of a set.
  private enum Content: Hashable {
    case leaf(Leaf)
    case array([Int], ArrayKind)
    case object([String: Int], kind: Int, type: ObjectIdentifier?)
  }

  private var nodes: [Node] = []
  private var numbers: [Content: Int] = [:]

  subscript(number: Int) -> Node { nodes[number] }

  func object(_ number: Int) -> Object? {
    if case .object(let object) = nodes[number] { object } else { nil }
  }

  mutating func number(of leaf: Leaf) -> Int { number(.leaf(leaf.compared)) { .leaf(leaf) } }

  mutating func number(of elements: [Int], _ kind: ArrayKind) -> Int {
    number(.array(kind == .set ? elements.sorted() : elements, kind)) { .array(elements, kind) }
  }

  mutating func number(of object: Object) -> Int {
    let (kind, type): (Int, ObjectIdentifier?) =
      switch object.origin {
      case .model(let model): (0, ObjectIdentifier(Swift.type(of: model)))
      case .dictionary: (1, nil)
      case .path: (2, nil)
      case .encoded: (3, nil)
      case .whole: (4, nil)
      }
    return number(.object(object.values, kind: kind, type: type)) { .object(object) }
  }

  private mutating func number(_ content: Content, _ node: () -> Node) -> Int {
    if let number = numbers[content] { return number }
    nodes.append(node())
    numbers[content] = nodes.count - 1
    return nodes.count - 1
  }
}
