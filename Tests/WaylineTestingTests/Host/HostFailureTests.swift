import Testing
import Wayline
import WaylineTesting

@Suite("The failures that a host reports")
@MainActor
struct HostFailureTests {
  private let host = TestHost { DeskView() }
  private let reported = Reports()

  init() {
    host.onFailure = { [reported] in reported.sentences.append($0.message) }
  }

  @Test("A missing label is reported with the existing ones, and nothing changes")
  func missing() {
    host.press("Lent")
    #expect(
      reported.sentences == [
        "There is no 'Lent' on the screen, which has 'Lend', 'Return', 'Member', 'Notify me'."
      ])
    #expect(host.lines.first == "Copies: 0")
  }

  @Test("A value that a field refuses, a place that does not exist, and a wrong kind are reported")
  func refused() {
    host.type("Ada", into: "Member")
    #expect(reported.sentences == [])
    host.open("/nowhere/3")
    #expect(reported.sentences.count == 1)
    #expect(reported.sentences.last?.contains("nowhere") == true, "\(reported.sentences)")
    host.toggle("Lend")
    #expect(reported.sentences.last == "'Lend' is not a toggle, but of the kind button.")
    let numbers = TestHost { NumberField() }
    numbers.onFailure = { [reported] in reported.sentences.append($0.message) }
    numbers.type("many", into: "Copies")
    #expect(
      reported.sentences.last == "'many' is not a whole number; nothing was changed.")
  }

  @Test("While a question is open, only send types its answer")
  func asking() {
    host.press("Member")
    host.open("/desk")
    host.back()
    host.press("Lend")
    let sentence = "A question is open, which the next line answers: use send(_:)."
    #expect(reported.sentences == [sentence, sentence, sentence])
    host.send("Ada")
    #expect(host.elements.first { $0.label == "Member" }?.value == "Ada")
  }

  @Test("A screen without elements says so")
  func nothingThere() {
    let host = TestHost { Text("Closed") }
    host.onFailure = { [reported] in reported.sentences.append($0.message) }
    host.press("Lend")
    #expect(reported.sentences == ["There is no 'Lend' on the screen, which has no elements."])
  }

  @Test("An unavailable element is reported, and nothing changes")
  func unavailable() {
    host.press("Return")
    #expect(reported.sentences == ["'Return' is unavailable."])
    #expect(host.lines.first == "Copies: 0")
  }

  @Test("Only the exact label is meant")
  func exact() {
    host.press("lend")
    #expect(reported.sentences.count == 1)
  }

  @Test("A task that does not end is named when settling is given up")
  func unsettled() async {
    let host = TestHost { Text("Waiting").task { await Gate().pass() } }
    host.onFailure = { [reported] in reported.sentences.append($0.message) }
    await host.settle(turns: 10)
    #expect(reported.sentences == ["Still pending: a task."])
    await host.end()
  }
}

/// Retains the failures that a host reports.
@MainActor
final class Reports {
  var sentences: [String] = []
}

/// Holds whoever comes until it is opened or the caller is cancelled.
@MainActor
final class Gate {
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var isOpen = false

  func pass() async {
    if isOpen { return }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiting.append($0) }
    } onCancel: {
      Task { @MainActor in self.open() }
    }
  }

  func open() {
    isOpen = true
    for one in waiting { one.resume() }
    waiting = []
  }
}

private struct NumberField: View {
  @State private var copies = 1

  var body: some View { TextField("Copies", value: $copies) }
}
