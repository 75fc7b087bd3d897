import Foundation
import ModelObjectKit
import Testing

/// Random lives of a record, which is read from columns that don't all fit, set, copied, mapped and written.
///
/// A column keeps what its property couldn't read until the property has been given another value.
struct RandomRowsTests {
  @Test(arguments: 0..<(4 * UInt64(RandomDocuments.rounds)))
  func columnsHaveWhatTheRuleSays(seed: UInt64) throws {
    for type in [Ticket.self, HookedTicket.self] {
      var random = SeededGenerator(seed: seed)
      for _ in 0..<30 {
        let columns = Dictionary(
          uniqueKeysWithValues: Field.allCases.compactMap { field in
            field.columns.randomElement(using: &random).map { (field.rawValue, $0.value) }
          }
        )
        var life = try Life(of: type, DatabaseRow(columns, isCopied: true))
        for _ in 0..<12 { try life.step(&random) }
      }
    }
  }
}

private enum State: String { case open, closed }

private class Ticket: ModelObject {
  var state = State.open
  var count: Int?
  var price = 1.5
  var numbers: [Int] = []
}

private final class HookedTicket: Ticket {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private enum Field: String, CaseIterable {
  case state, count, price, numbers

  /// What the column may have, and whether the property can have all of it.
  var columns: [(value: DatabaseRow.Value, fits: Bool)] {
    let misfits: [DatabaseRow.Value] = [.blob(Data([255, 0]))]
    let own: [(DatabaseRow.Value, Bool)] =
      switch self {
      case .state: [(.text("open"), true), (.text("closed"), true), (.text("refunded"), false)]
      case .count: [(.integer(3), true), (.text("many"), false), (.text("[1]x"), false)]
      case .price: [(.real(2.25), true), (.text("dear"), false)]
      case .numbers:
        [(.text("[1,2]"), true), (.text("[]"), true), (.text(#"[1,"x",{}]"#), false)]
      }
    return own + misfits.map { ($0, false) } + [(.null, true)]
  }

  /// Values as JSON, and what a column has for them.
  var values: [(json: String, column: DatabaseRow.Value)] {
    switch self {
    case .state: [(#""open""#, .text("open")), (#""closed""#, .text("closed"))]
    case .count: [("null", .null), ("5", .integer(5)), ("3", .integer(3))]
    case .price: [("1.5", .real(1.5)), ("4.75", .real(4.75))]
    case .numbers: [("[]", .text("[]")), ("[1]", .text("[1]")), ("[2,1]", .text("[2,1]"))]
    }
  }

  /// What the column has for the value that the property has now.
  func column(of ticket: Ticket) -> DatabaseRow.Value {
    switch self {
    case .state: .text(ticket.state.rawValue)
    case .count: ticket.count.map { .integer(Int64($0)) } ?? .null
    case .price: .real(ticket.price)
    case .numbers: .text("[\(ticket.numbers.map { "\($0)" }.joined(separator: ","))]")
    }
  }

  /// Sets the property in code.
  func set(_ json: String, of ticket: Ticket) throws {
    let other = try Ticket(json: #"{"\#(rawValue)": \#(json)}"#)
    switch self {
    case .state: ticket.state = other.state
    case .count: ticket.count = other.count
    case .price: ticket.price = other.price
    case .numbers: ticket.numbers = other.numbers
    }
  }
}

/// A record, its row, and what the columns have to keep.
private struct Life {
  private let row: DatabaseRow
  private var ticket: Ticket
  /// The columns that don't fit, with what their properties had when they were read.
  private var kept: [Field: (column: DatabaseRow.Value, read: DatabaseRow.Value)] = [:]
  private var log: [String] = []

  init(of type: Ticket.Type, _ row: DatabaseRow) throws {
    self.row = row
    log.append("\(row.columns)")
    ticket = try row.decode(type)
    for field in Field.allCases {
      guard let column = row.columns[field.rawValue],
        field.columns.contains(where: { $0.value == column && !$0.fits })
      else { continue }
      kept[field] = (column, field.column(of: ticket))
    }
  }

  mutating func step(_ random: inout SeededGenerator) throws {
    guard let field = Field.allCases.randomElement(using: &random),
      let value = field.values.randomElement(using: &random)
    else { return }
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      log.append("copy")
      ticket = ticket.copy()
    case 1:
      log.append("\(field) = \(value.json)")
      try field.set(value.json, of: ticket)
    case 2:
      log.append("map \(field): \(value.json)")
      try ticket.update(json: #"{"\#(field.rawValue)": \#(value.json)}"#)
      kept[field] = nil
    case 3:
      log.append("map \(field): what doesn't fit")
      try ticket.update(json: #"{"\#(field.rawValue)": {"no": 1}}"#)
    case 4:
      log.append("export")
      _ = try ticket.jsonString()
    default:
      log.append("write")
      try write()
    }
  }

  private mutating func write() throws {
    try row.update(ticket)
    for field in Field.allCases {
      let own = field.column(of: ticket)
      if let (_, read) = kept[field], read != own { kept[field] = nil }
      let expected = kept[field]?.column ?? own
      #expect(row.columns[field.rawValue] == expected, "\(field): \(log.joined(separator: "; "))")
    }
  }
}
