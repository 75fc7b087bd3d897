extension Mapping {
  /// Keeps a pair whose key no property takes, if the class keeps such keys; else notes the key.
  func passUnknown(
    _ source: ValueLocation,
    to object: inout ObjectFilling,
    under key: PairKey
  ) throws(Misfit) {
    let schema = object.schema
    guard schema.unknownKeys != nil || notes.isOn else { return }
    let key = key.text
    guard !isMark(key) else { return }
    if let unknownKeys = schema.unknownKeys, unknownKeys.keeps(key) {
      try keep(source, under: key, in: unknownKeys, of: &object)
    } else {
      try noteUnknown(key, source, in: schema)
    }
  }

  /// Keeps an unknown tag as an unknown key; a known one, or null, takes the place of one that was kept.
  func keepTag(
    _ source: ValueLocation,
    in object: inout ObjectFilling,
    under key: PairKey
  ) throws(Misfit) {
    let schema = object.schema
    guard let unknownKeys = schema.unknownKeys else { return }
    let key = key.text
    let input = try input(from: source)
    guard unknownKeys.keeps(key), !input.isCutString else { return }
    guard input.isNullOrNullText || schema.family.lists(input, under: key) else {
      return try keep(source, under: key, in: unknownKeys, of: &object)
    }
    let value = object.extras?.unknown[key] ?? unknownKeys.read(from: object.memory.object)[key]
    if value != nil { keep(nil, under: key, in: unknownKeys, of: &object) }
  }

  /// Puts a value under its key, or removes the one that is there.
  private func keep(
    _ value: Any?,
    under key: String,
    in unknownKeys: UnknownKeys,
    of object: inout ObjectFilling
  ) {
    if let slot = unknownKeys.slot {
      if object.isWatched { checkExclusiveAccess(to: object.memory, at: slot.offset) }
      unknownKeys.keep(value, under: key, at: slot, in: object.memory)
    } else {
      // The property is set once, at the end of the object.
      extras(of: &object).unknown.updateValue(value, forKey: key)
    }
  }

  private func keep(
    _ source: ValueLocation,
    under key: String,
    in unknownKeys: UnknownKeys,
    of object: inout ObjectFilling
  ) throws(Misfit) {
    let property = PathStep.key(unknownKeys.property.name)
    try within(.key(key), property: property, of: object.plan.type) { () throws(Misfit) in
      reader.keepsEscapes = unknownKeys.keepsText
      let input = try input(from: source)
      reader.keepsEscapes = false
      do throws(Misfit) {
        let value = try unknownKeys.value(of: input, self)
        keep(.some(value), under: key, in: unknownKeys, of: &object)
        // For a report as `others.key`.
        if notes.isReport { noteMatch(unknownKeys.shape.text(any: value), at: .key(key)) }
      } catch {
        if error.isFatal { throw error }
        note(error, of: input, as: unknownKeys.shape)
        _ = popLeftOut()
      }
    }
  }
}

// MARK: - Behind paths

extension Mapping {
  /// Notes the keys that lead nowhere, or twice to the same, in the objects that only paths enter, as in a
  /// nested model.
  @inline(never)
  func noteKeys(
    behind key: PairKey,
    _ source: ValueLocation,
    of targets: TargetList,
    _ schema: ModelSchema
  ) throws(Misfit) {
    guard notes.notesUnknownKeys || state.rare?.duplicateKeys != nil,
      let plan = schema.keys.plan(of: targets),
      // A value that a property takes whole is that property's.
      !plan.ends.contains(0)
    else { return }
    let (depth, steps) = (reader.remainingDepth, notes.steps)
    // The depth was checked when the values were passed.
    reader.remainingDepth = .max / 2
    defer { (reader.remainingDepth, notes.steps) = (depth, steps) }
    var waiting: [(point: Int, source: ValueLocation, steps: [PathStep])] = [
      (0, source, [.key(key.key)])
    ]
    while let (point, source, path) = waiting.popLast() {
      let node = plan.nodes[point]
      switch try input(from: source) {
      case .object(let pairs) where node.named.count > 0:
        if let keys = state.rare?.duplicateKeys {
          notes.steps = steps + path.map { Notes.Step(key: $0) }
          check(keys, of: ObjectSource(pairs), as: .entered(by: schema))
        }
        for (key, value) in try self.pairs(of: ObjectSource(pairs).inKeyOrder) {
          let targets = node.keys.find(key)
          if targets.isNone {
            guard notes.notesUnknownKeys else { continue }
            notes.steps = steps + path.map { Notes.Step(key: $0) }
            try noteUnknown(key, value, in: schema, behind: path)
          } else {
            let points = node.named[node.keys.property(of: targets)]
            guard !(0..<points.count).contains(where: { plan.ends.contains(points[$0]) }) else {
              continue
            }
            for index in 0..<points.count {
              waiting.append((points[index], value, path + [.key(key)]))
            }
          }
        }
      case .array where node.indexed.count > 0:
        for entry in 0..<node.indexed.count {
          let (index, point) = node.indexed[entry]
          let step = PathStep.index(index)
          let end = try follow([step], from: source, schema.matching)
          guard !plan.ends.contains(point), let end else { continue }
          waiting.append((point, end.source, path + [step]))
        }
      default: break
      }
    }
  }
}

extension ImmortalArray<Int> {
  fileprivate func contains(_ number: Int) -> Bool { (0..<count).contains { self[$0] == number } }
}
