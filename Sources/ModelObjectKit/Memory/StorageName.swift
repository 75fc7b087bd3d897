/// The name under which the compiler stores a property, and the declared name.
///
/// - Assumes: three things about such names, the list below.
/// - Canary: `StorageNames`.
/// - If it fails: a property is taken for one that the programmer wrote.
/// - A user would see: a `lazy` property that is mapped, a property with a wrapper that answers to
///   its name with an underscore only, or a copy that notifies the observers of its original.
///
/// 1. `lazy var foo` is stored as `$__lazy_storage_$_foo`.
/// 2. A property with a wrapper, or of a class with `@Observable`, is stored as `_foo`. So is a
///    property that its programmer called `_foo`: their names are alike.
/// 3. The name of a property that a macro adds begins with `_$`, as `_$observationRegistrar` does.
struct StorageName {
  let text: String

  private static let lazyPrefix = "$__lazy_storage_$_"
  private static let macroPrefix = "_$"

  var isLazy: Bool { text.utf8.first == UInt8(ascii: "$") && text.hasPrefix(Self.lazyPrefix) }

  /// Whether the property belongs to a macro and not to the programmer.
  var isOfMacro: Bool { text.hasPrefix(Self.macroPrefix) }

  /// Whether the macro `Observable` keeps its observers in the property.
  var isRegistrar: Bool { text == Self.macroPrefix + "observationRegistrar" }

  /// Whether the property may be the storage of one without the underscore.
  var isWrapped: Bool { text.hasPrefix("_") && !isOfMacro }

  /// The name as the programmer wrote it, without leading underscores.
  @inline(never)
  var declared: String {
    Self.bare(isLazy ? String(text.dropFirst(Self.lazyPrefix.count)) : text)
  }

  /// A name without leading underscores, unless it has nothing else.
  static func bare(_ name: String) -> String {
    guard name.utf8.first == UInt8(ascii: "_") else { return name }
    let bare = name.drop { $0 == "_" }
    return bare.isEmpty ? name : String(bare)
  }
}

extension StoredProperty {
  var storageName: StorageName { StorageName(text: name) }
}
