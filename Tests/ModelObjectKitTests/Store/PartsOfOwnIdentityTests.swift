import ModelObjectKit
import Testing

private struct Refused: Error {}

/// Its keys give its identity.
private class User: ModelObject {
  var id = 0
  var name = ""
  var home: Home?
  var fixed = Checked()
  var whole: Whole?
  var checked: Checked?
  var homes: [Whole] = []
  var boss: User?
  override class var identity: Set<String> { ["id"] }
  override class var keyMapping: [String: JSONKey] { ["whole": ["ext.whole", "whole"]] }
}

private final class Friend: ModelObject {
  var id = 0
  var nick = "-"
  override class var identity: Set<String> { ["id"] }
}

private class Home: ModelObject {
  var street = "-"
  var zip = "-"
  var rest: [String: Any] = [:]
  var next: Home?
  var inner: Whole?
  var friend: Friend?
  override class var unknownKeysProperty: String? { "rest" }
  override class var subclasses: Subclasses? { .byTag("kind", ["tower": Tower.self]) }
}

private final class Tower: Home {
  var floor = 0
}

private final class Whole: Home {
  override class var requiredProperties: Set<String> { ["street"] }
}

private final class Checked: Home {
  override func validate() throws {
    if street == "bad" || zip == "y" && street == "-" { throw Refused() }
  }
}

/// Hooks and accessors give these theirs.
private final class Hooked: User {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key == "uid" ? "id" : key)
  }
}

private final class Late: User {
  override func didMap(_ dictionary: [String: Any]) throws {
    if let id = dictionary["uid"] as? Int { self.id = id }
  }
}

private final class Awoken: User {
  var uid = 0
  override func awake() { if uid > 0 { id = uid } }
}

private final class Accessed: User {
  var uid: Int {
    get { id }
    set { id = newValue }
  }
  override class var accessors: [String: PropertyAccessor] { ["uid": .init(\Accessed.uid)] }
}

private final class Page<Model: User>: ModelObject {
  var first: [Model] = []
  var users: [User] = []
}

private final class Pair<Member: User>: ModelObject {
  var a: Member?
  var b: Member?
}

/// Users with users in them that have no identity.
private final class PlainPeer: User {
  var peer: PlainPeer?
}

private final class HookedPeer: User {
  var peer: HookedPeer?
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key == "uid" ? "id" : key)
  }
}

/// The models in objects of a store whose keys don't give their identity: they are updated, or made
/// and checked, as those in other objects are.
struct PartsOfObjectsThatAwaitTheirIdentity {
  /// What is upserted where user 1 is known, with a home of some class in each property, and user 4
  /// without any; user 3 isn't.
  private static let inputs = [
    #"{"ID": 1, "home": {"zip": "y", "floor": 2}, "whole": {"zip": "y"}, "checked": {"zip": "y"}}"#,
    #"{"ID": 1, "home": {"next": {"zip": "y", "floor": 2, "next": {"zip": "z"}}}}"#,
    #"{"ID": 1, "home": {"zip": [1, 2], "floor": "x", "next": {"zip": [], "inner": {"zip": {}}}}}"#,
    #"{"ID": 3, "home": {"zip": [1, 2], "floor": "x", "next": {"zip": [], "inner": {"zip": {}}}}}"#,
    #"{"ID": 1, "whole": {"zip": [1, 2]}, "checked": {"zip": {}}, "boss": {"home": {"zip": []}}}"#,
    #"{"ID": 1, "home": {"inner": {"zip": "y"}, "next": {"inner": {"zip": "y"}}}}"#,
    #"{"ID": 1, "home": {"kind": "tower", "zip": "y"}, "fixed": {"zip": "y"}}"#,
    #"{"ID": 1, "checked": {"street": "bad"}, "fixed": {"street": "bad"}, "whole": {"street": 1}}"#,
    #"{"ID": 1, "checked": null, "whole": null, "homes": [{"zip": "y"}, {"street": "a"}]}"#,
    #"{"ID": 1, "boss": {"home": {"zip": "y", "floor": 2}, "whole": {"zip": "y"}}}"#,
    #"{"ID": 1, "boss": {"checked": {"zip": "y"}, "home": {"inner": {"zip": "y"}}}}"#,
    #"{"ID": 1, "boss": {"id": 3, "checked": {"zip": "y"}, "whole": {"zip": "y"}}}"#,
    #"{"ID": 3, "home": {"zip": "y", "floor": 2}, "whole": {"zip": "y"}, "checked": {"zip": "y"}}"#,
    #"{"ID": 3, "whole": {"street": "a", "next": {"zip": "y"}}, "fixed": {"zip": "y"}}"#,
    #"{"ID": 3, "home": {"next": {"zip": "y"}, "inner": {"zip": "y"}}, "name": "a"}"#,
    #"{"ID": 3, "checked": {"street": "s", "zip": "y", "inner": {"zip": "z"}}}"#,
    #"{"home": {"zip": "y"}, "whole": {"zip": "y"}, "checked": {"zip": "y"}}"#,
    #"{"ID": 1, "checked": {"street": "bad", "friend": {"id": 8, "nick": "n"}}}"#,
    #"{"ID": 3, "checked": {"street": "bad", "friend": {"id": 8, "nick": "n"}}}"#,
    #"{"ID": 3, "fixed": {"next": {"friend": {"id": 9}, "inner": {"friend": {"id": 8, "nick": "n"}}}}}"#,
    #"{"ID": 1, "home": {"friend": {"id": 8, "nick": "n"}, "inner": {"friend": {"id": 9}}}}"#,
    #"{"ID": 4, "whole": {"zip": "y"}, "checked": {"street": "bad"}, "home": {"floor": 2}}"#,
    #"{"ID": 4, "home": {"inner": {"zip": "y"}}, "whole": {"street": "a", "inner": {"zip": "y"}}}"#,
    #"{"ID": 4, "checked": {"zip": "y"}, "fixed": {"street": "bad"}, "homes": [{"zip": "y"}]}"#,
    #"{"ID": 4, "boss": {"whole": {"zip": "y"}, "checked": {"street": "s", "zip": "y"}}}"#,
  ]

  @Test(arguments: inputs, WayIn.forms)
  func areThoseOfOthers(input: String, way: WayIn) throws {
    for makesTowers in [false, true] {
      let expected = try outcome(of: input, User.self, by: way, makesTowers)
      func check<Model: User>(_ type: Model.Type) throws {
        let outcome = try outcome(of: input, type, by: way, makesTowers)
        #expect(outcome == expected, "\(type)")
      }
      try check(Hooked.self)
      try check(Late.self)
      try check(Awoken.self)
      try check(Accessed.self)
    }
  }

  /// What is in an object without an identity is checked when it is known where that goes.
  @Test(arguments: [
    #"{"ID": 1, "peer": {"checked": {"zip": "y"}, "whole": {"zip": "y"}, "name": "p"}}"#,
    #"{"peer": {"checked": {"zip": "y"}, "whole": {"zip": "y"}, "name": "p"}, "ID": 1}"#,
    #"{"ID": 3, "peer": {"checked": {"zip": "y"}, "whole": {"zip": "y"}, "name": "p"}}"#,
    #"{"ID": 1, "peer": {"peer": {"checked": {"zip": "y"}, "whole": {"zip": "y"}}}}"#,
    #"{"peer": {"peer": {"checked": {"zip": "y"}, "whole": {"zip": "y"}}}, "ID": 1}"#,
    #"{"ID": 3, "peer": {"peer": {"checked": {"zip": "y"}, "whole": {"zip": "y"}}}}"#,
  ])
  func areThoseOfOthersInObjectsWithoutAnIdentity(input: String) throws {
    func outcome<Model: User>(_ type: Model.Type, _ key: String, _ peer: (Model) -> Model?) throws
      -> [String]
    {
      let (store, log) = (ModelStore(), TextLog())
      var options = MappingOptions()
      options.missingKeys = .report
      options.issueHandler = { issues in
        log.add(issues.filter { !["id", "uid"].contains($0.path) }.map { "\($0)" })
      }
      let first =
        #"{"\#(key)": 1, "peer": {"checked": {"street": "s"}, "whole": {"street": "s"}, "#
        + #""peer": {"checked": {"street": "t"}, "whole": {"street": "t"}}}}"#
      let user = try store.upsert(type, json: first)
      let known = [user, peer(user), peer(user).flatMap(peer)]
      let json = input.replacing("ID", with: key)
      let mapped = try store.upsert(type, json: json, options: options)
      let now = [user, peer(user), peer(user).flatMap(peer)]
      let kept = zip(known, now).map { "\($0 === $1)" }
      let all = now + [mapped, peer(mapped), peer(mapped).flatMap(peer)]
      let texts = all.map { user in
        "\(user?.name ?? "nil") "
          + [user?.checked, user?.whole].map { "\($0?.street ?? "nil") \($0?.zip ?? "nil")" }
          .joined(separator: ", ")
      }
      return log.texts.sorted() + kept + texts
    }
    let expected = try outcome(PlainPeer.self, "id", \.peer)
    #expect(try outcome(HookedPeer.self, "uid", \.peer) == expected)
  }

  /// A later value counts, though the one before it names an object that comes at the end.
  @Test func awaitNothingAfterAnotherValue() throws {
    func check<Model: User>(_ type: Model.Type, _ key: String) throws {
      let json =
        #"{"first": [{"ID": 3, "boss": 4}, {"ID": 3, "boss": null}], "users": [{"id": 4}]}"#
      let page = try ModelStore().upsert(Page<Model>.self, json: json.replacing("ID", with: key))
      #expect(page.first.map(\.id) == [3])
      #expect(page.users.map(\.id) == [4])
      #expect(page.first.first?.boss == nil, "\(type)")
    }
    try check(User.self, "id")
    try check(Hooked.self, "uid")
    try check(Late.self, "uid")
    try check(Awoken.self, "uid")
    try check(Accessed.self, "uid")
  }

  /// A part that is merged with the object that is there is that one, wherever the input refers to it.
  @Test(arguments: WayIn.forms)
  func areReferredTo(way: WayIn) throws {
    func check<Model: User>(_ type: Model.Type) throws {
      var options = MappingOptions()
      options.references = .preserved
      let (store, key) = (ModelStore(), type == User.self ? "id" : "uid")
      let user = try store.upsert(type, json: #"{"\#(key)": 1}"#)
      let whole = Whole()
      (user.whole, whole.street) = (whole, "s")
      let first = #"{"\#(key)": 1, "homes": [{"$ref": "2"}], "whole": {"$id": "2", "zip": "y"}}"#
      let json = #"{"a": \#(first), "b": {"\#(key)": 5, "homes": [{"$ref": "2"}]}}"#
      let pair = try mapped(json, Pair<Model>.self, by: way, store, options)
      #expect(user.whole === whole && whole.zip == "y" && whole.street == "s", "\(type)")
      #expect(user.homes.count == 1 && user.homes.first === whole, "\(type)")
      #expect(pair.b?.homes.count == 1 && pair.b?.homes.first === whole, "\(type)")
    }
    try check(User.self)
    try check(Hooked.self)
    try check(Late.self)
    try check(Awoken.self)
    try check(Accessed.self)
  }

  private func mapped<Model: ModelObject>(
    _ json: String,
    _ type: Model.Type,
    by way: WayIn,
    _ store: ModelStore,
    _ options: MappingOptions
  ) throws -> Model {
    way == .text || way == .data
      ? try store.upsert(type, json: json, options: options)
      : try store.upsert(type, dictionary: JSONInput(json, by: way).dictionary(), options: options)
  }

  /// The issues, the user and what the store has after an input.
  private func outcome<Model: User>(
    of input: String,
    _ type: Model.Type,
    by way: WayIn,
    _ makesTowers: Bool
  ) throws -> [String] {
    let (store, log) = (ModelStore(), TextLog())
    var options = MappingOptions()
    options.missingKeys = .report
    options.issueHandler = { issues in
      // The identity comes under another key, or under none.
      let others = issues.filter { !["id", "uid"].contains($0.path) }
      log.add(others.map { "\($0)" })
    }
    let key = type == User.self ? "id" : "uid"
    let user = try store.upsert(type, json: #"{"\#(key)": 1, "name": "first"}"#)
    let boss = try store.upsert(type, json: #"{"\#(key)": 2, "name": "second"}"#)
    let bare = try store.upsert(type, json: #"{"\#(key)": 4, "name": "fourth"}"#)
    let homes = [user, boss].flatMap { fill($0, makesTowers) }
    user.boss = boss
    try store.upsert(Friend.self, json: #"{"id": 8, "nick": "first"}"#)
    let json = input.replacing("ID", with: key)
    let mapped =
      way == .text || way == .data
      ? try store.upsert(type, json: json, options: options)
      : try store.upsert(type, dictionary: JSONInput(json, by: way).dictionary(), options: options)
    let kept = zip(homes, [user, boss].flatMap { self.homes(of: $0) }).map { "\($0 === $1)" }
    let users = [mapped, user, boss, bare].map { text(of: $0) }
    let friends = store.all(Friend.self).map { "\($0.id) \($0.nick)" }
    return log.texts.sorted() + users + kept + friends + ["\(store.count(of: User.self))"]
  }

  @Test func leaveWhatIsNamedAgain() throws {
    let store = ModelStore()
    let known = try store.upsert(Friend.self, json: #"{"id": 8, "nick": "first"}"#)
    let refused =
      #"{"street": "bad", "friend": {"id": 8, "nick": "n"}, "#
      + #""next": {"friend": {"id": 9}}, "inner": {"street": "a", "friend": {"id": 7}}}"#
    let named = #""home": {"friend": {"id": 8, "nick": "n"}, "next": {"friend": 9}}"#
    let user = try store.upsert(
      Late.self,
      json: #"{"uid": 3, "checked": \#(refused), \#(named)}"#
    )
    #expect(user.checked == nil)
    #expect(known.nick == "n")
    #expect(user.home?.next?.friend?.id == 9)
    #expect(store.all(Friend.self).map(\.id) == [8, 9])
  }

  /// What is refused when others have been read is reported, and stays out: no other key is tried, and
  /// an object that is named again keeps what it was given in it.
  @Test func areLeftOutIfTheyAreRefusedLate() throws {
    func check<Model: User>(_ type: Model.Type) throws {
      let (store, log) = (ModelStore(), TextLog())
      let friend = try store.upsert(Friend.self, json: #"{"id": 8, "nick": "first"}"#)
      var options = MappingOptions()
      options.issueHandler = { issues in
        log.add(issues.filter { $0.kind == .rejected }.map { "\($0.path)" })
      }
      let json =
        #"{"uid": 3, "ext": {"whole": {"zip": "y"}}, "whole": {"street": "a"}, "#
        + #""checked": {"street": "bad", "friend": {"id": 8, "nick": "n"}}, "#
        + #""home": {"friend": {"id": 8}}}"#
      let user = try store.upsert(type, json: json, options: options)
      #expect(user.id == 3 && user.whole == nil && user.checked == nil, "\(type)")
      #expect(user.home?.friend === friend && friend.nick == "n", "\(type)")
      #expect(log.texts.sorted() == ["checked", "ext.whole"], "\(type)")
    }
    try check(Hooked.self)
    try check(Late.self)
    try check(Awoken.self)
    try check(Accessed.self)
  }

  private func fill(_ user: User, _ makesTowers: Bool) -> [Home] {
    user.home = makesTowers ? Tower() : Home()
    user.home?.next = makesTowers ? Tower() : Home()
    (user.whole, user.checked) = (Whole(), Checked())
    user.home?.inner = Whole()
    user.home?.next?.inner = Whole()
    let homes = homes(of: user).compactMap { $0 }
    for (number, home) in homes.enumerated() { home.street = "s\(number)" }
    return homes
  }

  private func homes(of user: User) -> [Home?] {
    [
      user.home, user.home?.next, user.home?.inner, user.home?.next?.inner, user.whole,
      user.checked, user.fixed,
    ]
  }

  private func text(of user: User) -> String {
    let homes = [user.home, user.whole, user.checked, user.fixed] + user.homes
    return "\(user.id) \(user.name) \(homes.map { text(of: $0) }) \(user.boss?.id ?? -1)"
  }

  private func text(of home: Home?) -> String {
    guard let home else { return "nil" }
    let floor = (home as? Tower)?.floor
    return
      "\(type(of: home)) \(home.street) \(home.zip) \(floor ?? -1) \(home.rest.sorted { $0.key < $1.key })"
      + " \(home.friend?.id ?? -1)"
      + "(\(text(of: home.next)), \(text(of: home.inner)))"
  }
}
