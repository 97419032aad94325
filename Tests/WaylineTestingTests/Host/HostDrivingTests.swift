import Testing
import Wayline
import WaylineTesting

@Suite("Driving a host")
@MainActor
struct HostDrivingTests {
  private let host = TestHost { DeskView() }

  @Test("The lines are the screen, numbered as a person sees it")
  func lines() {
    #expect(
      host.lines == [
        "Copies: 0", "[1] Lend", "[2] Return (unavailable)", "[3] Member: (empty)",
        "[4] Notify me: off",
      ])
  }

  @Test("The elements have number, label and value in reading order")
  func elements() {
    host.type("Ann", into: "Member")
    #expect(host.elements.map(\.label) == ["Lend", "Return", "Member", "Notify me"])
    #expect(host.elements.map(\.number) == [1, 2, 3, 4])
    #expect(host.elements.map(\.isEnabled) == [true, false, true, true])
    #expect(host.elements.map(\.value) == ["", "", "Ann", "off"])
  }

  @Test("press activates a button, and what it enables can be pressed next")
  func press() {
    host.press("Lend")
    host.press("Lend")
    host.press("Return")
    #expect(host.lines.first == "Copies: 1")
  }

  @Test("type fills a field, and an empty text empties it")
  func typing() {
    host.type("Ann Lee", into: "Member")
    #expect(host.lines.contains("[3] Member: Ann Lee"))
    host.type("", into: "Member")
    #expect(host.lines.contains("[3] Member: (empty)"))
  }

  @Test("press selects a tab by its name")
  func tabs() {
    let host = TestHost {
      TabView {
        Text("Five jobs").tabItem { Text("Jobs") }
        Text("No settings").tabItem { Text("Settings") }
      }
    }
    host.press("Settings")
    #expect(host.lines.contains("No settings"))
    host.press("Jobs")
    #expect(host.lines.contains("Five jobs"))
    // The tab on the printed screen is not the present one any more, and is again.
    host.router.select(tab: "Settings")
    #expect(host.send("Jobs") == [] && host.lines.contains("Five jobs"))
    #expect(host.send("Jobs") == ["'Jobs' is already shown."])
  }

  @Test("toggle flips")
  func toggle() {
    host.toggle("Notify me")
    #expect(host.lines.last == "[4] Notify me: on")
    host.toggle("Notify me")
    #expect(host.lines.last == "[4] Notify me: off")
  }

  @Test("send gives back what is printed for a line")
  func send() {
    #expect(host.send("Lend").prefix(2) == ["Copies: 1", "[1] Lend"])
    #expect(host.send("show").last == "[4] Notify me: off")
  }

  @Test("A line that is not accepted counts in the status")
  func status() {
    #expect(host.status == .success)
    host.send("nonsense")
    #expect(host.status == .notAccepted)
  }

  @Test("A command of the program can be sent")
  func command() {
    let greet = ShellCommand("greet", summary: "Greets.") { _ in .lines(["Good morning."]) }
    let host = TestHost(commands: [greet]) { DeskView() }
    #expect(host.send("greet") == ["Good morning."])
  }

  @Test("Commands, actions and tasks use the stores of the host", .timeLimit(.minutes(15)))
  func stores() async {
    final class Settings: ObservableObject {
      @AppStorage("copies") var copies = 0
    }
    struct Shelf: View {
      @StateObject private var settings = Settings()
      @AppStorage("copies") private var copies = 0
      var body: some View {
        Text("\(copies) of \(settings.copies)")
        Button("Lend") { Settings().copies += 1 }
        Button("Later") { Task { Settings().copies += 1 } }
      }
    }
    let count = ShellCommand("count", summary: "Counts.") { _ in .lines(["\(Settings().copies)"]) }
    let host = TestHost(commands: [count]) { Shelf() }
    host.press("Lend")
    #expect(host.lines.first == "1 of 1")
    host.press("Later")
    await host.settle()
    #expect(host.lines.first == "2 of 2")
    #expect(host.send("count").first == "2")
    #expect(Settings().copies == 0)
  }

  @Test("open goes where a link leads, and back goes up")
  func places() {
    let host = TestHost { CatalogView() }
    host.open("/book/42")
    #expect(host.lines == ["Catalog › Book", "Book 42"])
    host.back()
    #expect(host.lines == ["Catalog", "[1] Book 42"])
  }

  @Test("The program's name is in what where prints")
  func name() {
    let host = TestHost(program: "desk") { CatalogView() }
    host.press("Book 42")
    #expect(host.send("where").contains("desk book 42"))
  }

  @Test("A preview can be hosted")
  func preview() {
    #expect(TestHost(previewing: DeskPreviews.self).lines == ["A desk"])
  }
}

private enum DeskPreviews: PreviewProvider {
  static var previews: some View { Text("A desk") }
}
