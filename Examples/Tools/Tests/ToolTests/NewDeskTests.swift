import FoundationEssentials
import TestPrograms
import TestThreads
import Testing

@Suite("new-desk", .waitsForPrograms)
struct NewDeskTests {
  private let folder = TemporaryFolder()

  private func run(
    _ words: [String], _ environment: [String: String] = [:], script: String = "\"$@\""
  ) throws -> (lines: [String], status: Int32?) {
    try Tool("new-desk", words, in: folder, environment, script: script).end()
  }

  @Test("Asks for what the options leave out, and creates the folder after the review")
  func asks() throws {
    let tool = try Tool("new-desk", ["--template", "library"], in: folder)
    #expect(tool.type(["(desk)": "reading-room\r", "[ ] tests": "lic loans \r"]))
    #expect(tool.type(["Copyright holder:": "Ada\r", "> 1 Continue": "\r"]), "\(tool.heard)")
    #expect(
      tool.end() == (
        [
          "Name: reading-room", "Parts: readme, licence, loans", "Copyright holder: Ada",
          "Created ./reading-room with 4 files.",
        ], 0
      ))
    #expect(folder.made == ["reading-room"])
    let made = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/reading-room")
    #expect(made.sorted() == ["LICENSE", "README.md", "desk.txt", "loans.txt"])
  }

  @Test("Asks nothing where the options say everything, and prints one line to a pipe")
  func options() throws {
    let words = ["shop", "--template=shop", "--parts", "tests"]
    #expect(
      try run(words, script: "\"$@\" </dev/null | cat") == (["Created ./shop with 2 files."], 0))
  }

  @Test(
    "Names what to give where nobody can be asked, with status 2, and creates nothing",
    arguments: [
      (
        [], [:], "\"$@\" </dev/null",
        "'Template' needs an answer, and nobody can be asked here. Give --template, or set DESK_TEMPLATE."
      ),
      (
        ["--no-input"], [:], "\"$@\"",
        "'Template' needs an answer, and nobody can be asked here. Give --template, or set DESK_TEMPLATE."
      ),
      (
        ["--template", "x"], ["CI": "true"], "\"$@\"",
        "--template: 'x' is not a choice. Choose library, archive or shop."
      ),
      (
        ["a/b", "--template", "shop"], [:], "\"$@\" </dev/null",
        "NAME: Type a name without slashes, and no dot at its beginning."
      ),
      (
        ["--template", "shop", "--parts", "loans"], [:], "\"$@\" </dev/null",
        "--parts: 'loans' is not a choice. Choose readme, licence or tests."
      ),
      (
        ["--template", "shop", "--parts", "licence"], ["CI": "1"], "\"$@\"",
        "'Copyright holder' needs an answer, and nobody can be asked here. Give --holder."
      ),
      (["--template"], [:], "\"$@\"", "The option '--template' needs a value."),
      (["--help=x"], [:], "\"$@\"", "Unexpected '--help=x'. See new-desk --help."),
    ] as [([String], [String: String], String, String)])
  func unattended(
    words: [String], environment: [String: String], script: String, sentence: String
  ) throws {
    let (lines, status) = try run(words, environment, script: script)
    #expect(lines.joined() == "new-desk: \(sentence)" && status == 2, "\(lines)")
    #expect(folder.made.isEmpty)
  }

  @Test("Asks about a wrong option at a terminal, and only about that one")
  func wrongOption() throws {
    let tool = try Tool("new-desk", ["a", "--template", "x", "--parts", "tests"], in: folder)
    #expect(tool.type(["--template: 'x' is not a choice.": "", "> 1 library": "arch\r"]))
    #expect(tool.type(["> 1 Continue": "\r"]), "\(tool.heard)")
    #expect(tool.end().lines.suffix(2) == ["Template: archive", "Created ./a with 2 files."])
  }

  @Test("Writes the answers to a file, which answer all of them again")
  func recorded() throws {
    let tool = try Tool("new-desk", ["--record", "answers"], in: folder)
    #expect(tool.type(["(desk)": "a\r", "> 1 library": "shop\r", "[ ] tests": "\r"]))
    #expect(tool.type(["> 1 Continue": "\r"]) && tool.end().status == 0)
    #expect(folder.text("answers") == "Name: a\nTemplate: shop\nParts: readme\n")
    try folder.write(
      "# The desk of the reading room.\nName: b\nTemplate: shop\nParts: \"\"\n", to: "more")
    let script = "\"$@\" --answers more </dev/null"
    #expect(try run([], script: script) == (["Created ./b with 1 files."], 0))
    try folder.write("Name: c\nTemplat: shop\n", to: "wrong")
    let (lines, status) = try run(
      ["--template", "shop", "--answers", "wrong"], script: "\"$@\" </dev/null")
    #expect(lines == ["new-desk: No question asked for 'Templat: shop'."] && status == 1)
    #expect(!folder.made.contains("c"))
  }

  @Test("^C ends it with status 130 at each question, and nothing is created", arguments: 0..<5)
  func interrupted(question: Int) throws {
    let tool = try Tool("new-desk", in: folder)
    let shown = ["(desk)", "> 1 library", "[ ] tests", "Copyright holder", "> 1 Continue"]
    let keys = ["a\r", "\r", "lic \r", "Ada\r"]
    for index in 0..<question { #expect(tool.type([shown[index]: keys[index]])) }
    #expect(tool.type([shown[question]: "\u{3}"]), "\(tool.heard)")
    #expect(tool.end().status == 130 && folder.made.isEmpty, "\(tool.heard)")
  }

  @Test("An existing folder is overwritten with yes, and with --yes without a question")
  func overwrites() throws {
    let words = ["a", "--template", "shop", "--parts", "tests"]
    #expect(try run(words, script: "\"$@\" </dev/null").status == 0)
    let (lines, status) = try run(words, script: "\"$@\" </dev/null")
    #expect(lines == ["new-desk: 'a' was left as it is."] && status == 1)
    let tool = try Tool("new-desk", words, in: folder)
    #expect(tool.type(["> no": "y\r"]))
    #expect(tool.end() == (["Overwrite ./a? yes", "Created ./a with 2 files."], 0))
    #expect(
      try run(words + ["--yes"], script: "\"$@\" </dev/null") == (["Created ./a with 2 files."], 0))
    #expect(folder.made == ["a"])
  }
}
