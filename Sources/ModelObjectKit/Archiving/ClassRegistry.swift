/// The classes of an archive, by their names.
///
/// A class is found, in this order, by:
///
/// 1. the archive names of the root class, the added classes, the classes that their properties
///    declare, and the subclasses that all of these list;
/// 2. the former names of the same classes;
/// 3. the qualified names of all classes of the program.
final class ClassRegistry {
  /// By each name the classes that have it; more than one are a mistake of the program.
  private var added: [String: [any Model.Type]] = [:]
  private var known: Set<ObjectIdentifier> = []

  /// Adds a class, the classes that its properties declare, and the subclasses that it lists.
  ///
  /// A struct is an object of an archive as the root alone: one in a property has no name.
  func add(_ root: any Model.Type) {
    var waiting = [root]
    while let type = waiting.popLast() {
      guard type != type.root, known.insert(ObjectIdentifier(type)).inserted else { continue }
      if type.structType == nil || type == root {
        for name in ArchiveName.all(of: type) { added[name, default: []].append(type) }
      }
      let schema = SchemaCache.schema(of: type)
      waiting += schema.lists.classes(in: schema.archived.map(\.property))
    }
  }

  /// Whether a class, or one of its superclasses, was added.
  func knows(_ type: any Model.Type) -> Bool {
    sequence(first: type as AnyClass) { superclass(of: $0) }
      .contains { known.contains(ObjectIdentifier($0)) }
  }

  /// The classes with a name: none, one, or several by mistake.
  func find(_ name: String) -> [any Model.Type] {
    added[name] ?? ArchiveName.find(name).map { [$0] } ?? []
  }
}
