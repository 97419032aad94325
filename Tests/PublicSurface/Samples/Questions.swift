import Glibc
import WaylineQuestions

/// The samples of the page about questions.
enum QuestionSample {
  enum Template: String, CaseIterable { case api, blank, web }
  enum Part: String, CaseIterable { case tests, docs, licence }

  struct Options {
    var template: String?
  }

  struct Site {
    var name: String
    var template: Template
    var parts: [Part]
  }

  static func ask() throws {
    let name = try Question.text("Project name", default: "site")
    let template = try Question.choice("Template", from: Template.allCases, default: .web)
    let parts = try Question.choices("Parts", from: Part.allCases, chosen: [.tests])
    guard try Question.confirm("Overwrite ./\(name)?", default: false) else { return }
    make(Site(name: name, template: template, parts: parts))
  }

  static func make(_ site: Site) {}

  static func complain(_ sentence: String) {}

  static func make(_ options: Options) throws {
    let template = try Question.choice(
      "Template", from: Template.allCases,
      answer: .option("--template", options.template), .variable("SITE_TEMPLATE"))
    make(Site(name: "site", template: template, parts: []))
  }

  static func run(_ options: Options) {
    do {
      try make(options)
    } catch is CancellationError {
      exit(130)
    } catch let error as QuestionError {
      complain("\(error)")
      exit(error.exitStatus)
    } catch {
      complain("\(error)")
    }
  }

  static func askForSite() throws -> Site {
    Site(
      name: try Question.text("Project name"),
      template: try Question.choice("Template", from: Template.allCases),
      parts: try Question.choices("Parts", from: Part.allCases))
  }

  /// The samples of forms and of answers in files.
  static func form(_ options: FileOptions) throws {
    let site = try Question.form { try askForSite() }
    make(site)
    make(
      try Question.answering(fromFile: options.answers) {
        try Question.recording(toFile: options.record) {
          try Question.form { try askForSite() }
        }
      })
  }

  struct FileOptions {
    var answers: String?
    var record: String?
    var yes = false
  }

  static func overwrite(_ options: FileOptions) throws {
    guard
      try Question.confirm(
        "Overwrite ./site?", default: false, answer: .flag("--yes", options.yes))
    else { return }
  }

  static func documentedForm(folder: String) throws {
    let site = try Question.form {
      Site(
        name: try Question.text("Project name", default: folder),
        template: try Question.choice("Template", from: Template.allCases),
        parts: try Question.choices("Parts", from: Part.allCases))
    }
    make(site)
  }

  struct Book {
    var title: String
    var copies: Int
  }

  static func report(_ name: String, _ files: [String], _ books: [Book]) {
    let output = TextOutput.standardOutput
    output.print("Created \(name, .bold) with \(files.count) files.")
    output.print(TextTable("Name", "Copies", rows: books.map { [$0.title, "\($0.copies)"] }))
  }

  /// The samples of the article Embedding in a tool.
  struct Login: Sendable {
    func password() async throws -> SecretAnswer {
      try await Question.secret("Password", answer: .variable("DESK_PASSWORD"))
    }
  }

  static func install(_ files: [String], _ copy: (String) throws -> Void, undo: () -> Void) throws {
    do {
      try withProgress("Installing", total: files.count, cancelsAtInterrupt: true) { progress in
        for file in files {
          try progress.checkCancellation()
          try copy(file)
          progress.advance()
        }
      }
    } catch {
      undo()
      throw error
    }
  }

  static func declared(folder: String) throws {
    let name = try Question.text("Project name", default: folder)
    let template = try Question.choice("Template", from: Template.allCases)
    guard try Question.confirm("Overwrite ./site?", default: false) else { return }
    make(Site(name: name, template: template, parts: []))
  }

  static func makeSite() throws -> Site { try askForSite() }

  static func test() throws {
    let site = try Question.answering(["site", "web", "yes"]) { try makeSite() }
    make(site)
  }

  static func fetch(_ file: String) throws {}

  static func fetch(_ files: [String]) throws -> Int {
    let count = try withProgress("Fetching", total: files.count) { progress in
      for file in files {
        try fetch(file)
        progress.advance()
      }
      progress.ends(with: "Fetched \(files.count) files")
      return files.count
    }
    return count
  }

  static func awaited() async throws -> Bool {
    try await Question.confirm("Sure?")
  }
}
