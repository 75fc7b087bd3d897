// Structs that are copied and then changed: as classes, the copy and the original are one object.
extension Migration {
  /// `Self` is the struct; of a class it may be a subclass, of which little can be said.
  func nameSelf(_ plan: ModelPlan) {
    for part in plan.entry.parts {
      let mover = self[part.file]
      for member in part.declaration.members where !member.isType && member.name != "==" {
        for index in member.tokens where mover.source[index].text == "Self" {
          let after = (mover.source[index + 1].text, mover.source[index + 2].text)
          let isBase = after.0 == "." && after.1 != "init"
          if !isBase { mover.replace(index..<index + 1, with: plan.entry.shortName) }
        }
      }
    }
  }

  func memberChanges(_ file: Int) -> [MemberChange] {
    MemberChange.all(in: source(file)) { mutatingFunctions.contains($0) }
  }

  /// The structs that a name is declared with.
  func structs(of name: String) -> [ModelPlan] {
    let names = declaredTypes.of(name)
    return structPlans.filter { names.contains($0.entry.shortName) }
  }

  /// Whether what changes is a member of a struct, as far as the names say.
  func isStructMember(_ change: MemberChange, of file: Int) -> Bool {
    guard let member = change.members.last else { return false }
    let owner = change.owner(in: source(file))
    // Its own functions change the struct for their callers.
    if owner == "self" || owner == "Self" { return false }
    let names = declaredTypes.of(owner)
    return (structsByMember[member] ?? []).contains { plan in
      names.isEmpty || names.contains(plan.entry.shortName)
    }
  }
}

extension FileMover {
  /// `var other = self` copied a struct.
  func copySelf(_ range: Range<Int>) {
    for index in range
    where source[index].text == "self" && source[index - 1].text == "="
      && source[index - 2].kind == .word && source[index - 3].text == "var"
      && (source[index + 1].beginsLine || [";", "}"].contains(source[index + 1].text))
    {
      replace(index..<index + 1, with: "self.copy()")
      count("var other = self → self.copy()")
    }
  }
}

extension AnyMover {
  /// What is said of a file when structs become classes.
  func findCopies() {
    guard !migration.structPlans.isEmpty else { return }
    CopyFinder(migration: migration, file: file).find()
    findObservers()
  }

  // MARK: - Observers

  private static let boxes: Set<String> = [
    "BehaviorRelay", "PublishRelay", "BehaviorSubject", "PublishSubject", "ReplaySubject",
    "Variable", "CurrentValueSubject", "PassthroughSubject", "MutableProperty", "Observable",
    "Dynamic", "Box",
  ]

  /// Properties that notice changes of a struct in them: as an object, it changes without them.
  private func findObservers() {
    func visit(_ declarations: [SwiftDeclaration]) {
      for declaration in declarations {
        visit(declaration.members)
        guard declaration.kind == .variable,
          !declaration.isConstant || !declaration.attributes.isEmpty
            || declaration.bindings.contains(where: mentionsBox)
        else { continue }
        for binding in declaration.bindings { observe(binding, of: declaration) }
      }
    }
    visit(source.declarations)
  }

  private func mentionsBox(_ binding: SwiftDeclaration.Binding) -> Bool {
    [binding.type, binding.value].compactMap { $0 }.joined().contains {
      Self.boxes.contains(source[$0].text)
    }
  }

  private func observe(_ binding: SwiftDeclaration.Binding, of declaration: SwiftDeclaration) {
    let name = source[binding.name].name
    let words = Set(
      [binding.type, binding.value.map { $0.lowerBound..<min($0.lowerBound + 8, $0.upperBound) }]
        .compactMap { $0 }.joined().map { source[$0].name }
    )
    let plan = migration.structPlans.first { words.contains($0.entry.shortName) }
    guard let plan else { return }
    let hasObservers =
      binding.accessors.map { brace in
        (brace..<(source.partner(brace) ?? brace)).contains {
          ["didSet", "willSet"].contains(source[$0].text) && source[$0 + 1].text != "."
        }
      } ?? false
    let wrapper = declaration.attributes.first { attribute in
      source[attribute.lowerBound + 1].text.first?.isUppercase ?? false
    }
    let what: String
    if hasObservers {
      what = "the observers of \(name)"
    } else if let wrapper {
      what = "\(source.text(wrapper.lowerBound..<wrapper.lowerBound + 2)) of \(name)"
    } else if let box = words.sorted().first(where: Self.boxes.contains) {
      what = "the \(box) \(name)"
    } else {
      return
    }
    if migration.changedOwners.contains(name) {
      look(
        at: binding.name,
        "\(what) won't notice a change inside of \(plan.entry.shortName), which is an object now: set \(name) again"
      )
    } else {
      warn(
        at: binding.name,
        "observers, @Published, @State and their likes notice no change inside of a struct that is an object now",
        listsAll: true
      )
    }
  }
}
