import Glibc
import TestPrograms
import TestThreads
import Testing
import WaylineTesting

@Suite("The key file of the tour's secrets", .waitsForPrograms)
struct KeyFileTests {
  private let tour = Built("tour")
  private let stick = TemporaryFolder()
  private var file: String { stick.path + "/tour.key" }

  /// A person who is logged in, with the key on a stick.
  private func logIn() throws {
    try stick.write("", to: "label")
    let run = try tour.run(["--key-file", file], "Log in\n1 1234\nLog in\n")
    #expect(run.status == 0, "\(run.output)")
  }

  @Test("The key is created at the named path, private, and nowhere else")
  func made() throws {
    try logIn()
    #expect(stick.permissions(of: file).mode == 0o600)
    #expect(!tour.store.paths.contains { $0.hasSuffix(".key") })
    let status = try tour.run(["--key-file", file, "store", "status"])
    #expect(status.output.contains("protected by the key file '\(file)'"))
  }

  @Test("The next start opens the secrets with it; without it they stay locked, with a message")
  func next() throws {
    try logIn()
    #expect(try tour.run(["--key-file", file], "Log in\n").output.contains("Logged in since"))
    let without = try tour.run([], "Log in\n")
    #expect(!without.output.contains("Logged in since") && without.status == 77)
    let elsewhere = try tour.run(["--key-file", file + "2"], "Log in\n")
    #expect(elsewhere.output.contains("'\(file)2' of the secrets") && elsewhere.status == 77)
    #expect(!stick.paths.contains(file + "2"), "a missing key is never a reason to make another")
  }

  @Test(
    "A file that is not a key, or that others may read, opens nothing and stays as it is",
    arguments: [(0o600, "'tour.key' is not a key file"), (0o644, "other users can access it")])
  func wrongFile(mode: UInt32, reason: String) throws {
    try stick.write("a letter", to: "tour.key")
    chmod(file, mode)
    let run = try tour.run(["--key-file", file], "Log in\n1 1234\nLog in\n")
    let output = run.output.replacing("\(stick.path)/", with: "")
    #expect(output.contains(reason) && run.status == 77, "\(run.output)")
    #expect(stick.contains("a letter") && stick.permissions(of: file).mode == mode)
  }

  @Test("A passphrase takes its place, and leaves the file to the person")
  func passphrase() throws {
    try logIn()
    try tour.store.write("correct horse\n", to: "passphrase")
    let words = ["passphrase", "from", tour.store.path + "/passphrase"]
    #expect(try tour.run(["--key-file", file] + words).status == 0)
    #expect(stick.paths.contains(file))
    #expect(try tour.run(["--key-file", file], "Log in\n").status == 77)
  }
}
