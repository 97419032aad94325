import Testing
import WaylineNavigation
import WaylineStorage

@testable import Wayline

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

@Suite("The memory of a scene")
@MainActor
struct SceneMemoryTests {
  private let stores = SceneStores.inMemory()

  private func start() -> SceneHost { SceneHost(stores: stores) { DeskView() } }

  private func saved(_ part: String) -> String? {
    try? stores.state.value(String.self, for: "main/\(part)", in: "navigation")
  }

  @Test("The place is saved between two commands and at the end, and comes back")
  func comesBack() {
    let first = start()
    first.router.push(DeskRoute.book(id: 42))
    first.end()

    let second = start()

    #expect(second.lines == ["book(id: 42)"])
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

  @Test("After three failed starts in a row the next begins clean and keeps what was saved")
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

  @Test("A place from the command line is a visit: what is saved stays until the next move")
  func visit() {
    let first = start()
    first.router.push(DeskRoute.book(id: 1))
    first.end()
    let place = saved("place")

    let visit = SceneHost(options: SessionOptions(program: "desk"), stores: stores) { DeskView() }
    visit.visit()
    visit.router.push(DeskRoute.book(id: 2))
    visit.attend()
    #expect(saved("place") == place)
    visit.router.push(DeskRoute.book(id: 3))
    visit.end()

    #expect(start().lines == ["book(id: 3)"])
  }
}
