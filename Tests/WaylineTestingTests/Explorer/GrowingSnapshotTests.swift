import Testing
import Wayline

@testable import WaylineTesting

private enum Post: NavigationValue {
  case post(Int)
}

/// A list whose last row loads the next rows, with a page for each.
private struct Feed: View {
  @State private var count = 3

  var body: some View {
    NavigationStack {
      List(0..<count, id: \.self) { row in
        NavigationLink("Post \(row)", value: Post.post(row))
          .onAppear { if row == count - 1, count < 12 { count += 3 } }
      }
      .navigationDestination(for: Post.self) { place in
        if case .post(let row) = place { Text("Text of \(row)") }
      }
    }
  }
}

/// A form that shows which of its fields has the focus.
private struct Card: View {
  private enum Field: String { case name, mail }

  @State private var name = ""
  @State private var mail = ""
  @FocusState private var focus: Field?

  var body: some View {
    Text("Focus: \(focus?.rawValue ?? "none")")
    TextField("Name", text: $name).focused($focus, equals: .name).onSubmit { focus = .mail }
    TextField("Mail", text: $mail).focused($focus, equals: .mail).onSubmit { focus = nil }
    Button("Begin") { focus = .name }
  }
}

@Suite("Snapshots of lists that load more, and of the focus")
@MainActor
struct GrowingSnapshotTests {
  private func probe<Content: View>(@ViewBuilder _ content: @escaping () -> Content) -> ProgramProbe
  {
    let explorer = Explorer(program: "desk") { stores, clock in
      let scene = SceneHost(program: "desk", stores: stores) {
        content().environment(\.clock, clock)
      }
      scene.takePrinted()
      return scene
    }
    return ProgramProbe(explorer.subject)
  }

  /// Takes commands, and comes back from each state to each other; nothing but snapshots may do that.
  private func compare(_ commands: [String], in probe: ProgramProbe) async throws {
    typealias State = (point: ProgramProbe.Point, lines: [String], next: String?)
    var states: [State] = []
    for (index, command) in (commands + [""]).enumerated() {
      let next = index < commands.count ? command : nil
      states.append((probe.point, probe.scene.lines, next))
      if let next { _ = await probe.take(next) }
    }
    for state in states { try #require(state.point.snapshot != nil) }
    for from in states.indices {
      for to in states.indices {
        await probe.come(to: states[from].point)
        await probe.come(to: states[to].point)
        #expect(probe.scene.lines == states[to].lines, "\(from) to \(to)")
        // The line after it means the same, such as the rows that wait.
        guard let next = states[to].next else { continue }
        _ = await probe.take(next)
        #expect(probe.scene.lines == states[to + 1].lines, "\(from) to \(to), \(next)")
        #expect(probe.fingerprint == states[to + 1].point.fingerprint, "\(from) to \(to), \(next)")
      }
    }
    #expect(probe.replays == 0 && probe.loss == SnapshotLoss())
  }

  @Test("Rows that wait for 'more' come back as they were, below other screens, too")
  func feed() async throws {
    let probe = probe { Feed() }
    #expect(probe.scene.lines.last == "… 3 more rows: more")
    try await compare(["more", "Post 4", "back", "more", "Post 7", "back", "more"], in: probe)
  }

  @Test("The field that has the focus comes back, and the next one is moved to")
  func focus() async throws {
    let probe = probe { Card() }
    try await compare(["Begin", "Name: Ada", "Mail: ada", "Begin"], in: probe)
  }
}
