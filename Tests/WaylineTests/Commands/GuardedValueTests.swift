import Testing
import WaylineStorage
import WaylineTesting

@testable import Wayline
@testable import WaylineFlows

private enum ShelfRoute: NavigationValue { case shelf }

/// A guard that takes time, and what it decides.
@MainActor
private final class Shelf {
  var isAsked = false
  private var waiting: CheckedContinuation<Void, Never>?

  func wait() async {
    isAsked = true
    await withCheckedContinuation { waiting = $0 }
  }

  func open() {
    waiting?.resume()
    waiting = nil
  }
}

/// A screen that shows a value of a store, and a shelf whose guard may read it.
private struct ShelfView: View {
  @AppStorage("copies") private var copies = 1
  @State private var count = 0
  let shelf: Shelf?

  var body: some View {
    NavigationStack {
      Text("Copies: \(copies), \(count)")
      Button("Count") { count += 1 }
        .navigationDestination(for: ShelfRoute.self) { Text("\($0)") }
    }
    .guarding(ShelfRoute.self) { (_: ShelfRoute) async -> GuardDecision in
      if let shelf {
        await shelf.wait()
        return .allow
      }
      return copies > 0 ? .allow : .block("None left.")
    }
  }
}

@Suite("Guards that read damaged values", .timeLimit(.minutes(15)))
@MainActor
struct GuardedValueTests {
  /// A scene whose number of copies is damaged.
  private func host(_ shelf: Shelf? = nil, isAttended: Bool = true) throws -> SceneHost {
    let (values, key) = (MemoryStore(), StoreKey("copies", in: StoreKey.app))
    try values.set(3, for: key.name, in: key.namespace)
    let state = FaultyStore(values, faults: StoreFault(.read, on: .key(key), .corrupts))
    var options = SceneConfiguration(program: "desk")
    options.isScript = !isAttended
    let stores = SceneStores(state: state, keychain: MemoryKeychain())
    let host = SceneHost(options: options, stores: stores, isAttended: isAttended) {
      ShelfView(shelf: shelf)
    }
    host.session.onFrame = { [weak host] in host?.printed += SceneHost.lines(of: $0) }
    host.session.start()
    host.attend()
    host.takePrinted()
    return host
  }

  private func settle(_ host: SceneHost) async {
    while !host.pending.isEmpty {
      host.attend()
      await Task.yield()
    }
  }

  @Test(
    "A guard that reads a damaged value refuses, and names the command that checks the store",
    arguments: [true, false])
  func damaged(isAttended: Bool) async throws {
    let host = try host(isAttended: isAttended)

    host.send("open shelf")
    await settle(host)

    let printed = host.takePrinted()
    #expect(
      printed == ["A stored value that guards this place cannot be read. Try 'store doctor'."])
    #expect(host.status != .noPermission)
    #expect(host.router.state.depth == 0)
  }

  @Test("A screen that reads a damaged value does not change the decision of a guard that waits")
  func meanwhile() async throws {
    let shelf = Shelf()
    let host = try host(shelf)
    host.send("open shelf")
    while !shelf.isAsked { await Task.yield() }
    for _ in 1...3 {
      _ = host.views.perform(.activate, on: try #require(host.views.page().elements.first).id)
    }
    #expect(host.lines.first == "Copies: 1, 3")

    shelf.open()
    await settle(host)

    #expect(host.lines == ["shelf"])
  }
}
