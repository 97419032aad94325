import TestThreads
import Testing
import Wayline
import WaylineTesting

@Suite("The store commands of the tour", .waitsForPrograms)
struct StoreCommandTests {
  private let tour = Built("tour")

  private func logIn() throws {
    _ = try tour.run([], "Log in\n1 1234\nLog in\n")
  }

  @Test("A command on the command line runs alone, without a screen, and gives its status")
  func alone() throws {
    let run = try tour.run(["store", "status"], "Settings\n")
    #expect(run.lines.count == 2)
    #expect(run.lines[0].hasPrefix("No state is stored yet; it will be stored in '"))
    #expect(run.lines[1].hasPrefix("No secrets are stored yet; they will be stored in '"))
    #expect(run.status == 0)
  }

  @Test(
    "A folder that cannot be used is refused with its reason also before anything is stored",
    arguments: ["status", "doctor", "dump"])
  func unsafe(verb: String) throws {
    let folder = tour.store.path + "/shared"
    let shell = Program(path: "/bin/sh")
    _ = try shell.run(
      ["-c", "/bin/mkdir -p \(folder) && /bin/chmod 777 \(folder) && echo >\(folder)-file"],
      input: "")
    for path in [folder, folder + "-file"] {
      let run = try tour.program.run(["--store", path, "store", verb], input: "")
      let text = run.output + run.errors
      #expect(text.contains("'\(path)' "), "\(run)")
      #expect(run.status == 77 && !text.contains("is stored yet"), "\(run)")
    }
  }

  @Test("A problem of a command on the command line is on standard error, apart from the result")
  func problems() throws {
    let run = try tour.run(["find", "zzz"])
    #expect(run.lines.isEmpty)
    #expect(run.errors == "tour: No books match 'zzz'.\n" && run.status == 1)
  }

  @Test(
    "Looking at a store that does not exist makes no file (storage 15)",
    arguments: [
      ["store", "status"], ["store", "doctor"], ["store", "dump"], ["keys"], ["scene", "list"],
      ["store", "erase", "yes"],
    ])
  func looking(words: [String]) throws {
    #expect(try tour.run(words).status == 0)
    #expect(tour.store.paths == [tour.store.path])
  }

  @Test("The status shows the places, the numbers, and the protection of the secrets")
  func status() throws {
    try logIn()
    let run = try tour.run(["store", "status"])
    #expect(run.lines[0] == "State is stored in '\(tour.store.path)/state.sqlite3': 1 value.")
    #expect(run.lines[1].contains("1 secret, protected by the key file '"))
  }

  @Test("The status of a store in memory says so")
  func memory() throws {
    let run = try tour.run(["--store", ":memory:", "store", "status"])
    #expect(run.lines.first == "State is stored in memory, and is lost when the program ends.")
  }

  @Test("An unknown word after store is refused with the nearest one")
  func unknown() throws {
    let run = try tour.run(["store", "stauts"])
    #expect(run.problems == ["There is no 'store stauts'. Did you mean 'store status'?"])
    #expect(run.status == 1)
  }

  @Test(
    "A copy without a file prints its usage",
    arguments: [
      (["import"], "Usage: store import FILE"),
      (
        ["export", "secrets"],
        "Usage: store export secrets FILE. Secrets are never printed."
      ),
    ])
  func noFile(words: [String], reported: String) throws {
    let run = try tour.run(["store"] + words)
    #expect(run.problems == [reported] && run.status == 1)
  }

  @Test("Keys and kinds are listed, secrets by name only (storage 16)")
  func keys() throws {
    try logIn()
    let run = try tour.run(["keys"])
    #expect(run.lines == ["showOnboarding: bool", "keychain/login: secret"])
  }

  @Test("A dump shows keys, kinds and values, nothing of a secret, and control marks as escapes")
  func dump() throws {
    try logIn()
    _ = try tour.run([], "Settings\nLend at the upper desk\nedit\nName: A\u{1B}[2J\nSave\n")
    let run = try tour.run(["store", "dump"])
    #expect(
      run.lines == [
        "booksLent  int  1", "showOnboarding  bool  false",
        #"persisted/profile  json  {"age":18,"name":"A\u001b[2J"}"#,
      ], "\(run.output)")
  }

  @Test("An export can be imported again, and holds no secret (storage 16)")
  func exportAndImport() throws {
    try logIn()
    _ = try tour.run([], "Settings\nLend at the upper desk\n")
    let file = tour.store.path + "/export.json"
    #expect(try tour.run(["store", "export", file]).status == 0)
    #expect(tour.store.permissions(of: file).mode == 0o600)
    #expect(try tour.run(["store", "export", file]).status == 73, "it was replaced")
    let beside = try tour.run(["store", "export", tour.store.path + "/none/export.json"])
    #expect(beside.status == 73 && beside.errors.contains("could not be written: "))
    #expect(try tour.run(["store", "export", "-"]).lines == tour.run(["store", "export"]).lines)

    let other = Built("tour")
    let run = try other.run(["store", "import", file])
    #expect(run.lines == ["Imported 2 values from '\(file)'."])
    #expect(try other.run(["settings"]).output.contains("says the upper desk: 1."))
    #expect(try other.run(["keys"]).lines == ["booksLent: int", "showOnboarding: bool"])
  }

  @Test(
    "Secrets are exported on request to a private file only, and can be imported (storage 16)"
  )
  func exportSecrets() throws {
    try logIn()
    let file = tour.store.path + "/secrets.json"
    let printed = try tour.run(["store", "export", "secrets"])
    #expect(printed.status == 1 && !printed.output.contains("keychain"))
    let run = try tour.run(["store", "export", "secrets", file])
    #expect(run.lines.first?.hasPrefix("Exported 1 secret to '\(file)', unencrypted.") == true)
    #expect(tour.store.permissions(of: file).mode == 0o600)

    let other = Built("tour")
    let taken = try other.run(["store", "import", file])
    #expect(taken.lines.first?.hasPrefix("Imported 1 secret from '\(file)'.") == true)
    #expect(try other.run(["keys"]).lines == ["keychain/login: secret"])
    #expect(try other.run([], "Log in\n").output.contains("Logged in since"))
  }

  @Test("Without stored data nothing is exported and no file is made")
  func emptyExport() throws {
    let file = tour.store.path + "-export.json"
    for words in [["store", "export"], ["store", "export", file]] {
      #expect(try tour.run(words).problems == ["Nothing is stored yet."])
    }
    let run = try tour.run(["store", "export", "secrets", file])
    #expect(run.problems == ["No secrets are stored yet."] && run.status == 1)
    #expect(tour.store.paths == [tour.store.path])
  }

  @Test("An export to the output is ASCII, so nothing in it is replaced")
  func printedExport() throws {
    _ = try tour.run([], "settings\nEdit the profile\nName: Zoë\u{202E}\nSave\n")
    let run = try tour.run(["store", "export"])
    #expect(run.output.contains("Zo\\u00eb\\u202e"))
    #expect(run.output.utf8.allSatisfy { $0 < 0x7F })
    try tour.store.write(run.output, to: "copy.json")
    #expect(try tour.run(["store", "import", tour.store.path + "/copy.json"]).status == 0)
  }

  @Test("An import of something else changes nothing")
  func foreignImport() throws {
    try tour.store.write("{}", to: "other.json")
    let run = try tour.run(["store", "import", tour.store.path + "/other.json"])
    #expect(run.problems.first?.hasSuffix("Nothing was changed.") == true)
    #expect(run.status == 65)
  }

  @Test(
    "An import of a value that cannot be read, or of a newer format, is refused by name (storage 16)"
  )
  func unreadableImport() throws {
    let value = #"{"base64":"AAAA","kind":"int","name":"booksLent","namespace":"app","version":1}"#
    let files = [
      #"{"format":1,"values":[\#(value)]}"#:
        "'booksLent' cannot be imported: the value is not of kind int (not eight bytes). "
        + "Nothing was imported. Correct the value in the file, or delete it there.",
      #"{"format":2,"rows":[]}"#:
        "The file was exported by a newer version (format 2, this one knows 1). "
        + "Nothing was imported. Use a newer version.",
    ]
    for (text, problem) in files {
      try tour.store.write(text, to: "other.json")
      let run = try tour.run(["store", "import", tour.store.path + "/other.json"])
      #expect(run.problems == [problem] && run.status == 65)
    }
  }

  @Test("The database in use cannot be imported, and is used on (storage 25)")
  func ownImport() throws {
    let path = tour.store.path + "/state.sqlite3"
    try logIn()
    let run = try tour.run(
      ["--scene", "desk", "--echo"], "Settings\nstore import \(path)\nkeys\nhome\n")
    #expect(run.output.contains("'\(path)' could not be read: "), "\(run.output)")
    #expect(run.status == 65)
    #expect(try tour.run(["store", "doctor"]).status == 0)
    #expect(try tour.run(["--scene", "desk"]).lines.first == "Tour")
  }

  @Test("A script erases with 'erase yes', and not with 'erase' (storage 16)")
  func erase() throws {
    try logIn()
    let refused = try tour.run(["store", "erase"])
    #expect(
      refused.problems == [
        "Cannot ask for confirmation here. Run 'store erase yes'."
      ])
    #expect(refused.status == 1)
    let done = try tour.run(["store", "erase", "yes"])
    #expect(done.lines == ["Erased 1 value and 1 secret."])
    #expect(try tour.run(["keys"]).lines == ["Nothing is stored yet."])
  }

  @Test("An erased value is in no file of the store any more (storage 16)")
  func overwritten() throws {
    _ = try tour.run(["--scene", "desk"], "Settings\nNote of this scene: marginalia\n")
    #expect(tour.store.contains("marginalia"))
    #expect(try tour.run(["store", "erase", "yes"]).lines == ["Erased 3 values and 0 secrets."])
    #expect(!tour.store.contains("marginalia"))
  }

  @Test("Erasing deletes the damaged files that were put aside as well (storage 16)")
  func eraseDamaged() throws {
    try logIn()
    for name in ["state", "secrets"] {
      try tour.store.replace("SQLite format 3", with: "a letter, torn ", in: "\(name).sqlite3")
    }
    _ = try tour.run(["store", "doctor"])
    func kept(_ name: String) -> Int {
      tour.store.names.count { $0.hasPrefix("\(name).sqlite3.corrupt-") }
    }
    #expect(kept("state") > 0 && kept("secrets") > 0, "\(tour.store.names)")
    let secrets = try tour.run(["store", "erase", "secrets", "yes"])
    #expect(secrets.lines == ["Erased 1 secret and 1 damaged file."])
    #expect(kept("secrets") == 0 && kept("state") > 0)
    let state = try tour.run(["store", "erase", "yes"])
    #expect(state.lines == ["Erased 1 value, 0 secrets and 1 damaged file."])
    #expect(kept("state") == 0)
    #expect(try tour.run(["store", "erase", "yes"]).lines == ["Erased 0 values and 0 secrets."])
  }

  @Test("The doctor reads every value, and names each damaged one (storage 16)")
  func doctor() throws {
    _ = try tour.run(["--scene", "desk"], "Settings\nNote of this scene: marginalia\n")
    let sound = try tour.run(["store", "doctor"])
    #expect(sound.lines.last?.hasSuffix(": no problems found.") == true)
    // Closing the last connection moves the log into the file.
    let store = SQLiteStore(tour.store.path + "/state.sqlite3")
    _ = try store.keys()
    store.close()
    try tour.store.replace("marginalia", with: "marginalib", in: "state.sqlite3")
    let run = try tour.run(["store", "doctor"])
    #expect(run.output.contains("'scene:desk/note' is damaged: it does not match its checksum."))
    #expect(run.status == 65)
  }

  @Test("Scenes are listed and erased by name")
  func scenes() throws {
    _ = try tour.run(["--scene", "desk"], "Settings\nNote of this scene: hello\n")
    #expect(try tour.run(["scene", "list"]).lines == ["desk: 2 values"])
    #expect(try tour.run(["scene", "erase", "dsk", "yes"]).status == 1)
    #expect(
      try tour.run(["scene", "erase", "desk", "yes"]).lines == ["Erased the session 'desk'."])
    #expect(try tour.run(["scene", "list"]).lines == ["No session is saved."])
  }
}
