import FoundationEssentials
import Testing

@testable import Wayline
@testable import WaylineFlows

private struct Lamp: View {
  @AppStorage("isLit") private var isLit = false
  var body: some View {
    Text(isLit ? "lit" : "dark")
    Toggle("Lamp", isOn: $isLit)
    Button("Flip") { isLit.toggle() }
  }
}

private struct LampCoordinator: FlowCoordinator {
  @AppStorage("isLit") private var isLit = false
  @Environment(\.router) private var router

  func start() -> some View {
    Text(isLit ? "lit" : "dark")
    Switch()
  }

  func handle(_ action: Bool) -> Bool {
    isLit = action
    return true
  }

  struct Switch: View {
    @Send<Bool> private var send
    var body: some View { Button("On") { send(true) } }
  }
}

private final class LampSettings: ObservableObject {
  @AppStorage("isLit") var isLit = false
}

private struct LampStack: View {
  @StateObject private var settings = LampSettings()

  var body: some View {
    NavigationStack {
      LampSign()
      Toggle("Lamp", isOn: $settings.isLit)
        .navigationDestination(for: Int.self) { _ in LampSign() }
    }
    .environmentObject(settings)
  }
}

private struct LampSign: View {
  @EnvironmentObject private var settings: LampSettings
  var body: some View { Text(settings.isLit ? "lit" : "dark") }
}

@Suite("Storage in scenes")
@MainActor
struct StorageInScenesTests {
  @Test("A write through a wrapper is shown by every view that reads the key")
  func shown() {
    let host = ViewHost { Lamp().environment(\.defaultAppStorage, MemoryStore()) }
    let page = host.page()
    _ = host.perform(.activate, on: page.elements[1].id)
    #expect(host.page().lines.first?.spans == [.text("lit", TextStyle())])
    _ = host.perform(.activate, on: page.elements[0].id)
    #expect(host.page().lines.first?.spans == [.text("dark", TextStyle())])
  }

  @Test("An object reads the store of its scene, whoever causes the update")
  func object() {
    let scene = SceneHost(stores: .inMemory()) { LampStack() }
    _ = scene.send("Lamp")
    #expect(scene.lines.first == "lit")
    scene.runBodiesAgain()
    #expect(scene.lines.first == "lit")
    scene.router.push(1)
    #expect(scene.lines == ["lit"])
    let snapshot = scene.snapshot()
    _ = scene.send("back")
    _ = scene.send("Lamp")
    scene.restore(snapshot)
    #expect(scene.lines == ["lit"])
    scene.end()
  }

  @Test("Each migration of a program goes to the store that holds the values of its key")
  func migrations() throws {
    let (stores, pin) = (ProgramStores(at: .memory), StoreKey("pin", in: StoreKey.keychain))
    stores.register([
      Migration(StoreKey("copies"), from: 1) { (old: Int) in old * 10 },
      Migration(pin, from: 1) { (old: String) in "\(old)0" },
    ])
    try stores.state.setStoredValue(StoredValue(encoding: 3), for: StoreKey("copies"))
    // A keychain has JSON as plain bytes.
    let json = try #require(try StoredValue(encoding: Data("\"123\"".utf8)))
    try stores.secrets.setStoredValue(json, for: pin)
    #expect(try stores.state.value(Int.self, for: "copies") == 30)
    @KeychainStorage(provider: stores.secrets, key: "pin") var code: String?
    #expect(code == "1230")
  }

  @Test("A wrapper in a coordinator reads and writes the store of the scene")
  func coordinator() {
    let stores = SceneStores.inMemory()
    let scene = SceneHost(stores: stores) { CoordinatorView(coordinator: LampCoordinator()) }
    #expect(scene.lines == ["dark", "[1] On"])

    scene.send("On")

    #expect(scene.lines == ["lit", "[1] On"])
    let next = SceneHost(stores: stores) { Lamp() }
    #expect(next.lines.first == "lit")
  }
}
