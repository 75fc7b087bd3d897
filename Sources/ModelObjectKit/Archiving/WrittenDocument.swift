import Foundation

/// A whole archive for Foundation's encoder.
struct WrittenDocument: Encodable {
  let root: ArchiveFormat.Root
  /// The numbers of the archived objects.
  let objects: [Int]
  let tables: [WrittenTable]
  let frame: WrittenFrame?
  let writer: NodeWriter

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    try container.encode(ArchiveFormat.name, forKey: AnyKey("format"))
    try container.encode(ArchiveFormat.version, forKey: AnyKey("version"))
    let (numbers, key) = (objects.map { writer.numbers[$0] }, AnyKey(root.rawValue))
    if root == .model {
      try container.encode(numbers[0], forKey: key)
    } else {
      try container.encode(numbers, forKey: key)
    }
    if let frame {
      try container.encode(frame.places, forKey: AnyKey("places"))
      try container.encode(frame.removed.map { writer.numbers[$0] }, forKey: AnyKey("removed"))
    }
    var classes = container.nestedUnkeyedContainer(forKey: AnyKey("classes"))
    for table in tables {
      var fields = classes.nestedContainer(keyedBy: AnyKey.self)
      try encode(table, to: &fields)
    }
    // Last, because the tables add to it.
    if let shared = writer.shared { try container.encode(shared, forKey: AnyKey("shared")) }
  }

  private func encode(_ table: WrittenTable, to container: inout KeyedTarget) throws {
    try container.encode(table.name, forKey: AnyKey("class"))
    let version = table.type.archiveVersion
    if version != 0 { try container.encode(version, forKey: AnyKey("version")) }
    try container.encode(table.first, forKey: AnyKey("first"))
    try container.encode(table.objects.count, forKey: AnyKey("count"))
    if !table.places.isEmpty { try container.encode(table.places, forKey: AnyKey("places")) }
    if table.encodesItself {
      var rows = container.nestedUnkeyedContainer(forKey: AnyKey("rows"))
      for row in table.rows {
        var keys = rows.nestedContainer(keyedBy: AnyKey.self)
        for (key, node) in row.inKeyOrder() {
          try keys.encode(EncodableNode(node: node, writer: writer), forKey: AnyKey(key))
        }
      }
    } else if !table.columns.isEmpty {
      var columns = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("columns"))
      for ((_, key), nodes) in zip(table.properties, table.columns) {
        let column = EncodableNode(node: .column(nodes), writer: writer)
        try columns.encode(column, forKey: AnyKey(key))
      }
    }
  }
}

/// Long strings and data, each once.
final class WrittenSharedValues: Encodable {
  private var numbers: [AnyHashable: Int] = [:]
  private var values: [WrittenNode] = []

  /// The number of data, or of a string whose bytes Foundation doesn't change.
  func number(of value: AnyHashable, _ node: WrittenNode) -> Int {
    if let number = numbers[value] { return number }
    numbers[value] = values.count
    values.append(node)
    return values.count - 1
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    let writer = NodeWriter(numbers: [], shared: nil)
    for value in values { try writer.write(value, to: &container) }
  }
}
