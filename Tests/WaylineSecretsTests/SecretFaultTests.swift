import Dispatch
import FoundationEssentials
import Glibc
import Synchronization
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
    "New and re-encrypted secrets are old or new whichever operation fails (11)",
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

  @Test(
    "A change of protection is old or new whichever operation fails, and a key is never missing",
    arguments: kinds.filter {
      ["write", "sync", "call"].contains($0.operation)
        && ["kill", "fail", "cut"].contains($0.action)
    })
  func everyFaultOfProtection(kind: Kind) throws {
    for number in 1...300 {
      let desk = try Desk(inMemory: true)
      try desk.open().set("Ada", "login")
      let words = ["protection", desk.folder.path, kind.operation, "\(number)", kind.action]
      let run = try probe.run(words)
      let isKilled = kind.endsProcess && run.lines.last != "unreached"
      #expect(run.status == (isKilled ? 128 + SIGKILL : 0), "\(words): \(run.output)")
      try checkProtection(desk, run)
      if run.lines.last == "unreached" { return }
    }
    Issue.record("more than 300 operations")
  }

  /// The secrets open with what was acknowledged last, or what was tried next.
  private func checkProtection(_ desk: Desk, _ run: ProgramRun) throws {
    let store = desk.open()
    if try store.status().protections == [.passphrase] {
      let opened = ["horse", "mule"].first { phrase in
        (try? store.unlock(with: Passphrase(phrase))) != nil
      }
      #expect(opened != nil, "\(run.output)")
    } else {
      try store.unlock()
    }
    #expect(try store.text("login") == "Ada", "\(run.output)")
    #expect(try store.problems() == [])
    checkFolder(of: desk)
    try store.set("Grace", "login")
    try store.protectWithKeyFile()
    #expect(try desk.open().text("login") == "Grace", "\(run.output)")
  }

  /// A key that is being made has no name before it is complete.
  private func checkFolder(of desk: Desk) {
    #expect(desk.keyFiles.allSatisfy { $0.hasSuffix(".key") }, "\(desk.keyFiles)")
  }

  @Test("Processes that are killed while they make keys leave no unfinished file")
  func killedMinting() throws {
    for number in 0..<50 {
      let desk = try Desk()
      let run = try probe.run(["mint", desk.folder.path, "\(3_000 + number * 997)"])
      #expect(run.status == 128 + SIGKILL, "\(run.output)")
      let names = try FileManager.default.subpathsOfDirectory(atPath: desk.folder.path)
      #expect(!names.contains { $0.contains(".new") }, "\(names)")
    }
  }

  @Test("Four processes that start at once make one key, and each finds what the others wrote")
  func fourProcesses() throws {
    for _ in 0..<20 {
      let desk = try Desk()
      let words = ["secrets", desk.folder.path, "write", "0", "fail"]
      let outputs = Mutex<[[String]]>([])
      DispatchQueue.concurrentPerform(iterations: 4) { [probe] _ in
        let lines = (try? probe.run(words))?.lines ?? []
        outputs.withLock { $0.append(lines) }
      }
      let expected = ["Ada", "rotated", "Grace", "unreached"]
      #expect(outputs.withLock { $0 } == Array(repeating: expected, count: 4))
      #expect(desk.keyFiles.count == 1)
      #expect(try desk.open().value(String.self, for: "login", in: StoreKey.keychain) == "Grace")
    }
  }

  /// What was acknowledged is there, everything opens, and the next secret can be written.
  private func check(_ desk: Desk, _ run: ProgramRun) throws {
    let store = desk.open()
    let login = try store.value(String.self, for: "login", in: StoreKey.keychain)
    let said = run.lines.last { $0 == "Ada" || $0 == "Grace" }
    #expect(login == said || login == (said == nil ? "Ada" : "Grace"), "\(run.output)")
    #expect(try store.problems() == [])
    checkFolder(of: desk)
    try store.set("Eve", for: "login", in: StoreKey.keychain)
    #expect(try desk.open().value(String.self, for: "login", in: StoreKey.keychain) == "Eve")
  }
}
