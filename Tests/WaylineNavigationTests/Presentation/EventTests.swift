import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

/// The actions of the screens of a test, retained after the screens have ended.
@MainActor
private final class Kept {
  var dismiss: [String: DismissAction] = [:]
  var finish: [String: FinishAction] = [:]
  var send: [String: SendAction] = [:]
  let journal = Journal()
}

private struct ScreenView: View {
  @Environment(\.dismiss) private var dismiss
  @Environment(\.finish) private var finish
  @Environment(\.send) private var send
  @StateObject private var probe: Probe
  let name: String
  let kept: Kept

  init(name: String, kept: Kept) {
    (self.name, self.kept) = (name, kept)
    _probe = StateObject(wrappedValue: Probe(name, kept.journal))
  }

  var body: some View {
    Button(name) { _ = probe }
      .onAppear {
        (kept.dismiss[name], kept.finish[name], kept.send[name]) = (dismiss, finish, send)
        kept.journal.note("appear \(name)")
      }
      .onDisappear { kept.journal.note("disappear \(name)") }
  }
}

private final class Probe: ObservableObject {
  let name: String
  let journal: Journal
  init(_ name: String, _ journal: Journal) {
    (self.name, self.journal) = (name, journal)
    journal.note("begin \(name)")
  }
  deinit { journal.note("end \(name)") }
}

/// A screen with nothing but an object of its own.
private struct PlainView: View {
  @StateObject private var probe: Probe

  init(name: String, kept: Kept) {
    _probe = StateObject(wrappedValue: Probe(name, kept.journal))
  }

  var body: some View { Text(probe.name) }
}

private struct DeskView: View {
  let kept: Kept
  var body: some View {
    NavigationStack {
      ScreenView(name: "desk", kept: kept)
        .navigationDestination(for: DeskRoute.self) { route in
          if case .member(let name) = route {
            PlainView(name: name, kept: kept)
          } else {
            ScreenView(name: "\(route)", kept: kept)
          }
        }
    }
  }
}

@Suite("Events and lives of screens")
@MainActor
struct EventTests {
  private let kept = Kept()
  private let desk: Hosting

  init() {
    desk = Hosting { [kept] in DeskView(kept: kept) }
  }

  @Test("Screens begin from the bottom and end from the top (7)")
  func order() {
    kept.journal.clear()

    desk.router.set(["Ada", "Ben", "Cleo"].map { DeskRoute.member(name: $0) })
    desk.router.popToRoot()

    let lives = kept.journal.lines.filter { !$0.contains("desk") }
    #expect(
      lives == ["begin Ada", "begin Ben", "begin Cleo", "end Cleo", "end Ben", "end Ada"])
  }

  @Test("A covered screen does not disappear, and appears when it is uncovered (6)")
  func covered() {
    desk.router.push(DeskRoute.catalog)
    kept.journal.clear()

    desk.router.push(DeskRoute.book(id: 1))
    #expect(!kept.journal.lines.contains { $0.hasPrefix("disappear") })
    desk.router.pop()

    #expect(kept.journal.lines.filter { $0.hasPrefix("appear") }.last == "appear catalog")
    #expect(kept.journal.lines.filter { $0.hasPrefix("disappear") } == ["disappear book(id: 1)"])
  }

  @Test("Dismissing at a root has nothing to pop (9)")
  func dismissRoot() {
    desk.router.push(DeskRoute.catalog)
    desk.router.back()

    #expect(kept.dismiss["desk"]?() == .nothingToPop)
  }

  @Test("Dismissing from a covered screen ends that screen and what lies above it (9)")
  func dismissCovered() {
    desk.router.push(DeskRoute.catalog)
    desk.router.push(DeskRoute.member(name: "Ada"))
    desk.router.push(DeskRoute.book(id: 2))

    #expect(kept.dismiss["catalog"]?() == .completed)

    #expect(desk.router.state.depth == 0)
  }

  @Test("The actions of an ended screen are ignored and counted (8)")
  func gone() {
    desk.router.push(DeskRoute.catalog)
    let element = desk.host.page().elements[0].id
    desk.router.pop()
    desk.router.onUnhandledAction = { _ in true }

    #expect(desk.host.perform(.activate, on: element) == .gone)
    #expect(kept.dismiss["catalog"]?() == .duplicate)
    #expect(kept.finish["catalog"]?("Ada") == .duplicate)
    #expect(kept.send["catalog"]?("done") == .unhandled)

    #expect(desk.host.missedInputs == 1)
    #expect(desk.router.missedEvents == 3)
    #expect(desk.lines == ["[1] desk"])
  }

  @Test("An ended screen does not end the flow of the scene (8)")
  func goneFlow() {
    var endings: [FlowEnding<String>] = []
    desk.router.awaitScene(returning: String.self) { endings.append($0) }
    desk.router.push(DeskRoute.catalog)
    desk.router.pop()

    _ = kept.finish["catalog"]?("Ada")
    #expect(endings == [])
    _ = kept.finish["desk"]?("Grace")

    #expect(endings == [.value("Grace")])
  }
}
