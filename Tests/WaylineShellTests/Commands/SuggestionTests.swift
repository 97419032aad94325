import Testing
import WaylineNavigation
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
      near
    case .needsWholeLabel(let line, let number), .typedAhead(let line, let number):
      [line, "\(number)"]
    default: []
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
        case .failure(let refusal):
          // The form of a command that needs words is no line.
          let isForm = BuiltInCommand.all.contains { $0.usage == suggestion && $0.usage != $0.word }
          #expect(isForm, "\(line) → \(suggestion): \(refusal)")
        }
      }
    }
    #expect(compared > 500)
  }

  private static let forms = [
    "settings", "desk member <name>", "resolve …", "note <id> [text]", "shelf <row> <place>",
  ]

  @Test(
    "The words of a place are suggested as they open it, whatever is in them",
    arguments: [
      "Jane", "Jane Doe", "INC-1001", "42", "it's", "-x", "a,b", "\"q\"", "#1", "/x", "é", "a\\b",
      "…", "--", ":x", "<id>",
    ])
  func places(word: String) throws {
    let value = ShellWord.quote(word)
    for line in [
      "desk member \(value)", "resolve \(value)", "note \(value)", "note 1 \(value)",
      "Resolve \(value) \(value)", "shelf \(value) \(value)", "settings \(value)",
    ] {
      let place = try #require(PlaceForm.nearest(to: line, among: Self.forms))
      let words = try #require(ShellWord.split(line))
      let names = words.first == "settings" ? ["settings"] : words
      let command = Self.parser.read("open \(place)")
      #expect(
        command == .success(.navigate(.open([names[0].lowercased()] + names.dropFirst()))),
        "\(line) → open \(place)")
    }
  }
}
