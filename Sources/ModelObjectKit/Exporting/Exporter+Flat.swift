import Foundation

/// The way of most classes: each property under its own key, nothing asked for but the usual.
extension Exporter {
  /// Writes the properties straight from their places in the object.
  func writeFlat(_ model: any Model, _ plan: ExportPlan, to writer: JSONWriter) {
    let buffer = writer.buffer
    writer.beginObject(count: plan.fields.count)
    for place in plan.flatPlaces {
      let bytes = place.key.bytes
      switch place.field.slot {
      case .string(let slot):
        writer.appendKey(bytes)
        buffer.appendQuoted(slot.read(from: model))
      case .optionalString(let slot):
        guard let value = slot.read(from: model) else {
          writeNil(place, plan, to: writer)
          continue
        }
        writer.appendKey(bytes)
        buffer.appendQuoted(value)
      case .int(let slot):
        writer.appendKey(bytes)
        buffer.append(slot.read(from: model))
      case .optionalInt(let slot):
        guard let value = slot.read(from: model) else {
          writeNil(place, plan, to: writer)
          continue
        }
        writer.appendKey(bytes)
        buffer.append(value)
      case .bool(let slot):
        writer.appendKey(bytes)
        writer.appendBool(slot.read(from: model))
      case .optionalBool(let slot):
        guard let value = slot.read(from: model) else {
          writeNil(place, plan, to: writer)
          continue
        }
        writer.appendKey(bytes)
        writer.appendBool(value)
      case .double, .optionalDouble, .none:
        write(place, plan, model, to: writer)
      }
    }
    writer.endObject()
  }

  /// Null where a fresh object holds something else, and nothing is written otherwise.
  private func writeNil(
    _ place: ExportPlan.FlatPlace,
    _ plan: ExportPlan,
    to writer: JSONWriter
  ) {
    guard !plan.defaultIsNil(place.field) else { return }
    writer.appendKey(place.key.bytes)
    writer.buffer.append("null")
  }

  private func write(
    _ place: ExportPlan.FlatPlace,
    _ plan: ExportPlan,
    _ model: any Model,
    to writer: JSONWriter
  ) {
    let property = place.field.property
    if place.field.isOptional, property.isNil(in: model) {
      return writeNil(place, plan, to: writer)
    }
    writer.key(place.key)
    property.give(from: model, to: writer)
  }

  /// The same as a dictionary.
  func flatDictionary(of model: any Model, _ plan: ExportPlan) -> [String: Any] {
    var dictionary: [String: Any] = Dictionary(minimumCapacity: plan.fields.count)
    for place in plan.flatPlaces {
      let key = place.key.text
      let value: Any?
      switch place.field.slot {
      case .string(let slot): value = slot.read(from: model)
      case .optionalString(let slot): value = slot.read(from: model)
      case .int(let slot): value = slot.read(from: model)
      case .optionalInt(let slot): value = slot.read(from: model)
      case .bool(let slot): value = slot.read(from: model)
      case .optionalBool(let slot): value = slot.read(from: model)
      case .double, .optionalDouble, .none:
        let property = place.field.property
        guard place.field.isOptional, property.isNil(in: model) else {
          // A value that is left out is not nil.
          if let value = builder.value({ property.give(from: model, to: builder) }) {
            dictionary[key] = value
          }
          continue
        }
        value = nil
      }
      if let value {
        dictionary[key] = value
      } else if !plan.defaultIsNil(place.field) {
        dictionary[key] = NSNull()
      }
    }
    return dictionary
  }
}
