import ModelObjectEssentials

extension Snapshot: Hashable {
  /// Returns whether two snapshots have equal contents.
  public static func == (first: Snapshot, second: Snapshot) -> Bool {
    if first.copy === second.copy { return first.locked { $0 == second.object } }
    let (first, second) = (first.own, second.own)
    return Comparison.areEqual(first.object, second.object, keeping: [first.copy, second.copy])
  }

  /// Adds the contents to a hasher.
  public func hash(into hasher: inout Hasher) {
    locked { $0.hash(into: &hasher) }
  }
}

extension Snapshot: Identifiable where Model: Identifiable {
  /// The identity of the model.
  public var id: Model.ID { locked { $0.id } }
}

extension Snapshot: CustomStringConvertible {
  /// The model as it is printed.
  public var description: String { locked { "\($0)" } }
}

extension Snapshot: CustomReflectable {
  /// A mirror without children: these could be changed, or read without the lock.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

extension Snapshot: Codable {
  /// Encodes the snapshot like a model; in an archive, it is archived like one.
  public func encode(to encoder: any Encoder) throws {
    guard encoder.userInfo[.losesNothing] != nil else {
      return try locked { try $0.encode(to: encoder) }
    }
    var container = encoder.singleValueContainer()
    try container.encode(archive())
  }

  /// Makes a snapshot of a model from a decoder.
  public init(from decoder: any Decoder) throws {
    guard let value = decoder.userInfo[.losesNothing] as? ArchivedValue else {
      self = try Model(from: decoder).snapshot()
      return
    }
    let data = try decoder.singleValueContainer().decode(Data.self)
    do {
      let model = try Model.opened(data, value.classes) {
        try $0.model(of: $1, in: value, from: decoder)
      }
      self = model.snapshot()
    } catch let error as ModelError where [.unknownClass, .rejected].contains(error.code) {
      throw UnopenedSnapshot(error: error)
    }
  }
}

extension Snapshot: ArchivedApart {
  func archive() throws -> Data { try locked { try $0.archivedData() } }
}

extension Snapshot: ModelHolder {
  func withModel(_ body: (any ModelObjectKit.Model) -> Void) { locked { body($0) } }
}
