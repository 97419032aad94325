import FoundationEssentials
import TestPrograms
import TestThreads
import Testing
import WaylineTesting

@testable import scaffold

@Suite("The scaffold wizard", .waitsForPrograms)
struct ScaffoldTests {
  private let folder = TemporaryFolder()
  private var target: String { folder.path + "/films" }

  init() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: true)
  }

  private func run(_ input: String, _ arguments: [String] = []) throws -> ProgramRun {
    try Program.built("scaffold").run([target] + arguments, input: input)
  }

  private var catalog: String {
    String(
      decoding: (try? Data(contentsOf: URL(filePath: target + "/catalog.json"))) ?? Data(),
      as: UTF8.self)
  }

  @Test("The answers become files, and their paths are the output")
  func files() throws {
    let run = try run("Name: Silent nights\nNext\nfilms\nsilent\nCreate\n")
    #expect(run.status == 0)
    #expect(run.lines == ["\(target)/README.md", "\(target)/catalog.json"])
    #expect(catalog.contains(#""shelf" : "silent""#))
  }

  @Test("The wizard keeps every law, and its summary is reached")
  @MainActor func laws() async {
    let report = await Explorer { NameStep() }
      .values(["Silent nights", ""], for: "Name")
      .sometimes("The summary is shown") { $0.labels.contains("Create") }
      .budget(states: 200)
      .run()
    #expect(report.isSound, "\(report)")
  }

  @Test("A file of answers runs the wizard unattended")
  func answers() throws {
    let file = folder.path + "/answers"
    try Data("Name: Silent nights\nNext\nfilms\nsound\nCreate\n".utf8).write(
      to: URL(filePath: file))
    #expect(try run("", ["--answers", file]).status == 0)
    #expect(catalog.contains(#""shelf" : "sound""#))
  }

  @Test(
    "An edit from the summary returns there, and a changed kind takes back the shelf")
  func edit() throws {
    let run = try run(
      "Name: Mixed\nNext\nfilms\nsilent\nEdit kind\nbooks\nCreate\nEdit shelf\nfiction\n1 Shelves\nCreate\n"
    )
    #expect(run.errors.contains("Edit shelf: not chosen"))
    #expect(run.errors.contains("Choose a shelf first."))
    #expect(catalog.contains(#""name" : "Shelves""#))
    #expect(catalog.contains(#""kind" : "books""#) && catalog.contains(#""shelf" : "fiction""#))
  }

  @Test("An interrupted wizard continues at its step, and a finished one starts anew")
  func resume() throws {
    #expect(try run("Name: Silent nights\nNext\nfilms\n").status == 3)
    let second = try run("silent\nCreate\n")
    #expect(second.status == 0)
    #expect(second.errors.hasPrefix("New catalog › Kind › Shelf"))

    try FileManager.default.removeItem(atPath: target)
    let third = try run("")
    #expect(third.errors.contains("[1] Name: (empty)"))
  }

  @Test("Paths that cannot be printed are an error, although the files exist")
  func fullOutput() throws {
    let file = folder.path + "/answers"
    try Data("Name: Silent nights\nNext\nfilms\nsound\nCreate\n".utf8).write(
      to: URL(filePath: file))
    let run = try Program(path: "/bin/sh").run([
      "-c", "\"$0\" \"$1\" --answers \"$2\" >/dev/full", Program.built("scaffold").path, target,
      file,
    ])
    #expect(run.status == 74, "\(run)")
    #expect(
      run.errors.hasSuffix("scaffold: The output could not be written: No space left on device.\n"))
    #expect(catalog.contains("sound"))
  }

  @Test("A file of answers that does not exist is the only problem that is named")
  func noAnswers() throws {
    let run = try run("", ["--answers", folder.path + "/none"])
    #expect(run.status == 65)
    #expect(run.errors.hasPrefix("scaffold: Could not open '\(folder.path)/none': "), "\(run)")
    #expect(!run.errors.contains("The input ended"), "\(run)")
  }

  @Test("A problem in a file of answers is named with its file and its line")
  func wrongAnswer() throws {
    try folder.write("# A catalog\nName: Silent nights\nNext\nflims\n", to: "answers")
    let run = try run("", ["--answers", folder.path + "/answers"])
    let sentence = "'flims' is neither a command nor a label here. Did you mean 'films'?"
    let end = "\(folder.path)/answers:4: \(sentence)\nscaffold: Nothing was created.\n"
    #expect(run.errors.hasSuffix(end) && run.status == 3, "\(run)")
  }

  @Test("A folder that cannot be made is named with the reason")
  func unwritable() throws {
    let file = folder.path + "/answers"
    try Data("Name: Silent nights\nNext\nfilms\nsound\nCreate\n".utf8).write(
      to: URL(filePath: file))
    let run = try Program.built("scaffold").run(["/proc/x", "--answers", file])
    #expect(run.status == 73 && run.output.isEmpty)
    #expect(run.errors.contains("Could not create the folder '/proc/.scaffold-x': "), "\(run)")
    #expect(run.errors.hasSuffix("scaffold: Nothing was created.\n"), "\(run)")
  }

  @Test("--help prints the usage, and creates nothing")
  func help() throws {
    let run = try Program.built("scaffold").run(["--help"])
    #expect(run.lines.first == "Usage: scaffold FOLDER [--answers FILE]" && run.status == 0)
  }

  @Test("Nothing is overwritten")
  func existing() throws {
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    let run = try run("")
    #expect(run.status == 1)
    #expect(run.errors == "scaffold: '\(target)' already exists. Choose another name.\n")
  }
}
