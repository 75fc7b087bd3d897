/// A file of Swift source, by its path.
final class CodeFile {
  let path: String
  let source: SourceFile
  /// Whether `check` reports its mistakes; another one is only read for what is declared in it.
  let isReported: Bool

  init(path: String, source: SourceFile, isReported: Bool = true) {
    self.path = path
    self.source = source
    self.isReported = isReported
  }
}
