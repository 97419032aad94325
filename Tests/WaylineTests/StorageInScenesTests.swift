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
}
