import ModelObjectEssentials

/// The text of the input, whatever it is.
extension RawJSON: Leaf {
  /// An archive has it as other `Codable` values: as JSON, so that the property may get another type.
  static func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> RawJSON? {
    if context.isUnfinished(input) { throw .unfinished }
    switch input {
    case .null: return .null
    case .bool(let value): return RawJSON(checked: value ? "true" : "false")
    case .number(.literal(let number)) where number.isJSON:
      return RawJSON(checked: String(number.bytes))
    case .text(.bytes(let bytes)): return RawJSON(checked: "\"\(String(bytes))\"")
    case .text(.escaped(let bytes)): return RawJSON(checked: String(bytes))
    case .foreign(let value as RawJSON): return value
    case .foreign(let value as EncodedValue) where value.models == nil:
      return RawJSON(ifJSON: value.text)
    default:
      let json = try context.json(of: input)
      return RawJSON(ifJSON: String(decoding: json, as: UTF8.self))
    }
  }

  /// Only an optional is nil for null.
  static func map(
    _ input: Input,
    _ place: FieldPlace,
    of object: ObjectMemory,
    _ context: any ValueContext
  ) throws(Misfit) {
    if let slot = Slot<RawJSON?>(place) {
      slot.write(input.isNil ? nil : try value(input, context), in: object)
    } else {
      Slot<RawJSON>(place)?.write(try value(input, context), in: object)
    }
  }

  static func isOwnForm(_ input: Input, _ context: any ValueContext) -> Bool { true }

  static func write(_ value: RawJSON, to sink: any ValueSink) { sink.raw(value) }

  static func text(of value: RawJSON) -> String { value.line }
}

extension Shape {
  /// Whether values keep the text of the input.
  var keepsText: Bool { leaf == RawJSON.self || element?.keepsText == true }
}
