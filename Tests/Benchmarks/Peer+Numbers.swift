extension Peer {
  final class Catalog: Codable {
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

  final class Event: Codable {
    var description: String?
    var id = 0
    var logo: String?
    var name = ""
    var subTopicIds: [Int] = []
    var subjectCode: Int?
    var subtitle: String?
    var topicIds: [Int] = []
  }

  final class Performance: Codable {
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

  final class Price: Codable {
    var amount = 0
    var audienceSubCategoryId = 0
    var seatCategoryId = 0
  }

  final class SeatCategory: Codable {
    var areas: [Area] = []
    var seatCategoryId = 0
  }

  final class Area: Codable {
    var areaId = 0
    var blockIds: [Int] = []
  }
}

extension Peer {
  final class Outline: Codable {
    var type = ""
    var features: [Feature] = []
  }

  final class Feature: Codable {
    var type = ""
    var properties: [String: String] = [:]
    var geometry: Geometry?
  }

  final class Geometry: Codable {
    var type = ""
    var coordinates: [[[Double]]] = []
  }
}
