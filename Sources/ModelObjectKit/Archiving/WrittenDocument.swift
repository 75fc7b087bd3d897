import Foundation

/// A whole archive for Foundation's encoder.
struct WrittenDocument: Encodable {
  /// The archived objects: a single one, those of an array, or those of a store.
  enum Root {
    case one(Int)
    case many([Int])
    case store([Int])
  }

  let root: Root
  let tables: [WrittenTable]
  let writer: NodeWriter

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: WrittenKey.self)
    try container.encode(ArchiveFormat.name, forKey: "format")
    try container.encode(ArchiveFormat.version, forKey: "version")
    switch root {
    case .one(let object): try container.encode(writer.numbers(of: [object])[0], forKey: "root")
    case .many(let objects): try container.encode(writer.numbers(of: objects), forKey: "roots")
    case .store(let objects): try container.encode(writer.numbers(of: objects), forKey: "store")
    }
    var classes = container.nestedUnkeyedContainer(forKey: "classes")
    for table in tables { try classes.encode(EncodableTable(table: table, writer: writer)) }
    // Last, because the tables add to it.
    if let shared = writer.shared { try container.encode(shared, forKey: "shared") }
  }
}

/// A key of a dictionary.
struct WrittenKey: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ text: String) { stringValue = text }
  init(stringLiteral value: String) { stringValue = value }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// Long strings and data, each once.
final class WrittenSharedValues: Encodable {
  private var texts: [String: Int] = [:]
  private var blocks: [Data: Int] = [:]
  private var values: [WrittenNode] = []

  /// The number of a string whose bytes Foundation doesn't change.
  func number(of text: String) -> Int {
    number(.text(text), in: &texts[text])
  }

  func number(of data: Data) -> Int {
    number(.data(data), in: &blocks[data])
  }

  private func number(_ node: WrittenNode, in place: inout Int?) -> Int {
    if let place { return place }
    values.append(node)
    place = values.count - 1
    return values.count - 1
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    let writer = NodeWriter(numbers: [], shared: nil)
    for value in values { try writer.write(value, to: &container) }
  }
}

/// The objects of one class.
private struct EncodableTable: Encodable {
  let table: WrittenTable
  let writer: NodeWriter

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: WrittenKey.self)
    try container.encode(table.name, forKey: "class")
    if table.version != 0 { try container.encode(table.version, forKey: "version") }
    try container.encode(table.first, forKey: "first")
    try container.encode(table.count, forKey: "count")
    if table.encodesItself {
      var rows = container.nestedUnkeyedContainer(forKey: "rows")
      for row in table.rows {
        var keys = rows.nestedContainer(keyedBy: WrittenKey.self)
        for (key, node) in row.inKeyOrder() {
          try keys.encode(EncodableNode(node: node, writer: writer), forKey: WrittenKey(key))
        }
      }
    } else if !table.columns.isEmpty {
      var columns = container.nestedContainer(keyedBy: WrittenKey.self, forKey: "columns")
      for (name, column) in zip(table.plan.names, table.columns) {
        try columns.encode(
          EncodableColumn(column: column, writer: writer),
          forKey: WrittenKey(name)
        )
      }
    }
  }
}

private struct EncodableColumn: Encodable {
  let column: WrittenColumn
  let writer: NodeWriter

  func encode(to encoder: any Encoder) throws {
    switch column.form {
    case .values:
      var container = encoder.unkeyedContainer()
      for node in column.nodes { try writer.write(node, to: &container) }
    case .every(let node):
      try writer.write(.every, EncodableNode(node: node, writer: writer), to: encoder)
    case .objects(let objects):
      try writer.write(.objects, writer.numbers(of: objects), to: encoder)
    case .lines(let text): try writer.write(.lines, text, to: encoder)
    }
  }
}
