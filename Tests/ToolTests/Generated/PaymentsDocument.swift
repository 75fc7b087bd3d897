import ModelObjectKit

/// From payments.json.
///
/// Read it with `try [PaymentsDocument](json: data)`.
/// An export with the `keyStyle` `.snakeCase` restores the original keys.
class PaymentsDocument: ModelObject {
  var id = ""
  var object = ""
  var apiVersion = ""
  // seconds since 1970: could be a `Date?` with `.secondsSince1970` in `dateFormats`
  var created = 0
  var livemode = false
  var pendingWebhooks = 0
  var type = ""
  var request: Request?
  var data: PaymentsDocumentData?

  class Request: ModelObject {
    var id: String?
    var idempotencyKey: String?
  }

  class PaymentsDocumentData: ModelObject {
    var object: Object?
    var previousAttributes: PreviousAttributes?
  }

  class Object: ModelObject {
    var object: String?
    var id = ""
    var metadata: [String: String] = [:]

    override class var subclasses: Subclasses? {
      .byTag("object", ["charge": Charge.self, "customer": Customer.self])
    }
  }

  class Charge: Object {
    var amount = 0
    var currency = ""
    var paid = false
    var customer = ""
    var refunds: Refunds?
  }

  class Customer: Object {
    var balance = 0
    var email = ""
    var address: Address?
    var invoiceSettings: InvoiceSettings?
  }

  class PreviousAttributes: ModelObject {
    var balance = 0
    var email: Any?  // always null
  }

  class Refunds: ModelObject {
    var object = ""
    var data: [RefundsData] = []
    var hasMore = false
    var url = ""
  }

  class Address: ModelObject {
    var city = ""
    var line1 = ""
    var line2: Any?  // always null
    var postalCode = ""
  }

  class InvoiceSettings: ModelObject {
    var footer: Any?  // always null
  }

  class RefundsData: ModelObject {
    var id = ""
    var amount = 0
  }
}
