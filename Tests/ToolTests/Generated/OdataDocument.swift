import Foundation
import ModelObjectKit

/// From odata.json.
///
/// Read it with `try OdataDocument(json: data)`.
class OdataDocument: ModelObject {
  var odataContext: URL?
  var odataCount = 0
  var value: [Value] = []
  var odataNextLink: URL?

  override class var keyMapping: [String: JSONKey] {
    [
      "odataContext": #"@odata\.context"#,
      "odataCount": #"@odata\.count"#,
      "odataNextLink": #"@odata\.nextLink"#,
    ]
  }

  class Value: ModelObject {
    var odataId: URL?
    var odataEtag = ""
    var userName = ""
    var firstName = ""
    var emails: [String] = []
    var addressInfo: [AddressInfo] = []
    var gender = ""
    var concurrency = 0
    var balanceOdataType = ""
    var balance = 0.0
    var birthDate: Date?  // reads only the format in `dateFormats`
    var home: Home?
    var friendsOdataNavigationLink: URL?

    override class var keyMapping: [String: JSONKey] {
      [
        "odataId": #"@odata\.id"#,
        "odataEtag": #"@odata\.etag"#,
        "userName": "UserName",
        "firstName": "FirstName",
        "emails": "Emails",
        "addressInfo": "AddressInfo",
        "gender": "Gender",
        "concurrency": "Concurrency",
        "balanceOdataType": #"Balance@odata\.type"#,
        "balance": "Balance",
        "birthDate": "BirthDate",
        "home": "Home",
        "friendsOdataNavigationLink": #"Friends@odata\.navigationLink"#,
      ]
    }

    override class var dateFormats: [String: DateOptions.Format] {
      ["birthDate": .dateOnly]
    }
  }

  class AddressInfo: ModelObject {
    var address = ""
    var city: City?

    override class var keyMapping: [String: JSONKey] {
      [
        "address": "Address",
        "city": "City",
      ]
    }
  }

  class Home: ModelObject {
    var odataType: String?

    override class var keyMapping: [String: JSONKey] {
      ["odataType": #"@odata\.type"#]
    }

    override class var subclasses: Subclasses? {
      .byTag("@odata.type", ["#Point": Point.self, "#Street": Street.self])
    }
  }

  class Point: Home {
    var latitude = 0.0
    var longitude = 0.0

    override class var keyMapping: [String: JSONKey] {
      [
        "latitude": "Latitude",
        "longitude": "Longitude",
      ]
    }
  }

  class Street: Home {
    var name = ""
    var number = ""

    override class var keyMapping: [String: JSONKey] {
      [
        "name": "Name",
        "number": "Number",
      ]
    }
  }

  class City: ModelObject {
    var countryRegion = ""
    var name = ""
    var region = ""

    override class var keyMapping: [String: JSONKey] {
      [
        "countryRegion": "CountryRegion",
        "name": "Name",
        "region": "Region",
      ]
    }
  }
}
