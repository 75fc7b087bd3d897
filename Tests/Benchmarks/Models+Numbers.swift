import Foundation
import ModelObjectKit

/// The season of a concert hall: names by id, arrays of ids, small objects.
class Catalog: ModelObject {
  var areaNames: [String: String] = [:]
  var audienceSubCategoryNames: [String: String] = [:]
  var blockNames: [String: String] = [:]
  var events: [String: Event] = [:]
  var performances: [Performance] = []
  var seatCategoryNames: [String: String] = [:]
  var subTopicNames: [String: String] = [:]
  var subjectNames: [String: String] = [:]
  var topicNames: [String: String] = [:]
  var topicSubTopics: [String: [Int]] = [:]
  var venueNames: [String: String] = [:]
}

class Event: ModelObject {
  var description: String?
  var id = 0
  var logo: String?
  var name = ""
  var subTopicIds: [Int] = []
  var subjectCode: Int?
  var subtitle: String?
  var topicIds: [Int] = []
}

class Performance: ModelObject {
  var eventId = 0
  var id = 0
  var logo: String?
  var name: String?
  var prices: [Price] = []
  var seatCategories: [SeatCategory] = []
  var seatMapImage: String?
  var start = 0
  var venueCode = ""
}

class Price: ModelObject {
  var amount = 0
  var audienceSubCategoryId = 0
  var seatCategoryId = 0
}

class SeatCategory: ModelObject {
  var areas: [Area] = []
  var seatCategoryId = 0
}

class Area: ModelObject {
  var areaId = 0
  var blockIds: [Int] = []
}

/// The outline of a country: numbers with fractions in arrays in arrays.
class Outline: ModelObject {
  var type = ""
  var features: [Feature] = []
}

class Feature: ModelObject {
  var type = ""
  var properties: [String: String] = [:]
  var geometry: Geometry?
}

class Geometry: ModelObject {
  var type = ""
  var coordinates: [[[Double]]] = []
}
