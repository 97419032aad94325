import Testing
import WaylineGraph
import WaylineViews

@testable import WaylineNavigation

/// The number of times that each effect of a view ran.
@MainActor
private final class Effects {
  var counts: [String: Int] = [:]
  let values = PassthroughSubject<Int, Never>()

  func note(_ effect: String) { counts[effect, default: 0] += 1 }
}

private enum Cover: String, CaseIterable {
  case push, sheet, cover, tab

  /// True for what stands above a screen that stays there: it does not appear again.
  var isAbove: Bool { self == .sheet || self == .cover }
}

private enum Row: String, CaseIterable { case plain, disclosure, list, each, lazy, section }

/// A screen with a view that is there, or is inserted later, and ways to cover it.
private struct CoveredScene: View {
  let effects: Effects
  let row: Row
  @State private var isInserted: Bool
  @State private var value = 0
  @State private var path: [DeskRoute] = []
  @State private var isSheet = false
  @State private var isCover = false
  @State private var tab = "desk"
  private let actions: Actions

  @MainActor
  final class Actions {
    var cover: (Cover) -> Void = { _ in }
    var uncover: () -> Void = {}
    var insert: () -> Void = {}
    var remove: () -> Void = {}
    var change: () -> Void = {}
  }

  init(effects: Effects, row: Row, isInserted: Bool, actions: Actions) {
    (self.effects, self.row, self.actions) = (effects, row, actions)
    _isInserted = State(initialValue: isInserted)
  }

  var body: some View {
    let _ = connect()
    TabView(selection: $tab) {
      NavigationStack(path: $path) {
        VStack { content }
          .navigationDestination(for: DeskRoute.self) { _ in Text("Covering") }
          .sheet(isPresented: $isSheet) { Text("Covering") }
          .fullScreenCover(isPresented: $isCover) { Text("Covering") }
      }
      .tabItem { Text("Desk") }.tag("desk")
      Text("Covering").tabItem { Text("Other") }.tag("other")
    }
  }

  @ViewBuilder private var content: some View {
    switch row {
    case .plain: observed
    case .disclosure: DisclosureGroup("Details", isExpanded: .constant(true)) { observed }
    case .list: List { observed }
    case .each: List(0..<1, id: \.self) { _ in observed }
    case .lazy: LazyVStack { ForEach(0..<1, id: \.self) { _ in observed } }
    case .section: Form { Section("Runs") { observed } }
    }
  }

  @ViewBuilder private var observed: some View {
    if isInserted {
      Text("Run \(value)")
        .onAppear { effects.note("onAppear") }
        .onChange(of: value) { effects.note("onChange") }
        .onReceive(effects.values) { _ in effects.note("onReceive") }
        .onDisappear { effects.note("onDisappear") }
        .task {
          effects.note("task")
          try? await Task.sleep(for: .seconds(600))
          if Task.isCancelled { effects.note("cancelled") }
        }
    }
  }

  private func connect() {
    actions.cover = {
      switch $0 {
      case .push: path = [.catalog]
      case .sheet: isSheet = true
      case .cover: isCover = true
      case .tab: tab = "other"
      }
    }
    actions.uncover = { (path, isSheet, isCover, tab) = ([], false, false, "desk") }
    actions.insert = { isInserted = true }
    actions.remove = { isInserted = false }
    actions.change = { value += 1 }
  }
}

@Suite("Effects of covered views")
@MainActor
struct CoveredEffectTests {
  private let effects = Effects()
  private let actions = CoveredScene.Actions()

  private func scene(_ row: Row, isInserted: Bool) -> Hosting {
    Hosting { [effects, actions] in
      CoveredScene(effects: effects, row: row, isInserted: isInserted, actions: actions)
    }
  }

  /// Lets tasks begin, up to the expected number of them.
  private func settle(tasks: Int) async {
    for _ in 0..<10_000 where effects.counts["task", default: 0] < tasks { await Task.yield() }
    for _ in 0..<50 { await Task.yield() }
  }

  private func count(_ effect: String) -> Int { effects.counts[effect, default: 0] }

  /// Expects that a covered view observes changes, and has not disappeared.
  private func expectChanges(in graph: Graph) {
    graph.perform { actions.change() }
    graph.perform { effects.values.send(1) }
    #expect(count("onChange") == 1 && count("onReceive") == 1 && count("onDisappear") == 0)
  }

  /// Expects that the task of the view is cancelled, and the view disappears, when it is removed.
  private func expectEnd(in graph: Graph) async {
    graph.perform { actions.remove() }
    for _ in 0..<10_000 where count("cancelled") == 0 { await Task.yield() }
    #expect(count("cancelled") == 1 && count("onDisappear") == 1)
  }

  @Test(
    "A task runs as long as its view exists, also one that is inserted while its screen is covered",
    arguments: Cover.allCases, Row.allCases)
  fileprivate func inserted(cover: Cover, row: Row) async {
    let scene = scene(row, isInserted: false)
    let graph = scene.host.graph
    graph.perform { actions.cover(cover) }
    graph.perform { actions.insert() }
    await settle(tasks: 1)
    #expect(count("task") == 1 && count("onAppear") == (cover.isAbove ? 1 : 0))

    expectChanges(in: graph)

    graph.perform { actions.uncover() }
    await settle(tasks: 1)
    #expect(count("task") == 1 && count("onAppear") == 1 && count("cancelled") == 0)

    await expectEnd(in: graph)
  }

  @Test(
    "The effects of a view that was there go on while it is covered, and it appears again",
    arguments: Cover.allCases, Row.allCases)
  fileprivate func present(cover: Cover, row: Row) async {
    let scene = scene(row, isInserted: true)
    let graph = scene.host.graph
    await settle(tasks: 1)
    #expect(count("task") == 1 && count("onAppear") == 1)

    graph.perform { actions.cover(cover) }
    expectChanges(in: graph)

    graph.perform { actions.uncover() }
    await settle(tasks: 1)
    #expect(count("task") == 1 && count("onAppear") == (cover.isAbove ? 1 : 2))
    #expect(count("cancelled") == 0)

    graph.perform { actions.cover(cover) }
    await expectEnd(in: graph)
  }

  @Test(
    "A screen that was never shown starts nothing before it is",
    arguments: Row.allCases)
  fileprivate func neverShown(row: Row) async {
    let scene = Hosting { [effects, actions] in
      TabView {
        Text("Covering").tabItem { Text("News") }
        CoveredScene(effects: effects, row: row, isInserted: true, actions: actions)
          .tabItem { Text("Runs") }
      }
    }
    await settle(tasks: 0)
    #expect(effects.counts == [:])

    scene.router.select(tab: "Runs")
    await settle(tasks: 1)
    #expect(count("task") == 1 && count("onAppear") == 1)
  }
}
