import Foundation

/// The way of most classes under plain options: each property under its own key.
extension Exporter {
  /// Writes the properties straight from their places in the object.
  ///
  /// The cases are here, and not asked of a `PlainSlot`, as a call for each property costs the text
  /// of 28 of them 17 percent more instructions, and a dictionary of them a tenth of its time.
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

  /// The dictionary with the same content as the text of `writeFlat`.
  func flatDictionary(of model: any Model, _ plan: ExportPlan) -> [String: Any] {
    var dictionary: [String: Any] = Dictionary(minimumCapacity: plan.fields.count)
    defer { extendLifetime(model) }
    let object = ObjectMemory(model)
    for (key, tag) in plan.flatTags { dictionary[key.text] = tag }
    for place in plan.flatPlaces {
      var isNil = false
      func set(_ value: Any) { dictionary.updateValue(value, forKey: plan.flatKey(place)) }
      switch place.slot {
      case .string(let slot): set(slot.read(from: object))
      case .optionalString(let slot):
        if let value = slot.read(from: object) { set(value) } else { isNil = true }
      case .int(let slot): set(slot.read(from: object))
      case .optionalInt(let slot):
        if let value = slot.read(from: object) { set(value) } else { isNil = true }
      case .bool(let slot): set(slot.read(from: object))
      case .optionalBool(let slot):
        if let value = slot.read(from: object) { set(value) } else { isNil = true }
      case .double, .optionalDouble, .collection, .none:
        let field = plan.flatField(place)
        if field.isOptional, field.property.isNil(in: model) {
          isNil = true
        } else {
          // A value that is left out is not nil.
          let given = builder.value { field.property.give(from: model, to: builder) }
          if let given { set(given) }
        }
      }
      if isNil, !plan.leavesOutNil(of: place.property) { set(NSNull()) }
    }
    return dictionary
  }
}
