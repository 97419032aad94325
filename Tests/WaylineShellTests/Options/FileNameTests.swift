import FoundationEssentials
import Testing

@testable import WaylineShell

@Suite("Names of files at the prompt")
@MainActor
struct FileNameTests {
  private static let copy = AppOption(
    "copy", short: "c", operand: "FILE", default: "", summary: "Copy to FILE.")
  private static let tag = AppOption(
    "tag", short: "t", operand: "TEXT", default: "", summary: "Tag it.")

  private static func command(_ usage: String) -> ShellCommand {
    let name = String(usage.prefix { $0 != " " })
    return ShellCommand(
      name, usage: usage, summary: "Take files.", options: AppOptions(copy, tag)
    ) { call in
      .lines([
        call.words.joined(separator: "|"), call.text, call.options[copy], call.options[tag],
      ])
    }
  }

  private nonisolated static let store =
    "store [status|export [secrets] FILE|import FILE|erase [yes]]"

  @Test(
    "The usage and the options of a command say which words are files",
    arguments: [
      ("save FILE", "", true), ("save FILE", "a", false), ("save NAME", "", false),
      ("save NAME FILE…", "a", true), ("save NAME FILE…", "a b c", true), ("save [FILE]", "", true),
      ("save [all|one] FILE", "one", true), ("save [all] FILE", "", true), ("save", "", false),
      ("save <FILE>", "", true), ("save FOLDER", "", true), (store, "", false),
      (store, "status", false), (store, "export", true), (store, "export secrets", true),
      (store, "export secrets a", false), (store, "import", true), (store, "import a", false),
      (store, "erase", false), (store, "doctor", false), ("key [from FILE|off]", "from", true),
      ("key [from FILE|off]", "off", false), ("save NAME", "--copy", true),
      ("save NAME", "-c", true), ("save NAME", "--tag", false), ("save FILE", "--tag x", true),
      ("save FILE", "-t x -c y", true), ("save NAME", "-- --copy", false),
    ])
  func positions(usage: String, words: String, isFile: Bool) {
    let files = FileArguments(of: Self.command(usage))
    let words = words.split(separator: " ").map(String.init)
    #expect((files.file(in: "x", after: words) == "x") == isFile)
  }

  @Test("A value behind the sign of an option is a file by itself")
  func attached() {
    let files = FileArguments(of: Self.command("save NAME"))
    #expect(files.file(in: "--copy=~/x", after: []) == "~/x")
    #expect(files.file(in: "--tag=~/x", after: []) == nil)
    #expect(files.file(in: "--copy=~/x", after: ["--"]) == nil)
  }

  private func desk(_ home: String?) -> Desk {
    Desk(BookPage(isPrivate: false)) { options in
      options.commands = ["save FILE", "name NAME"].map(Self.command)
      options.files = home.map { FileNames(home: $0) }
    }
  }

  @Test(
    "The home folder stands for a tilde where a file is named, in quotes too",
    arguments: [
      ("save ~/a", "/h/a"), ("save ~", "/h"), ("save '~/a b'", "/h/a b"),
      ("save \"~/a b\"", "/h/a b"), ("save ~/a\\ b", "/h/a b"), ("save ~ada/x", "~ada/x"),
      ("save a~/b", "a~/b"), ("name ~/a", "~/a"), ("save ./~/a", "./~/a"),
    ])
  func home(line: String, path: String) {
    #expect(desk("/h").answer(line).hasPrefix("\(path)\n"))
    #expect(FileNames(home: "/").path(of: "~/a") == "/a")
  }

  @Test("Options get the path, other values stay, and so do the words of a command line")
  func options() {
    let answer = desk("/h").answer("name ~/n --copy ~/c -t ~/t")
    #expect(answer == "~/n\n~/n\n/h/c\n~/t\n")
    #expect(desk("/h").answer("name x --copy=~/c").contains("\n/h/c\n"))
    #expect(desk(nil).answer("save ~/a").hasPrefix("~/a\n"))
  }

  @Test("Tab completes the names of files in the form in which they were begun")
  func completed() throws {
    let files = FileManager.default
    let folder = "\(files.temporaryDirectory.path)/wayline-\(UUID().uuidString)"
    defer { try? files.removeItem(atPath: folder) }
    for name in ["nested", "two words"] {
      try files.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
    }
    for name in ["notes.txt", "my notes", ".hidden", "it's", "turned\u{202E}"] {
      #expect(files.createFile(atPath: "\(folder)/\(name)", contents: nil))
    }
    try files.createSymbolicLink(
      atPath: "\(folder)/link", withDestinationPath: "\(folder)/nested")
    let desk = desk(folder)
    func lines(_ typed: String) -> [String] { desk.session.completions(of: typed).map(\.line) }
    #expect(lines("save ~") == ["save ~/"])
    #expect(
      lines("save ~/") == [
        "save ~/it\\'s", "save ~/link/", "save ~/my\\ notes", "save ~/nested/",
        "save ~/notes.txt", "save ~/two\\ words/",
      ])
    #expect(lines("save \(folder)/no") == ["save \(folder)/notes.txt"])
    #expect(lines("save '~/my") == ["save '~/my notes'"])
    #expect(lines("save \"~/two") == ["save \"~/two words/"])
    #expect(lines("save ~/my\\ n") == ["save ~/my\\ notes"])
    #expect(lines("save ~/.h") == ["save ~/.hidden"])
    #expect(lines("name x --copy ~/no") == ["name x --copy ~/notes.txt"])
    #expect(lines("name x --copy=~/no") == ["name x --copy=~/notes.txt"])
    #expect(lines("name ~/no").isEmpty && lines("save ~/none/").isEmpty)
    #expect(self.desk(nil).session.completions(of: "save ~/").isEmpty)
  }
}
