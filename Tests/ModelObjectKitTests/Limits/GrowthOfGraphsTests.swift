import Foundation
import ModelObjectKit
import Testing

/// What an operation takes for four times as many objects: four times as much, not sixteen times, in
/// whatever way they share their parts.
struct GrowthOfGraphsTests {
  @Test(arguments: Graph.allCases, Work.all)
  fileprivate func workIsInProportionToTheObjects(_ graph: Graph, _ work: Work) throws {
    let few = inLongTests(250, else: 50)
    var ratios: [Double] = []
    // Other programs of the machine may make one of them slower.
    repeat {
      let small = try work.time(graph, few)
      ratios.append(try work.time(graph, 4 * few) / small)
    } while ratios.count < 5 && ratios.min() ?? 0 > 9
    #expect(ratios.min() ?? 0 <= 9, "\(ratios)")
  }
}

/// How the products of a store share their parts.
private enum Graph: CaseIterable {
  /// Each has one of its own; all have one; each has one of a chain; each has one of a tree of which
  /// all know their parents.
  case unshared, one, chain, tree

  /// Gives products their parts.
  func connect(_ products: [Product]) {
    let count = products.count
    let parts = (0..<count).map { number -> Category in
      let part = Category()
      part.name = "part \(number)"
      return part
    }
    for number in 1..<count {
      switch self {
      case .unshared, .one: break
      case .chain: parts[number].parent = parts[number - 1]
      case .tree:
        parts[number].parent = parts[(number - 1) / 8]
        parts[(number - 1) / 8].children.append(parts[number])
      }
    }
    for (number, product) in products.enumerated() {
      product.category = parts[self == .one ? 0 : number]
    }
  }
}

/// An operation on a store file of products, which is made before, and measured.
private struct Work: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let run: @Sendable (Products) throws -> Void

  init(_ name: String, _ run: @escaping @Sendable (Products) throws -> Void) {
    (testDescription, self.run) = (name, run)
  }

  /// The processor time of the thread in seconds.
  func time(_ graph: Graph, _ count: Int) throws -> Double {
    try withFolder { folder in
      let url = folder.appending(path: "file")
      let file = try StoreFile(at: url, classes: [Product.self])
      let list = (0..<count).map { #"{"id": \#($0)}"# }.joined(separator: ",")
      graph.connect(try file.store.upsert([Product].self, json: "[\(list)]").models)
      if testDescription != "the first save" { try file.save() }
      let products = try Products(file: file)
      let start = threadSeconds()
      try run(products)
      return threadSeconds() - start
    }
  }

  static let all = [
    Work("the first save") { try $0.file.save() },
    Work("a save of nothing") { try $0.file.save() },
    Work("a save of one") {
      $0.all[0].id = -1
      try $0.file.save()
    },
    Work("a save of what is shared") {
      $0.all[0].category?.name = "changed"
      try $0.file.save()
    },
    Work("a save of all") {
      for product in $0.all { product.name = "changed" }
      try $0.file.save()
      try $0.file.save()
    },
    Work("a save of all as some") {
      for product in $0.all { product.name = "changed" }
      try $0.file.save($0.all)
    },
    Work("a compaction") { try $0.file.compact() },
    Work("an opening") {
      let copy = $0.file.url.appendingPathExtension("copy")
      try FileManager.default.copyItem(at: $0.file.url, to: copy)
      let file = try StoreFile(at: copy, classes: [Product.self])
      guard try file.save() == 0 else { throw CocoaError(.featureUnsupported) }
    },
    Work("an opening with a hook") {
      let copy = $0.file.url.appendingPathExtension("copy")
      try FileManager.default.copyItem(at: $0.file.url, to: copy)
      _ = try StoreFile(at: copy, classes: [AwakingProduct.self])
    },
    Work("a census") { _ = try MappingCensus(archiveAt: $0.file.url, classes: [Product.self]) },
    Work("an archive") { _ = try [Product](archive: $0.all.archivedData()) },
    Work("snapshots") { _ = $0.all.snapshots() },
  ]
}

private struct Products {
  let file: StoreFile
  let all: [Product]

  init(file: StoreFile) throws {
    self.file = file
    all = file.store.all(Product.self)
  }
}

private final class Category: ModelObject {
  var name = ""
  var parent: Category?
  var children: [Category] = []
  override class var archiveName: String { "category" }
}

private class Product: ModelObject {
  var id = 0
  var name = ""
  var category: Category?
  override class var identity: Set<String> { ["id"] }
  override class var archiveName: String { "product" }
}

/// The same with a part that gets a value when it is opened.
private final class AwakingCategory: ModelObject {
  var name = ""
  var parent: AwakingCategory?
  var children: [AwakingCategory] = []
  override class var archiveName: String { "category" }
  override func awake() { name += "!" }
}

private final class AwakingProduct: ModelObject {
  var id = 0
  var name = ""
  var category: AwakingCategory?
  override class var identity: Set<String> { ["id"] }
  override class var archiveName: String { "product" }
  override func awake() { name += "!" }
}
