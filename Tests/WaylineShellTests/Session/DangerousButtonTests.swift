import Testing
import WaylineGraph
import WaylineViews

@testable import WaylineShell

@Suite("Buttons that want their whole label")
@MainActor
struct DangerousButtonTests {
  /// A page of the elements that can be dangerous, each with a role that changes.
  private struct EntryPage: View {
    @State private var done = "nothing"
    @State private var isDangerous = true

    var body: some View {
      Text("Done: \(done)")
      Button("Remove all", role: isDangerous ? .destructive : nil) { done = "removed" }
      Button("Overwrite it") { done = "overwritten" }.requiresWholeLabel(isDangerous)
      Toggle("Dangerous", isOn: $isDangerous)
      Menu("More") { Button("Zero out", role: .destructive) { done = "zeroed" } }
      Section { Button("Unlink") { done = "unlinked" } }.requiresWholeLabel()
    }
  }

  @Test("A beginning is answered with the label; the whole label and the number press")
  func whole() {
    let desk = Desk(EntryPage())
    #expect(desk.answer("r") == "Type 'Remove all' or 1.\n")
    #expect(desk.answer("over") == "Type 'Overwrite it' or 2.\n")
    #expect(desk.answer("UNL") == "Type 'Unlink' or 5.\n")
    #expect(desk.answer("remove ALL").contains("Done: removed"))
    #expect(desk.answer("2").contains("Done: overwritten"))
    #expect(desk.answer("4").contains("Zero out"))
    #expect(desk.answer("zero").hasPrefix("Type 'Zero out' or "))
  }

  /// A document with a toolbar of each placement.
  private struct DraftPage: View {
    let isGroup: Bool
    let placement: ToolbarItemPlacement
    @State private var done = "nothing"

    var body: some View {
      Text("Done: \(done)").toolbar {
        if isGroup {
          ToolbarItemGroup(placement: placement) { discard }
        } else {
          ToolbarItem(placement: placement) { discard }
          ToolbarItem(id: "other", placement: placement) {
            Button("Forget it") { done = "forgotten" }
          }
        }
      }
    }

    private var discard: some View { Button("Don't save") { done = "discarded" } }
  }

  @Test(
    "A button in the place of a destructive action of a toolbar is one, and no other place makes it so",
    arguments: [
      ToolbarItemPlacement.automatic, .principal, .navigation, .primaryAction, .secondaryAction,
      .status,
      .keyboard, .confirmationAction, .cancellationAction, .destructiveAction, .bottomBar,
      .topBarLeading,
      .topBarTrailing, .navigationBarLeading, .navigationBarTrailing,
    ], [false, true])
  func toolbar(placement: ToolbarItemPlacement, isGroup: Bool) {
    let desk = Desk(DraftPage(isGroup: isGroup, placement: placement))
    let isDangerous = placement == .destructiveAction
    let answer = desk.answer("don")
    #expect((answer == "Type 'Don't save' or 1.\n") == isDangerous)
    #expect(answer.contains("Done: discarded") != isDangerous)
    if !isGroup { #expect((desk.answer("for") == "Type 'Forget it' or 2.\n") == isDangerous) }
    #expect(
      Desk(DraftPage(isGroup: isGroup, placement: placement)).answer("1").contains("discarded"))
    #expect(
      Desk(DraftPage(isGroup: isGroup, placement: placement)).answer("don't save").contains(
        "discarded"))
  }

  @Test("A role that changes counts from then on")
  func changed() {
    let desk = Desk(EntryPage())
    _ = desk.answer("Dangerous: off")
    #expect(desk.answer("rem").contains("Done: removed"))
    #expect(desk.answer("over").contains("Done: overwritten"))
    _ = desk.answer("Dangerous: on")
    #expect(desk.answer("r") == "Type 'Remove all' or 1.\n")
  }

  /// A list whose rows are called as its field, in another case.
  private struct SearchPage: View {
    @State private var text = ""
    @State private var chosen = ""

    var body: some View {
      VStack {
        Text("Chosen: \(chosen)")
        Button("search") { chosen = "row" }
        Button("find a service") { chosen = "other row" }
      }
      .searchable(text: $text)
    }
  }

  @Test(
    "A value is for the field, also where a row has its name in another case",
    arguments: ["Search: pay", "search: pay", "SEARCH: pay", "\"Search\": pay"])
  func value(line: String) {
    #expect(Desk(SearchPage()).answer(line).contains("[1] Search: pay\n"))
    let desk = Desk(SearchPage())
    desk.session.receive(typed: #"{"label":"Search","value":"pay"}"#)
    #expect(desk.printed().contains("[1] Search: pay\n"))
  }

  @Test("The label in the case of the line goes before another case")
  func sameCase() {
    let desk = Desk(SearchPage())
    #expect(desk.answer("search").contains("Chosen: row\n"))
    #expect(desk.answer("\"search\"") == "")
    #expect(desk.answer("SEARCH").contains("could be one of these"))
    #expect(desk.answer("\"Find a service\"").contains("Did you mean 'find a service'?"))
  }

  @Test("A row that begins like a comment or a search says how it is reached")
  func marks() {
    let desk = Desk(
      VStack {
        ForEach(["#1", "/x", ":x"], id: \.self) { label in Button(label) {} }
        Button("Show") {}
      })
    #expect(
      desk.answer("#1")
        == "A line that begins with '#' is a comment. To choose '#1', type 1.\n")
    #expect(desk.answer("# a remark") == "")
    #expect(
      desk.answer("/x").hasPrefix(
        "'/x' was taken as the command. To choose it on the screen, type 2.\n"))
    #expect(desk.answer(":x") == "" && desk.answer("\"#1\"") == "")
    #expect(
      desk.answer("show").hasPrefix(
        "'Show' was taken as the command. To choose it on the screen, type 4.\n"))
    let detour = "[1] #1: type 1 or \"#1\" in quotes; without quotes it is a comment."
    #expect(desk.answer("help").contains(detour))
  }
}
