import Testing
import WaylineGraph

@testable import WaylineViews

private struct Account: View {
  @State private var reasons: RedactionReasons = []
  @State private var number = "4242"
  @State private var copies = 3
  @State private var shelf = 2

  var body: some View {
    Button("hide") { reasons = .privacy }
    Button("show") { reasons = [] }
    Group {
      Text("Card \(number)").privacySensitive()
      Text("Open to all")
      Group {
        TextField("Number", text: $number)
        Stepper("Copies", value: $copies, in: 0...3)
        Picker("Shelf", selection: $shelf) {
          Text("Fiction").tag(1)
          Text("History").tag(2)
        }
        LabeledContent("Code", value: number)
        Button("Pay with \(number)") {}
        Text("Again \(number)").badge(number)
        Text("Public \(shelf)").privacySensitive(false)
      }
      .privacySensitive()
    }
    .redacted(reason: reasons)
  }
}

private struct Titles: View {
  let reasons: RedactionReasons

  var body: some View {
    Text("x").navigationTitle("Account 4242").privacySensitive().redacted(reason: reasons)
  }
}

@Suite("Redaction")
@MainActor
struct RedactionTests {
  private static let hidden = [
    "[1] hide", "[2] show", "(hidden)", "Open to all", "[3] Number: (hidden)",
    "[4] Copies: (hidden) (0 to 3)", "[5] Shelf: (hidden) (Fiction, History)", "Code: (hidden)",
    "[6] (hidden)", "(hidden) ((hidden))", "Public 2",
  ]

  @Test("For privacy each private value is hidden, its name is not, and it comes back")
  func privacy() {
    let hosting = Hosting { Account() }
    let before = hosting.lines
    hosting.press("hide")
    #expect(hosting.lines == Self.hidden)
    hosting.press("show")
    #expect(hosting.lines == before)
    #expect(hosting.host.checkInvariants() == [])
  }

  @Test("A hidden field is a secret one, and no reply repeats the value")
  func replies() {
    let hosting = Hosting { Account() }
    hosting.press("hide")
    #expect(
      hosting.press("Number") == .needsValue(ValueRequest(prompt: "Number", isSecret: true)))
    #expect(hosting.host.page().elements.first { $0.label == "Number" }?.kind == .secret)
    #expect(hosting.send(.value("+"), to: "Copies") == .refused("This value is not accepted here."))
    hosting.send(.value("1111"), to: "Number")
    hosting.press("show")
    #expect(hosting.lines.contains("Card 1111"))
  }

  @Test("A dump shows no private value, whether or not the screen does")
  func dump() {
    let hosting = Hosting { Account() }
    #expect(!hosting.host.dump().joined().contains("4242"))
    hosting.press("hide")
    #expect(!hosting.host.dump().joined().contains("4242"))
  }

  @Test("A placeholder hides every value below, except what is unredacted")
  func placeholder() {
    let hosting = Hosting {
      VStack {
        Text("Emma")
        Text("known").unredacted()
        Toggle("Notify me", isOn: .constant(true))
      }
      .redacted(reason: .placeholder)
    }
    #expect(hosting.lines == ["…", "known", "[1] Notify me: …"])
  }

  @Test("The reasons are a value of the environment, which can be set there too")
  func environment() {
    let hosting = Hosting {
      Text("Emma").environment(\.redactionReasons, .placeholder)
      Text("old").invalidatableContent().transformEnvironment(\.redactionReasons) {
        $0.insert(.invalidated)
      }
      Text("new").redacted(reason: .invalidated)
    }
    #expect(hosting.lines == ["…", "…", "new"])
  }

  @Test("The title of a private screen is hidden too", arguments: [true, false])
  func title(isHidden: Bool) {
    let hosting = Hosting { Titles(reasons: isHidden ? .privacy : []) }
    #expect(hosting.host.page().titles == [isHidden ? "(hidden)" : "Account 4242"])
  }
}
