import Foundation
import ModelObjectKit

/// From mixed.json.
///
/// Read it with `try [MixedDocument](json: data)`.
class MixedDocument: ModelObject {
  var n: Any?  // number or text
  var d: Double?
  var s: Any?  // truth value or number or text
  var flag: Any?  // truth value or number
  var any: Any?  // number or array or object
  var opt: Int?
  var when: Date?
  var link = ""
  var rows: [[Double]?]?
  var holes: [Int?]?
  var days: [Date?]?
  var mess: [Any]?  // number or text or array or object
  var wide: Double?
  var small: Double?
  var zero: Double?
}
