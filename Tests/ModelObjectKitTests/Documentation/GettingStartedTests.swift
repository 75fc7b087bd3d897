import Foundation
import ModelObjectKit
import Testing

@Suite struct GettingStarted {
  class Address: ModelObject {
    var street = ""
    var city = ""
  }

  class Customer: ModelObject {
    var name = ""
    var customerID = 0
    var homeAddress: Address?
    var phones: [String] = []
  }

  let json = #"""
    {"name": "Shan", "customer_id": "42", "phones": "555-1",
     "home_address": {"street": "Main Street 1", "city": "Lahore"}}
    """#

  @Test func oneObject() throws {
    let customer = try Customer(json: json)
    #expect(customer.customerID == 42)
    #expect(customer.homeAddress?.city == "Lahore")
    #expect(customer.phones == ["555-1"])

    try customer.update(json: #"{"home_address": {"city": "Karachi"}}"#)
    #expect(customer.homeAddress?.street == "Main Street 1")
    #expect(customer.homeAddress?.city == "Karachi")

    let other = customer.copy()
    #expect((other == customer) == true)
    other.homeAddress?.city = "Multan"
    #expect(customer.homeAddress?.city == "Karachi")
  }

  @Test func dictionaries() throws {
    let customer = try Customer(dictionary: ["Name": "Kim", "customerId": 7])
    #expect(customer.name == "Kim")
    let customers = try [Customer](dictionaries: [["name": "Kim"], ["name": "Shan"]])
    #expect(customers.count == 2)
    let byKey = try [String: Customer](json: #"{"first": {"name": "Kim"}}"#)
    #expect(byKey["first"]?.name == "Kim")
  }

  class Answer: ModelObject {
    var text = ""
    var receivedAt: Date?

    convenience init(_ dictionary: [String: Any], receivedAt: Date) throws {
      try self.init(dictionary: dictionary)
      self.receivedAt = receivedAt
    }
  }

  class Order: ModelObject {
    var number: Int

    required init() {
      number = -1
    }
  }

  class Session: ModelObject {
    let version = 1
    var user = ""
  }

  @Test func habits() throws {
    let answer = try Answer(["text": "yes"], receivedAt: .distantPast)
    #expect(answer.text == "yes")
    #expect(answer.receivedAt == .distantPast)

    #expect(try Order(json: "{}").number == -1)

    let session = try Session(json: #"{"version": 2, "user": "Shan"}"#)
    #expect(session.version == 1)
    #expect(session.user == "Shan")
  }

  class Employee: Customer {
    var salary: Decimal?
  }

  @Test func inheritance() throws {
    let employee = try Employee(json: #"{"name": "Kim", "salary": 0.1}"#)
    #expect(employee.name == "Kim")
    #expect(employee.salary == Decimal(string: "0.1"))
  }
}
