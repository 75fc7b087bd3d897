import Foundation
import ModelObjectKit

/// Archives to begin with: of each class, and of graphs of each kind.
enum ArchiveSeeds {
  static var archives: [Data] {
    let models: [Item] = [
      Item(), Leaf(), Everything(), Containers(), Listed(), Shape(), full, cycle, containers,
      shapes, listed, picky, crowd, crates,
      decoded(#"{"any":[1,{"a":[null,true,"$x"]}],"anyMap":{"$k":1.5}}"#),
    ]
    let arrays: [[Item]] = [[], [full, full, Leaf()], rows, packed]
    let archives = models.map { try? $0.archivedData() } + arrays.map { try? $0.archivedData() }
    return (archives + [sharedText, longText]).compactMap { $0 }
  }

  private static func decoded(_ json: String) -> Node {
    (try? Node(json: json)) ?? Node()
  }

  /// A value of each type that is no default, and each that has a form of its own in archives.
  private static var full: Node {
    let node = decoded(
      #"""
      {"id":1,"name":"$name","price":0.1,"flag":true,"tags":["a","$null","e\u0301"],
       "date":"2014-05-06T07:08:09.25Z","int128":170141183460469231731687303715884105727,
       "uint64":18446744073709551615,"data":"AAEC","url":"http://a.b/c","suit":"hearts","rank":13,
       "uuid":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","zone":"Europe/Berlin","locale":"de_CH",
       "point":{"x":1.5,"label":"l","at":"2014-05-06"},"points":[{"x":1}],"celsius":3,"wrapped":2,
       "number":1.5,"string":"s","array":[1,"a"],"dictionary":{"k":1},"moment":1,"link":"http://a"}
      """#
    )
    node.exact = [-0.0, .nan, .infinity, 0.1]
    node.floats = [-0.0, .nan, 0.1]
    node.decimals = [.nan, Decimal(1) / 3]
    node.nested = .some(nil)
    node.when = .distantFuture
    node.date = Date(timeIntervalSinceReferenceDate: 1e15)
    node.any = [
      node.url as Any, node.uuid as Any, node.zone as Any, Decimal(1) / 3, NSNull(), -0.0,
    ]
    node.anys = [Leaf(), ["k": Leaf()], Date(timeIntervalSinceReferenceDate: 0.1), Data([1])]
    return node
  }

  /// Objects that know each other and themselves.
  private static var cycle: Node {
    let first = Node()
    let second = Node()
    first.next = second
    second.next = first
    first.nodes = [first, second, second]
    second.byName = ["a": first, "b": second]
    let leaf = Leaf()
    leaf.leaf = leaf
    first.bagSet = [leaf]
    first.anys = [first, [second]]
    return first
  }

  private static var containers: Node {
    let node = Node()
    node.containers = try? Containers(
      json: #"""
        {"leaves":[{"id":1},{"id":2}],"maybes":[1,null],"numbers":[1,-1],"matrix":[[1,2],[]],
         "dates":[1,2],"set":[1,2],"maybeSet":[null,1],"leafSet":[{"id":1},{"id":2}],
         "byName":{"a":{"id":1}},"byNumber":{"1":"a"},"bySuit":{"null":[1]},"map":{"$a":1},
         "maybeMap":{"a":null},"lists":{"a":[{"id":1}]},"deep":[[{"a":[true]}]],
         "optionalList":["a"],"decimals":[0.1],"suits":["clubs"],"rows":[[{"id":1}],[]],
         "models":[{"id":1}],"twice":1,"next":{"id":2}}
        """#
    )
    return node
  }

  private static var crates: Node {
    let node = Node()
    node.crates = try? Crates(
      json: #"""
        {"crate":{"money":{"amount":"1.5","currencyCode":"$e","until":1},"crates":[{"leaf":{"id":1}}],
         "moneySet":[{"amount":1},{"amount":2}],"priceMap":{"$a":{"suit":"null"}},"raw":[1.50]},
         "maybe":{"rows":[[{"amount":1}],[]],"leaves":[{"id":2}],"tally":{"count":1,"leaf":{"id":3}}},
         "all":[{"any":[{"a":1}]},{}],"byName":{"a":{"id":1}},"lists":{"a":[{"id":2}]},
         "limited":{"id":1},"limits":[{"name":"a"}],"tally":{"count":2,"at":1,"points":[{"x":1}]},
         "tallies":{"a":{"count":3}},"rawValue":{"a":null},"raws":[1,null],"rawMap":{"a":[]},
         "next":{"crate":{"id":9}}}
        """#
    )
    node.prices = [Money(), Money()]
    node.crates?.crate.leaf = node.crates?.crate.crates.first?.leaf
    return node
  }

  private static var shapes: Item {
    (try? Shape(
      json: #"{"shapes":[{"side":3},{"radius":2},{}],"inner":{"circle":{"radius":1}}}"#
    )) ?? Shape()
  }

  private static var listed: Item {
    let listed = Listed()
    listed.next = containers.containers
    listed.leafSet = [Leaf()]
    let node = Node()
    node.listed = listed
    return node
  }

  /// Sets whose members differ only in what they hold, and sets that contain each other.
  private static var crowd: Item {
    let members = (0..<3).map { number in
      let (member, leader) = (Crowd(), Crowd())
      leader.id = number
      member.leader = leader
      return member
    }
    for member in members { member.members = Set(members.filter { $0 !== member }) }
    let outer = Crowd()
    outer.parts = (3...5).map { number in
      let (part, member) = (Crowd(), Crowd())
      member.id = number
      part.members = [member]
      return part
    }
    outer.members = Set(outer.parts)
    outer.parts += members
    members[0].maybe = []
    members[1].maybe = members[1].members
    members[1].named = ["a": [], "b": members[1].members]
    outer.lists = [[], [Leaf()], []]
    let node = Node()
    node.crowd = outer
    return node
  }

  private static var picky: Item {
    let picky = Picky()
    picky.others = [Picky(), Picky()]
    picky.inner = picky
    return picky
  }

  /// Enough for the forms that columns of many objects have.
  private static var rows: [Item] {
    (0..<40).map { index in
      let leaf = Leaf()
      leaf.id = index
      leaf.name = "row \(index)"
      return leaf
    }
  }

  /// Columns of each kind of packed values, with nil in some.
  private static var packed: [Item] {
    let leaf = Leaf()
    return (0..<33).map { index in
      let node = decoded(
        #"{"id":\#(index * 300),"price":\#(index).5,"flag":\#(index % 3 == 0)}"#
      )
      node.name = index % 2 == 0 ? "$a" : "é"
      node.date = Date(timeIntervalSinceReferenceDate: Double(index))
      node.nested = index % 4 == 0 ? nil : .some(index)
      node.anys = index % 2 == 0 ? [] : [leaf]
      node.next = index % 5 == 0 ? nil : decoded(#"{"name":"next"}"#)
      node.anyMap = index % 3 == 0 ? [:] : ["$a": index, "b": 300]
      node.prices = index % 3 == 0 ? [] : [Money(amount: 1), Money(currencyCode: "EUR")]
      node.byName = index % 4 == 0 ? [:] : ["row \(index)": decoded(#"{"name":"next"}"#)]
      return node
    }
  }

  /// One long string in each property of several objects.
  private static var longText: Data? {
    guard let data = try? (0..<6).map({ _ in Everything() as Item }).archivedData(),
      var root = try? PropertyListSerialization.propertyList(from: data, format: nil)
        as? [String: Any],
      var classes = root["classes"] as? [[String: Any]],
      let columns = classes.first?["columns"] as? [String: Any]
    else { return nil }
    let text = String(repeating: "1", count: 300)
    classes[0]["columns"] = columns.mapValues { _ in Array(repeating: text, count: 6) }
    root["classes"] = classes
    return try? PropertyListSerialization.data(fromPropertyList: root, format: .binary, options: 0)
  }

  /// A text that stands in a list of its own, as in archives where one is long and comes often.
  private static var sharedText: Data? {
    guard let data = try? Leaf().archivedData(),
      var root = try? PropertyListSerialization.propertyList(from: data, format: nil)
        as? [String: Any],
      var classes = root["classes"] as? [[String: Any]],
      var columns = classes.first?["columns"] as? [String: Any]
    else { return nil }
    columns["name"] = [["$shared": 0]]
    columns["tags"] = [[["$shared": 0], ["$utf8": ["$shared": 1]]]]
    classes[0]["columns"] = columns
    root["classes"] = classes
    root["shared"] = ["$$x", Data("e\u{301}".utf8)]
    return try? PropertyListSerialization.data(fromPropertyList: root, format: .binary, options: 0)
  }
}
