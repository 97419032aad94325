import Testing
import WaylineNavigation
import WaylineViews

@testable import WaylineShell

/// A reading of lines against labels, as the documentation of the grammar says it, without the code of the
/// parser.
private struct LabelModel {
  enum Reading: Hashable {
    case element(Int, String?)
    case refused
    case command
    case other
  }

  let elements: [Element]
  /// The first word of the only command, and the number of words that it needs.
  let command: (word: String, count: Int)

  func read(_ line: String) -> Reading {
    if line.hasPrefix("\"") { return quoted(line) }
    if line.hasPrefix("#") { return .other }
    if line.hasPrefix("/") { return line == "/" ? whole(line, nil) ?? .other : .other }
    let words = line.split(separator: " ").map { String($0).lowercased() }
    let isCommand = words.first == command.word
    if isCommand, words.count > command.count { return .command }
    if let found = whole(line, nil) { return found }
    if let colon = line.lastIndex(of: ":"), colon != line.startIndex {
      let value = String(line[line.index(after: colon)...].drop { $0 == " " })
      let label = String(line[..<colon])
      if let found = whole(label, value.isEmpty ? nil : value) { return found }
    }
    if line.hasPrefix(":") { return .other }
    if isCommand, words.count == 1 { return .command }
    let beginnings = elements.indices.filter {
      elements[$0].label.lowercased().hasPrefix(line.lowercased())
    }
    let enabled = beginnings.filter { elements[$0].isEnabled }
    let found = enabled.isEmpty ? beginnings : enabled
    if found.isEmpty { return isCommand ? .command : .other }
    guard found.count == 1 else { return .refused }
    if elements[found[0]].isEnabled, isDangerous(found[0]) { return .refused }
    return .element(found[0], nil)
  }

  private func isDangerous(_ index: Int) -> Bool {
    elements[index].role == .destructive || elements[index].requiresWholeLabel
  }

  private func quoted(_ line: String) -> Reading {
    let parts = line.dropFirst()
      .split(separator: "\"", maxSplits: 1, omittingEmptySubsequences: false)
    let value = parts.count > 1 ? parts[1].drop { $0 == ":" || $0 == " " } : ""
    let found = elements.indices.filter { elements[$0].label == parts[0] }
    return pick(found, String(parts[0]), value.isEmpty ? nil : String(value)) ?? .other
  }

  private func whole(_ label: String, _ value: String?) -> Reading? {
    let found = elements.indices.filter { elements[$0].label.lowercased() == label.lowercased() }
    return pick(found, label, value)
  }

  private func pick(_ found: [Int], _ label: String, _ value: String?) -> Reading? {
    guard !found.isEmpty else { return nil }
    let takes = { (index: Int) in ![.button, .link].contains(elements[index].kind) }
    // The best ones, by what counts most.
    let ranks = found.map { index in
      (value != nil && takes(index) ? 4 : 0) + (elements[index].label == label ? 2 : 0)
        + (elements[index].isEnabled ? 1 : 0)
    }
    let best = found.indices.filter { ranks[$0] == ranks.max() }
    guard best.count == 1 else { return .refused }
    let index = found[best[0]]
    if value != nil, !takes(index) { return .refused }
    return .element(index, value)
  }
}

@Suite("Labels and lines")
struct LabelProductTests {
  private static let labels = [
    "Search", "search", "Deploy now", "Deploy", "#1 Emma", "/x", "/", ":x", "S",
  ]

  private struct Kind {
    let name: String
    let make: @Sendable (String) -> Element
  }

  private static let kinds = [
    Kind(name: "button") { Element.make(.button, $0) },
    Kind(name: "text") { Element.make(.text, $0) },
    Kind(name: "disabled") { Element.make(.button, $0, isEnabled: false) },
    Kind(name: "destructive") {
      var element = Element.make(.button, $0)
      element.role = .destructive
      return element
    },
    Kind(name: "whole link") {
      var element = Element.make(.link, $0)
      element.requiresWholeLabel = true
      return element
    },
  ]

  private static func spellings(of label: String) -> [String] {
    let forms = [label, label.lowercased(), label.uppercased()]
    let beginnings = [1, 2, 4].map { String(label.prefix($0)) }
    return forms + beginnings + forms.flatMap { ["\($0): pay", "\"\($0)\"", "\"\($0)\": pay"] }
  }

  private static func reading(
    _ result: Result<Command, ShellMessage>, _ elements: [Element]
  ) -> LabelModel.Reading {
    switch result {
    case .success(.act(let index, let value)): .element(index, value)
    case .success(.registered): .command
    case .failure(.ambiguous), .failure(.needsWholeLabel), .failure(.takesNoValue): .refused
    default: .other
    }
  }

  @Test(
    "A line means the same as by the documented order, for every two elements and every command",
    arguments: 0...2)
  func product(count: Int) {
    let usage = ["deploy", "deploy SERVICE", "deploy SERVICE VERSION"][count]
    let command = ShellCommand("deploy", usage: usage, summary: "Deploy.") { _ in .done }
    let names = CommandNames([command.accepting { _ in true }])
    var compared = 0
    for first in Self.labels {
      for second in Self.labels where first != second {
        for (one, other) in Self.pairs {
          let elements = [one.make(first), other.make(second)]
          let model = LabelModel(elements: elements, command: ("deploy", count))
          let parser = CommandParser(screen: .make(elements: elements), registered: names)
          for line in Self.spellings(of: first) where !line.isEmpty {
            let found = Self.reading(parser.read(line), elements)
            let expected = model.read(line)
            compared += 1
            if found != expected {
              let names = "\(one.name) '\(first)', \(other.name) '\(second)'"
              Issue.record("'\(line)' of \(names): \(found), \(expected)")
              return
            }
          }
        }
      }
    }
    #expect(compared > 25_000)
  }

  @Test("The label of a request means the same as if it were typed, for every two elements")
  func requests() {
    var compared = 0
    for first in Self.labels {
      for second in Self.labels where first != second {
        for (one, other) in Self.pairs {
          let elements = [one.make(first), other.make(second)]
          let parser = CommandParser(screen: .make(elements: elements))
          let spellings = Self.spellings(of: first).filter { !$0.isEmpty && !$0.contains("\"") }
          // Marks begin no label but a whole one, where lines are typed.
          for label in spellings where !"#/:".contains(label.first ?? "#") {
            for value in [nil, "pay"] as [String?] where value == nil || !label.contains(":") {
              let typed = value.map { "\(label): \($0)" } ?? label
              let found = Self.reading(parser.act(onLabel: label, value: value), elements)
              let expected = Self.reading(parser.read(typed), elements)
              compared += 1
              guard label.contains(":") || found == expected else {
                let names = "\(one.name) '\(first)', \(other.name) '\(second)'"
                Issue.record("'\(typed)' of \(names): \(found), \(expected)")
                return
              }
            }
          }
        }
      }
    }
    #expect(compared > 8_000)
  }

  @Test("A label that a program sends and nothing has is answered with what is near")
  func nearRequests() {
    var elements = [Element.make(.button, "Lend to Emma"), .make(.text, "Member")]
    elements[0].shortcut = "l"
    let parser = CommandParser(screen: .make(elements: elements))
    for label in ["lend to EMMA", " Lend to Emma ", "Lend", "l"] {
      #expect(
        parser.act(onLabel: label, value: nil) == .success(.act(on: 0, value: nil)), "\(label)")
    }
    #expect(parser.act(onLabel: "mem", value: "Ada") == .success(.act(on: 1, value: "Ada")))
    #expect(
      parser.act(onLabel: "Membr", value: nil)
        == .failure(.unknownLabel("Membr", nearest: ["Member"])))
    #expect(
      parser.act(onLabel: "Emma", value: nil)
        == .failure(.unknownLabel("Emma", nearest: ["Lend to Emma"])))
    for label in ["", " "] {
      #expect(parser.act(onLabel: label, value: nil) == .failure(.unknownLabel(label, nearest: [])))
    }
  }

  private static var pairs: [(Kind, Kind)] {
    kinds.flatMap { kind in kinds.map { (kind, $0) } }
  }

  @Test("The beginning of a dangerous label is answered with its label and its number")
  func dangerous() {
    var deploy = Element.make(.button, "Deploy now")
    deploy.role = .destructive
    let screen = Screen.make(elements: [.make(.button, "Keep"), deploy])
    let parser = CommandParser(screen: screen)
    #expect(parser.read("k") == .success(.act(on: 0, value: nil)))
    #expect(parser.read("d") == .failure(.needsWholeLabel("Deploy now", number: 2)))
    #expect("\(ShellMessage.needsWholeLabel("Deploy now", number: 2))" == "Type 'Deploy now' or 2.")
    for line in ["deploy NOW", "2", "\"Deploy now\"", "[2]"] {
      #expect(parser.read(line) == .success(.act(on: 1, value: nil)))
    }
    // Where the label runs a command, its line is in quotes.
    let command = ShellCommand("deploy", usage: "deploy SERVICE", summary: "Deploy.") { _ in .done }
    let other = CommandParser(screen: screen, registered: CommandNames([command]))
    #expect(other.read("dep") == .failure(.needsWholeLabel("\"Deploy now\"", number: 2)))
  }

  @Test(
    "The default action of a confirmation wants its whole label",
    arguments: [
      ("alert", nil, nil, 0), ("alert", "Cancel", nil, 0), ("alert", nil, "No", 1),
      ("root", nil, nil, nil), ("root", "Cancel", nil, nil), ("root", "Cancel", "No", 1),
      ("sheet", "Cancel", "Yes", 0), ("root", nil, "Yes", nil),
    ] as [(String, String?, String?, Int?)])
  func confirmation(layer: String, cancels: String?, isDefault: String?, dangerous: Int?) {
    let elements = ["Yes", "No", "Cancel"].map { label in
      var element = Element.make(.button, label)
      if label == cancels { element.role = .cancel }
      if label == isDefault { element.shortcut = "return" }
      return element
    }
    let layers: [String: Page.Layer] = [
      "alert": .alert(title: "Deploy?", message: ""), "root": .root, "sheet": .sheet("Deploy?"),
    ]
    let screen = Screen.make(elements: elements, layer: layers[layer] ?? .root)
    for (index, line) in ["y", "n", "c"].enumerated() {
      let reading = CommandParser(screen: screen).read(line)
      #expect((reading == .success(.act(on: index, value: nil))) == (index != dangerous), "\(line)")
    }
  }

  @Test("A number that was typed before its screen was printed presses nothing dangerous")
  func typedAhead() {
    var deploy = Element.make(.button, "Deploy now")
    deploy.role = .destructive
    let (start, summary) = (
      Screen.make(elements: [.make(.button, "Next"), .make(.button, "Other")]),
      Screen.make(elements: [.make(.button, "Back to start"), deploy])
    )
    func parser(at screen: Screen?) -> CommandParser {
      CommandParser(
        screen: summary, registered: CommandNames([]), offersPages: false, program: "", seen: nil,
        typedAt: screen)
    }
    #expect(parser(at: start).read("1") == .success(.act(on: 0, value: nil)))
    #expect(
      parser(at: start).read("2") == .failure(.typedAhead("Deploy now", word: "2", number: 2)))
    #expect(parser(at: start).read("deploy now") == .success(.act(on: 1, value: nil)))
    for screen in [summary, nil] {
      #expect(parser(at: screen).read("2") == .success(.act(on: 1, value: nil)))
    }
  }

  @Test(
    "A line that is read as something else says how its label is reached",
    arguments: [
      ("#1", "A line that begins with '#' is a comment. To choose '#1', type 1."),
      ("#2", "A line that begins with '#' is a comment. To choose '#2 Emma', type 2."),
      ("# a", nil), ("#", nil), ("/tmp", "type 3"), ("home", nil), ("show", "type 5"),
      ("#3", "A line that begins with '#' is a comment. Type the number of an item."),
    ] as [(String, String?)])
  func detours(line: String, sentence: String?) throws {
    let labels = ["#1", "#2 Emma", "/tmp", ":x", "Show", "#30", "#31", "Home page"]
    let screen = Screen.make(elements: labels.map { .make(.button, $0) })
    let parser = CommandParser(screen: screen)
    let detour = parser.detour(of: line, readAs: try parser.read(line).get())
    #expect(detour.map { "\($0)".contains(sentence ?? "…") } ?? (sentence == nil))
    #expect(parser.read(":x") == .success(.act(on: 3, value: nil)))
    #expect(parser.read("\"\(labels[0])\"") == .success(.act(on: 0, value: nil)))
  }

  @Test(
    "The words that a command needs are those of its usage outside brackets",
    arguments: [
      ("deploy", 0), ("deploy SERVICE VERSION", 2), ("deploy SERVICE [VERSION]", 1),
      ("deploy [a|b NAME]", 0), ("deploy a|b", 1), ("deploy --fast SERVICE", 1), ("NAME", 1),
      ("deployment NAME", 2), ("deploy a | b", 1),
    ])
  func required(usage: String, count: Int) {
    #expect(ShellCommand.requiredWords(of: usage, name: "deploy") == count)
  }
}
