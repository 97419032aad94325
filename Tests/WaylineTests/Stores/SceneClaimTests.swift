import Dispatch
import Glibc
import Synchronization
import Testing
import WaylineOwnStoreClient
import WaylinePostgres
import WaylineTestPostgres

@testable import Wayline
@testable import WaylineFlows

/// The forms of claims, each of which has to keep the same promises.
enum ClaimForm: String, CaseIterable, CustomTestStringConvertible {
  case files, memory, own, postgres

  /// Those that this machine has.
  static let allCases: [ClaimForm] =
    [.files, .memory, .own] + (PostgresServer.shared == nil ? [] : [.postgres])

  var testDescription: String { rawValue }

  /// The forms in which a claim can be taken from a session that lives.
  static let replacing = allCases.filter { $0 != .files }

  /// Claims of one place, as two sessions have them.
  @MainActor
  func withClaims(
    _ body: @MainActor (any SceneClaims, any SceneClaims) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/claims-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    switch self {
    case .files: try await body(FileSceneClaims(folder), FileSceneClaims(folder))
    case .memory:
      let claims = MemorySceneClaims()
      try await body(claims, claims)
    case .own:
      let server = DeskServer()
      try await body(DeskClaims(server), DeskClaims(server))
    case .postgres:
      let address = PostgresAddress(try #require(PostgresServer.shared).address())
      let stores = [PostgresStore(address), PostgresStore(address)]
      try await body(PostgresSceneClaims(of: stores[0]), PostgresSceneClaims(of: stores[1]))
    }
  }
}

@Suite("Claims on scenes")
@MainActor
struct SceneClaimTests {
  @Test(
    "A scene has one session at a time, and is free when its claim is released",
    arguments: ClaimForm.allCases)
  func exclusive(form: ClaimForm) async throws {
    try await form.withClaims { here, there in
      var claim = try here.claim("main")
      #expect(claim?.name == "main" && claim?.isNew == true)
      #expect(try there.claim("main") == nil)
      #expect(try there.claim("other") != nil)
      let token = claim?.token
      claim = nil
      let next = try there.claim("main")
      #expect(next?.isNew == false && next?.token != token)
    }
  }

  @Test(
    "The first free scene is 'main', then 'main-2', up to a limit", arguments: ClaimForm.allCases)
  func firstFree(form: ClaimForm) async throws {
    try await form.withClaims { here, there in
      var claims = try (1...SceneClaim.limit).map { _ in try #require(try here.claimFirstFree()) }
      let names = ["main"] + (2...SceneClaim.limit).map { "main-\($0)" }
      #expect(claims.map(\.name) == names)
      #expect(try there.claimFirstFree() == nil)
      claims.remove(at: 2)
      #expect(try there.claimFirstFree()?.name == "main-3")
    }
  }

  @Test("Scenes are listed by their last use, and erasing is none", arguments: ClaimForm.allCases)
  func list(form: ClaimForm) async throws {
    try await form.withClaims { here, there in
      #expect(try here.names() == [])
      for name in ["a", "b", "c", "a"] {
        #expect(try here.claim(name) != nil)
        // The time of a file is that of a clock that advances in steps.
        if form == .files { usleep(20_000) }
      }
      #expect(try there.names() == ["b", "c", "a"])
      let erased = try there.claim("b", isUse: false)
      #expect(try here.names() == ["b", "c", "a"])
      there.remove(try #require(erased))
      #expect(try here.names() == ["c", "a"])
    }
  }

  @Test("A scene has any name, and two of them never meet", arguments: ClaimForm.allCases)
  func anyName(form: ClaimForm) async throws {
    try await form.withClaims { here, there in
      // A file has no longer name.
      let names =
        StorePromiseTests.names.filter { $0.utf8.count < 80 } + [".", "..", "../x", "%2f", "ä"]
      let claims = try names.map { try #require(try here.claim($0), "\($0)") }
      #expect(Set(try there.names().map { Array($0.utf8) }) == Set(names.map { Array($0.utf8) }))
      for name in names { #expect(try there.claim(name) == nil) }
      for claim in claims { here.remove(claim) }
      #expect(try there.names() == [])
    }
  }

  @Test("A scene that was removed is new when it is claimed again", arguments: ClaimForm.allCases)
  func removed(form: ClaimForm) async throws {
    try await form.withClaims { here, there in
      here.remove(try #require(try here.claim("main")))
      #expect(try there.claim("main")?.isNew == true)
      #expect(try there.claim("main")?.isNew == false)
    }
  }

  @Test(
    "Whoever takes a scene over has it, and the earlier claim frees and removes nothing",
    arguments: ClaimForm.replacing)
  func takeOver(form: ClaimForm) async throws {
    try await form.withClaims { here, there in
      var loser = try here.claim("main")
      let winner = try #require(try there.takeOver("main"))
      #expect(winner.token != loser?.token && !winner.isNew)
      here.remove(try #require(loser))
      #expect(try here.names() == ["main"])
      loser = nil
      #expect(try here.claim("main") == nil)
      withExtendedLifetime(winner) {}
    }
  }

  @Test("The lock of a file is not taken from a session that lives, and is when it has ended")
  func takeOverFile() async throws {
    try await ClaimForm.files.withClaims { here, there in
      var claim = try here.takeOver("main")
      #expect(claim != nil)
      #expect(try there.takeOver("main") == nil)
      claim = nil
      #expect(try there.takeOver("main") != nil)
    }
  }

  @Test("Of sessions that claim at the same time, one has the scene", arguments: ClaimForm.allCases)
  func races(form: ClaimForm) async throws {
    try await form.withClaims { here, there in
      for round in 0..<50 {
        let got = Mutex<[SceneClaim]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { number in
          let claim = try? (number % 2 == 0 ? here : there).claim("scene \(round)")
          if let claim { got.withLock { $0.append(claim) } }
        }
        #expect(got.withLock { $0.count } == 1)
      }
    }
  }

  @Test(
    "The stores of a scene hold its claim, and 'scene erase' refuses one that is in use",
    arguments: ClaimForm.allCases)
  func scenes(form: ClaimForm) async throws {
    try await form.withClaims { here, there in
      let state = MemoryStore(name: "state")
      for name in ["main", "main-2"] {
        try state.set("kept", for: "note", in: StoreKey.scene(name))
      }
      func stores(_ claims: any SceneClaims) throws -> SceneStores {
        let claim = try #require(try claims.claimFirstFree())
        return SceneStores(state: state, keychain: MemoryKeychain(), claim: claim, of: claims)
      }
      let first = SceneHost(stores: try stores(here)) { Text("At the desk.") }
      var second: SceneHost? = SceneHost(stores: try stores(there)) { Text("At the desk.") }
      let erase = "scene erase main-2 yes"
      #expect(await answer("scene", in: second) == "This is the session 'main-2'.")
      let refusal = "The session 'main-2' is in use by another process. Close it there first."
      #expect(await answer(erase, in: first) == refusal)
      second?.end()
      second = nil
      #expect(await answer(erase, in: first) == "Erased the session 'main-2'.")
      #expect(try here.names() == ["main"])
      first.end()
    }
  }

  /// The first line that is printed for a command.
  private func answer(_ line: String, in host: SceneHost?) async -> String? {
    host?.takePrinted()
    let lines = host?.send(line) ?? []
    for _ in 0..<10_000 where host?.session.wantsInput == false { await Task.yield() }
    return (lines + (host?.takePrinted() ?? [])).first
  }

  @Test("A start that finds its scene in use changes nothing of it", arguments: [false, true])
  func freshInUse(isNamed: Bool) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/claims-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let stores = ProgramStores(at: StorePlace(app: "desk", option: folder))
    try stores.state.set("kept", for: "note", in: StoreKey.scene("main"))
    let claims = try (isNamed ? 1...1 : 1...SceneClaim.limit).map { _ in
      try stores.claims.claimFirstFree()
    }
    var arguments = try LaunchArguments([])
    (arguments.isFresh, arguments.sceneName) = (true, isNamed ? "main" : nil)
    #expect(throws: LaunchProblem.self) {
      try SceneAssignment(arguments, stores: stores, isTerminal: true)
    }
    #expect(try stores.state.value(String.self, for: "note", in: StoreKey.scene("main")) == "kept")
    withExtendedLifetime(claims) {}
  }
}
