// Whether options are those of a coder around: the code of a user's type may make a coder of its own.

extension MappingOptions {
  /// Whether all options are the same, as far as it can be told.
  func isLike(_ other: MappingOptions) -> Bool {
    dates == other.dates && mismatches == other.mismatches && missingKeys == other.missingKeys
      && unknownKeys == other.unknownKeys && duplicateKeys == other.duplicateKeys
      && conversions == other.conversions
      && maximumDepth == other.maximumDepth && arrays == other.arrays
      && references == other.references && census === other.census
      && elementClasses.mapValues { ObjectIdentifier($0) }
        == other.elementClasses.mapValues { ObjectIdentifier($0) }
      && (issueHandler == nil) == (other.issueHandler == nil)
  }
}

extension ExportOptions {
  func isLike(_ other: ExportOptions) -> Bool {
    keyStyle == other.keyStyle && includesNulls == other.includesNulls
      && dateFormat == other.dateFormat && timeZone == other.timeZone
      && relationships == other.relationships && properties == other.properties
      && sortedKeys == other.sortedKeys && prettyPrinted == other.prettyPrinted
      && references == other.references
  }
}
