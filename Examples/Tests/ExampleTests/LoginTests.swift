import TestThreads
import Testing
import WaylineTesting

@Suite("The tour's login", .waitsForPrograms)
struct LoginTests {
  private let tour = Built("tour")

  @Test("A script logs in from the first screen, and the next start is logged in")
  func staysLoggedIn() throws {
    let first = try tour.run([], "Log in\n1 1234\nLog in\n")
    #expect(first.status == 0)
    #expect(first.output.contains("Logged in since"))

    let second = try tour.run([], "Log in\n")
    #expect(second.status == 0)
    #expect(second.output.contains("Logged in since"))
  }

  @Test("The button is unavailable while the field is empty, and says why")
  func disabledWhileEmpty() throws {
    let run = try tour.run([], "Log in\nLog in\n")
    #expect(run.output.contains("[2] Log in (unavailable)"))
    #expect(run.output.contains("Enter a passcode first."))
    #expect(run.status == 1)
  }

  @Test("Log out deletes the credentials")
  func logsOut() throws {
    _ = try tour.run([], "Log in\n1 1234\nLog in\n")
    let run = try tour.run([], "Log in\nLog out\n")
    #expect(
      run.lines.suffix(3) == ["Tour › Log in", "[1] Passcode: (empty)", "[2] Log in (unavailable)"])

    let next = try tour.run([], "Log in\n")
    #expect(!next.output.contains("Logged in"))
  }

  @Test("The account can be left without logging out, and opened again")
  func leavesAccount() throws {
    let run = try tour.run([], "Log in\n1 1234\nLog in\nback\nAccount\ndismiss\n")
    #expect(run.lines.suffix(2) == ["Tour › Log in", "[1] Account"])
    #expect(run.status == 0)
    #expect(try tour.run([], "Log in\n").output.contains("Logged in since"))
  }

  @Test("No file holds the passcode or the credentials in clear")
  func nothingReadable() throws {
    let run = try tour.run(["--echo"], "Log in\n1 s3cretpass\nLog in\n")
    #expect(run.output.contains("Logged in since"))
    #expect(!run.output.contains("s3cretpass"))
    for text in ["s3cretpass", "credentials", "\"token\"", "\"since\""] {
      #expect(!tour.store.contains(text), "\(text) can be read")
    }
  }

  @Test("Every file is 0600 and every folder 0700")
  func privateFiles() throws {
    _ = try tour.run([], "Log in\n1 1234\nLog in\n")
    #expect(tour.store.paths.count > 3)
    for path in tour.store.paths {
      let (mode, isFolder) = tour.store.permissions(of: path)
      #expect(mode == (isFolder ? 0o700 : 0o600), "\(path) has mode \(String(mode, radix: 8))")
    }
  }
}
