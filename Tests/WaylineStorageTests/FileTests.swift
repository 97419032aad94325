import FoundationEssentials
import Glibc
import Testing

@testable import WaylineStorage

@Suite("Private files")
final class FileTests {
  let folder = PrivateFolder("/tmp/wayline-tests/\(UInt64.random(in: .min ... .max))")

  deinit {
    for path in [folder.path, folder.path + "-link"] {
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  private func mode(_ path: String) -> UInt32 {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test("New folders have mode 0700 and files 0600; an existing folder keeps its mode (14)")
  func modes() throws {
    let inner = PrivateFolder(folder.path + "/a/b")
    try inner.create()
    try inner.file("x").write(Data([1]))
    #expect(mode(inner.path) == 0o700 && mode(inner.path + "/x") == 0o600)
    chmod(inner.path, 0o755)
    chmod(inner.path + "/x", 0o644)
    try inner.create()
    #expect(try inner.file("x").read() == Data([1]))
    #expect(mode(inner.path) == 0o755 && mode(inner.path + "/x") == 0o600)
  }

  @Test(
    "A folder that others can write to is refused, with its mode (14)",
    arguments: [0o775, 0o757] as [mode_t])
  func writable(permissions: mode_t) throws {
    try folder.create()
    chmod(folder.path, permissions)
    let problem = FileProblem.writableByOthers(mode: UInt32(permissions))
    #expect(throws: StoreError.unsafeFile(path: folder.path, problem: problem)) {
      try folder.create()
    }
    #expect(mode(folder.path) == permissions)
  }

  @Test(
    "Nothing is created below the home of another user, however much of it exists (14)",
    .enabled(if: geteuid() == 0, "Only root can give a folder to another user."),
    arguments: ["", "/.local", "/.local/state"])
  func foreignHome(existing: String) throws {
    let home = folder.path + "/home"
    try PrivateFolder(home + existing).create()
    for path in [home, home + "/.local", home + "/.local/state"] { chown(path, 1000, 1000) }
    let state = BaseFolders(app: "desk", environment: ["HOME": home]).state
    #expect(
      throws: StoreError.unsafeFile(path: home + existing, problem: .foreignOwner(1000))
    ) { try state.create() }
    #expect(throws: StoreError.self) { try state.file("state.sqlite3").folder.create() }
    #expect(throws: StoreError.self) {
      try state.folder("keys").file("a").beside("b").folder.create()
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: home + existing).isEmpty)
    // A folder that root names itself is made: nobody else expects it there.
    try BaseFolders(folder: home + existing + "/named").state.create()
    chown(home + existing, 0, 0)
    try state.create()
  }

  @Test("A symbolic link is refused, as a file and as the folder (14)")
  func links() throws {
    try folder.create()
    try folder.file("real").write(Data())
    symlink("real", folder.path + "/link")
    symlink(folder.path, folder.path + "-link")
    let file = folder.file("link")
    let problem = StoreError.unsafeFile(path: file.path, problem: .symbolicLink)
    #expect(throws: problem) { try file.read() }
    #expect(throws: problem) { try file.check() }
    let link = PrivateFolder(folder.path + "-link")
    #expect(throws: StoreError.unsafeFile(path: link.path, problem: .symbolicLink)) {
      try link.create()
    }
  }

  @Test("Of two that publish a file the first wins, and nothing else is left behind")
  func publishing() throws {
    try folder.create()
    #expect(try folder.file("key").create(Data([1])))
    #expect(try !folder.file("key").create(Data([2])))
    #expect(try folder.file("key").read() == Data([1]))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["key"])
  }

  @Test("A file that the user names is read up to a limit, also where it has no end (16)")
  func limit() throws {
    let file = folder.file("named")
    try folder.create()
    try file.write(Data(repeating: 1, count: 4096))
    #expect(try PlainFile(file.path).read(limit: 4096).count == 4096)
    for (path, limit) in [(file.path, 4095), ("/dev/zero", 100_000)] {
      let tooLarge = StoreError.system(operation: "read", path: path, code: EFBIG)
      #expect(throws: tooLarge) { try PlainFile(path).read(limit: limit) }
    }
  }

  @Test("A missing file has no content; writing makes it, and replaces what it holds")
  func writing() throws {
    try folder.create()
    let file = folder.file("history")
    #expect(try file.read() == nil)
    try file.write(Data("a".utf8))
    try file.write(Data("b".utf8))
    #expect(try file.read() == Data("b".utf8))
  }

  @Test(
    "Base folders follow XDG, and a relative value is ignored (14)",
    arguments: [
      (["HOME": "/h"], "/h/.local/state/desk", "/h/.local/share/desk"),
      (["HOME": "/h", "XDG_STATE_HOME": "/s"], "/s/desk", "/h/.local/share/desk"),
      (["HOME": "/h", "XDG_DATA_HOME": "d"], "/h/.local/state/desk", "/h/.local/share/desk"),
    ])
  func baseFolders(variables: [String: String], state: String, data: String) {
    let folders = BaseFolders(app: "desk", environment: variables)
    #expect(folders.state.path == state && folders.data.path == data)
  }

  @Test(
    "Without a home, or with a relative one, the account's is used (14)",
    arguments: [[:], ["HOME": "h"], ["HOME": "", "XDG_STATE_HOME": ""]])
  func noHome(variables: [String: String]) throws {
    let home = String(cString: try #require(getpwuid(geteuid())?.pointee.pw_dir))
    let folders = BaseFolders(app: "desk", environment: variables)
    #expect(folders.state.path == "\(home)/.local/state/desk")
    #expect(folders.data.path == "\(home)/.local/share/desk")
  }

  @Test("The variables of the process are those that it was started with")
  func environment() throws {
    let variables = BaseFolders.environment
    #expect(variables["PATH"] != nil)
    for (name, value) in variables {
      #expect(value == String(cString: try #require(getenv(name))))
    }
  }

  @Test("The option goes before the variable, and either names one folder or memory (14)")
  func places() {
    let variables = ["HOME": "/h", "LENDING_DESK_STORE": "/v"]
    func place(_ option: String?, _ variables: [String: String]) -> StorePlace {
      StorePlace(app: "lending-desk", option: option, environment: variables)
    }
    #expect(place(":memory:", variables) == .memory)
    #expect(place("/o", variables) == .files(BaseFolders(folder: "/o")))
    #expect(place(nil, variables) == .files(BaseFolders(folder: "/v")))
    #expect(
      place(nil, ["HOME": "/h"])
        == .files(BaseFolders(app: "lending-desk", environment: ["HOME": "/h"])))
  }
}
