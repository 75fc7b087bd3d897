#if !Foundation
import Foundation
import ModelObjectKit

/// The trees of Foundation's reader and writer with the library's nulls instead of Foundation's, which
/// tests mean if the library is built without the trait `Foundation`.
enum JSONSerialization {
  typealias ReadingOptions = Foundation.JSONSerialization.ReadingOptions
  typealias WritingOptions = Foundation.JSONSerialization.WritingOptions

  static func jsonObject(with data: Data, options: ReadingOptions = []) throws -> Any {
    replace(in: try Foundation.JSONSerialization.jsonObject(with: data, options: options)) {
      $0 is Foundation.NSNull ? JSONNull() : $0
    }
  }

  static func data(withJSONObject tree: Any, options: WritingOptions = []) throws -> Data {
    let tree = replace(in: tree) { $0 is JSONNull ? Foundation.NSNull() : $0 }
    return try Foundation.JSONSerialization.data(withJSONObject: tree, options: options)
  }

  private static func replace(in tree: Any, _ leaf: (Any) -> Any) -> Any {
    switch tree {
    case let pairs as [String: Any]: pairs.mapValues { replace(in: $0, leaf) }
    case let elements as [Any]: elements.map { replace(in: $0, leaf) }
    default: leaf(tree)
    }
  }
}
#endif
