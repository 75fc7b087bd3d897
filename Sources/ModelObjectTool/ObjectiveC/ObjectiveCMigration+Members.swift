// The properties of a model, and the methods that stay.
extension ObjectiveCMigration {
  /// Collects the properties and what isn't understood.
  func collect(_ model: ObjectiveCModel) {
    let entry = model.entry
    let parts = [(file: entry.file, interface: entry.interface)] + entry.extensions
    var marks: [(text: String, token: Int)] = []
    for (file, interface) in parts {
      if let category = interface.category, !category.isEmpty {
        // Properties of a category are methods.
        if !interface.properties.isEmpty {
          look(
            in: file,
            at: interface.token,
            "properties of the category \(category) stay in Objective-C"
          )
        }
        continue
      }
      marks = interface.marks
      for property in interface.properties {
        var above: [String] = []
        while let mark = marks.first, mark.token < property.tokens.lowerBound {
          above.append(mark.text)
          marks.removeFirst()
        }
        add(property, in: file, marks: above, to: model)
      }
      for other in interface.others {
        look(in: file, at: other.token, "\(model.name): '\(other.text)' stays in Objective-C")
      }
    }
    for (file, implementation) in entry.implementations {
      for macro in implementation.macros {
        if ObjectiveCRule.macros.contains(macro.text) {
          report.count("NSCoding, copies, comparisons: dropped")
        } else {
          look(in: file, at: macro.token, "\(model.name): '\(macro.text)' stays in Objective-C")
        }
      }
      for other in implementation.others {
        look(in: file, at: other.token, "\(model.name): '\(other.text)' stays in Objective-C")
      }
    }
  }

  private func add(
    _ source: ObjectiveCProperty,
    in file: Int,
    marks: [String],
    to model: ObjectiveCModel
  ) {
    if source.has("class") {
      look(
        in: file,
        at: source.tokens.lowerBound,
        "\(model.name).\(source.name) belongs to the class: it stays in Objective-C"
      )
      return
    }
    if let index = model.properties.firstIndex(where: { $0.source.name == source.name }) {
      // The class extension makes a property writable.
      if source.has("readwrite") || !source.has("readonly") {
        let old = model.properties[index]
        model.properties[index] = ObjectiveCModel.Property(
          source: ObjectiveCProperty(
            name: source.name,
            type: old.source.type ?? source.type,
            attributes: old.source.attributes.filter { $0 != "readonly" },
            tokens: old.source.tokens,
            isInNonnull: old.source.isInNonnull
          ),
          file: old.file,
          name: old.name,
          marks: old.marks
        )
      }
      return
    }
    model.properties.append(
      ObjectiveCModel.Property(
        source: source,
        file: file,
        // Swift sees the name of the getter.
        name: swiftName(source.getter ?? source.name),
        marks: marks
      )
    )
  }

  private func swiftName(_ name: String) -> String {
    // These mean something after a dot.
    ["self", "Type", "Protocol", "init"].contains(name) ? name + "Value" : name
  }

  // MARK: - After the mapping

  /// Decides what each property is in Swift.
  func finish(_ model: ObjectiveCModel) {
    for index in model.properties.indices {
      let source = model.properties[index].source
      let name = model.properties[index].name
      let file = model.properties[index].file
      let token = source.tokens.lowerBound
      let getter = model.entry.method([source.getter ?? source.name])
      let isComputed = source.has("readonly") && getter != nil
      let element = model.containers[source.name]
      guard let type = source.type, !isComputed,
        let form = forms.form(type, element: element)
      else {
        let reason = isComputed ? "is computed" : "has a type without a counterpart"
        look(in: file, at: token, "\(model.name).\(source.name) \(reason)")
        continue
      }
      let isNonnull =
        source.has("nonnull") || type.nullability == .none
        || source.isInNonnull && !source.has("nullable") && type.nullability != .some
          && !source.has("null_resettable") && !source.has("null_unspecified")
      model.properties[index].form = form
      model.properties[index].isWeak = source.has("weak") && form.isObject
      let isEnumeration = !form.isObject && form.initial == nil
      model.properties[index].isOptional =
        form.isObject && (!isNonnull || source.has("weak")) || isEnumeration
      model.properties[index].initial =
        model.initialValues[source.name] ?? model.initialValues["_" + source.name]
      if form.isUnknown {
        look(in: file, at: token, "\(model.name).\(source.name): \(form.type) isn't in these files")
      }
      if !form.isMapped && !form.isUnknown || source.has("weak")
        || source.has("readonly") && !isMappedByIvar(model)
      {
        ObjectiveCModel.add(name, to: &model.ignored)
      }
      if model.ignored.contains(name) { model.required.removeAll { $0 == name } }
      warnOfValues(of: model, source, form: form, in: file)
      takeOptional(of: model, type: type, name: name)
    }
    report.count("properties", model.properties.count)
  }

  /// MJExtension and JSONModel set properties that only they can write.
  private func isMappedByIvar(_ model: ObjectiveCModel) -> Bool {
    model.isJSONModel || model.entry.methods.contains { $0.method.selector.hasPrefix("mj_") }
  }

  private func takeOptional(of model: ObjectiveCModel, type: ObjectiveCType, name: String) {
    guard model.isJSONModel else { return }
    if type.protocols.contains("Ignore") { ObjectiveCModel.add(name, to: &model.ignored) }
    if type.protocols.contains("Optional") { model.required.removeAll { $0 == name } }
  }

  private func warnOfValues(
    of model: ObjectiveCModel,
    _ source: ObjectiveCProperty,
    form: ObjectiveCForms.Form,
    in file: Int
  ) {
    let token = source.tokens.lowerBound
    guard !model.ignored.contains(source.name) else { return }
    if base.enumerations[form.type] != nil, form.initial == nil {
      warn(
        in: file,
        at: token,
        "an enum without a case 0 is optional: without a value, and with a number that isn't a case, it is nil"
      )
    } else if base.enumerations[form.type] != nil {
      warn(
        in: file,
        at: token,
        "a number that isn't a case of an enum was kept, and is an issue now"
      )
    } else if !form.isObject, form.isMapped, form.type != "Bool", !model.isJSONModel {
      warn(
        in: file,
        at: token,
        "text and fractions that don't fit a number made it 0 or another one, and are issues now"
      )
    }
    if form.isUntyped {
      warn(
        in: file,
        at: token,
        "numbers in values of any type are Int, Double or Decimal: read them with convert(_:to:)"
      )
    }
    if form.type == "Data", !model.isJSONModel {
      warn(in: file, at: token, "data in a string was UTF-8, and is base64 now")
    }
    if form.type == "Date", hasZone {
      warn(
        in: file,
        at: token,
        "dates without a time zone were UTC, and are in that of \(baseName)"
      )
    }
    let setter =
      "set" + source.name.prefix(1).uppercased() + source.name.dropFirst() + ":"
    if model.entry.method([setter]) != nil {
      warn(in: file, at: token, "a setter ran while its property was mapped")
    }
  }
}
