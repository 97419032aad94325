import Foundation
import TestPrograms
import TestThreads
import Testing
import WaylineTesting

@Suite("The folders of the tour", .waitsForPrograms)
struct FolderTests {
  private let folder = TemporaryFolder()

  private func run(_ environment: [String: String]) throws -> [String] {
    let run = try Program.built("tour").run(
      input: "Settings\nLend at the upper desk\n", environment: environment)
    #expect(run.status == 0, "\(run.output)")
    return folder.paths.map { String($0.dropFirst(folder.path.count)) }
  }

  @Test("Without a home, absolute XDG folders are enough (storage 14)")
  func noHome() throws {
    let paths = try run(["XDG_STATE_HOME": folder.path, "XDG_DATA_HOME": folder.path + "/data"])
    #expect(paths.contains("/tour/state.sqlite3"))
  }

  @Test("A relative XDG folder is ignored, as its specification says (storage 14)")
  func relative() throws {
    let paths = try run(["HOME": folder.path, "XDG_STATE_HOME": "state"])
    #expect(paths.contains("/.local/state/tour/state.sqlite3"))
  }

  @Test("TOUR_STORE names the folder, and an empty one is not a choice (storage 14)")
  func variable() throws {
    let paths = try run(["HOME": folder.path, "TOUR_STORE": folder.path + "/here"])
    #expect(paths.contains("/here/state.sqlite3"))
    #expect(
      try run(["HOME": folder.path, "TOUR_STORE": ""]).contains("/.local/state/tour/state.sqlite3"))
  }

  /// The tour after a login and a write, so that it has state and a secret.
  private func logIn(_ arguments: [String], _ environment: [String: String]) throws -> [String] {
    let run = try Program.built("tour").run(
      arguments, input: "Settings\nLend at the upper desk\nhome\nLog in\n1 1234\nLog in\n",
      environment: environment)
    #expect(run.output.contains("Logged in since"), "\(run.output)")
    return folder.paths.map { String($0.dropFirst(folder.path.count)) }
  }

  @Test("State and the key are in the state's folder, secrets in the data's (storage 14)")
  func folders() throws {
    let paths = try logIn(
      [], ["XDG_STATE_HOME": folder.path + "/state", "XDG_DATA_HOME": folder.path + "/data"])
    #expect(paths.contains("/state/tour/state.sqlite3"))
    #expect(paths.contains("/data/tour/secrets.sqlite3"))
    #expect(paths.contains { $0.hasPrefix("/state/tour/keys/") && $0.hasSuffix(".key") })
    #expect(!paths.contains { $0.hasPrefix("/data/") && $0.hasSuffix(".key") })
  }

  @Test(
    "Whatever the mask of the process, its folders and files can be used by their owner alone (storage 14)",
    arguments: ["0", "077", "0277", "0577", "0777"])
  func mask(_ mask: String) throws {
    let run = try Program(path: "/bin/sh").run(
      ["-c", "umask \(mask); exec \"$0\"", Program.built("tour").path],
      input: "Settings\nLend at the upper desk\nhome\nLog in\n1 1234\nLog in\n",
      environment: ["HOME": folder.path])
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    #expect(folder.paths.contains { $0.hasSuffix("/secrets.sqlite3") })
    for path in folder.paths {
      let mode = try #require(
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      #expect(mode == (isFolder.boolValue ? 0o700 : 0o600), "\(path) \(String(mode, radix: 8))")
    }
  }

  @Test(
    "Run by root with the home of another user, a program leaves that home as it is (storage 14)",
    .enabled(if: getuid() == 0, "Only root can give a folder to another user."),
    arguments: ["", "/.local", "/.local/state"])
  func foreignHome(existing: String) throws {
    let home = folder.path + "/home"
    try FileManager.default.createDirectory(
      atPath: home + existing, withIntermediateDirectories: true)
    for path in [home, home + "/.local", home + "/.local/state"] { chown(path, 1000, 1000) }
    let before = folder.paths
    let lines =
      "Settings\nLend at the upper desk\nhome\nLog in\n1 1234\nLog in\nstore status\nscene list\n"
    let run = try Program.built("tour").run(input: lines, environment: ["HOME": home])
    #expect(folder.paths == before)
    #expect(run.output.contains("it belongs to another user (1000)"), "\(run.output)")

    let named = try Program.built("tour").run(
      ["--store", home + "/named"], input: "Settings\nLend at the upper desk\n",
      environment: ["HOME": home])
    #expect(named.status == 0 && folder.paths.contains(home + "/named/state.sqlite3"))
  }

  @Test(
    "At a terminal it ends with the reason, before a history or a lock is left there (storage 14)",
    .enabled(if: getuid() == 0, "Only root can give a folder to another user."))
  func foreignHomeAtTerminal() throws {
    let home = folder.path + "/home"
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    chown(home, 1000, 1000)
    let before = folder.paths
    let run = try TerminalProgram(
      Program.built("tour").path, ["--plain"],
      environment: ["HOME": home, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm"],
      in: folder)
    #expect(run.hear("it belongs to another user (1000)") && run.end() == 77)
    #expect(folder.paths == before)
  }

  @Test(
    "--store names one folder for state, secrets and their key, private to the user (storage 14)")
  func oneFolder() throws {
    let paths = try logIn(["--store", folder.path + "/here"], ["HOME": folder.path])
    #expect(paths.contains("/here/state.sqlite3") && paths.contains("/here/secrets.sqlite3"))
    #expect(paths.contains { $0.hasPrefix("/here/keys/") && $0.hasSuffix(".key") })
    #expect(paths.allSatisfy { $0.isEmpty || $0.hasPrefix("/here") }, "\(paths)")
    for path in paths where path.hasPrefix("/here") {
      let (mode, isFolder) = folder.permissions(of: folder.path + path)
      #expect(mode == (isFolder ? 0o700 : 0o600), "\(path)")
    }
  }

  @Test("A program that has ended leaves its state in one file, without a log (storage 21)")
  func noLog() throws {
    let paths = try run(["HOME": folder.path, "TOUR_STORE": folder.path + "/here"])
    #expect(paths.contains("/here/state.sqlite3"))
    #expect(!paths.contains { $0.hasSuffix("-wal") }, "\(paths)")
  }

  @Test(":memory: stores state, secrets and their key in memory (storage 14)")
  func memory() throws {
    let paths = try logIn(["--store", ":memory:"], ["HOME": folder.path])
    #expect(paths == [""])
  }

  @Test("A program that reads no secret opens none and makes no key (storage 15)")
  func noSecrets() throws {
    let paths = try run(["HOME": folder.path])
    #expect(!paths.contains { $0.contains("secrets") || $0.contains("key") }, "\(paths)")
  }
}
