import Glibc
import WaylineQuestions
import WaylineTestPrograms

/// A tool that asks the questions of its arguments, one after the other, and prints the answers.
///
/// `await` before them asks as asynchronous code does, `readLine` reads a line as a tool does by itself, and
/// `print` prints one without its end being written out.
@main
enum QuestionProbe {
  static func main() async {
    var words = CommandLine.arguments.dropFirst()
    let awaits = words.first == "await"
    if awaits { words = words.dropFirst() }
    for word in words {
      do {
        print("answer:", awaits ? try await awaited(word) : try answer(word))
      } catch is CancellationError {
        print("cancelled")
      } catch let error as QuestionError {
        print("error \(error.exitStatus):", error)
      } catch {
        print("other error:", error)
      }
    }
  }

  private static let templates = ["api", "blank", "web"]
  private static let parts = ["tests", "docs", "licence"]

  private static func problem(_ text: String) -> String? {
    text.contains("/") ? "A name has no slash." : nil
  }

  private static func answer(_ word: String) throws -> String {
    switch word {
    case "text": try Question.text("Name", validate: problem)
    case "text-default":
      try Question.text(
        "Name", default: "site", answer: .option("--name"), .variable("PROBE_NAME"),
        validate: problem)
    case "choice": try Question.choice("Template", from: templates)
    case "choice-default":
      try Question.choice(
        "Template", from: templates, default: "web", answer: .option("--template"),
        .variable("PROBE_TEMPLATE"))
    case "choice-sources":
      try Question.choice(
        "Template", from: templates, answer: .option("--template"), .variable("PROBE_TEMPLATE"))
    case "many": "\(try Question.choice("Number", from: 1...40))"
    case "choices": try Question.choices("Parts", from: parts, chosen: ["docs"]).description
    case "confirm": "\(try Question.confirm("Overwrite ./site?"))"
    case "confirm-default": "\(try Question.confirm("Overwrite ./site?", default: false))"
    case "secret": masked(try Question.secret("Token", answer: .variable("PROBE_TOKEN")))
    case "forgotten": try forgotten()
    case "editor": try Question.editor("Note", text: "old").debugDescription
    case "form": "\(try Question.form { try site() })"
    case "form-review": "\(try Question.form(startsAtReview: true) { try site() })"
    case "npm-init": "\(try Question.form(startsAtReview: true) { try package() })"
    case "pull-request": "\(try Question.form("Create the pull request?") { try pullRequest() })"
    case "secret-form":
      try Question.form {
        "\(try Question.text("Name")), \(masked(try Question.secret("Token")))"
      }
    case let word where word.hasPrefix("answers="):
      "\(try Question.answering(fromFile: String(word.dropFirst(8))) { try site() })"
    case let word where word.hasPrefix("record="):
      "\(try Question.recording(toFile: String(word.dropFirst(7))) { try Question.form { try site() } })"
    case "progress": try fetch(stopsAt: 3)
    case "printing": printing()
    case "text-output": "\(printText(to: .standardOutput))"
    case "endless": endless()
    case "deaf": endless(cancelsAtInterrupt: true)
    case "json": try fetch(stopsAt: 3, asJSON: true)
    case "cancelled-progress": try cancellable()
    case "stopped-progress": try fetch(stopsAt: 1)
    case "asking-progress":
      try withProgress("Fetching", total: 3) { progress in
        // Logged while the question has the terminal.
        try Question.text("Name") { name in
          progress.log("checked '\(name)'")
          return name.isEmpty ? "Type a name." : nil
        }
      }
    case "readLine": readLine() ?? "nil"
    default: word
    }
  }

  private static func awaited(_ word: String) async throws -> String {
    switch word {
    case "text": try await Question.text("Name", validate: problem)
    case "choice": try await Question.choice("Template", from: templates)
    case "choices":
      try await Question.choices("Parts", from: parts, chosen: ["docs"]).description
    case "confirm": "\(try await Question.confirm("Overwrite ./site?"))"
    case "secret": masked(try await Question.secret("Token"))
    case "form": "\(try await Question.form { try await awaitedSite() })"
    case "form-review":
      "\(try await Question.form(startsAtReview: true) { try await awaitedSite() })"
    case "cancel": try await cancelled()
    case "seven": await seven()
    default: try answer(word)
    }
  }

  /// A question that depends on the answer before it, between two that do not.
  private static func site() throws -> [String] {
    let name = try Question.text(
      "Name", default: "site", answer: .variable("PROBE_NAME"), validate: problem)
    let template = try Question.choice("Template", from: templates, default: "web")
    var site = [name, template]
    if template == "api" { site.append(try Question.text("Port", default: "80")) }
    site += try Question.choices("Parts", from: parts, chosen: ["docs"])
    return site
  }

  /// The questions of `npm init`.
  private static func package() throws -> [String] {
    try [
      ("package name", "site"), ("version", "1.0.0"), ("description", ""),
      ("entry point", "index.js"), ("test command", ""), ("git repository", ""), ("keywords", ""),
      ("author", ""), ("license", "ISC"),
    ].map { try Question.text($0, default: $1) }
  }

  /// The questions of `gh pr create`.
  private static func pullRequest() throws -> [String] {
    let people = (1...40).map { "reviewer-\($0)" }
    let title = try Question.text("Title", default: "Lend books")
    let body = try Question.editor("Body")
    return [title, body]
      + (try Question.choices("Reviewers", from: people))
      + (try Question.choices("Labels", from: ["bug", "documentation", "enhancement"]))
  }

  private static func awaitedSite() async throws -> [String] {
    let name = try await Question.text("Name", default: "site", validate: problem)
    let template = try await Question.choice("Template", from: templates, default: "web")
    var site = [name, template]
    if template == "api" { site.append(try await Question.text("Port", default: "80")) }
    site += try await Question.choices("Parts", from: parts, chosen: ["docs"])
    return site
  }

  /// The number of bytes of a secret, and its first one.
  private static func masked(_ secret: SecretAnswer) -> String {
    "\(secret.count) bytes from \(secret.withUnsafeBytes { $0.first ?? 0 }), \(secret)"
  }

  /// Whether a secret is in the memory of the process while it is used, and the number of places afterwards.
  private static func forgotten() throws -> String {
    // The bytes of `t0ps3cret`, each with its bits inverted.
    let masked: [UInt8] = [0x8B, 0xCF, 0x8F, 0x8C, 0xCC, 0x9C, 0x8D, 0x9A, 0x8B]
    var secret: SecretAnswer? = try Question.secret("Token")
    let count = withExtendedLifetime(secret) { OwnMemory.count(of: masked) }
    secret = nil
    return "\(count > 0 ? "found" : "missing"), then \(OwnMemory.count(of: masked))"
  }

  /// Does the steps of some work, until it is cancelled.
  private static func fetch(stopsAt last: Int, asJSON: Bool = false) throws -> String {
    try withProgress("Fetching", total: 3, asJSON: asJSON) { progress in
      for step in 1...3 {
        progress.advance()
        usleep(250_000)
        if step == 2 { progress.log("two are done") }
        if step == last, last < 3 { throw CancellationError() }
      }
      progress.ends(with: "Fetched 3 files")
      return "3"
    }
  }

  /// Prints lines, parts of lines and those of another program while work runs.
  private static func printing() -> String {
    withProgress("Fetching", total: 40) { progress in
      print("before", terminator: "")
      fflush(nil)
      for step in 1...40 {
        progress.advance()
        if step % 2 == 0 { print("printed \(step)") }
        if step == 30 { system("echo child; echo problem >&2") }
        usleep(20_000)
      }
      return "done"
    }
  }

  private static func printText(to output: TextOutput) -> Bool {
    print("first")
    output.print("Created \("shop", .bold).")
    return output.print(TextTable("Title", "Copies", rows: [["The Leopard", "2"]]))
  }

  /// Works until something ends the program.
  private static func endless(cancelsAtInterrupt: Bool = false) -> String {
    withProgress("Fetching", total: 9, cancelsAtInterrupt: cancelsAtInterrupt) { progress in
      progress.advance(by: 3)
      while true { usleep(50_000) }
    }
  }

  /// Works until ^C, and undoes the steps that it has done.
  private static func cancellable() throws -> String {
    var done = 0
    defer { print("undone \(done)") }
    return try withProgress("Installing", total: 9, cancelsAtInterrupt: true) { progress in
      print("begun")
      while done < 9 {
        try progress.checkCancellation()
        usleep(done < 3 ? 1_000 : 50_000)
        if done < 3 {
          done += 1
          progress.advance()
        }
      }
      return "installed"
    }
  }

  /// Does seven pieces of work at once.
  private static func seven() async -> String {
    await withTaskGroup(of: Int.self) { group in
      for number in 1...7 {
        group.addTask {
          await withProgress("Work \(number)") { _ in
            try? await Task.sleep(for: .milliseconds(400))
            return 1
          }
        }
      }
      return "\(await group.reduce(0, +))"
    }
  }

  private static func cancelled() async throws -> String {
    let question = Task { try await Question.text("Name") }
    try await Task.sleep(for: .milliseconds(300))
    question.cancel()
    return try await question.value
  }
}
