#if PublicSymbols
/// What `Mirror` shows of a class of models, by an object that is made for it.
private struct MirroredClass: Sendable {
  let superclass: AnyClass?
  let fields: [(name: String, type: Any.Type)]

  private static let known = Locked<[ObjectIdentifier: MirroredClass]>([:])
  /// The classes of which the thread is making an object.
  @TaskLocal private static var waiting: Set<ObjectIdentifier> = []

  static func of(_ type: AnyClass) -> MirroredClass {
    let id = ObjectIdentifier(type)
    if let mirrored = known.withLock({ $0[id] }) { return mirrored }
    guard let model = type as? any Model.Type else {
      return MirroredClass(superclass: nil, fields: [])
    }
    guard !waiting.contains(id) else {
      fatalError(
        "\(type)() uses models of its own class, which ModelObject can't follow when it is built"
          + " with PublicSymbols."
      )
    }
    let sample = $waiting.withValue(waiting.union([id])) { model.init() }
    var levels: [(type: AnyClass, fields: [(String, Any.Type)])] = []
    var mirror: Mirror? = Mirror(reflecting: sample)
    while let level = mirror, let type = level.subjectType as? AnyClass {
      let fields = level.children.map { ($0.label ?? "", Swift.type(of: $0.value) as Any.Type) }
      levels.append((type, fields))
      mirror = level.superclassMirror
    }
    known.withLock { known in
      var fields: [(name: String, type: Any.Type)] = []
      var superclass: AnyClass?
      for level in levels.reversed() {
        fields += level.fields
        known[ObjectIdentifier(level.type)] = MirroredClass(superclass: superclass, fields: fields)
        superclass = level.type
      }
    }
    return known.withLock { $0[id] } ?? MirroredClass(superclass: nil, fields: [])
  }
}

extension StoredProperty {
  static func all(of type: AnyClass) -> [StoredProperty] {
    MirroredClass.of(type).fields.enumerated().map { number, field in
      StoredProperty(
        name: field.name,
        type: field.type,
        offset: number,
        isVar: true,
        isStrong: true
      )
    }
  }

  static func count(of type: AnyClass) -> Int { MirroredClass.of(type).fields.count }
}

/// The superclass of a class of models; nil at the root, and for other classes.
func superclass(of type: AnyClass) -> AnyClass? { MirroredClass.of(type).superclass }
#endif
