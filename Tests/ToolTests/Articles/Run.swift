import Foundation

@testable import ModelObjectTool

/// A run of the tool, and its result.
struct Run {
  let code: Int32
  let output: String
  let errors: String

  init(_ arguments: [String], input: Data = Data(), showsProgress: Bool = false) {
    var output = ""
    var errors = ""
    code = Tool(
      Tool.Surroundings(
        standardInput: { input },
        output: { output += $0 },
        errors: { errors += $0 },
        showsProgress: showsProgress
      )
    )
    .run(arguments)
    self.output = output
    self.errors = errors
  }
  init(code: Int32, output: String, errors: String) {
    (self.code, self.output, self.errors) = (code, output, errors)
  }
}
