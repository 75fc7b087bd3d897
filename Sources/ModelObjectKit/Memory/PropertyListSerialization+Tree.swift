import Foundation

extension PropertyListSerialization {
  /// The values of a property list of any format.
  static func tree(of data: Data) throws -> Any {
    // The pointer is nil: nobody wants to know the format.
    unsafe try propertyList(from: data, options: [], format: nil)
  }
}
