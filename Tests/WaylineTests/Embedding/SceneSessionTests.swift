import Testing

@testable import Wayline
@testable import WaylineFlows

/// A desk that counts what it lends: for itself, in its scene, and in the store.
struct LendingDesk: App {
  static let commands = [ShellCommand("motto", summary: "Says it.") { _ in .lines(["Quiet."]) }]

  var body: some Scene {
    WindowGroup { LendingScreen() }
  }
}

private struct LendingScreen: View {
  @State private var mine = 0
  @SceneStorage("scene") private var scene = 0
  @AppStorage("all") private var all = 0

  var body: some View {
    Text("Lent: \(mine) here, \(scene) in this scene, \(all) in all.")
    Button("Lend") {
      mine += 1
      scene += 1
      all += 1
    }
  }
}

/// A desk whose ledger a guard blocks.
private struct ClosedDesk: App {
  enum Place: CoordinatedValue {
    case ledger

    @MainActor var coordinator: any Coordinator { LedgerCoordinator() }
  }

  struct LedgerCoordinator: Coordinator {
    func start() -> some View { Text("Ledger") }
  }

  var body: some Scene {
    WindowGroup {
      NavigationStack {
        Text("Desk").coordinators(for: Place.self) { $0.coordinator }
      }
      .guarding(Place.self) { _ in .block("Members only.") }
    }
  }
}

/// A desk with a sheet above its tabs.
private struct TabbedDesk: View {
  @State private var isLending = false

  var body: some View {
    TabView {
      Button("Lend") { isLending = true }
        .sheet(isPresented: $isLending) { Text("To whom?") }
        .tabItem { Text("Books") }
      Text("No settings.").tabItem { Text("Settings") }
    }
  }
}

@Suite("Scene session")
@MainActor
struct SceneSessionTests {
  @Test("The name of a tab below a sheet says that the sheet covers it")
  func coveredTab() {
    let host = SceneHost { TabbedDesk() }
    let sentence = "The sheet covers the tab 'Settings'. Type dismiss to close it."
    #expect(host.send("Lend").contains("Sheet:"))
    #expect(host.send("settings") == [sentence])
    host.send("dismiss")
    #expect(host.send("settings").contains("No settings."))
    host.end()
  }

  @Test(
    "A place to begin with that a guard blocks gives 1, and one that does not exist 2",
    arguments: [("ledger", .notAccepted), ("legder", .usage)] as [(String, ShellStatus)])
  func blockedPlace(word: String, status: ShellStatus) {
    var options = SceneOptions()
    options.arguments = [word]
    let session = SceneSession(of: ClosedDesk.self, options)
    session.start()
    #expect(!session.isRunning && session.status == status)
  }

  private func lines(_ session: SceneSession, after line: String? = nil) -> [String] {
    if let line { session.receive(line: line) }
    return session.takeText().split(separator: "\n").map(String.init)
  }

  private func started(
    _ options: SceneOptions = SceneOptions(), stores: SceneStores = .inMemory()
  ) -> SceneSession {
    let session = SceneSession(of: LendingDesk.self, options, stores: stores)
    session.start()
    _ = session.takeOutput()
    return session
  }

  @Test("Lines go in, frames come out, and it ends in order")
  func course() {
    let session = started()
    #expect(
      lines(session, after: "Lend") == [
        "Lent: 1 here, 1 in this scene, 1 in all.", "[1] Lend",
      ])
    #expect(lines(session, after: "motto") == ["Quiet."])
    #expect(lines(session, after: "nonsense").count == 1)
    session.endInput()
    #expect(!session.isRunning && session.status == .notAccepted)
  }

  @Test("Two scenes share nothing")
  func apart() {
    let (first, second) = (started(), started())
    _ = lines(first, after: "Lend")
    #expect(lines(second, after: "show")[0] == "Lent: 0 here, 0 in this scene, 0 in all.")
  }

  @Test("Two scenes over one store share its values, and nothing else")
  func sharedStore() {
    let (state, keychain) = (MemoryStore(), MemoryKeychain())
    let sessions = (0..<2).map { _ in
      started(stores: SceneStores(state: state, keychain: keychain, scene: nil))
    }
    _ = lines(sessions[0], after: "Lend")
    #expect(lines(sessions[1], after: "show")[0] == "Lent: 0 here, 0 in this scene, 1 in all.")
  }

  @Test("A named scene continues where it was left")
  func named() {
    let stores = SceneStores(state: MemoryStore(), keychain: MemoryKeychain(), scene: "desk")
    let first = started(stores: stores)
    _ = lines(first, after: "Lend")
    first.terminate()
    #expect(
      lines(started(stores: stores), after: "show")[0]
        == "Lent: 0 here, 1 in this scene, 1 in all.")
  }

  @Test("An erased scene begins anew, and the values that all scenes share stay")
  func erased() throws {
    let stores = SceneStores(state: MemoryStore(), keychain: MemoryKeychain(), scene: "desk")
    let first = started(stores: stores)
    _ = lines(first, after: "Lend")
    first.terminate()

    try stores.eraseScene()

    #expect(
      lines(started(stores: stores), after: "show")[0]
        == "Lent: 0 here, 0 in this scene, 1 in all.")
  }

  @Test("The commands of the stores are offered only if the options say so")
  func storeCommands() {
    var options = SceneOptions()
    #expect(lines(started(options), after: "help store").first?.hasPrefix("store ") != true)
    options.offersStoreCommands = true
    #expect(lines(started(options), after: "help store").first?.hasPrefix("store ") == true)
  }

  @Test("Terminated by a signal, it prints the reason and ends with 143, once")
  func terminated() {
    let session = started()
    session.terminate("The desk closes.")
    session.terminate("Again.")
    #expect(lines(session) == ["The desk closes."])
    #expect(session.status == .terminated && !session.wantsInput)
    session.receive(line: "Lend")
    #expect(lines(session) == [])
  }

  @Test("When it has ended, nothing of it stays in memory")
  func released() async {
    var session: SceneSession? = started()
    let probe = session.map { SceneProbe($0.host) }
    session?.receive(line: "quit")
    session = nil
    for _ in 0..<1000 where probe?.living.isEmpty == false { await Task.yield() }
    #expect(probe?.living == [])
  }

  @Test("A wrapper outside a view, in an action of a scene, means the scene's store")
  func surroundings() {
    let state = MemoryStore()
    let command = ShellCommand("count", summary: "Counts.") { _ in
      @AppStorage("all") var all = 0
      all += 5
      return .done
    }
    var options = SceneOptions()
    options.commands = [command]
    let session = started(options, stores: SceneStores(state: state, keychain: MemoryKeychain()))
    _ = lines(session, after: "count")
    #expect(lines(session, after: "show")[0].hasSuffix("5 in all."))
  }
}
