import Foundation

// Plants mutants in Swift sources; `.ci/mutants` builds and runs them.
//
//   plant FROM TO LEFTOUT FILE…
//
// Each FILE below the folder FROM is written to the folder TO with its conditions inside of calls of
// `mutant`, of Tests/Mutants/Mutant.swift: `if mutant(7, 8, a) && mutant(9, 0, b)`. A number is a
// mutant, in which the condition is the other value: the first number's is true where it would be
// false, the second one's false where it would be true. The file LEFTOUT has numbers, one a line, that
// get no call. Each mutant is printed as a line: its number, FILE:LINE, the last line, the value, and
// the condition, separated by tabs.
//
// Conditions are those of `if`, `guard`, `while` and `where`, of ternaries, the operands of `&&` and
// `||`, and comparisons. Clauses that bind, and what stands in strings, are left alone. Of `a && b`,
// a and b are made true, and the whole is made false: if a test notices that, it would notice that a
// is false.

// MARK: - Tokens

struct Token {
  enum Kind { case word, symbol, literal }

  let kind: Kind
  let text: String
  let range: Range<Int>
  let line: Int
  /// Whether a space or a line's end stands before it, and after it.
  var isSpacedBefore: Bool
  var isSpacedAfter = true
  /// Whether it is the first one of its line.
  let isFirst: Bool
}

/// The tokens of a source, without those that aren't compiled here.
struct Lexer {
  private let bytes: [UInt8]
  private var place = 0
  private var line = 1
  private var tokens: [Token] = []
  private var lastLine = 0
  private var lastEnd = -1
  /// Whether each `#if` around the place is compiled.
  private var branches: [Bool] = []

  static func tokens(of bytes: [UInt8]) -> [Token] {
    var lexer = Lexer(bytes)
    lexer.run()
    return lexer.tokens
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  private func starts(with text: StaticString, at offset: Int = 0) -> Bool {
    let start = place + offset
    guard start + text.utf8CodeUnitCount <= bytes.count else { return false }
    return "\(text)".utf8.elementsEqual(bytes[start..<start + text.utf8CodeUnitCount])
  }

  private mutating func run() {
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\n"):
        line += 1
        place += 1
      case UInt8(ascii: " "): place += 1
      case _ where starts(with: "//"): skipLine()
      case _ where starts(with: "/*"): skipComment()
      case UInt8(ascii: "\""): take(.literal) { $0.skipString(pounds: 0) }
      case UInt8(ascii: "#"): takePound()
      case let byte where isWord(byte) || byte == UInt8(ascii: "`"):
        take(.word) { lexer in
          while lexer.place < lexer.bytes.count,
            lexer.isWord(lexer.bytes[lexer.place]) || lexer.bytes[lexer.place] == UInt8(ascii: "`")
          { lexer.place += 1 }
        }
      case let byte where Self.operators.contains(byte):
        take(.symbol) { lexer in
          while lexer.place < lexer.bytes.count,
            Self.operators.contains(lexer.bytes[lexer.place])
          { lexer.place += 1 }
        }
      default: take(.symbol) { $0.place += 1 }
      }
    }
  }

  private static let operators = Set("/=-+!*%<>&|^~?".utf8)

  private func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 128...:
      true
    default: false
    }
  }

  private mutating func take(_ kind: Token.Kind, _ skip: (inout Lexer) -> Void) {
    let (start, first) = (place, line)
    skip(&self)
    guard branches.allSatisfy({ $0 }) else { return }
    let isSpaced = start != lastEnd
    if let last = tokens.indices.last { tokens[last].isSpacedAfter = isSpaced }
    tokens.append(
      Token(
        kind: kind,
        text: String(decoding: bytes[start..<place], as: UTF8.self),
        range: start..<place,
        line: first,
        isSpacedBefore: isSpaced,
        isFirst: first != lastLine
      )
    )
    (lastLine, lastEnd) = (line, place)
  }

  private mutating func skipLine() {
    while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { place += 1 }
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if starts(with: "/*") {
        depth += 1
        place += 2
      } else if starts(with: "*/") {
        depth -= 1
        place += 2
      } else {
        if bytes[place] == UInt8(ascii: "\n") { line += 1 }
        place += 1
      }
    } while depth > 0 && place < bytes.count
  }

  /// A string with what is interpolated; the place is at its quotation mark.
  private mutating func skipString(pounds: Int) {
    let isLong = starts(with: "\"\"\"")
    place += isLong ? 3 : 1
    func hasPounds(_ start: Int) -> Bool {
      start + pounds <= bytes.count
        && bytes[start..<start + pounds].allSatisfy { $0 == UInt8(ascii: "#") }
    }
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "\n") { line += 1 }
      if isLong ? starts(with: "\"\"\"") : starts(with: "\""), hasPounds(place + (isLong ? 3 : 1)) {
        place += (isLong ? 3 : 1) + pounds
        return
      }
      guard bytes[place] == UInt8(ascii: "\\"), hasPounds(place + 1) else {
        place += 1
        continue
      }
      place += 1 + pounds
      guard starts(with: "(") else {
        place += 1
        continue
      }
      var depth = 0
      repeat {
        switch bytes[place] {
        case UInt8(ascii: "("): depth += 1
        case UInt8(ascii: ")"): depth -= 1
        case UInt8(ascii: "\""):
          skipString(pounds: 0)
          continue
        default: break
        }
        place += 1
      } while depth > 0 && place < bytes.count
    }
  }

  /// A raw string, a directive or another word with a number sign.
  private mutating func takePound() {
    var pounds = 0
    while starts(with: "#", at: pounds) { pounds += 1 }
    if starts(with: "\"", at: pounds) {
      return take(.literal) { lexer in
        lexer.place += pounds
        lexer.skipString(pounds: pounds)
      }
    }
    if starts(with: "#if ") {
      branches.append(isCompiled())
      skipLine()
    } else if starts(with: "#else") || starts(with: "#elseif ") {
      branches[branches.count - 1].toggle()
      skipLine()
    } else if starts(with: "#endif") {
      branches.removeLast()
      skipLine()
    } else {
      take(.word) { lexer in
        repeat { lexer.place += 1 } while lexer.isWord(lexer.bytes[lexer.place])
      }
    }
  }

  /// Whether what follows an `#if` is compiled for Linux, without traits.
  private func isCompiled() -> Bool {
    let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    let text = String(decoding: bytes[place..<end], as: UTF8.self)
    return text.components(separatedBy: "&&").allSatisfy { part in
      let isOther = ["Darwin", "ObjectiveC", "PublicSymbols", "Windows", "macOS", "_ptrauth"]
        .contains { part.contains($0) }
      return part.contains("!") == isOther
    }
  }
}

// MARK: - Conditions

/// The calls that a source gets.
struct Planter {
  struct Call {
    /// The tokens of the condition.
    let tokens: ClosedRange<Int>
    /// The numbers of the mutants; 0 if there is none.
    let ifFalse: Int
    let ifTrue: Int
  }

  private let tokens: [Token]
  /// The index of the other bracket of each bracket.
  private var partners: [Int: Int] = [:]
  /// The operators and question marks in conditions that were seen.
  private var seen: Set<Int> = []
  private(set) var calls: [Call] = []
  private var next: Int

  init(_ tokens: [Token], from number: Int) {
    (self.tokens, next) = (tokens, number)
    var open: [Int] = []
    for (index, token) in tokens.enumerated() where token.kind == .symbol {
      if ["(", "[", "{"].contains(token.text) { open.append(index) }
      if [")", "]", "}"].contains(token.text), let start = open.popLast() {
        (partners[start], partners[index]) = (index, start)
      }
    }
    for index in tokens.indices { plant(at: index) }
  }

  private func text(_ index: Int) -> String {
    tokens.indices.contains(index) ? tokens[index].text : ""
  }

  /// A word that isn't the name of a member.
  private func isKeyword(_ index: Int, _ names: Set<String>) -> Bool {
    names.contains(text(index)) && text(index - 1) != "." && text(index + 1) != ":"
  }

  private func isOperator(_ index: Int, _ names: Set<String>) -> Bool {
    names.contains(text(index)) && tokens[index].isSpacedBefore && tokens[index].isSpacedAfter
      && !isKeyword(index - 1, ["func"])
  }

  /// Whether a token is the mark of `try?` or `try!`.
  private func isMark(_ index: Int) -> Bool {
    ["?", "!"].contains(text(index)) && !tokens[index].isSpacedBefore
  }

  private static let comparisons: Set = ["==", "!=", "===", "!==", "<", ">", "<=", ">="]

  private mutating func plant(at index: Int) {
    if isKeyword(index, ["if", "guard", "while"]) {
      let isRepeated = text(index) == "while" && text(index - 1) == "}" && !tokens[index].isFirst
      if isRepeated { return plant(in: index + 1...end(after: index + 1, isOpen: true), both) }
      let ending = text(index) == "guard" ? "else" : "{"
      return plantClauses(from: index + 1, to: ending)
    }
    if isKeyword(index, ["where"]), isOfCase(index) {
      var last = index
      while !["{", ":", ","].contains(text(last + 1)), last + 1 < tokens.count {
        last = partners[last + 1] ?? last + 1
      }
      return plant(in: index + 1...last, both)
    }
    guard !seen.contains(index) else { return }
    if isOperator(index, ["?"]) {
      let first = start(before: index)
      // A comparison before it has been planted.
      if first < index, !(first..<index).contains(where: seen.contains) {
        plant(in: first...index - 1, both)
      }
    } else if isOperator(index, Self.comparisons.union(["&&", "||"])) {
      let first = start(before: index)
      // The constraints of a declaration.
      var before = first - 1
      while [",", ":"].contains(text(before)) { before = start(before: before) - 1 }
      if text(before) == "where" { return }
      plant(in: first...end(after: index, isOpen: true), both)
    }
  }

  private let both: Set = [true, false]

  private static let declarations: Set = [
    "{", "}", "func", "init", "subscript", "extension", "protocol", "struct", "enum", "class",
  ]

  /// Whether a `where` belongs to a loop or a case, not to a declaration.
  private func isOfCase(_ index: Int) -> Bool {
    var index = index - 1
    while index >= 0 {
      if isKeyword(index, ["for", "case", "catch", "default"]) { return true }
      if Self.declarations.contains(text(index)), partners[index].map({ $0 > index }) ?? true {
        return false
      }
      index = partners[index].map { min($0, index) } ?? index
      index -= 1
    }
    return false
  }

  /// The clauses of an `if`, `guard` or `while`.
  private mutating func plantClauses(from start: Int, to ending: String) {
    var clauses: [ClosedRange<Int>] = []
    var (first, index) = (start, start)
    while index < tokens.count {
      let isEnd = text(index) == ending
      if isEnd || text(index) == "," {
        if first < index { clauses.append(first...index - 1) }
        first = index + 1
        if isEnd { break }
      }
      // The name of a parameter.
      if let partner = partners[index], partner < index { return }
      index = (partners[index] ?? index) + 1
    }
    let plain = clauses.filter { clause in
      !["let", "var", "case", "true", "#available"].contains(text(clause.lowerBound))
    }
    for (number, clause) in plain.enumerated() {
      // If all of them are true, the first one decides.
      plant(in: clause, number == 0 ? both : [true])
    }
  }

  /// Plants the mutants of a condition that make it one of some values.
  private mutating func plant(in clause: ClosedRange<Int>, _ values: Set<Bool>) {
    var clause = clause
    while ["try", "await", "unsafe"].contains(text(clause.lowerBound)),
      !isMark(clause.lowerBound + 1), clause.count > 1
    { clause = clause.lowerBound + 1...clause.upperBound }
    var parts: [String: [Int]] = [:]
    var index = clause.lowerBound
    while index <= clause.upperBound {
      if isOperator(index, Self.comparisons.union(["&&", "||", "?"])) {
        parts[text(index), default: []].append(index)
        seen.insert(index)
      }
      index = max(index, partners[index] ?? index) + 1
    }
    if let mark = parts["?"]?.first {
      for index in parts.values.joined() where index > mark { seen.remove(index) }
      if text(clause.lowerBound) != "try" { plant(in: clause.lowerBound...mark - 1, both) }
      return call(clause, values)
    }
    for (name, isTrue) in [("||", false), ("&&", true)] {
      guard let operators = parts[name] else { continue }
      var first = clause.lowerBound
      for end in operators + [clause.upperBound + 1] where first < end {
        plant(in: first...end - 1, [isTrue])
        first = end + 1
      }
      return call(clause, values.intersection([!isTrue]))
    }
    let inner = text(clause.lowerBound) == "!" ? clause.lowerBound + 1 : clause.lowerBound
    if text(inner) == "(", partners[inner] == clause.upperBound, inner + 1 < clause.upperBound {
      // An operator in it has been met before those around it.
      if clause.contains(where: seen.contains) { return }
      let isTurned = inner != clause.lowerBound
      let values = isTurned ? Set(values.map { !$0 }) : values
      return plant(in: inner + 1...clause.upperBound - 1, values)
    }
    if ["true", "false"].contains(text(clause.lowerBound)), clause.count == 1 { return }
    call(clause, values)
  }

  private mutating func call(_ tokens: ClosedRange<Int>, _ values: Set<Bool>) {
    guard !values.isEmpty else { return }
    let numbers = [true, false].map { value in
      guard values.contains(value) else { return 0 }
      next += 1
      return next - 1
    }
    calls.append(Call(tokens: tokens, ifFalse: numbers[0], ifTrue: numbers[1]))
  }

  // MARK: The bounds of an expression

  private static let keywords: Set = [
    "return", "in", "where", "case", "if", "guard", "while", "else", "throw", "switch", "try",
    "await", "unsafe", "=", ",", ":", ";", "->",
  ]

  /// Whether a statement may go on from a token to the next one, which is in another line.
  private func goesOn(from index: Int) -> Bool {
    func joins(_ index: Int) -> Bool {
      let token = tokens[index]
      guard token.kind == .symbol else { return ["as", "is"].contains(token.text) }
      if token.text == "." { return true }
      return token.isSpacedBefore && token.isSpacedAfter && !"([{)]}".contains(token.text)
    }
    return joins(index) || joins(index + 1)
  }

  /// The first token of the expression before an operator.
  private func start(before index: Int) -> Int {
    var first = index
    while first > 0 {
      if tokens[first].isFirst, !goesOn(from: first - 1) { break }
      let before = first - 1
      let isTried = isMark(first) && text(before) == "try"
      if !isTried, Self.keywords.contains(text(before)), text(before - 1) != "." { break }
      if isOperator(before, ["?"]) || text(before).hasSuffix("=") && isAssignment(before) { break }
      guard let partner = partners[before] else {
        first = before
        continue
      }
      if partner > before { break }
      first = partner
    }
    return first
  }

  private func isAssignment(_ index: Int) -> Bool {
    tokens[index].kind == .symbol && !Self.comparisons.contains(text(index))
  }

  /// The last token of the expression after an operator.
  private func end(after index: Int, isOpen: Bool) -> Int {
    var last = index
    while last + 1 < tokens.count {
      let after = last + 1
      if tokens[after].isFirst, !goesOn(from: last) { break }
      if after > index + 1, Self.keywords.contains(text(after)),
        !["try", "await", "unsafe"].contains(text(after))
      {
        break
      }
      if isOperator(after, ["?"]) { break }
      guard let partner = partners[after] else {
        last = after
        continue
      }
      if partner < after { break }
      last = partner
    }
    return last
  }
}

// MARK: - Files

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count > 3 else {
  FileHandle.standardError.write(Data("usage: plant FROM TO LEFTOUT FILE...\n".utf8))
  exit(2)
}
let leftOut = Set(
  try String(contentsOfFile: arguments[2], encoding: .utf8).split(separator: "\n").compactMap {
    Int($0)
  }
)
var number = 1
for file in arguments.dropFirst(3) {
  let bytes = Array(try Data(contentsOf: URL(filePath: "\(arguments[0])/\(file)")))
  let tokens = Lexer.tokens(of: bytes)
  let calls = Planter(tokens, from: number).calls
  var before: [Int: [(length: Int, text: String)]] = [:]
  var after: [Int: Int] = [:]
  for call in calls {
    let (first, last) = (tokens[call.tokens.lowerBound], tokens[call.tokens.upperBound])
    let range = first.range.lowerBound..<last.range.upperBound
    let text = String(decoding: bytes[range], as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    var kept: [Int] = []
    for (mutant, value) in [(call.ifFalse, true), (call.ifTrue, false)] where mutant > 0 {
      number = max(number, mutant + 1)
      if leftOut.contains(mutant) { continue }
      kept.append(mutant)
      let fields = ["\(mutant)", "\(file):\(first.line)", "\(last.line)", "\(value)", text]
      print(fields.joined(separator: "\t"))
    }
    guard !kept.isEmpty else { continue }
    let numbers = [call.ifFalse, call.ifTrue].map { kept.contains($0) ? "\($0)" : "0" }
    let opening = "mutant(\(numbers.joined(separator: ", ")), "
    before[range.lowerBound, default: []].append((range.count, opening))
    after[range.upperBound, default: 0] += 1
  }
  var result: [UInt8] = []
  for place in 0...bytes.count {
    result += Array(repeating: UInt8(ascii: ")"), count: after[place] ?? 0)
    for (_, text) in (before[place] ?? []).sorted(by: { $0.length > $1.length }) {
      result += text.utf8
    }
    if place < bytes.count { result.append(bytes[place]) }
  }
  try Data(result).write(to: URL(filePath: "\(arguments[1])/\(file)"))
}
