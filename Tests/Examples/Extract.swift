import Foundation

// Makes a program from the examples in Markdown and documentation comments; `.ci/examples` builds
// and runs it.
//
// A block of Swift is an example. The blocks of a page, or of one comment, share their
// declarations, and each sees the variables of those before it; comments continue the first example
// of `ModelObject`. A comment after an expression is its value; comment lines after `print`, or a
// block of text after the block, are its output; a comment line that is indented by three goes on
// the one before. No line is wider than the website. HTML comments before a block say more:
// `<!-- not run: why -->`, and `<!-- with: code -->` for code that the page doesn't show, in which
// a line `…` is the block. A block after `<!-- fails -->` is a program of its own that doesn't
// compile: its comments `// error: …` are the compiler's words.

struct Block {
  let file: String
  let line: Int
  var lines: [String] = []
  /// Code before and after the block that the page doesn't show.
  var before: [String] = []
  var after: [String] = []
  /// The block of text after it.
  var output: String?
}

/// What the website shows without scrolling.
let widest = 84

/// The lines of a page; nil for lines of Swift sources that aren't comments.
func lines(of file: String) throws -> [String?] {
  let lines = try String(contentsOfFile: file, encoding: .utf8).components(separatedBy: "\n")
  guard file.hasSuffix(".swift") else { return lines }
  return lines.map { line in
    let line = line.drop { $0 == " " }
    guard line.hasPrefix("///") else { return nil }
    return String(line.dropFirst(line.hasPrefix("/// ") ? 4 : 3))
  }
}

func stop(_ file: String, _ line: Int, _ message: String) -> Never {
  FileHandle.standardError.write(Data("\(file):\(line): error: \(message)\n".utf8))
  exit(1)
}

func trimmed(_ text: Substring) -> String {
  text.trimmingCharacters(in: .whitespaces)
}

/// The blocks of each page of a file: a Markdown file is one page, each comment is another.
func pages(of file: String) throws -> [[Block]] {
  var pages: [[Block]] = [[]]
  var block: Block?
  var output: [String]?
  var marker: [String]?
  var isSkipped = false
  var fails = false
  var context: [String] = []
  for (index, line) in try lines(of: file).enumerated() {
    guard let line else {
      if block != nil || marker != nil { stop(file, index, "the comment ends in a block") }
      if pages.last?.isEmpty == false { pages.append([]) }
      continue
    }
    if let lines = marker {
      if !line.hasSuffix("-->") {
        marker = lines + [line]
      } else {
        context = lines + (line == "-->" ? [] : [trimmed(line.dropLast(3))])
        marker = nil
      }
    } else if line.hasPrefix("```") {
      if let done = block {
        if fails {
          failing.append(done)
        } else if !isSkipped {
          pages[pages.count - 1].append(done)
        }
        (block, isSkipped, fails) = (nil, false, false)
      } else if let done = output {
        pages[pages.count - 1][pages[pages.count - 1].count - 1].output =
          done.joined(separator: "\n")
        output = nil
      } else if line == "```swift" {
        block = Block(file: file, line: index + 2)
        let place = context.firstIndex(of: "…") ?? context.count
        block?.before = Array(context[..<place])
        block?.after = Array(context[place...].dropFirst())
        context = []
      } else if line == "```text", pages.last?.last != nil {
        output = []
      } else {
        block = Block(file: file, line: index + 2)
        isSkipped = true
      }
    } else if block != nil {
      if line.count > widest { stop(file, index + 1, "the line is wider than \(widest) columns") }
      block?.lines.append(line)
    } else if output != nil {
      if line.count > widest { stop(file, index + 1, "the line is wider than \(widest) columns") }
      output?.append(line)
    } else if line.hasPrefix("<!-- not run: ") {
      isSkipped = true
    } else if line == "<!-- fails -->" {
      fails = true
    } else if line.hasPrefix("<!-- with: ") {
      let code = String(line.dropFirst("<!-- with: ".count))
      if code.hasSuffix("-->") { context = [trimmed(code.dropLast(3))] } else { marker = [code] }
    } else if line == "<!-- with:" {
      marker = []
    }
  }
  return pages.filter { !$0.isEmpty }
}

/// The blocks that don't compile.
nonisolated(unsafe) var failing: [Block] = []

nonisolated(unsafe) var places: [(file: String, line: Int)] = []

func quoted(_ text: String) -> String {
  "\""
    + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    + "\""
}

/// The lines of a block, with comparisons of its values; the number of lines stays the same, so
/// that locations are right.
func checked(_ block: Block) -> [String] {
  var result: [String] = []
  var index = 0
  while index < block.lines.count {
    let line = block.lines[index]
    let indent = String(line.prefix { $0 == " " })
    var code = String(line.dropFirst(indent.count))
    var value: String?
    if let range = code.range(of: "  // ", options: .backwards) {
      value = String(code[range.upperBound...])
      code = String(code[..<range.lowerBound])
    }
    var following: [String] = []
    var isPrinted = false
    if code.hasPrefix("print("), code.hasSuffix(")") {
      code = String(code.dropFirst("print(".count).dropLast())
      isPrinted = true
      if value == nil {
        following = block.lines[(index + 1)...].prefix { $0.hasPrefix(indent + "// ") }.map {
          String($0.dropFirst(indent.count + 3))
        }
        let isLast = index == block.lines.count - 1
        value =
          following.isEmpty
          ? (isLast ? block.output : nil)
          : following.joined(separator: "\n").replacing(#/\n {3}(?=[^ ])/#, with: " ")
      }
      if value == nil { stop(block.file, block.line + index, "what is printed is not told") }
    }
    let isStatement = ["let ", "var ", "case ", "return ", "}", "//"].contains {
      code.hasPrefix($0)
    }
    if let value, !isStatement, !code.isEmpty {
      let id = places.count
      places.append((block.file, block.line + index))
      if value == "throws" {
        result.append("\(indent)Checks.throwing(\(id)) { _ = \(code) }")
      } else if isPrinted || value.hasPrefix("{") {
        result.append("\(indent)Checks.text(\(id), \(code), \(quoted(value)))")
      } else {
        // A word or a number may be explained.
        let plain = value.prefixMatch(of: #/(true|false|nil|-?[0-9.]+): /#).map { String($0.1) }
        result.append("\(indent)Checks.value(\(id), \(code), \(plain ?? value))")
      }
    } else {
      result.append(line)
    }
    result += following.map { _ in "" }
    index += 1 + following.count
  }
  return result
}

/// Splits the lines of a block into type declarations and statements; the other's lines are empty,
/// so that locations are right.
func sorted(_ lines: [String]) -> (types: [String], statements: [String]) {
  var types: [String] = []
  var statements: [String] = []
  var isType = false
  let words: Set<Substring> = ["class", "struct", "enum", "protocol", "actor"]
  for line in lines {
    let starts =
      line.first != " " && line.split(separator: " ").prefix(3).contains { words.contains($0) }
    if starts { isType = true }
    if trimmed(line[...]).hasPrefix("import ") {
      types.append("")
      statements.append("")
    } else {
      types.append(isType ? line : "")
      statements.append(isType ? "" : line)
    }
    if isType, line.hasPrefix("}") || starts && line.hasSuffix("}") { isType = false }
  }
  return (types, statements)
}

/// The types of a page, and the function that runs its statements.
func program(of page: [Block], after base: [String] = []) -> String {
  var types = ""
  var statements = base.map { $0 + "\n" }.joined()
  for block in page {
    // A fragment of a class can't be anywhere else.
    let isMember = block.before.isEmpty && block.lines.first?.hasPrefix("override ") == true
    let before = isMember ? ["class Fragment\(block.line): ModelObject {"] : block.before
    let after = isMember ? ["}"] : block.after
    let lines = checked(block).map { after.isEmpty || $0.isEmpty ? $0 : "  " + $0 }
    let all = sorted(before + lines + after)
    // The hidden code is located before the block's lines.
    let place =
      "#sourceLocation(file: \(quoted(block.file)), line: \(max(1, block.line - before.count)))"
    types += "\(place)\n\(all.types.joined(separator: "\n"))\n#sourceLocation()\n"
    statements += "do {\n\(place)\n\(all.statements.joined(separator: "\n"))\n#sourceLocation()\n"
  }
  for block in page.reversed() {
    statements += "} catch { Checks.failed(error, \(quoted(block.file)), \(block.line)) }\n"
  }
  return "\(types)static func run() async throws {\n\(statements)}\n"
}

/// What a block that fails says about the compiler's messages.
///
/// A message may go on in lines that are indented further.
func messages(of block: Block) -> [String] {
  var messages: [String] = []
  for line in block.lines where line.hasPrefix("//") {
    let text = trimmed(line.dropFirst(2)[...])
    if let range = text.firstRange(of: #/(error|note): /#) {
      messages.append(String(text[range.lowerBound...]))
    } else if line.hasPrefix("//    "), let last = messages.popLast() {
      messages.append("\(last) \(text)")
    }
  }
  if messages.isEmpty { stop(block.file, block.line, "what the compiler says is not told") }
  return messages
}

/// Writes a program for each block that doesn't compile, and beside it the expected messages.
func writeFailing(to folder: String) throws {
  for (number, block) in failing.enumerated() {
    let code = ["import Foundation", "import ModelObjectKit"] + block.before
    let place = "#sourceLocation(file: \(quoted(block.file)), line: \(block.line))"
    try (code + [place] + block.lines + ["#sourceLocation()"] + block.after)
      .joined(separator: "\n")
      .write(toFile: "\(folder)/\(number).swift", atomically: true, encoding: .utf8)
    try messages(of: block).map { $0 + "\n" }.joined()
      .write(toFile: "\(folder)/\(number).messages", atomically: true, encoding: .utf8)
  }
}

let base = "Sources/ModelObjectKit/Model/ModelObject.swift"
let commented = CommandLine.arguments.dropFirst().filter { $0.hasSuffix(".swift") }
var calls = ""
var result = "import Foundation\nimport ModelObjectKit\nimport Observation\n"
var count = 0
for file in CommandLine.arguments.dropFirst() where file.hasSuffix(".md") {
  for page in try pages(of: file) {
    count += page.count
    result += "enum Page\(count) {\n\(program(of: page))}\n"
    calls += "try await Page\(count).run()\n"
  }
}
guard let first = try pages(of: base).first?.first else { stop(base, 1, "has no example") }
let shared = sorted(first.lines)
result += "enum Comments {\n\(shared.types.joined(separator: "\n"))\n}\n"
for file in commented {
  for page in try pages(of: file) {
    count += page.count
    let isFirst = page[0].file == base && page[0].line == first.line
    let start = isFirst ? [] : shared.statements.filter { $0.hasPrefix("let ") }
    result += "extension Comments { enum Page\(count) {\n\(program(of: page, after: start))} }\n"
    calls += "try await Comments.Page\(count).run()\n"
  }
}
let list = places.map { "(\(quoted($0.file)), \($0.line))" }.joined(separator: ", ")
result += """
  let places: [(file: String, line: Int)] = [\(list)]
  await Checks.run(\(count), at: places) {
  do {
  \(calls)} catch { Checks.failed(error, "examples", 0) }
  }

  """
print(result)
if let folder = CommandLine.arguments.first(where: { $0.hasPrefix("--failing=") }) {
  try writeFailing(to: String(folder.dropFirst("--failing=".count)))
}
