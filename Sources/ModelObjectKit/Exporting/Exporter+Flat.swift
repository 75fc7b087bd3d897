import Foundation

/// The way of most classes: each property under its own key, nothing asked for but the usual.
extension Exporter {
  /// Writes the properties straight from their places in the object.
  func writeFlat(_ model: any Model, _ plan: ExportPlan, to writer: JSONWriter) {
    let buffer = writer.buffer
    let keys = plan.flatKeys
    defer { extendLifetime(model) }
    let object = ObjectMemory(model)
    var nils = NilPolicy(plan)
    writer.beginObject(count: plan.fields.count)
    for (key, tag) in plan.flatTags {
      writer.key(key)
      writer.text(tag)
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
        if isNil, !nils.leavesOut(place) {
          writer.appendNull(keys, place.keyStart, place.keyEnd)
        }
      case .int(let slot):
        writer.appendKey(keys, place.keyStart, place.keyEnd)
        buffer.append(slot.read(from: object))
      case .optionalInt(let slot):
        if let value = slot.read(from: object) {
          writer.appendKey(keys, place.keyStart, place.keyEnd)
          buffer.append(value)
        } else if !nils.leavesOut(place) {
          writer.appendNull(keys, place.keyStart, place.keyEnd)
        }
      case .bool(let slot):
        writer.appendKey(keys, place.keyStart, place.keyEnd)
        writer.appendBool(slot.read(from: object))
      case .optionalBool(let slot):
        if let value = slot.read(from: object) {
          writer.appendKey(keys, place.keyStart, place.keyEnd)
          writer.appendBool(value)
        } else if !nils.leavesOut(place) {
          writer.appendNull(keys, place.keyStart, place.keyEnd)
        }
      case .double, .optionalDouble, .collection, .none:
        if let nested = place.nested {
          if let nested = nested.slot.read(from: model).flatMap({ nested.declared.model($0) }) {
            writer.key(keys, place.keyStart, place.keyEnd)
            give(nested, to: writer)
          } else if !nils.leavesOut(place) {
            writer.appendNull(keys, place.keyStart, place.keyEnd)
          }
          continue
        }
        let field = plan.flatField(place)
        if field.isOptional, field.property.isNil(in: model) {
          if !nils.leavesOut(place) { writer.appendNull(keys, place.keyStart, place.keyEnd) }
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
    var nils = NilPolicy(plan)
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
      if isNil, !nils.leavesOut(place) { set(NSNull()) }
    }
    return dictionary
  }
}

/// What becomes of nil: it is left out unless a fresh object holds something else there.
private struct NilPolicy {
  private let plan: ExportPlan
  /// Asked for when the first nil is met: making a fresh object calls the class's own code.
  private var defaults: [Bool]?

  init(_ plan: ExportPlan) {
    self.plan = plan
  }

  mutating func leavesOut(_ place: ExportPlan.FlatPlace) -> Bool {
    if let defaults { return defaults[place.number] }
    let made = plan.nilDefaults
    defaults = made
    return made[place.number]
  }
}
