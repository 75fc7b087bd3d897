import Foundation

/// A property list of objects as bytes; the first one is the root.
func propertyList(of objects: [[UInt8]]) -> Data {
  var data = Data("bplist00".utf8)
  var offsets: [Int] = []
  for object in objects {
    offsets.append(data.count)
    data.append(contentsOf: object)
  }
  let table = data.count
  for offset in offsets {
    data.append(contentsOf: withUnsafeBytes(of: UInt32(offset).bigEndian) { Array($0) })
  }
  let referenceSize: UInt8 = objects.count > 256 ? 2 : 1
  data.append(contentsOf: [0, 0, 0, 0, 0, 0, 4, referenceSize])
  for number in [objects.count, 0, table] {
    data.append(contentsOf: withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) })
  }
  return data
}
