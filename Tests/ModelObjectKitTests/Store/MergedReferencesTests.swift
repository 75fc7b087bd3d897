import ModelObjectKit
import Testing

private struct Refused: Error {}

private final class Friend: ModelObject {
  var id = 0
  var nick = "-"
  override class var identity: Set<String> { ["id"] }
}

private class User: ModelObject {
  var id = 0
  var friends: [Friend] = []
  var former: [Friend]?
  var members: Set<Friend> = []
  var isWrong = false
  override class var identity: Set<String> { ["id"] }
  override func validate() throws { if isWrong { throw Refused() } }
}

private final class HookedUser: User {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private final class Page<Member: User>: ModelObject {
  var one: Member?
  var users: [Member] = []
  var byKey: [String: Member] = [:]
  var friends: [Friend] = []
}

/// Lists of one object that are merged, and name objects that come later in the input: each list
/// counts, as it does when what it names has come before.
struct MergedListsThatAwaitModels {
  /// A page in which user 2 comes twice, and the friends that the user has then; `LIST` stands for the
  /// list's key.
  private static let pages = [
    (
      #"{"one": {"ID": 2, "LIST": [5]}, "users": [{"ID": 2, "LIST": [4]}], "friends": [{"id": 5}, {"id": 4}]}"#,
      ["1-", "4-", "5-"]
    ),
    (
      #"{"one": {"ID": 2, "LIST": [5]}, "users": [{"ID": 2, "LIST": [{"id": 4}]}], "friends": [{"id": 5}]}"#,
      ["1-", "4-", "5-"]
    ),
    (
      #"{"one": {"ID": 2, "LIST": [5, {"nick": "x"}]}, "users": [{"ID": 2, "LIST": [{"id": 4}, 6]}], "friends": [{"id": 6}]}"#,
      ["0x", "1-", "4-", "6-"]
    ),
    (
      #"{"byKey": {"k": {"ID": 2, "LIST": [{"nick": "x"}, 5]}}, "users": [{"ID": 2, "LIST": [4]}]}"#,
      ["0x", "1-"]
    ),
    (
      #"{"users": [{"ID": 2, "LIST": [5]}, {"ID": 2, "LIST": []}, {"ID": 2, "LIST": [1]}], "friends": [{"id": 5}]}"#,
      ["1-", "5-"]
    ),
    (
      #"{"one": {"ID": 2, "LIST": [5]}, "users": [{"ID": 2, "LIST": [4], "isWrong": true}], "friends": [{"id": 5}, {"id": 4}]}"#,
      ["1-", "5-"]
    ),
    (
      #"{"one": {"ID": 2, "LIST": [{"id": 4}]}, "users": [{"ID": 2, "LIST": [5]}], "friends": [{"id": 5, "nick": "n"}]}"#,
      ["1-", "4-", "5n"]
    ),
    (
      #"{"one": {"ID": 2, "LIST": [5]}, "users": [{"ID": 2, "LIST": true}], "friends": [{"id": 5}]}"#,
      ["1-", "5-"]
    ),
    (
      #"{"one": {"ID": 2, "LIST": [5, {"nick": "x"}]}, "users": [{"ID": 2, "LIST": [{"nick": "y"}]}], "friends": [{"id": 5}]}"#,
      ["0x", "0y", "1-", "5-"]
    ),
  ]

  @Test(arguments: ["friends", "former", "members"], pages)
  func areMerged(key: String, page: (json: String, friends: [String])) throws {
    let former = page.json.replacing("LIST", with: key)
    func check<Member: User>(_ type: Member.Type, _ id: String, hasFriends: Bool) throws {
      let json = former.replacing("ID", with: id)
      let store = ModelStore()
      let friends = hasFriends ? #"[{"id": 1}]"# : "[]"
      let user = try store.upsert(type, json: #"{"\#(id)": 2, "\#(key)": \#(friends)}"#)
      var options = MappingOptions()
      options.arrays = .merge
      try store.upsert(Page<Member>.self, json: json, options: options)
      let lists = [
        "friends": user.friends, "former": user.former ?? [], "members": [Friend](user.members),
      ]
      let expected = page.friends.filter { hasFriends || $0 != "1-" }
      #expect(lists[key]?.map { "\($0.id)\($0.nick)" }.sorted() == expected, "\(type)")
    }
    for hasFriends in [true, false] {
      try check(User.self, "id", hasFriends: hasFriends)
      try check(HookedUser.self, "id", hasFriends: hasFriends)
    }
  }
}

extension MergedListsThatAwaitModels {
  /// What isn't merged is replaced: the last value counts.
  @Test(arguments: ["null", "[4]", "[]", #"[{"id": 4}]"#])
  func areReplacedByLaterOnes(last: String) throws {
    let page =
      #"{"one": {"id": 2, "former": [5]}, "users": [{"id": 2, "former": \#(last)}], "#
      + #""friends": [{"id": 5}, {"id": 4}]}"#
    for isMerged in [false, true] where !isMerged || last == "null" {
      let store = ModelStore()
      let user = try store.upsert(User.self, json: #"{"id": 2, "former": [{"id": 1}]}"#)
      var options = MappingOptions()
      options.arrays = isMerged ? .merge : .replace
      try store.upsert(Page<User>.self, json: page, options: options)
      let expected: [Int]? = last == "null" ? nil : last.contains("4") ? [4] : []
      #expect(user.former?.map(\.id) == expected)
    }
  }

  /// A hook may set a value after the list: that stays, and a later list begins with it.
  @Test func leaveWhatAHookSets() throws {
    final class Own: ModelObject {
      var id = 0
      var friends: [Friend] = []
      var former: [Friend]?
      override class var identity: Set<String> { ["id"] }
      override func didMap(_ dictionary: [String: Any]) {
        if dictionary["clear"] != nil { (friends, former) = ([], nil) }
      }
    }
    final class Owners: ModelObject {
      var owners: [Own] = []
      var friends: [Friend] = []
    }
    var options = MappingOptions()
    options.arrays = .merge
    for (later, expected) in [("", []), (#", {"id": 2, "LIST": [6]}"#, [6])] {
      let page =
        #"{"owners": [{"id": 2, "LIST": [5]}, {"id": 2, "LIST": [{"id": 4}], "clear": 1}\#(later)], "#
        + #""friends": [{"id": 5}, {"id": 6}]}"#
      for list in ["friends", "former"] {
        let json = page.replacing("LIST", with: list)
        let owners = try ModelStore().upsert(Owners.self, json: json, options: options)
        let lists = owners.owners.map { ["friends": $0.friends, "former": $0.former ?? []] }
        #expect(lists.map { $0[list]?.map(\.id) } == [expected], "\(list)")
      }
    }
  }
}
