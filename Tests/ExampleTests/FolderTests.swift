import Testing
import WaylineTesting

@Suite("Where the tour keeps what it keeps")
struct FolderTests {
  private let folder = TemporaryFolder()

  private func run(_ environment: [String: String]) throws -> [String] {
    let run = try Program.built("tour").run(
      input: "Settings\nLend at the upper desk\n", environment: environment)
    #expect(run.status == 0, "\(run.output)")
    return folder.paths.map { String($0.dropFirst(folder.path.count)) }
  }

  @Test("Without a home, absolute XDG folders are enough (14)")
  func noHome() throws {
    let paths = try run(["XDG_STATE_HOME": folder.path, "XDG_DATA_HOME": folder.path + "/data"])
    #expect(paths.contains("/tour/state.sqlite3"))
  }

  @Test("A relative XDG folder is ignored, as its specification says (14)")
  func relative() throws {
    let paths = try run(["HOME": folder.path, "XDG_STATE_HOME": "state"])
    #expect(paths.contains("/.local/state/tour/state.sqlite3"))
  }

  @Test("TOUR_STORE names the folder, and an empty one is no choice (14)")
  func variable() throws {
    let paths = try run(["HOME": folder.path, "TOUR_STORE": folder.path + "/here"])
    #expect(paths.contains("/here/state.sqlite3"))
    #expect(
      try run(["HOME": folder.path, "TOUR_STORE": ""]).contains("/.local/state/tour/state.sqlite3"))
  }

  @Test("A program that reads no secret opens none and makes no key (15)")
  func noSecrets() throws {
    let paths = try run(["HOME": folder.path])
    #expect(!paths.contains { $0.contains("secrets") || $0.contains("key") }, "\(paths)")
  }
}
