import Testing
import WaylineNavigation
import WaylineViews

@testable import WaylineShell

@Suite("Parts of labels")
struct LabelPartTests {
  private static let screen: Screen = {
    var tabs = Element.make(.tab, "Tab")
    tabs.choices = ["Two views", "Members"]
    return .make(elements: [
      tabs, .make(.button, "github"), .make(.link, "16.2"), .make(.link, "Mac 16"),
      .make(.link, "2016"), .make(.text, "Title"), .make(.text, "Subtitle"),
      .make(.button, "Remove"), .make(.secret, "Passcode"),
      .make(.text, "Ti-Text", isEnabled: false),
    ])
  }()

  private let parser = CommandParser(screen: screen)

  @Test(
    "A part of a label suggests it, those with a word that begins with it first",
    arguments: [
      ("hub", ["github"]), ("HUB", ["github"]), ("views", ["Two views"]), ("vi", ["Two views"]),
      ("bt", []), ("mov", ["Remove"]), ("it", []), ("thu", ["github"]), ("hubs", []),
      ("embers", ["Members"]),
    ] as [(String, [String])])
  func parts(line: String, near: [String]) {
    #expect(parser.read(line) == .failure(.unknown(line, nearest: Suggestions(near))))
  }

  @Test("A part in quotes, and that of a program, suggest the label")
  func quoted() {
    #expect(parser.read("\"hub\"") == .failure(.unknownLabel("hub", nearest: ["github"])))
    #expect(
      parser.act(onLabel: "hub", value: nil) == .failure(.unknownLabel("hub", nearest: ["github"])))
  }

  @Test(
    "A number that is none of the screen suggests the labels that have it as a whole number",
    arguments: [
      ("16", ["16.2", "Mac 16"]), ("16 ", ["16.2", "Mac 16"]), ("20", []), ("201", []), ("99", []),
      ("16 x", []),
    ] as [(String, [String])])
  func numbers(line: String, near: [String]) {
    guard case .failure(.noElement(_, let count, let nearest)) = parser.read(line) else {
      Issue.record("'\(line)' was read")
      return
    }
    #expect(nearest.lines == near && count == 10)
  }

  @Test(
    "The beginning of a label takes a value where it takes none alone, and only of a field",
    arguments: [
      ("tit: Emma", 5), ("TIT:Emma", 5), ("titl: a: b", 5), ("sub: Emma", 6), ("pass: 12", 8),
      ("ta: Members", 0), ("rem: x", nil), ("16: x", nil), (": x", nil), ("tit:", nil),
      ("ti: x", 5),
    ] as [(String, Int?)])
  func values(line: String, element: Int?) {
    switch parser.read(line) {
    case .success(.act(let index, let value?)):
      #expect(index == element && line.hasSuffix(value), "\(index) \(value)")
    case .failure: #expect(element == nil)
    default: Issue.record("'\(line)' was read as something else")
    }
  }

  @Test("The beginning of several fields is ambiguous, and a whole label goes before a beginning")
  func several() {
    var deploy = Element.make(.text, "Deploy to")
    deploy.requiresWholeLabel = true
    let parser = CommandParser(
      screen: .make(elements: [
        .make(.text, "Time"), .make(.text, "Time from"), .make(.text, "Time to"), deploy,
      ]))
    #expect(parser.read("time: 9") == .success(.act(on: 0, value: "9")))
    guard case .failure(.ambiguous("ti", let choices)) = parser.read("ti: 9") else {
      Issue.record("not ambiguous")
      return
    }
    #expect(choices.map(\.label) == ["Time", "Time from", "Time to"])
    #expect(parser.read("dep: x") == .failure(.needsWholeLabel("Deploy to", number: 4)))
  }
}
