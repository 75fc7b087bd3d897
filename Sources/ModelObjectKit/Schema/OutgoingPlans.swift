/// The plans for exporting, archiving and saving objects of a class.
///
/// Each is made at its first use, on any thread.
struct OutgoingPlans: Sendable {
  /// For each key style, in their order.
  fileprivate let exports = ExportOptions.KeyStyle.all.map { _ in ImmortalHint<ExportPlan>() }
  /// For each property of the schema, whether it is nil in a new object.
  fileprivate let areNil = ImmortalHint<ImmortalArray<Bool>>()
  fileprivate let archived = ImmortalHint<[(property: Property, key: String)]>()
  fileprivate let slots = ImmortalHint<ImmortalArray<DirectSlot>>()
  fileprivate let lists = ImmortalHint<ImmortalArray<ListSlot>>()
  fileprivate let structs = ImmortalHint<ImmortalArray<StructSlot?>>()
  fileprivate let undo = ImmortalHint<UndoPlan>()
}

extension ModelSchema {
  var undoPlan: UndoPlan { outgoing.undo.value { UndoPlan(self) } }

  func exportPlan(_ style: ExportOptions.KeyStyle) -> ExportPlan {
    let number = ExportOptions.KeyStyle.all.firstIndex(of: style) ?? 0
    return outgoing.exports[number].value { ExportPlan(self, style) }
  }

  /// The archived properties with their keys: all except unarchived ones, those of superclasses
  /// first.
  ///
  /// A class and its superclass may each have a private property of the same name: the second gets
  /// a number after its key.
  var archived: [(property: Property, key: String)] {
    outgoing.archived.value {
      var counts: [String: Int] = [:]
      return declaration.properties.filter { !lists.unarchived.contains($0.name) }.map { property in
        let name = property.stored.storageName.declared
        let count = counts[name, default: 0] + 1
        counts[name] = count
        return (property, count == 1 ? name : "\(name) \(count)")
      }
    }
  }

  /// The slots of the archived properties.
  var archivedSlots: ImmortalArray<DirectSlot> {
    outgoing.slots.value {
      ImmortalArray(archived) { $0.property.isAccessed ? .none : DirectSlot($0.property.stored) }
    }
  }

  /// The same for lists and dictionaries.
  var archivedLists: ImmortalArray<ListSlot> {
    outgoing.lists.value {
      ImmortalArray(archived) { $0.property.isAccessed ? .none : ListSlot($0.property.stored) }
    }
  }

  /// The same for structs.
  var archivedStructs: ImmortalArray<StructSlot?> {
    outgoing.structs.value { ImmortalArray(archived) { StructSlot($0.property) } }
  }

  /// Whether a property, by its number, is nil in a new object; then its nil isn't exported.
  ///
  /// The first call makes an object, so it is called only if the result matters.
  func isNilWhenMade(_ property: Int) -> Bool {
    let areNil = outgoing.areNil.value {
      let fresh = type.init()
      return ImmortalArray(properties.map { $0.isNil(in: fresh) })
    }
    return areNil[property]
  }
}
