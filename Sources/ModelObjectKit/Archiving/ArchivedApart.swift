import ModelObjectEssentials

/// A value that is an archive of its own in the archive of its model.
protocol ArchivedApart {
  func archive() throws -> Data
}
