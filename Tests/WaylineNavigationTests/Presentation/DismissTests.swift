import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

private struct CloseButton: View {
  @Environment(\.dismiss) private var dismiss
  @Environment(\.isPresented) private var isPresented
  let name: String

  var body: some View {
    Button(isPresented ? "Close \(name)" : "Stay in \(name)") { dismiss() }
  }
}

/// A form in a stack of its own, as a sheet, a cover, or a pushed screen shows it.
private struct FormView: View {
  var body: some View {
    NavigationStack {
      CloseButton(name: "form")
      NavigationLink("Details") { CloseButton(name: "details") }
    }
  }
}

private struct DeskView: View {
  @State private var isLending = false
  @State private var isCovered = false

  var body: some View {
    NavigationStack {
      CloseButton(name: "desk")
      Button("Sheet") { isLending = true }
        .sheet(isPresented: $isLending) { FormView() }
      Button("Cover") { isCovered = true }
        .fullScreenCover(isPresented: $isCovered) {
          TabView { FormView().tabItem { Text("Form") } }
        }
      NavigationLink("Push") { FormView() }
    }
  }
}

@Suite("Dismissing from a stack inside another screen")
@MainActor
struct DismissTests {
  @Test(
    "The root of a stack ends with the screen that shows the stack (9)",
    arguments: ["Sheet", "Cover", "Push"])
  func innerRoot(way: String) {
    let desk = Hosting { DeskView() }
    #expect(desk.lines.first == "[1] Stay in desk")
    desk.press(way)
    desk.press("Details")
    desk.press("Close details")
    #expect(desk.content.first?.hasSuffix("] Close form") == true)

    desk.press("Close form")

    #expect(desk.lines.first == "[1] Stay in desk")
  }

  @Test("The screens above the root of the stack end with it (9)")
  func covered() {
    let kept = KeptAction()
    let desk = Hosting {
      NavigationStack {
        NavigationLink("Push") {
          NavigationStack { KeepingView(kept: kept) }
        }
      }
    }
    desk.press("Push")
    desk.press("Details")
    #expect(desk.lines == ["details"])

    #expect(kept.dismiss?() == .completed)

    #expect(desk.lines == ["[1] Push"])
    #expect(kept.dismiss?() == .duplicate)
  }

  @Test("The first screen of the scene stays (9)")
  func first() {
    let desk = Hosting { DeskView() }
    desk.press("Stay in desk")
    #expect(desk.lines.first == "[1] Stay in desk")
  }
}

@MainActor
private final class KeptAction {
  var dismiss: DismissAction?
}

private struct KeepingView: View {
  @Environment(\.dismiss) private var dismiss
  let kept: KeptAction

  var body: some View {
    NavigationLink("Details") { Text("details") }
      .onAppear { kept.dismiss = dismiss }
  }
}
