import Testing
import Wayline

@testable import WaylineTesting

private enum Hall: NavigationValue, CaseIterable {
  case gallery, cellar
}

/// What a model of a program may hold of the engine.
private enum Held: CaseIterable {
  case nothing, router, undo, handle, store, clock, tokens, subject
}

/// A model that holds something of the engine.
private final class Guide: ObservableObject {
  @Published var isOpen = false
  var held: Any?
  var tokens: Set<ObservationToken> = []
}

private struct Museum: View {
  let held: Held
  @StateObject private var guide = Guide()
  @Environment(\.router) private var router
  @Environment(\.undoManager) private var undo
  @Environment(\.clock) private var clock

  var body: some View {
    NavigationStack {
      Text(guide.isOpen ? "Open" : "Closed")
      Button("Turn") {
        let isOpen = guide.isOpen
        guide.isOpen.toggle()
        undo?.registerUndo("Turn") { guide.isOpen = isOpen }
      }
      Button("Cellar") {
        let handle = router.navigate { $0.push(Hall.cellar) }
        if held == .handle { guide.held = handle }
      }
      NavigationLink("Gallery", value: Hall.gallery)
        .navigationDestination(for: Hall.self) { hall in Text("\(hall)") }
    }
    .onAppear(perform: hold)
  }

  private func hold() {
    switch held {
    case .nothing, .handle: break
    case .router: guide.held = router
    case .undo: guide.held = undo
    case .store: guide.held = MemoryStore()
    case .clock: guide.held = clock
    case .tokens: guide.$isOpen.sink { _ in }.store(in: &guide.tokens)
    case .subject:
      let subject = PassthroughSubject<Int, Never>()
      subject.sink { _ in }.store(in: &guide.tokens)
      guide.held = subject
    }
  }
}

@Suite("What a model holds of the engine")
@MainActor
struct HeldObjectsTests {
  @Test("It is no state, and each state is come back to", arguments: Held.allCases)
  fileprivate func held(_ held: Held) async {
    let report = await Explorer { Museum(held: held) }.budget(states: 100).run()
    let plain = await Explorer { Museum(held: .nothing) }.run()
    #expect(report.isComplete && report.violations.isEmpty, "\(report)")
    // The outcome of a navigation is something that the program can read.
    if held == .handle { return }
    #expect(report.states == plain.states && report.limits == plain.limits, "\(report)")
  }
}
