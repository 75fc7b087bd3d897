// Members of a struct that stays one.
extension ModelMembers {
  /// Initializers of a struct stay, unless the library called them.
  func migrateStructInitializer(_ member: SwiftDeclaration) {
    guard let open = member.parameters, let close = source.partner(open), let body = member.body,
      let end = source.partner(body)
    else { return }
    let isFailable = source[member.keyword + 1].text != "(" && member.generics == nil
    if close == open + 1, !isFailable {
      for modifier in member.modifiers where ["private", "fileprivate"].contains(modifier.name) {
        removeWithSpace(modifier.tokens)
      }
      if !["public", "open", "package"].contains(where: member.has), !plan.access.isEmpty {
        insert(at: source[member.keyword].range.lowerBound, plan.access)
      }
    } else if plan.library.name == "SmartCodable", source[open + 1].text == "from",
      (open + 1..<close).contains(where: { source[$0].text == "Decoder" })
    {
      commentOut(member.tokens, because: "init(from:) isn't called: keys belong in keyMapping")
    }
    for index in body..<end
    where source[index].text == "init" && source[index - 1].text == "."
      && source[index + 1].text == "(" && source[index + 2].text == "map"
    {
      look(at: index - 1, "an initializer that calls init(map:)")
    }
  }

  func migrateStructFunction(_ member: SwiftDeclaration) {
    guard plan.library.name == "SmartCodable", member.name == "encode",
      source[(member.parameters ?? 0) + 1].text == "to"
    else { return }
    commentOut(member.tokens, because: "encode(to:) isn't called: keys belong in keyMapping")
  }
}
