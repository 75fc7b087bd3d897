import Foundation
import ModelObjectKit

/// How someone pays.
enum BuyerPayment: Int {
  case card = 0
  case invoice = 5
}

/// Who buys: written in Objective-C, years ago.
class Buyer: AppModel {
  var name: String?  // with the family name
  var phones: [String]?
  var payment = BuyerPayment.card
  var isShown = false

  override class var keyMapping: [String: JSONKey] { ["name": "full_name"] }

  override class var ignoredProperties: Set<String> { ["isShown"] }
}
