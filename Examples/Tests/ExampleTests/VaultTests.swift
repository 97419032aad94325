import FoundationEssentials
import TestThreads
import Testing
import WaylineTesting

@Suite("The vault", .waitsForPrograms)
struct VaultTests {
  private static let adding = "Add\nName: github\nUser: ada\nPassword: correct horse\nSave\n"

  @Test("An added entry is listed, opened, and shown on request")
  func entry() throws {
    let vault = Built("vault")
    let run = try vault.run([], Self.adding + "github\nReveal\n")
    #expect(run.status == 0)
    #expect(run.lines.contains("[2] github"))
    #expect(run.lines.contains("User: ada"))
    #expect(run.lines.contains("Password: hidden"))
    #expect(run.lines.contains("Password: correct horse"))
  }

  @Test("get prints the password and nothing else")
  func get() throws {
    let vault = Built("vault")
    _ = try vault.run([], Self.adding)
    let run = try vault.run(["get", "github"])
    #expect(run.lines == ["correct horse"])
    #expect(run.status == 0)
  }

  @Test(
    "get finds a name with blanks and quotes, on the command line and in a script",
    arguments: ["My entry", "it's", "a\"b", "$(id)", "#h"])
  func names(name: String) throws {
    let vault = Built("vault")
    _ = try vault.run([], Self.adding.replacing("github", with: name))
    #expect(try vault.run(["get", name]).lines == ["correct horse"])
    #expect(try vault.run([], "get \(name)\n").lines.contains("correct horse"))
  }

  @Test("A number is refused as a name: it would open an element of the screen")
  func number() throws {
    let run = try Built("vault").run([], Self.adding.replacing("github", with: "7"))
    let advice = "Choose a name with a letter: a number opens the element with that number."
    #expect(run.lines.contains { $0.hasSuffix(advice) }, "\(run)")
    #expect(!run.lines.contains("[2] 7"), "\(run)")
  }

  @Test("A store that cannot be made is one sentence, as the reason of the command")
  func unusable() throws {
    let reason = "Could not create the folder '/proc/x': No such file or directory."
    let get = try Built("vault").shell("\"$0\" --store /proc/x get github")
    #expect(get.errors == "vault: \(reason)\n")
    #expect(get.status == 73)
  }

  @Test("While the secrets are locked get gives that reason, and names no missing entry")
  func lockedEntry() throws {
    let vault = Built("vault")
    try vault.store.write("correct horse\n", to: "passphrase")
    let file = vault.store.path + "/passphrase"
    #expect(try vault.run(["--passphrase-file", file], Self.adding).status == 0)
    let run = try vault.run(["get", "github"])
    let advice =
      "Start with --passphrase-file FILE or --passphrase-fd N, or type 'unlock' at a terminal."
    #expect(run.problems == ["The secrets are locked. \(advice)"], "\(run)")
    #expect(!run.errors.contains("There is no entry") && run.status == 77)
    #expect(try vault.run(["--passphrase-file", file, "get", "github"]).lines == ["correct horse"])
  }

  @Test("While the secrets are locked the screens say so, and call nothing empty or missing")
  func lockedScreens() throws {
    let vault = Built("vault")
    try vault.store.write("correct horse\n", to: "passphrase")
    let file = vault.store.path + "/passphrase"
    #expect(try vault.run(["--passphrase-file", file], Self.adding).status == 0)
    let run = try vault.run([], "open entry github\nopen add\nName: github\nSave\n")
    let sentence = "The entries are locked. Type 'unlock'."
    #expect(run.lines.contains(sentence) && run.status == 77, "\(run)")
    #expect(run.output.contains("'Save' is unavailable: \(sentence)"), "\(run)")
    #expect(!run.output.contains("is empty") && !run.output.contains("There is no entry"))
    let open = try vault.run(["--passphrase-file", file], "open entry github\n")
    #expect(!open.output.contains("locked") && open.lines.contains("User: ada"))
  }

  @Test("get refuses a name without an entry, and no name at all")
  func refused() throws {
    let vault = Built("vault")
    let unknown = try vault.run(["get", "gitlab"])
    #expect(unknown.lines.isEmpty)
    #expect(unknown.problems == ["There is no entry 'gitlab'. Run 'vault' to see all entries."])
    #expect(unknown.status == 1)
    #expect(try vault.run(["get"]).status == 2)
  }

  @Test("generate prints a new password of the given length each time", arguments: [8, 20, 64])
  func generate(length: Int) throws {
    let vault = Built("vault")
    let first = try vault.run(["generate", "\(length)"]).lines
    let second = try vault.run(["generate", "\(length)"]).lines
    #expect(first.map(\.count) == [length])
    #expect(first != second)
  }

  @Test("An entry that is not saved is not left by mistake")
  func unsaved() throws {
    let run = try Built("vault").run([], "Add\nPassword: correct horse\nback\nDiscard\nback\n")
    #expect(run.lines.contains("line 3: The entry is not saved. Save or discard it."))
    #expect(run.lines.last { $0.hasPrefix("The vault") } == "The vault is empty.")
    #expect(run.status == 1)
  }

  @Test("No file of the store has a password in clear")
  func files() throws {
    let vault = Built("vault")
    _ = try vault.run([], Self.adding)
    let folder = URL(filePath: vault.store.path)
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    #expect(files.contains { $0.hasSuffix("secrets.sqlite3") })
    for file in files {
      let bytes = try? Data(contentsOf: folder.appending(path: file))
      #expect(bytes?.firstRange(of: Data("correct horse".utf8)) == nil, "\(file)")
    }
  }

  @Test("With a passphrase, get needs it and names the option that gives it")
  func locked() throws {
    let vault = Built("vault")
    try FileManager.default.createDirectory(
      atPath: vault.store.path, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let passphrase = vault.store.path + "/phrase"
    try Data("open sesame\n".utf8).write(to: URL(filePath: passphrase))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: passphrase)
    _ = try vault.run(["--passphrase-file", passphrase], Self.adding)
    #expect(try vault.run(["get", "github"]).status == 77)
    let open = try vault.run(["--passphrase-file", passphrase, "get", "github"])
    #expect(open.lines == ["correct horse"])
  }
}
