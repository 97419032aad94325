import FoundationEssentials
import Testing
import WaylineGraph

@testable import WaylineViews

private struct Desk: View {
  @State private var isOn = false
  @State private var presses = 0
  var body: some View {
    Button("Lend to a member") { presses += 1 }
    Toggle("Notify me", isOn: $isOn)
    Button("Delete") { presses = 0 }.disabled(true).help("Copies are lent.")
    Label("Presses: \(presses)", systemImage: "hand")
  }
}

@Suite("Button and Toggle")
@MainActor
struct ButtonTests {
  let hosting = Hosting { Desk() }

  @Test("Print their label, their state in words, and that they are not available")
  func printed() {
    #expect(
      hosting.screen == [
        "[1] Lend to a member", "[2] Notify me: off", "[3] Delete (unavailable)", "Presses: 0",
      ])
  }

  @Test("A button runs its action, and refuses a value")
  func button() {
    #expect(hosting.type("1") == .done)
    let refusal = "This is a button; it takes no value. Type its number alone."
    #expect(hosting.type("1 twice") == .refused(refusal))
    #expect(hosting.screen[3] == "Presses: 1")
  }

  @Test("A toggle flips, and takes a word", arguments: ["2", "2 on", "2 Yes", "2 true"])
  func toggle(line: String) {
    #expect(hosting.type(line) == .done)
    #expect(hosting.screen[1] == "[2] Notify me: on")
  }

  @Test("A toggle refuses other words and does not change")
  func refused() {
    #expect(hosting.type("2 maybe") == .refused("'maybe' is neither on nor off. Type on or off."))
    #expect(hosting.screen[1] == "[2] Notify me: off")
  }

  @Test("A disabled button gives the reason")
  func disabled() {
    #expect(hosting.press("Delete") == .disabled(reason: "Copies are lent."))
  }
}

@Suite("Link")
@MainActor
struct LinkTests {
  private let address = URL(string: "https://library.example/hours")

  @Test("Prints the address, and refuses a value")
  func reported() throws {
    let address = try #require(address)
    let hosting = Hosting { Link("Opening hours", destination: address) }
    var messages: [String] = []
    hosting.host.onMessage = { messages.append($0.text) }
    #expect(hosting.screen == ["[1] Opening hours"])
    #expect(hosting.type("1") == .done)
    #expect(messages == ["Open https://library.example/hours in a browser."])
    let refusal = "This is a link; it takes no value. Type its number alone."
    #expect(hosting.type("1 now") == .refused(refusal))
  }

  @Test("A program opens addresses itself through the environment")
  func handled() throws {
    let address = try #require(address)
    let opened = Opened()
    let hosting = Hosting {
      Link("Opening hours", destination: address)
        .environment(\.openURL, OpenURLAction { url in opened.take(url) })
    }
    hosting.host.onMessage = { opened.messages.append($0.text) }
    hosting.type("1")
    #expect(opened.urls == [address])
    #expect(opened.messages == [])
  }
}

@MainActor
private final class Opened {
  var urls: [URL] = []
  var messages: [String] = []

  func take(_ url: URL) -> OpenURLAction.Result {
    urls.append(url)
    return .handled
  }
}

private struct Details: View {
  @State private var isOpen = false
  @State private var chosen = "nothing"
  var body: some View {
    DisclosureGroup("Details") { Text("Two copies.") }
    DisclosureGroup("History", isExpanded: $isOpen) { Button("Clear") { isOpen = false } }
    Menu("More") {
      Button("Reserve") { chosen = "reserve" }
      Toggle("Large print", isOn: .constant(true))
    }
    Text("Chosen: \(chosen)")
  }
}

@Suite("DisclosureGroup and Menu")
@MainActor
struct DisclosureTests {
  let hosting = Hosting { Details() }

  @Test("Begin closed, and their content has numbers when they are open")
  func opened() {
    #expect(
      hosting.screen == [
        "[1] Details: closed", "[2] History: closed", "[3] More: closed", "Chosen: nothing",
      ])
    hosting.type("1")
    hosting.type("2 open")
    #expect(
      hosting.screen == [
        "[1] Details: open", "Two copies.", "[2] History: open", "[3] Clear", "[4] More: closed",
        "Chosen: nothing",
      ])
    hosting.type("3")
    hosting.type("1 closed")
    #expect(hosting.screen[..<2] == ["[1] Details: closed", "[2] History: closed"])
  }

  @Test("A menu closes when one of its actions was used, and not for other elements")
  func menu() {
    hosting.type("3")
    hosting.type("5")
    #expect(hosting.screen[2...4] == ["[3] More: open", "[4] Reserve", "[5] Large print: on"])
    hosting.type("4")
    #expect(hosting.screen[2...] == ["[3] More: closed", "Chosen: reserve"])
  }

  @Test("Refuse other words and do not change", arguments: ["1 wide", "3 wide"])
  func refused(line: String) {
    let before = hosting.screen
    #expect(
      hosting.type(line) == .refused("'wide' is neither open nor closed. Type open or closed."))
    #expect(hosting.screen == before)
  }
}
