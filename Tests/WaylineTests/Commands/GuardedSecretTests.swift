import Testing
import WaylineStorage
import WaylineTesting

@testable import Wayline
@testable import WaylineFlows

private enum DeskRoute: CoordinatedValue {
  case till

  @MainActor var coordinator: any Coordinator { TillCoordinator() }
}

private struct TillCoordinator: Coordinator {
  func start() -> some View { Text("Takings: 12.50") }
}

/// A scene that a command of its own moves.
@MainActor
private final class Till {
  weak var host: SceneHost?

  /// Opens the till, and waits for the outcome.
  var command: ShellCommand {
    ShellCommand("count", summary: "Count the takings.") { _ async throws -> ShellReply in
      let outcome = await self.host?.router.push(DeskRoute.till).value
      return .lines(["Outcome: \(outcome?.description ?? "none")"])
    }
  }
}

/// A till behind a secret that the guard compares with `pin`.
private struct DeskView: View {
  @KeychainStorage(key: "pin") private var pin: String?
  let isOpen: (String?) -> Bool

  var body: some View {
    NavigationStack {
      NavigationLink("Till", value: DeskRoute.till)
        .coordinators(for: DeskRoute.self) { $0.coordinator }
    }
    .guarding(DeskRoute.self) { _ in isOpen(pin) ? .allow : .block("The till has a PIN.") }
  }
}

@Suite("Guards that read secrets", .timeLimit(.minutes(15)))
@MainActor
struct GuardedSecretTests {
  private let folder = PrivateFolder(
    FileManager.default.temporaryDirectory.path + "/wayline-\(UUID().uuidString)")

  /// Secrets behind the passphrase `horse`, cheap to open.
  private var secrets: SecretStore {
    SecretStore(
      in: folder, keys: folder, scrypt: Scrypt(logCost: 4, blockSize: 8, parallelism: 1))
  }

  private func host(
    isAttended: Bool, state: any PersistentStore = MemoryStore(), commands: [ShellCommand] = [],
    isNew: Bool = true, isOpen: @escaping (String?) -> Bool
  ) throws -> SceneHost {
    if isNew {
      let first = secrets
      @KeychainStorage(provider: first, key: "pin") var pin: String?
      pin = "4711"
      try first.protect(with: Passphrase("horse"))
    }
    var options = SceneConfiguration(program: "desk")
    options.isScript = !isAttended
    options.printsUnasked = isAttended
    options.commands = commands
    let stores = SceneStores(state: state, keychain: secrets)
    let host = SceneHost(options: options, stores: stores, isAttended: isAttended) {
      DeskView(isOpen: isOpen)
    }
    host.session.onFrame = { [weak host] in host?.printed += SceneHost.lines(of: $0) }
    return host
  }

  /// Waits until a line is wanted, and every guard has decided.
  private func settle(_ host: SceneHost) async {
    while !host.session.wantsInput { await Task.yield() }
    // A guard that waits for the passphrase awaits the user: it is not pending, and asks at the next look.
    for _ in 0..<1_000 where host.session.question == nil {
      host.attend()
      await Task.yield()
    }
  }

  @Test("Without a person, a guard that reads a locked secret refuses, and the status is 77")
  func unattended() throws {
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    let host = try host(isAttended: false) { $0 == nil }
    host.session.start()
    #expect(host.takePrinted() == ["[1] Till"])

    #expect(host.send("Till") == [ShellFailure.lockedSentence])
    #expect(host.send("open till") == [ShellFailure.lockedSentence])

    #expect(host.status == .noPermission)
    #expect(host.lines == ["[1] Till"])
  }

  @Test("A place on the command line that reads a locked secret ends with the status 77")
  func launch() throws {
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    let host = try host(isAttended: false) { $0 == nil }

    host.session.start(arguments: ["till"])

    #expect(host.takePrinted().first == ShellFailure.lockedSentence)
    #expect(host.session.ending == .left)
    #expect(host.status == .noPermission)
  }

  @Test("At a terminal the passphrase is asked for, and then the guard decides again")
  func asks() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    let host = try host(isAttended: true) { $0 == "4711" }
    host.session.start()
    host.send("Till")
    #expect(host.lines == ["[1] Till"])
    await settle(host)
    #expect(
      host.session.question == LineQuestion(prompt: "Passphrase of the secrets", isSecret: true))

    host.session.receive(.line("horse"))
    await settle(host)

    #expect(host.lines == ["Takings: 12.50"])
    #expect(host.status == .success)
  }

  @Test("A guard that refuses with the unlocked secret prints its own reason")
  func refuses() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    let host = try host(isAttended: true) { $0 == nil }
    host.session.start()
    host.send("open till")
    await settle(host)

    host.session.receive(.line("horse"))
    await settle(host)

    #expect(host.takePrinted().contains("The till has a PIN."))
    #expect(host.lines == ["[1] Till"])
  }

  @Test("A guard refuses where a running command keeps the passphrase from being asked for")
  func running() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    let till = Till()
    let host = try host(isAttended: true, commands: [till.command]) { $0 == "4711" }
    till.host = host
    host.session.start()
    host.takePrinted()

    host.send("count")
    for _ in 0..<10_000 where !host.session.wantsInput { await Task.yield() }

    try #require(host.session.wantsInput)
    #expect(host.takePrinted().contains("Outcome: The secrets are locked. Type 'unlock'."))
  }

  @Test("A place whose passphrase is not given stays saved for the next start (19)")
  func stays() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    let state = MemoryStore()
    func saved(_ part: String) -> String? {
      try? state.value(String.self, for: "main/\(part)", in: "navigation")
    }
    let first = try host(isAttended: true, state: state) { _ in true }
    first.session.start()
    first.send("open till")
    await settle(first)
    first.session.receive(.line("horse"))
    await settle(first)
    #expect(first.lines == ["Takings: 12.50"])
    first.end()
    let place = saved("place")

    for isAttended in [true, false] {
      let next = try host(isAttended: isAttended, state: state, isNew: false) { _ in true }
      next.restore()
      next.session.start()
      next.attend()
      await settle(next)
      next.session.receive(.cancelled)
      await settle(next)
      next.attend()
      #expect(next.lines == ["[1] Till"])
      next.end()

      #expect(saved("place") == place)
      #expect(saved("quarantine") == nil)
    }
  }

  @Test("If the passphrase is not given the navigation is refused, and the next one asks again")
  func cancelled() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    let host = try host(isAttended: true) { $0 == nil }
    host.session.start()
    for _ in 1...2 {
      host.send("open till")
      await settle(host)
      #expect(host.session.question != nil)
      host.session.receive(.cancelled)
      await settle(host)
      #expect(host.takePrinted().contains("The secrets are locked. Type 'unlock'."))
    }
    #expect(host.lines == ["[1] Till"])

    host.send("lock")
    #expect(host.send("open till") == ["The secrets are locked. Type 'unlock'."])
  }
}
