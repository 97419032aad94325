import Wayline

// Questions of a tool, from every kind of function.

enum SiteTemplate: String, CaseIterable { case api, web }

/// A value that is no `Sendable`, and has a label of its own.
final class SiteFolder: Equatable {
  let name: String

  init(_ name: String) { self.name = name }

  static func == (left: SiteFolder, right: SiteFolder) -> Bool { left.name == right.name }
}

struct SiteTool {
  var template: String?
  var saysYes = false

  func run() throws {
    let name = try Question.text("Name", default: "site") { $0.isEmpty ? "Type a name." : nil }
    let template = try Question.choice(
      "Template", from: SiteTemplate.allCases, answer: .option("--template", template))
    let folder = try Question.choice("Folder", from: [SiteFolder(name)], label: \.name)
    let isSure = try Question.confirm(
      "Sure?", answer: .option("--yes", saysYes ? "yes" : nil), .variable("SITE_YES"))
    print(name, template, folder.name, isSure, try Question.secret("Token").count)
    try withProgress("Making") { progress in
      progress.advance()
      if try !Question.confirm("More?", default: true) { throw CancellationError() }
    }
  }

  func runAsynchronously() async throws {
    let name = try await Question.text(
      "Name", default: "site", validate: { $0.isEmpty ? "Type a name." : nil })
    let parts = try await Question.choices("Parts", from: SiteTemplate.allCases, chosen: [.web])
    let folder = try await Question.choice("Folder", from: [SiteFolder(name)]) { $0.name }
    print(name, parts, folder.name, try await Question.editor("Note"))
    try await withProgress("Making", total: 2) { progress in
      progress.advance()
      if try await !Question.confirm("More?", default: true) { throw CancellationError() }
    }
  }
}

@MainActor
func askOnMainActor(_ tool: SiteTool) async throws {
  try await Question.answering(["", "api", "site", "yes", "s3cret", ""]) {
    try await tool.runAsynchronously()
  }
  try Question.withoutInput { try tool.run() }
  try await Question.form { try await tool.runAsynchronously() }
  try Question.form("Right?", startsAtReview: true) { try tool.run() }
  try Question.answering(fromFile: nil) { try tool.run() }
  try await Question.recording(toFile: nil) { try await tool.runAsynchronously() }
}

actor SiteMaker {
  private var names: [String] = []

  func ask() async throws {
    names.append(try await Question.text("Name"))
    names.append(try await Question.choice("Name", from: ["a", "b"]))
  }
}
