import Testing
import Wayline

@testable import WaylineTesting

/// An object that holds another one.
private final class Link {
  var value = 0
  let next: Link?

  init(count: Int) { next = count > 1 ? Link(count: count - 1) : nil }

  var last: Link {
    var link = self
    while let next = link.next { link = next }
    return link
  }
}

/// A value in the last of several objects, of which nothing is shown before the second button is used.
private struct Chain: View {
  @State private var first: Link
  @State private var isShown = false

  init(count: Int) { _first = State(initialValue: Link(count: count)) }

  var body: some View {
    Text(isShown ? "Shown" : "Hidden")
    Button("Set") { first.last.value = 1 }
    Button("Reveal") { isShown = first.last.value == 1 }
  }
}

@Suite("What objects hold that objects hold")
@MainActor
struct DeepObjectsTests {
  private func report(_ count: Int) async -> ExplorationReport {
    await Explorer { Chain(count: count) }.without(Law.allCases)
      .never("The value is shown") { $0.lines[0] == "Shown" }.run()
  }

  @Test(
    "States that differ only in the last of a chain of objects are told apart",
    arguments: [1, 4, 5, 20, 90, 120, 2_000])
  func chains(count: Int) async {
    let report = await report(count)
    #expect(report.violations.map(\.commands) == [["Set", "Reveal"]], "\(report)")
    #expect(report.cut.isEmpty, "\(report)")
  }
}
