import Foundation
import ModelObjectKit

/// Read it with `try [MixedDocument](json: data)`.
class MixedDocument: ModelObject {
  var n = ""
  var d: Double?
  var s: String?
  var flag = 0
  var any: Any?
  var opt: Int?
  var when: Date?
  var link = ""
  var rows: [[Double]?]?
  var holes: [Int?]?
  var days: [Date?]?
  var mess: [Any]?
  var wide: Double?
  var small: Double?
  var zero: Double?
}
