import ModelObjectKit

/// From charges.json.
///
/// Read it with `try ChargesDocument(json: data)`.
/// An export with the `keyStyle` `.snakeCase` restores the original keys.
class ChargesDocument: ModelObject {
  var object = ""
  var url = ""
  var hasMore = false
  var data: [ChargesDocumentData] = []

  class ChargesDocumentData: ModelObject {
    var id = ""
    var object = ""
    var amount = 0
    var amountCaptured: Int?
    var application: String?
    var balanceTransaction: String?
    var billingDetails: BillingDetails?
    var captured: Bool?
    // seconds since 1970: could be a `Date?` with `.secondsSince1970` in `dateFormats`
    var created = 0
    var currency: String?
    var failureCode: String?
    var fraudDetails: FraudDetails?
    var metadata: Metadata?
    var outcome: Outcome?
    var paymentMethodDetails: PaymentMethodDetails?
    var refunds: ChargesDocument?
    var source: Source?
    var charge: String?
  }

  class BillingDetails: ModelObject {
    var address: Address?
    var email: String?
    var name: String?
    var phone: Any?  // always null
  }

  class FraudDetails: ModelObject {
    var userReport: String?
  }

  class Metadata: ModelObject {
    var orderId: String?
  }

  class Outcome: ModelObject {
    var networkStatus = ""
    var reason: Any?  // always null
    var riskLevel = ""
    var riskScore = 0
    var sellerMessage = ""
    var type = ""
  }

  class PaymentMethodDetails: ModelObject {
    var type: String?

    override class var subclasses: Subclasses? {
      .byTag(
        "type",
        [
          "card": CardPaymentMethodDetails.self,
          "sepa_debit": SepaDebitPaymentMethodDetails.self,
        ]
      )
    }
  }

  class CardPaymentMethodDetails: PaymentMethodDetails {
    var card: Card?
  }

  class SepaDebitPaymentMethodDetails: PaymentMethodDetails {
    var sepaDebit: SepaDebit?
  }

  class Source: ModelObject {
    var id = ""
    var object = ""
  }

  class Address: ModelObject {
    var city: String?
    var country: String?
    var line1: String?
    var postalCode: String?
  }

  class Card: ModelObject {
    var brand = ""
    var checks: Checks?
    var expMonth = 0
    var expYear = 0
    var threeDSecure: Any?  // always null
    var last4 = ""
  }

  class SepaDebit: ModelObject {
    var bankCode = ""
    var last4 = ""
  }

  class Checks: ModelObject {
    var addressLine1Check: Any?  // always null
    var cvcCheck: Any?  // always null
  }
}
