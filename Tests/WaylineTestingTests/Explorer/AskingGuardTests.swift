import Testing
import Wayline

@testable import WaylineTesting

private enum Desk: NavigationValue {
  case note
}

/// A note that asks before it is left.
private struct NoteDesk: View {
  private struct Note: View {
    @State private var isChanged = false
    let alwaysAsks: Bool

    var body: some View {
      Toggle("Changed", isOn: $isChanged)
        .onLeave { isChanged || alwaysAsks ? .confirm("Discard the note?") : .allow }
    }
  }

  var alwaysAsks = false

  var body: some View {
    NavigationStack {
      NavigationLink("Note", value: Desk.note)
        .navigationDestination(for: Desk.self) { _ in Note(alwaysAsks: alwaysAsks) }
    }
  }
}

@Suite("Exploring guards that ask", .serialized)
@MainActor
struct AskingGuardTests {
  @Test("A search answers the question of a guard with each answer", arguments: [true, false])
  func answers(alwaysAsks: Bool) async {
    let report = await Explorer { NoteDesk(alwaysAsks: alwaysAsks) }
      .sometimes("It is asked") { $0.isAsking }
      .sometimes("It is left") { $0.isFirst }
      .run()
    #expect(report.isSound && report.undecided.isEmpty, "\(report)")
  }
}
