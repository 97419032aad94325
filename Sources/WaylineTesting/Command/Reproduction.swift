import Wayline

/// The files that reproduce a violation: a name, and a test that fails as long as it is there.
extension ExplorationReport.Violation {
  /// A name for files: a number, and the property in lower case without other characters.
  func fileName(_ number: Int) -> String {
    let words = property.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    return "\(number)-" + String(words)
  }

  /// A test for a file of one's own, named by a number.
  ///
  /// The type of the first screen is not known here, so the test has a placeholder for it.
  func test(_ program: String, _ number: Int) -> String {
    """
    import Testing
    import Wayline
    import WaylineTesting

    // Write \(missing(program)) in place of <#…#>.
    // Import the module that has it.
    @Suite(\(Self.quoted(program)))
    @MainActor
    struct Violation\(number)Tests {
      // \(Self.line(message))
      @Test(\(Self.quoted(property)))
      func reproduced() async {
    \(body.map { "    \($0)\n" }.joined())  }
    }

    """
  }

  private func missing(_ program: String) -> String {
    let screen = "the first screen of \(program)"
    return evidence == .law && Law(rawValue: property) == nil
      ? "\(screen), and the property as in `explorable`," : screen
  }

  private static let content = "{ <#the first screen#> }"

  private var body: [String] {
    switch evidence {
    case .screen:
      driving + ["#expect(host.lines != [\(after.map(Self.quoted).joined(separator: ", "))])"]
    case .host: driving + ["await host.end()"]
    case .law:
      ["// \(commands.isEmpty ? "At the start" : Self.line(commands.joined(separator: ", ")))"]
        + ["let report = await Explorer \(Self.content)"] + changes.map { "  \($0)" } + [
          "  \(bound).run()",
          "#expect(!report.violations.contains { $0.property == \(Self.quoted(property)) }, "
            + "\"\\(report)\")",
        ]
    }
  }

  /// The bound of the search: none where a goal is looked for in all states.
  private var bound: String {
    let isGoal = commands.isEmpty && after.isEmpty && Law(rawValue: property) == nil
    return isGoal || setup.needsAllStates
      ? ".budget(states: 20_000)" : ".budget(depth: \(commands.count + 1))"
  }

  /// The part of the plan that the commands need, and the property if it is no law.
  private var changes: [String] {
    setup.fields.map { field in
      ".values([\(field.values.map(Self.quoted).joined(separator: ", "))], for: \(Self.quoted(field.label)))"
    }
      + setup.lines.map { $0 == Screens.restart ? ".restarts()" : ".command(\(Self.quoted($0)))" }
      + (Law(rawValue: property) == nil ? ["<#the property#>"] : [])
  }

  private var driving: [String] {
    ["let commands: [String] = ["] + (commands + loop).map { "  \(Self.quoted($0))," } + [
      "]", "let host = TestHost \(Self.content)",
      "host.onFailure = { Issue.record(\"\\($0)\") }",
    ] + sending + ["await host.settle()"]
  }

  private var sending: [String] {
    guard setup.lines.contains(Screens.restart) else {
      return ["for command in commands { host.send(command) }"]
    }
    return [
      "for command in commands {",
      "  if command == \"restart\" { host.restart() } else { host.send(command) }", "}",
    ]
  }

  /// The evidence that a violation is still there.
  private enum Evidence {
    /// The last screen.
    case screen
    /// A failure of the host while the commands are taken, or at its end.
    case host
    /// Only the check of the law: the screen is as it should be.
    case law
  }

  private var evidence: Evidence {
    // A host lets tasks run by themselves, and time by its clock: only an explorer knows their orders.
    let waits = (commands + loop).contains { $0 == "wait" || $0.hasPrefix("wait ") }
    // The lines do not decide a property: it may be about a task, a time, a message or a step.
    return switch Law(rawValue: property) {
    case .noLeak?, .noCrash?: waits ? .law : .host
    case .uniqueLabels?, .labelIsCommand?, .width?, .noSecretShown?, .noControlBytes?,
      .deadEnd?:
      after.isEmpty || waits || !loop.isEmpty ? .law : .screen
    default: .law
    }
  }

  private static func line(_ text: String) -> String { text.replacing("\n", with: " ") }

  private static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n")
    return "\"\(escaped)\""
  }
}
