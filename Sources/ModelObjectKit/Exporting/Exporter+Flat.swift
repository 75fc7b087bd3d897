import Foundation

/// The way of most classes: each property under its own key, nothing asked for but the usual.
extension Exporter {
  /// Writes the properties straight from their places in the object.
  func writeFlat(_ model: any Model, _ plan: ExportPlan, to writer: JSONWriter) {
    let buffer = writer.buffer
    let keys = plan.flatKeys
    defer { extendLifetime(model) }
    let object = ObjectMemory(model)
    writer.beginObject(count: plan.fields.count)
    for (key, tag) in plan.flatTags {
      writer.key(key)
      writer.text(tag)
    }
    func null(_ place: ExportPlan.FlatPlace) {
      if plan.leavesOutNil(of: place.property) { return }
      writer.appendNull(keys, place.keyStart, place.keyEnd)
    }
    for place in plan.flatPlaces {
      // The cases are those that `PlainSlot` has no need of: by a call for each property the text of
      // 28 of them takes 17 percent more instructions.
      switch place.slot {
      case .string(let slot):
        writer.appendKey(keys, place.keyStart, place.keyEnd)
        slot.borrow(from: object) { buffer.appendQuoted($0) }
      case .optionalString(let slot):
        let isNil = slot.borrow(from: object) { value in
          guard let value else { return true }
          writer.appendKey(keys, place.keyStart, place.keyEnd)
          buffer.appendQuoted(value)
          return false
        }
        if isNil { null(place) }
      case .int(let slot):
        writer.appendKey(keys, place.keyStart, place.keyEnd)
        buffer.append(slot.read(from: object))
      case .optionalInt(let slot):
        if let value = slot.read(from: object) {
          writer.appendKey(keys, place.keyStart, place.keyEnd)
          buffer.append(value)
        } else {
          null(place)
        }
      case .bool(let slot):
        writer.appendKey(keys, place.keyStart, place.keyEnd)
        writer.appendBool(slot.read(from: object))
      case .optionalBool(let slot):
        if let value = slot.read(from: object) {
          writer.appendKey(keys, place.keyStart, place.keyEnd)
          writer.appendBool(value)
        } else {
          null(place)
        }
      case .double, .optionalDouble, .collection, .none:
        if let nested = place.nested {
          if let nested = nested.slot.read(from: model).flatMap({ nested.declared.model($0) }) {
            writer.key(keys, place.keyStart, place.keyEnd)
            give(nested, to: writer)
          } else {
            null(place)
          }
          continue
        }
        let field = plan.flatField(place)
        if field.isOptional, field.property.isNil(in: model) {
          null(place)
        } else {
          writer.key(keys, place.keyStart, place.keyEnd)
          field.property.give(from: model, to: writer)
        }
      }
    }
    writer.endObject()
  }

  /// The same as a dictionary.
  func flatDictionary(of model: any Model, _ plan: ExportPlan) -> [String: Any] {
    var dictionary: [String: Any] = Dictionary(minimumCapacity: plan.fields.count)
    defer { extendLifetime(model) }
    let object = ObjectMemory(model)
    for (key, tag) in plan.flatTags { dictionary[key.text] = tag }
    for place in plan.flatPlaces {
      let key = plan.flatKey(place)
      let isNil: Bool
      if let slot = place.plain {
        isNil = !slot.put(of: object, into: &dictionary, key)
      } else {
        let field = plan.flatField(place)
        isNil = field.isOptional && field.property.isNil(in: model)
        // A value that is left out is not nil.
        let value = isNil ? nil : builder.value { field.property.give(from: model, to: builder) }
        if let value { dictionary.updateValue(value, forKey: key) }
      }
      if isNil, !plan.leavesOutNil(of: place.property) {
        dictionary.updateValue(NSNull(), forKey: key)
      }
    }
    return dictionary
  }
}
