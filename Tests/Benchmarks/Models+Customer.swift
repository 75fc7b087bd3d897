import Foundation
import ModelObjectKit

/// A customer whose properties are of the most common types.
class Customer: ModelObject {
  var id = 0
  var name = ""
  var email: String?
  var age = 0
  var score = 0.0
  var isActive = false
  var created: Date?
  var address: Place?
  override class var identity: Set<String> { ["id"] }

  class func made(_ number: Int) -> Self {
    let customer = Self()
    customer.id = number + 1
    customer.name = "Customer \(number)"
    customer.email = number % 3 == 0 ? nil : "customer\(number)@example.com"
    (customer.age, customer.score) = (number % 90, Double(number) / 8)
    customer.isActive = number % 2 == 0
    customer.created = Date(timeIntervalSinceReferenceDate: Double(number) * 1_000)
    let place = Place()
    (place.street, place.city) = ("Street \(number)", ["Bonn", "Shanghai", "Lima"][number % 3])
    (place.zip, place.country) = (10_000 + number % 9_000, ["DE", "CN", "PE"][number % 3])
    customer.address = place
    return customer
  }
}

final class Place: ModelObject {
  var street = ""
  var city = ""
  var zip = 0
  var country = ""
}
