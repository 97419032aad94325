import Dispatch
import FoundationEssentials
import Glibc
import Synchronization
import Testing
import WaylineFaultRuns
import WaylineStorage
import WaylineTestScale
import WaylineTestThreads
import WaylineTesting

@testable import WaylineSecrets

@Suite("Faults of the file system under secrets", .waitsForPrograms, .serialized)
struct SecretFaultTests {
  private let probe = Program.built("WaylineStorageProbe")

  /// Runs a role with its first, second, … operation going wrong, until there is none left.
  private func eachFault(
    _ role: String, _ operation: String, prepare: (Desk) throws -> Void = { _ in },
    check: (Desk, FaultRun) throws -> Void
  ) throws {
    let place = try Desk(inMemory: true)
    let template = try Desk(at: "\(place.folder.path)/template")
    try prepare(template)
    for run in try FaultRun.all(of: role, operation: operation, in: place.folder.path) {
      #expect(run.endedAsPlanned, "\(run)")
      try check(Desk(at: run.folder), run)
    }
  }

  @Test(
    "New and re-encrypted secrets are old or new whichever operation fails (11)",
    arguments: FaultRun.operations)
  func everyFault(operation: String) throws {
    try eachFault("secrets", operation, check: check)
  }

  @Test(
    "A change of protection is old or new whichever operation fails, and a key is never missing",
    arguments: FaultRun.operations)
  func everyFaultOfProtection(operation: String) throws {
    try eachFault("protection", operation) { desk in
      try desk.open().set("Ada", "login")
    } check: { (desk: Desk, run: FaultRun) throws in
      try checkProtection(desk, run)
    }
  }

  @Test(
    "Damaged secrets keep every readable record and their key whichever operation fails (12)",
    arguments: FaultRun.operations)
  func everyFaultOfRecovery(operation: String) throws {
    try eachFault("recoverSecrets", operation) { desk in
      try desk.open().set("Ada", "login")
      let path = "\(desk.secrets.path)/secrets.sqlite3"
      let file = Glibc.open(path, O_WRONLY)
      pwrite(file, [UInt8](repeating: 0xEE, count: 60), 60, 0)
      close(file)
    } check: { (desk: Desk, run: FaultRun) throws in
      let store = desk.open()
      #expect(try store.text("login") == "Ada", "\(run)")
      #expect(try store.problems() == [])
      #expect(desk.keyFiles.count == 1)
      try store.set("Grace", "login")
      #expect(try desk.open().text("login") == "Grace", "\(run)")
    }
  }

  /// The secrets open with what was acknowledged last, or what was tried next.
  private func checkProtection(_ desk: Desk, _ run: FaultRun) throws {
    let store = desk.open()
    if try store.status().protections == [.passphrase] {
      let opened = ["horse", "mule"].first { phrase in
        (try? store.unlock(with: Passphrase(phrase))) != nil
      }
      #expect(opened != nil, "\(run)")
    } else {
      try store.unlock()
    }
    #expect(try store.text("login") == "Ada", "\(run)")
    #expect(try store.problems() == [])
    checkFolder(of: desk)
    try store.set("Grace", "login")
    try store.protectWithKeyFile()
    #expect(try desk.open().text("login") == "Grace", "\(run)")
  }

  /// A key that is being made has no name before it is complete.
  private func checkFolder(of desk: Desk) {
    #expect(desk.keyFiles.allSatisfy { $0.hasSuffix(".key") }, "\(desk.keyFiles)")
  }

  @Test("Processes that are killed while they make keys leave no unfinished file")
  func killedMinting() throws {
    var dice = Dice(seed: Scale.seed)
    for _ in 0..<Scale.rounds(25) {
      let desk = try Desk(inMemory: true)
      let run = try probe.run(["mint", desk.folder.path, "\(3_000 + dice.below(25_000))"])
      #expect(run.status == 128 + SIGKILL, "\(run.output)")
      let names = try FileManager.default.subpathsOfDirectory(atPath: desk.folder.path)
      #expect(!names.contains { $0.contains(".new") }, "\(names)")
    }
  }

  @Test("Four processes that start at once make one key, and each finds what the others wrote")
  func fourProcesses() throws {
    for _ in 0..<Scale.rounds(5) {
      let desk = try Desk(inMemory: true)
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

  @Test("A byte that is wrong, or missing, in the file of secrets is harmless or reported (19)")
  func everyByte() throws {
    let desk = try Desk(inMemory: true)
    try desk.open().set("Ada", "login")
    let path = "\(desk.secrets.path)/secrets.sqlite3"
    let content = try #require(FileManager.default.contents(atPath: path))
    for offset in stride(from: 0, to: content.count, by: max(1, 64 / Scale.factor)) {
      var flipped = content
      flipped[offset] ^= 1 << (offset / 64 % 8)
      for damaged in [flipped, content.prefix(offset)] {
        try FileManager.default.removeItem(atPath: desk.secrets.path)
        try FileManager.default.createDirectory(
          atPath: desk.secrets.path, withIntermediateDirectories: true)
        try damaged.write(to: URL(filePath: path))
        try Data().write(to: URL(filePath: path + ".used"))
        let store = desk.open()
        var (login, isReported) = (String?.none, false)
        do { login = try store.text("login") } catch { isReported = true }
        isReported = isReported || !store.hub.takeEvents().isEmpty
        #expect(login == "Ada" || login == nil && isReported, "byte \(offset): \(login ?? "")")
      }
    }
  }

  /// Checks that acknowledged secrets exist, all of them open, and the next one can be written.
  private func check(_ desk: Desk, _ run: FaultRun) throws {
    #expect(!run.lines.contains { $0.contains("damaged") }, "taken for damage: \(run)")
    let store = desk.open()
    let login = try store.value(String.self, for: "login", in: StoreKey.keychain)
    let said = run.lines.last { $0 == "Ada" || $0 == "Grace" }
    #expect(login == said || login == (said == nil ? "Ada" : "Grace"), "\(run)")
    #expect(try store.problems() == [])
    checkFolder(of: desk)
    try store.set("Eve", for: "login", in: StoreKey.keychain)
    #expect(try desk.open().value(String.self, for: "login", in: StoreKey.keychain) == "Eve")
  }
}
