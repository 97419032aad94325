import Testing
import WaylineViews

@testable import WaylineShell

@Suite("Suggestions")
struct SuggestionTests {
  private static let labels = [
    "Lend a book", "Re-index", "16.2", "Mac 16", "Home", "History of art", "Quit", "wait", "Undo",
    "#1 Emma", "/tmp", ":x", "Say \"hi\"", "\"Open\"", "it's", "Title", "Two views", "Show 3",
    "Deploy", "Back 2", "Sort by: Title", "open desk", "Members",
  ]
  private static let elements: [Element] = {
    var tab = Element.make(.tab, "Tab")
    tab.choices = ["Books", "Members of 2", "History"]
    return labels.enumerated().map { Element.make($0 % 3 == 0 ? .text : .button, $1) } + [tab]
  }()
  private static let parser: CommandParser = {
    let deploy = ShellCommand("deploy", usage: "deploy [SERVICE]", summary: "Deploy.") { _ in .done
    }
    return CommandParser(
      screen: .make(elements: elements),
      registered: CommandNames([deploy.accepting { $0.count < 2 }]))
  }()

  /// The lines that somebody types who means a label, or a command.
  private static var lines: [String] {
    let words = labels + ["Books", "Members of 2", "History"] + BuiltInCommand.all.map(\.word)
    return words.flatMap { word -> [String] in
      let letters = Array(word)
      let slips =
        letters.indices.map { String(letters[..<$0] + letters[($0 + 1)...]) }
        + letters.indices.map { String(letters[..<$0] + "x" + letters[$0...]) }
        + letters.indices.dropFirst().map { String(letters[$0...]) } + [word]
      return slips.flatMap { [$0, "\"\($0)\"", "\($0): Ann B-2", "\($0) 7", "\($0)=-7"] }
    }
  }

  private static func suggestions(_ message: ShellMessage) -> [String] {
    switch message {
    case .noElement(_, _, let near), .unknownCommand(_, let near), .unknownLabel(_, let near),
      .unknown(_, let near):
      near.lines
    case .needsWholeLabel(let line, let number), .typedAhead(let line, _, let number):
      [line, "\(number)"]
    default: []
    }
  }

  @Test(
    "A command that needs words is named by its form, and not as a line",
    arguments: [("opne", "open place…"), (":opne", "open place…"), ("reprot", "report SERVICE")])
  func forms(line: String, form: String) {
    let report = ShellCommand("report", usage: "report SERVICE", summary: "Report.") { _ in .done }
    let parser = CommandParser(
      screen: .make(elements: [.make(.button, "Openings")]), registered: CommandNames([report]))
    guard case .failure(let message) = parser.read(line) else { return #expect(Bool(false)) }
    #expect(Self.suggestions(message) == [])
    #expect(message.description.hasSuffix(" The form is '\(form)'."))
  }

  @Test("A command that is only read after a colon is suggested with it")
  func hidden() {
    let parser = CommandParser(screen: .make(elements: [.make(.button, "More")]))
    for (line, suggestion) in [(":tre", ":tree"), (":wyh", ":why"), (":mroe", ":more")] {
      guard case .failure(let message) = parser.read(line) else { return #expect(Bool(false)) }
      #expect(Self.suggestions(message).contains(suggestion))
      for line in Self.suggestions(message) {
        guard case .failure(let refusal) = parser.read(line) else { continue }
        Issue.record("\(line): \(refusal)")
      }
    }
  }

  @Test("A suggestion is accepted as it is printed, and acts on the label that it names")
  func accepted() {
    let (parser, labels) = (Self.parser, Set(Self.labels))
    var compared = 0
    for line in Self.lines {
      guard case .failure(let message) = parser.read(line) else { continue }
      for suggestion in Self.suggestions(message) {
        compared += 1
        switch parser.read(suggestion) {
        case .success(.act(let index, _)):
          let label = Self.elements[index].label
          let isNamed = suggestion.lowercased().contains(label.lowercased())
          let isNumbered = suggestion.split(separator: " ").first.flatMap { Int($0) } == index + 1
          #expect(isNamed || label == "Tab" || isNumbered, "\(line) → \(suggestion)")
        case .success: #expect(!labels.contains(suggestion), "\(line) → \(suggestion)")
        case .failure(let refusal): Issue.record("\(line) → \(suggestion): \(refusal)")
        }
      }
    }
    #expect(compared > 500)
  }
}
