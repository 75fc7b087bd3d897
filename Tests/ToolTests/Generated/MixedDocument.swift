import Foundation
import ModelObjectKit

/// From mixed.json.
///
/// Read it with `try [MixedDocument](json: data)`.
class MixedDocument: ModelObject {
  var n: Any?  // number or string
  var d: Double?
  var s: Any?  // boolean or number or string
  var flag: Any?  // boolean or number
  var any: Any?  // number or array or object
  var opt: Int?
  var when: Date?  // no time zone: UTC, unless `dates.timeZone` in `mappingOptions` is another
  var link = ""
  var rows: [[Double]?]?
  var holes: [Int?]?
  var days: [Date?]?  // reads only the format in `dateFormats`
  var mess: [Any]?  // number or string or array or object
  var wide: Double?
  var small: Double?
  var zero: Double?

  override class var dateFormats: [String: DateOptions.Format] {
    ["days": .dateOnly]
  }
}
