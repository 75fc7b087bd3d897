extension Mapping {
  /// New models may be dropped for the equal ones that are there, unless others may refer to them:
  /// those with a number, those of the store, those that a program has given, and those that await
  /// other models.
  func repeats(_ areEqual: (any ModelComparer) -> Bool) -> Bool {
    guard !preservesReferences, state.references?.isAwaiting != true else { return false }
    let comparison = Comparison { [self] former, new in
      if former === new { return true }
      let isHeld =
        known?.identity(of: new) != nil
        || state.rare?.given.contains(ObjectIdentifier(new)) == true
      return isHeld ? false : nil
    }
    return comparison.decide(areEqual)
  }
}
