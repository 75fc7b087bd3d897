// A .NET service's response, with dates in three formats, and a date that means nil.
import Foundation
import ModelObjectKit

class Order: ModelObject {
  var orderId = 0
  var placedOn: Date?
  var packedOn: Date?
  var shippedOn: Date?
  var paidOn: Date?

  override func serializeValue(_ value: Any?, key: String) throws {
    // A .NET date can't be nil: an unset one is the first day of the calendar.
    let isUnset = value as? String == "0001-01-01T00:00:00"
    try super.serializeValue(isUnset ? nil : value, key: key)
  }
}

let answer = #"""
  [
    {
      "OrderId": 1,
      "PlacedOn": "\/Date(1451606400000+0200)\/",
      "PackedOn": "2016-01-02T08:30:00",
      "ShippedOn": "2016-01-02T18:15:30.5+01:00",
      "PaidOn": "2016-01-05T00:00:00Z"
    },
    {
      "OrderId": 2,
      "PlacedOn": "\/Date(1454284800000)\/",
      "PackedOn": "2016-02-30T08:30:00",
      "ShippedOn": null,
      "PaidOn": "0001-01-01T00:00:00"
    }
  ]
  """#

print("1. All three formats are recognized without a setting.\n")
let orders = try [Order](json: answer)
for order in orders { print(order, terminator: "\n\n") }

func text(_ date: Date) -> String { ISO8601DateFormatter().string(from: date) }

print("2. A time without a zone uses the time zone in the options.\n")
var options = MappingOptions()
options.dates.timeZone = TimeZone(secondsFromGMT: 8 * 3600) ?? .current
let local = try [Order](json: answer, options: options)
print("read as GMT:", orders[0].packedOn.map(text) ?? "none")
print("read as UTC+8:", local[0].packedOn.map(text) ?? "none")

print("\n3. An explicit format accepts only that format.\n")
options = .strict
options.dates.format = .dotNetJSON
do {
  _ = try [Order](json: answer, options: options)
} catch {
  print(error)
}

print("\n4. Exporting in the formats that .NET services expect.\n")
var export = ExportOptions()
export.keyStyle = .pascalCase
export.prettyPrinted = true
for (name, format) in [
  ("dotNetJSON", DateOptions.Format.dotNetJSON),
  ("dotNetSimple", .dotNetSimple),
  ("dotNetWithTimeZone", .dotNetWithTimeZone),
] {
  export.dateFormat = format
  print(name, try orders[0].jsonString(options: export))
}
