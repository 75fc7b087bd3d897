#if !PublicSymbols
import Foundation
import Observation
import Testing

@testable import ModelObjectKit

/// Not private: archives and tests look these up by their names.
class NamedAlone: ModelObject {}

enum NamedAround {
  class Inner: ModelObject {}
  struct Deeper {
    class Innermost: ModelObject {}
  }
}

class NamedKeys: ModelObject {
  enum CodingKeys: String, CodingKey { case name }
  class Inner: ModelObject {
    enum CodingKeys: String, CodingKey { case name }
  }
}

private class Hidden: ModelObject {}

private enum Shell {
  class Hidden: ModelObject {}
}

/// Classes and their names, as written by the current compiler.
struct ClassNames {
  @Test func findEnumerations() {
    for type in [NamedKeys.self, NamedKeys.Inner.self] as [ModelObject.Type] {
      let found = enumeration(named: "CodingKeys", in: type)
      #expect(found.map { String(reflecting: $0) } == "\(String(reflecting: type)).CodingKeys")
      #expect(enumeration(named: "CodingKey", in: type) == nil)
    }
    #expect(enumeration(named: "CodingKeys", in: NamedAlone.self) == nil)
    #expect(enumeration(named: "CodingKeys", in: Hidden.self) == nil)
  }

  @Test func findTheirClass() {
    func found(_ name: String) -> [String] {
      classes(named: name.split(separator: ".")).map { String(reflecting: $0) }
    }
    for name in [
      "ModelObjectKit.ModelObject",
      String(reflecting: NamedAlone.self), String(reflecting: NamedAround.Inner.self),
      String(reflecting: NamedAround.Deeper.Innermost.self),
    ] {
      #expect(found(name) == [name])
    }
    #expect(found("ModelObjectKit.Nothing").isEmpty)
    #expect(found("ModelObjectKit").isEmpty && found("").isEmpty)
    // A structure isn't a class.
    #expect(found("Swift.Int").isEmpty)
  }

  @Test func haveNoAddress() {
    final class Local: ModelObject {}
    let module = String(reflecting: NamedAlone.self).prefix { $0 != "." }
    #expect(nameWithoutAddress(of: NamedAlone.self) == "\(module).NamedAlone")
    #expect(nameWithoutAddress(of: NamedAround.Inner.self) == "\(module).NamedAround.Inner")
    #expect(nameWithoutAddress(of: Hidden.self) == "\(module).Hidden")
    #expect(nameWithoutAddress(of: Shell.Hidden.self) == "\(module).Shell.Hidden")
    #expect(nameWithoutAddress(of: Local.self) == "\(module).ClassNames.Local")
  }
}

@propertyWrapper private struct Boxed<Value> {
  var wrappedValue: Value
}

private final class Stored {
  var plain = 1
  var _written = 2
  lazy var late = 3
  @Boxed var boxed = 4
}

@Observation.Observable private final class Observed {
  var count = 0
}

/// The compiler's names for the storage of properties.
struct StorageNames {
  @Test func areTheCompilersOwn() {
    let names = StoredProperty.all(of: Stored.self).map(\.storageName)
    #expect(names.map(\.text) == ["plain", "_written", "$__lazy_storage_$_late", "_boxed"])
    #expect(names.map(\.isLazy) == [false, false, true, false])
    #expect(names.map(\.declared) == ["plain", "written", "late", "boxed"])
    #expect(StorageName(text: "_$observationRegistrar").isOfMacro)
  }

  @Test func areThoseOfObservation() {
    let names = StoredProperty.all(of: Observed.self).map(\.storageName)
    #expect(names.filter(\.isOfMacro).map(\.text) == ["_$observationRegistrar"])
    #expect(names.filter { !$0.isOfMacro }.map(\.text) == ["_count"])
    #expect(names.filter { !$0.isOfMacro }.map(\.declared) == ["count"])
  }
}
#endif
