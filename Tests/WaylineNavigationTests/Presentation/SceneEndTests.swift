import Testing
import WaylineGraph
import WaylineViews

@testable import WaylineNavigation

/// Retains a scene for the code that releases it, and the values that its views handed out.
@MainActor
private final class Keeper {
  var host: ViewHost?
  var router: Router?
  var position: NavigationPosition?
  var dismiss: DismissAction?
  var notes: [String] = []

  func drop() { (host, router) = (nil, nil) }
}

private struct DeskView: View {
  @Environment(\.router) private var router
  let keeper: Keeper
  var body: some View {
    TabView {
      NavigationStack {
        Button("deep") { for id in 1...3 { router.push(DeskRoute.book(id: id)) } }
          .navigationDestination(for: DeskRoute.self) { BookView(route: $0, keeper: keeper) }
      }
      .tabItem { Text("Desk") }
      Text("Other").tabItem { Text("Other") }
    }
    .onDisappear { keeper.notes.append("desk") }
  }
}

private struct BookView: View {
  @Environment(\.position) private var position
  @Environment(\.dismiss) private var dismiss
  @State private var isOpen = false
  let route: DeskRoute
  let keeper: Keeper
  var body: some View {
    (keeper.position, keeper.dismiss) = (position, dismiss)
    return Group {
      NavigationLink("more", value: DeskRoute.book(id: 9))
      Button("sheet") { isOpen = true }
      Button("close") { keeper.drop() }
    }
    .sheet(isPresented: $isOpen) {
      Button("close above") { keeper.drop() }.onDisappear { keeper.notes.append("sheet") }
    }
    .onDisappear { keeper.notes.append("\(route)") }
  }
}

extension Keeper {
  fileprivate func press(_ label: String) -> ElementReply {
    guard let host, let element = host.page().elements.first(where: { $0.label == label }) else {
      return .gone
    }
    return host.perform(.activate, on: element.id)
  }

  fileprivate static func withDesk() -> Keeper {
    let (keeper, graph) = (Keeper(), Graph())
    let router = Router(graph: graph)
    keeper.router = router
    keeper.host = ViewHost(graph: graph) { NavigationScene(router) { DeskView(keeper: keeper) } }
    return keeper
  }
}

@Suite("Scenes that end early")
@MainActor
struct SceneEndTests {
  @Test("A scene that its own screen releases ends all its screens")
  func droppedByScreen() {
    let keeper = Keeper.withDesk()
    #expect(keeper.press("deep") == .done)
    #expect(keeper.press("close") == .done)
    #expect(keeper.host == nil && keeper.notes.contains("desk"))
    keeper.dismiss?()
    keeper.position?.router.push(DeskRoute.book(id: 4))
  }

  @Test("A scene that its own sheet releases ends the sheet and the screens below it")
  func droppedBySheet() {
    let keeper = Keeper.withDesk()
    for label in ["deep", "sheet", "close above"] { #expect(keeper.press(label) == .done) }
    #expect(keeper.host == nil && keeper.notes.contains("sheet") && keeper.notes.contains("desk"))
    keeper.dismiss?()
  }

  @Test("A router whose scene is released continues without screens")
  func routerAlone() {
    let keeper = Keeper.withDesk()
    let router = keeper.router
    #expect(keeper.press("deep") == .done)
    keeper.host = nil
    let dismiss = keeper.dismiss
    dismiss?()
    #expect(router?.push(DeskRoute.book(id: 5)).outcome != .completed)
    #expect(router?.popToRoot().outcome == .nothingToPop)
    #expect(keeper.notes.contains("desk"))
    keeper.drop()
    #expect(router?.state.depth == 0)
    #expect(dismiss?() != .completed)
  }
}
