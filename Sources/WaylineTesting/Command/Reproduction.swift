import Wayline

/// The files that reproduce a violation: a name, and a test that fails as long as it is there.
extension ExplorationReport.Violation {
  /// A name for files: the property in lower case without other characters, and a number.
  func fileName(_ number: Int) -> String {
    let words = property.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    return "\(number)-" + String(words)
  }

  /// A test for a file of one's own.
  func test(_ program: String) -> String {
    """
    import Testing
    import Wayline
    import WaylineTesting

    @Suite("\(program)")
    @MainActor
    struct ExploredTests {
      // \(message)
      @Test(\(Self.quoted(property)))
      func reproduced() async {
    \(body(program).map { "    \($0)\n" }.joined())  }
    }

    """
  }

  private func body(_ program: String) -> [String] {
    let content = "{ /* the first screen of \(program) */ EmptyView() }"
    switch evidence {
    case .screen:
      return driving(content)
        + ["#expect(host.lines != [\(after.map(Self.quoted).joined(separator: ", "))])"]
    case .host: return driving(content) + ["await host.end()"]
    case .law:
      return [
        "// \(commands.isEmpty ? "At the start" : commands.joined(separator: ", "))",
        "let report = await Explorer \(content)", "  .budget(depth: \(commands.count + 1)).run()",
        "#expect(!report.violations.contains { $0.property == \(Self.quoted(property)) }, "
          + "\"\\(report)\")",
      ]
    }
  }

  private func driving(_ content: String) -> [String] {
    ["let commands = ["] + (commands + loop).map { "  \(Self.quoted($0))," } + [
      "]", "let host = TestHost \(content)",
      "host.onFailure = { Issue.record(\"\\($0)\") }",
      "for command in commands { host.send(command) }", "await host.settle()",
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
    switch Law(rawValue: property) {
    case .noLeak?, .noCrash?: .host
    case nil, .uniqueLabels?, .labelIsCommand?, .width?, .noSecretShown?, .noControlBytes?,
      .deadEnd?:
      after.isEmpty ? .law : .screen
    default: .law
    }
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }
}
