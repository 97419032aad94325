import FoundationEssentials
import Glibc
import Testing
import WaylineStorage
import WaylineTesting

@testable import WaylineSecrets

@Suite("Faults of the file system under secrets", .serialized)
struct SecretFaultTests {
  private let probe = Program.built("storage-probe")

  struct Kind: Sendable, CustomTestStringConvertible {
    let operation: String
    let action: String
    var endsProcess: Bool { ["kill", "cut", "tear"].contains(action) }
    var testDescription: String { "\(operation) \(action)" }
  }

  static let kinds = ["write", "sync", "truncate", "open", "delete", "call"].flatMap { operation in
    // What makes, moves or deletes a file is not taken back by a power cut.
    (["kill", "fail", "full"] + (operation == "call" ? [] : ["cut", "tear"])).map {
      Kind(operation: operation, action: $0)
    }
  }

  @Test(
    "Secrets that are made, and sealed anew, are old or new whichever operation fails (11)",
    arguments: kinds)
  func everyFault(kind: Kind) throws {
    for number in 1...300 {
      let desk = try Desk(inMemory: true)
      let words = ["secrets", desk.folder.path, kind.operation, "\(number)", kind.action]
      let run = try probe.run(words)
      let isKilled = kind.endsProcess && run.lines.last != "unreached"
      #expect(run.status == (isKilled ? 128 + SIGKILL : 0), "\(words): \(run.output)")
      try check(desk, run)
      if run.lines.last == "unreached" { return }
    }
    Issue.record("more than 300 operations")
  }

  /// What was acknowledged is there, everything opens, and the next secret can be written.
  private func check(_ desk: Desk, _ run: ProgramRun) throws {
    let store = desk.open()
    let login = try store.value(String.self, for: "login", in: StoreKey.keychain)
    let said = run.lines.last { $0 == "Ada" || $0 == "Grace" }
    #expect(login == said || login == (said == nil ? "Ada" : "Grace"), "\(run.output)")
    #expect(try store.problems() == [])
    try store.set("Eve", for: "login", in: StoreKey.keychain)
    #expect(try desk.open().value(String.self, for: "login", in: StoreKey.keychain) == "Eve")
  }
}
