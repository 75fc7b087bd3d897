import Foundation
import ModelObjectKit

/// From geo.json.
///
/// Read it with `try GeoDocument(json: data)`.
class GeoDocument: ModelObject {
  var type = ""
  var bbox: [Double] = []
  var features: [Feature] = []

  class Feature: ModelObject {
    var type = ""
    var id = ""
    var geometry: Geometry?
    var properties: Properties?
  }

  class Geometry: ModelObject {
    var type: String?

    override class var subclasses: Subclasses? {
      .byTag(
        "type",
        [
          "Point": Point.self,
          "LineString": LineString.self,
          "Polygon": Polygon.self,
          "GeometryCollection": GeometryCollection.self,
        ]
      )
    }
  }

  class Point: Geometry {
    var coordinates: [Double] = []
  }

  class LineString: Geometry {
    var coordinates: [[Double]] = []
  }

  class Polygon: Geometry {
    var coordinates: [[[Double]]] = []
  }

  class GeometryCollection: Geometry {
    var geometries: [Geometry] = []
  }

  class Properties: ModelObject {
    var name = ""
    var lines: [String]?
    var shelter: Bool?
    var opened: Date?  // reads only the format in `dateFormats`
    var length: Int?
    var area: Double?

    override class var dateFormats: [String: DateOptions.Format] {
      ["opened": .dateOnly]
    }
  }
}
