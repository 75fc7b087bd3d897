extension Helper {
  /// What serves the calls of `kj` whose types aren't certain.
  static func kj(_ access: String) -> String {
    """
    /// Serves calls of `kj`.
    \(access)struct KJ<Base> {
      \(access)let base: Base
    }

    extension String {
      \(access)var kj: KJ<String> { KJ(base: self) }
    }

    extension Data {
      \(access)var kj: KJ<Data> { KJ(base: self) }
    }

    extension Dictionary {
      \(access)var kj: KJ<[String: Any]> { KJ(base: self as Any as? [String: Any] ?? [:]) }
    }

    extension Array {
      \(access)var kj: KJ<[Any]> { KJ(base: self) }
    }

    extension NSDictionary {
      \(access)var kj: KJ<NSDictionary> { KJ(base: self) }
    }

    extension NSArray {
      \(access)var kj: KJ<[Any]> { KJ(base: self as? [Any] ?? []) }
    }

    extension ModelObjectProtocol where Self: ModelObject {
      \(access)var kj: KJ<Self> { KJ(base: self) }
    }

    extension KJ where Base == String {
      \(access)func model<Model: ModelObject>(_ type: Model.Type) -> Model? {
        try? Model(json: base)
      }

      \(access)func modelArray<Model: ModelObject>(_ type: Model.Type) -> [Model] {
        (try? [Model](json: base)) ?? []
      }
    }

    extension KJ where Base == Data {
      \(access)func model<Model: ModelObject>(_ type: Model.Type) -> Model? {
        try? Model(json: base)
      }

      \(access)func modelArray<Model: ModelObject>(_ type: Model.Type) -> [Model] {
        (try? [Model](json: base)) ?? []
      }
    }

    extension KJ where Base == [String: Any] {
      \(access)func model<Model: ModelObject>(_ type: Model.Type) -> Model {
        (try? Model(dictionary: base)) ?? Model()
      }

      \(access)func model(type: ModelObject.Type) -> ModelObject {
        let model = type.init()
        try? model.update(dictionary: base)
        return model
      }

      \(access)func JSONString(prettyPrinted: Bool = false) -> String {
        kjText(base, prettyPrinted)
      }
    }

    extension KJ where Base == NSDictionary {
      \(access)func model<Model: ModelObject>(_ type: Model.Type) -> Model? {
        (base as? [String: Any])?.kj.model(type)
      }

      \(access)func model(type: ModelObject.Type) -> ModelObject? {
        (base as? [String: Any])?.kj.model(type: type)
      }
    }

    extension KJ where Base == [Any] {
      \(access)func modelArray<Model: ModelObject>(_ type: Model.Type) -> [Model] {
        (try? [Model](array: base)) ?? []
      }

      \(access)func modelArray(type: ModelObject.Type) -> [ModelObject] {
        base.compactMap { ($0 as? [String: Any])?.kj.model(type: type) }
      }

      \(access)func JSONObjectArray() -> [[String: Any]] {
        base.compactMap { try? ($0 as? ModelObject)?.dictionaryRepresentation() }
      }

      \(access)func JSONString(prettyPrinted: Bool = false) -> String {
        kjText(base, prettyPrinted)
      }
    }

    extension KJ where Base: ModelObject {
      \(access)func JSONObject() -> [String: Any] {
        (try? base.dictionaryRepresentation()) ?? [:]
      }

      \(access)func JSONString(prettyPrinted: Bool = false) -> String {
        kjText(base, prettyPrinted)
      }
    }

    private func kjText(_ value: Any, _ prettyPrinted: Bool) -> String {
      func plain(_ value: Any) -> Any {
        switch value {
        case let model as ModelObject: (try? model.dictionaryRepresentation()) ?? [:]
        case let list as [Any]: list.map(plain)
        case let pairs as [String: Any]: pairs.mapValues(plain)
        default: value
        }
      }
      let value = plain(value)
      guard JSONSerialization.isValidJSONObject(value) else { return "" }
      let data = try? JSONSerialization.data(
        withJSONObject: value,
        options: prettyPrinted ? .prettyPrinted : []
      )
      return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    """
  }
}
