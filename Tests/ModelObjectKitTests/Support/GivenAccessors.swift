// With `PublicSymbols`, the library reaches properties by accessors alone. The models of the tests
// list none: they get key paths that lead to the memory of each property.
#if PublicSymbols
import Foundation

@testable import ModelObjectKit

/// A class that has only the accessors that it lists.
protocol ListsAccessors {}

extension ModelObjectKit.ModelObject: ModelObjectKit.AccessorGiving {
  /// Accessors of the properties that `accessorsSource` would list.
  static var givenAccessors: [String: PropertyAccessor] {
    guard !(self is any ListsAccessors.Type) else { return [:] }
    // What is opened is the class itself, and not the base class.
    let root: any (ModelObject & AccessorGiving).Type = self
    let listed = accessors.filter { $0.value.access.root == self }
    let inherited = superclass(of: self).map { fieldCount($0) } ?? 0
    var given: [String: PropertyAccessor] = [:]
    for index in inherited..<fieldCount(self) {
      var field = FieldReport()
      let type = fieldType(self, index: index, field: &field)
      defer { field.free?(field.name) }
      let stored = StoredProperty(
        name: field.name.map { String(cString: $0) } ?? "",
        type: type,
        offset: 0,
        isVar: field.isVar,
        isStrong: field.isStrong
      )
      guard let name = Property.of(stored)?.name, listed[name] == nil, listed[stored.name] == nil
      else { continue }
      given[stored.name] = accessor(of: root, type, at: fieldOffset(self, index: index))
    }
    return given
  }

  private static func accessor<Root: ModelObject & AccessorGiving, Value>(
    of root: Root.Type,
    _ type: Value.Type,
    at offset: Int
  ) -> PropertyAccessor {
    PropertyAccessor(\Root.[PropertyPlace<Value>(offset: offset)])
  }

  /// The value in the memory of a property; access to it is checked as Swift's own is.
  fileprivate subscript<Value>(place: PropertyPlace<Value>) -> Value {
    get { withMemory(of: place, access: 0) { $0.pointee } }
    set { withMemory(of: place, access: 1) { $0.pointee = newValue } }
  }

  private func withMemory<Value, Result>(
    of place: PropertyPlace<Value>,
    access flags: UInt,
    _ body: (UnsafeMutablePointer<Value>) -> Result
  ) -> Result {
    let memory = Unmanaged.passUnretained(self).toOpaque() + place.offset
    defer { extendLifetime(self) }
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 16) { scratch in
      beginAccess(memory, scratch.baseAddress, flags, nil)
    }
    return body(memory.assumingMemoryBound(to: Value.self))
  }
}

private struct PropertyPlace<Value>: Hashable {
  let offset: Int
}

/// What the runtime fills in; `StoredProperty` of the library describes it.
private struct FieldReport {
  var name: UnsafePointer<CChar>?
  var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVar = false
}

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func fieldCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func fieldType(_ type: Any.Type, index: Int, field: inout FieldReport) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func fieldOffset(_ type: Any.Type, index: Int) -> Int

// The compiler reserves this name. Flags of 0 are a read, those of 1 a modification.
private let beginAccess = unsafeBitCast(
  dlsym(dlopen(nil, RTLD_NOW), "swift_beginAccess"),
  to: (@convention(c) (UnsafeRawPointer, UnsafeRawPointer?, UInt, UnsafeRawPointer?) -> Void).self
)
#endif
