import Foundation
import ModelObjectKit

/// An object with properties of every kind that an update or a hook can change.
class UndoneItem: ModelObject {
  struct Size: Codable, Equatable {
    var width = 1
    var unit: String? = "cm"
  }

  var id = 0
  var name = "old"
  var note: String? = "a note that is too long to be kept in the string itself"
  var tags = ["a", "b"]
  var grid: [[Int]] = [[1], [2, 3]]
  var size = Size()
  var date = Date(timeIntervalSinceReferenceDate: 7)
  var any: Any? = ["k": [1, 2]]
  var deep: Any?
  var count = 0
  var child: UndoneItem?
  var rows: [UndoneItem] = []
  var set: Set<UndoneItem> = []
  var byName: [String: UndoneItem] = [:]
  var others: [String: Any] = ["kept": true]
  /// The hook that must fail.
  var fail = ""
  var action: () -> String = { "old action" }
  var pair: (Int, String) = (1, "old")
  lazy var slow = "slow \(name)"
  weak var owner: UndoneItem?
  private(set) var secret = "old"
  override class var identity: Set<String> { ["id"] }
  override class var subclasses: Subclasses? {
    .byTag(
      "class",
      [
        "plain": UndonePlainItem.self, "hooked": UndoneHookedItem.self,
        "accessor": UndoneAccessorItem.self, "keeping": UndoneKeepingItem.self,
      ]
    )
  }

  /// Changes properties that aren't mapped.
  func touch() {
    #if !PublicSymbols
    // These have no accessors.
    action = { "new action" }
    pair = (2, "new")
    slow += "!"
    #endif
    secret += "!"
    tags.append("of a hook")
    others["of a hook"] = 1
  }

  func makeParts() -> UndoneItem {
    let parts = (2...6).map { number in
      let part = type(of: self).init()
      part.id = number
      return part
    }
    id = 1
    child = parts[0]
    rows = [parts[1], parts[2]]
    set = [parts[3]]
    byName = ["a": parts[4]]
    parts[0].rows = [parts[1]]
    owner = parts[0]
    return self
  }
}

final class UndonePlainItem: UndoneItem {}

/// Its hooks change properties, and fail if the input says so.
final class UndoneHookedItem: UndoneItem {
  struct Failure: Error {}

  func check(_ hook: String) throws {
    touch()
    if fail == hook { throw Failure() }
  }

  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
    touch()
    if dictionary["fail"] as? String == "willMap" { throw Failure() }
    return dictionary
  }
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
    try check("serializeValue")
  }
  override func didMap(_ dictionary: [String: Any]) throws { try check("didMap") }
  override func awake() { if name == "new" { touch() } }
  override func validate() throws { try check("validate") }
}

/// Its properties are set through key paths.
final class UndoneAccessorItem: UndoneItem {
  var half = 1.0
  var doubled: Double {
    get { half * 2 }
    set { half = newValue / 2 }
  }
  override class var accessors: [String: PropertyAccessor] {
    [
      "name": .init(\UndoneAccessorItem.name), "tags": .init(\UndoneAccessorItem.tags),
      "child": .init(\UndoneAccessorItem.child), "rows": .init(\UndoneAccessorItem.rows),
      "slow": .init(\UndoneAccessorItem.slow), "doubled": .init(\UndoneAccessorItem.doubled),
    ]
  }
}

/// It keeps unknown keys.
final class UndoneKeepingItem: UndoneItem {
  override class var unknownKeysProperty: String? { "others" }
}

/// A description of an object and the objects in it.
struct UndoneItemState: Equatable, CustomStringConvertible {
  let description: String
  let models: [ObjectIdentifier]

  init(_ item: UndoneItem) {
    let parts = [item.child].compactMap { $0 } + item.rows + Array(item.set) + item.byName.values
    models = ([item] + parts + (item.child?.rows ?? [])).map { ObjectIdentifier($0) }
    let all = [item] + parts
    description = all.map { item in
      """
      \(item) \(item.action()) \(item.pair) \(item.secret) \(item.tags) \(item.others)
      \(item.owner?.id ?? 0) \(item.set.allSatisfy { item.set.contains($0) })
      """
    }.joined(separator: "\n")
  }
}

/// The keys and values of an update, with a reason to fail.
enum UndoneItemInput {
  static let pairs = #"""
    "name": "new", "note": null, "tags": ["x"], "grid": [[]], "size": {"width": 9}, "date": 0,
    "any": [5], "slow": "new", "doubled": 7, "unknown": {"a": 1},
    "child": {"name": "new child", "tags": [], "rows": [{"id": 3, "name": "new row"}, {"id": 30}]},
    "rows": [{"id": 4, "name": "new", "fail": "no"}, {"id": 40}],
    "set": [{"id": 5, "name": "new member"}, {"id": 50}], "byName": {"b": {"id": 60}}
    """#
}
