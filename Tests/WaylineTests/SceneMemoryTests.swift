import Synchronization
import Testing
import WaylineGraph
import WaylineNavigation
import WaylineStorage
import WaylineTesting

@testable import Wayline
@testable import WaylineFlows

private enum DeskRoute: NavigationValue {
  case book(id: Int)
  case login
}

private struct DeskView: View {
  var body: some View {
    NavigationStack {
      Text("Desk")
        .navigationDestination(for: DeskRoute.self) { Text("\($0)") }
    }
  }
}

private struct BindingView: View {
  @Navigation<DeskRoute> private var navigation: NavigationPath?
  var body: some View {
    NavigationStack {
      Button("Open") { navigation = NavigationPath(id: .login, coordinator: Shown()) }
        .navigationDestination(path: $navigation)
    }
  }
}

private struct Shown: Coordinator {
  func start() -> some View { Text("Shown") }
}

/// The names of the values that have changed since it was made.
private final class Changes: Sendable {
  private let changed = Mutex<[String]>([])
  private let observation = Mutex<ObservationToken?>(nil)

  init(of store: any PersistentStore) {
    let observation = store.observeChanges { [weak self] keys in
      self?.changed.withLock { $0 += keys.map(\.name).sorted() }
    }
    self.observation.withLock { $0 = observation }
  }

  var names: [String] { changed.withLock { $0 } }
}

@Suite("The memory of a scene")
@MainActor
struct SceneMemoryTests {
  private let stores = SceneStores.inMemory()

  private func start() -> SceneHost { SceneHost(stores: stores) { DeskView() } }

  private func saved(_ part: String) -> String? {
    try? stores.state.value(String.self, for: "main/\(part)", in: "navigation")
  }

  @Test("The place is saved between two commands and at the end, and is restored (19)")
  func comesBack() {
    let first = start()
    first.router.push(DeskRoute.book(id: 42))
    first.end()

    let second = start()

    #expect(second.lines == ["book(id: 42)"])
  }

  @Test("A saved place of 20,000 nested stacks is set aside, and the program starts (19)")
  func nested() throws {
    let lines = ["wayline navigation 1"] + (0..<20_000).map { "stack\t\($0)\t0" }
    let text = lines.joined(separator: "\n") + "\n"
    try stores.state.set(text, for: "main/place", in: "navigation")

    #expect(start().lines == ["Desk"])
    #expect(saved("quarantine") == text)
  }

  @Test("The last three places that were set aside are retained, each once (19)")
  func lastPlaces() throws {
    for number in [1, 2, 3, 4, 4] {
      try stores.state.set("damaged \(number)", for: "main/place", in: "navigation")
      #expect(start().lines == ["Desk"])
    }

    #expect(saved("quarantine") == "damaged 4")
    #expect(saved("quarantine.2") == "damaged 3")
    #expect(saved("quarantine.3") == "damaged 2")
    #expect(try stores.state.keys(in: "navigation").count { $0.name.contains("quara") } == 3)
  }

  @Test("A start that reaches its first command has not failed")
  func confirmed() {
    let first = start()
    first.router.push(DeskRoute.book(id: 42))
    first.end()

    let second = start()
    #expect(saved("failures") == "1")
    second.send("where")

    #expect(saved("failures") == nil)
  }

  @Test(
    "After three failed starts in a row the next begins at the first screen and sets the place aside (19)"
  )
  func crashLoop() {
    let first = start()
    first.router.push(DeskRoute.book(id: 42))
    first.end()
    let place = saved("place")
    for number in 1...3 {
      _ = start()
      #expect(saved("failures") == "\(number)")
    }

    let fourth = start()

    #expect(fourth.lines == ["Desk"])
    #expect(saved("quarantine") == place)
    #expect(saved("place") == nil)
  }

  @Test("A place from the command line is a visit: the saved place stays until the next move (19)")
  func visit() {
    let first = start()
    first.router.push(DeskRoute.book(id: 1))
    first.end()
    let place = saved("place")

    let visit = SceneHost(options: SceneConfiguration(program: "desk"), stores: stores) {
      DeskView()
    }
    visit.visit()
    visit.router.push(DeskRoute.book(id: 2))
    visit.attend()
    #expect(saved("place") == place)
    visit.router.push(DeskRoute.book(id: 3))
    visit.end()

    #expect(start().lines == ["book(id: 3)"])
  }

  @Test("A place from the command line is remembered when the person quits there (19)")
  func quitAtVisit() {
    let visit = SceneHost(options: SceneConfiguration(program: "desk"), stores: stores) {
      DeskView()
    }
    visit.visit()
    visit.router.push(DeskRoute.book(id: 2))
    visit.attend()
    #expect(saved("place") == nil)
    visit.session.receive(.line("quit"))
    visit.end()

    #expect(start().lines == ["book(id: 2)"])
  }

  @Test(
    "A place that cannot be read at the start is reported, and set aside before another is saved (19)",
    arguments: [1, 2])
  func unread(failures: Int) throws {
    let base = MemoryStore(name: "state")
    let first = SceneHost(stores: SceneStores(state: base, keychain: MemoryKeychain())) {
      DeskView()
    }
    first.router.push(DeskRoute.book(id: 42))
    first.end()
    let key = StoreKey("main/place", in: "navigation")
    let place = try base.storedValue(for: key)
    let busy = StoreError.busy(store: "state", milliseconds: 2_000)
    let store = FaultyStore(base)
    for number in 1...failures { store.add(StoreFault(.read, number, on: .key(key), .fails(busy))) }

    let host = SceneHost(stores: SceneStores(state: store, keychain: MemoryKeychain())) {
      DeskView()
    }
    let printed = host.send("show")
    #expect(printed.contains("The saved session could not be read, and was not changed. \(busy)"))
    #expect(try base.storedValue(for: key) == place)
    for book in 1...failures {
      host.router.push(DeskRoute.book(id: book))
      host.attend()
    }
    host.end()

    #expect(try base.storedValue(for: StoreKey("main/quarantine", in: "navigation")) == place)
    #expect(try base.storedValue(for: key) != place)
    #expect(host.status == StoreEvent.problem(busy).status)
  }

  @Test("A place that the store refuses is reported once, and saved when the store takes it again")
  func refused() {
    let state = MemoryStore(name: "state")
    let stores = SceneStores(state: state, keychain: MemoryKeychain())
    let host = SceneHost(stores: stores) { DeskView() }
    host.takePrinted()
    state.refuseWrites(with: .full(store: "state"))
    host.router.push(DeskRoute.book(id: 7))
    let sentence =
      "The open screens of this session were not saved. "
      + "There is no space left for the store 'state'. Nothing was written."
    #expect(host.send("show").contains(sentence))
    #expect(!host.send("show").contains(sentence))
    #expect(host.status == .outputFailed)
    state.refuseWrites(with: nil)
    host.end()
    #expect(SceneHost(stores: stores) { DeskView() }.lines == ["book(id: 7)"])
  }

  @Test("quit asks the leave guards; the end of input and a signal do not (11)")
  func leaving() {
    for isInput in [true, false] {
      let session = SceneSession(stores: stores) {
        DeskView().onLeave { .block("Unsaved changes") }
      }
      session.start()
      session.receive(line: "quit")
      #expect(session.isRunning && session.takeText().contains("Unsaved changes"))

      if isInput { session.endInput() } else { session.terminate() }

      #expect(!session.isRunning)
      #expect(!session.takeText().contains("Unsaved changes"))
    }
  }

  @Test("A scene is saved at the end of input and on a signal, as it is then (19)")
  func savedAtEnd() {
    for isInput in [true, false] {
      let session = SceneSession(stores: stores) { DeskView() }
      session.start()
      session.host.router.push(DeskRoute.book(id: isInput ? 1 : 2))

      if isInput { session.endInput() } else { session.terminate() }

      #expect(start().lines == ["book(id: \(isInput ? 1 : 2))"])
    }
  }

  @Test("A place that a binding had shown is reported once, and nothing is set aside (19)")
  func bound() {
    func start() -> SceneHost { SceneHost(stores: stores) { BindingView() } }
    let first = start()
    first.send("Open")
    #expect(first.lines == ["Shown"])
    first.end()

    let second = start()
    let reported = second.send("where")
    second.end()

    let sentence =
      "The program presented 'DeskRoute' by a binding, which is not saved; it was not restored."
    #expect(reported.contains(sentence))
    #expect(saved("quarantine") == nil)
    #expect(!start().send("where").contains(sentence))
  }

  /// The names under which the store keeps something of the scene's place.
  private var names: [String] {
    ((try? stores.state.storedKeys(in: "navigation")) ?? []).map(\.name)
  }

  @Test("A deep stack is stored in pages, and restored as a whole")
  func pages() {
    let first = start()
    first.router.set((0..<100).map { DeskRoute.book(id: $0) })
    first.end()
    #expect(names == ["main/page.1", "main/page.2", "main/page.3", "main/place"])

    let second = start()

    #expect(second.router.state.depth == 100)
    #expect(second.lines == ["book(id: 99)"])
  }

  @Test("The pages of a place that has changed are written in one step, and nothing is read for it")
  func changedPages() throws {
    let store = FaultyStore()
    let stores = SceneStores(state: store, keychain: MemoryKeychain())
    let host = SceneHost(stores: stores) { DeskView() }
    host.router.set((0..<100).map { DeskRoute.book(id: $0) })
    host.attend()
    for depth in [200, 40, 90] {
      let count = store.operations.count
      host.router.set((0..<depth).map { DeskRoute.book(id: depth + $0) })
      host.attend()
      let operations = store.operations[count...]
      #expect(
        operations.allSatisfy { $0 == .write } && operations.count == 1, "\(Array(operations))")
    }
    host.end()
    let second = SceneHost(stores: stores) { DeskView() }
    #expect(second.router.state.depth == 90)
    second.end()
  }

  @Test("Unused pages are removed from the store")
  func oldPages() throws {
    let first = start()
    first.router.set((0..<100).map { DeskRoute.book(id: $0) })
    first.attend()
    first.router.pop(60)
    first.attend()
    #expect(names == ["main/page.1", "main/place"])
    first.end()

    let second = start()
    second.router.push(DeskRoute.login)
    second.end()

    let third = start()
    #expect(third.router.state.depth == 41)
    try SavedScenes(store: stores.state).startOver("main")
    #expect(names == [])
  }

  @Test("A push on a deep stack writes one value", arguments: [10, 1_000])
  func writes(depth: Int) {
    let scene = start()
    scene.router.set((0..<depth).map { DeskRoute.book(id: $0) })
    scene.attend()
    let changes = Changes(of: stores.state)

    scene.router.push(DeskRoute.login)
    scene.attend()

    #expect(changes.names == ["main/place"])
  }

  @Test("Pages that another command removes are written again with the next step")
  func disturbed() throws {
    let first = start()
    first.router.set((0..<100).map { DeskRoute.book(id: $0) })
    first.attend()
    let saved = SavedScenes(store: stores.state)
    try saved.erase(try saved.keys()["main"] ?? [])
    first.attend()
    #expect(names == [])

    first.router.push(DeskRoute.login)
    first.end()

    let second = start()
    #expect(second.router.state.depth == 101)
  }

  @Test("A destination that a guard has deferred is saved at once, also in a visit (13)")
  func visitWithWish() {
    let visit = SceneHost(options: SceneConfiguration(program: "desk"), stores: stores) {
      DeskView().guarding(DeskRoute.self) { route in
        route == .login ? .allow : .redirect(to: DeskRoute.login, thenContinuing: true)
      }
    }
    visit.visit()
    visit.router.open("/book/42")
    visit.attend()

    let next = start()
    #expect(next.router.state.pendingIntent?.destination == Route(DeskRoute.book(id: 42)))
  }
}
