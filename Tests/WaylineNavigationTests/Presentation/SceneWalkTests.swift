import Testing
import WaylineGraph
import WaylineNavigation
import WaylineTestScale
import WaylineViews

private struct Item: Identifiable { let id: Int }

private struct ScreenView: View {
  @Navigation<DeskRoute> private var navigation: NavigationPath?
  @State private var item: Item?
  @Environment(\.dismiss) private var dismiss
  let name: String
  var body: some View {
    VStack {
      Text(name)
      Text(navigation == nil && item == nil ? "on top" : "below")
      Button("Bind") {
        navigation = NavigationPath(id: .book(id: 0), coordinator: ScreenCoordinator())
      }
      Button("Sheet") { item = Item(id: 1) }
      Button("Dismiss") { dismiss() }
    }
    .navigationTitle(name)
    .navigationDestination(path: $navigation)
    .sheet(item: $item) { _ in ScreenView(name: "sheet") }
  }
}

private struct ScreenCoordinator: Coordinator {
  func start() -> some View { ScreenView(name: "bound") }
}

private struct DeskView: View {
  var body: some View {
    TabView {
      Shelf().tabItem { Text("Books") }
      Shelf().tabItem { Text("Members") }
    }
  }
}

private struct Shelf: View {
  var body: some View {
    NavigationStack {
      ScreenView(name: "root")
        .navigationDestination(for: DeskRoute.self) { ScreenView(name: "\($0)") }
    }
  }
}

@Suite("Walks through a scene")
@MainActor
struct SceneWalkTests {
  @Test("Whatever a person does, the page shows the top of the state (4)", arguments: 0..<30)
  func walk(seed: UInt64) {
    let desk = Hosting { DeskView() }
    var dice = Dice(seed: seed)
    for _ in 0..<60 {
      let step = Int.random(in: 0..<14, using: &dice)
      act(step, on: desk, &dice)

      #expect(desk.router.state.checkInvariants() == [])
      #expect(desk.isPrinted, "after \(step)")
      #expect(desk.content.first == expectedName(desk.router.state.top), "after \(step)")
      #expect(desk.content.dropFirst().first == "on top", "after \(step)")
    }
  }

  @Test("A restored scene is saved as it was before (19)", arguments: 0..<10)
  func saved(seed: UInt64) {
    let first = Hosting { DeskView() }
    var dice = Dice(seed: seed)
    for _ in 0..<20 { act(Int.random(in: 0..<14, using: &dice), on: first, &dice) }

    let second = Hosting { DeskView() }
    let report = second.router.restore(Array(first.router.save().utf8))

    #expect(report.isComplete)
    #expect(second.router.save() == withoutBound(first.router.save()))
  }

  /// The saved form without the lines about places that bindings showed.
  private func withoutBound(_ saved: String) -> String {
    saved.split(separator: "\n").filter { !$0.hasPrefix("bound") }.map { "\($0)\n" }.joined()
  }

  private func act(_ step: Int, on desk: Hosting, _ dice: inout Dice) {
    switch step {
    case 0: desk.press("Bind")
    case 1: desk.press("Sheet")
    case 2: desk.press("Dismiss")
    case 3: desk.router.back(.random(in: 1..<4, using: &dice))
    case 4: desk.router.forward()
    case 5: desk.router.undo()
    case 6: desk.router.redo()
    case 7: desk.router.popToRoot()
    case 8: desk.router.select(tab: ["Books", "Members"].randomElement(using: &dice) ?? "")
    case 9: desk.router.dismiss()
    case 10: desk.router.replaceTop(DeskRoute.member(name: "Ada"))
    case 11: desk.router.present(DeskRoute.book(id: 7), as: .cover)
    default: desk.router.push(DeskRoute.book(id: .random(in: 1..<4, using: &dice)))
    }
  }

  private func expectedName(_ entry: NavigationEntry) -> String {
    switch (entry.presentation, entry.isBound) {
    case (.root, _): "root"
    case (.sheet, true): "sheet"
    case (_, true): "bound"
    default: entry.route?.description ?? ""
    }
  }
}
