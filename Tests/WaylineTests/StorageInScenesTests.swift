import Testing

@testable import Wayline

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
