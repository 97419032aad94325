import FoundationEssentials
import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

private let member = AnswerKey<String>("member")
private let book = AnswerKey<Int>("book", dependingOn: member)
private let shelf = AnswerKey<String>("shelf", dependingOn: book)
private let note = AnswerKey<String>("note")

private enum Step: NavigationValue { case member, book }

private struct LendingView: View {
  @State private var answers = WizardAnswers()
  var body: some View {
    NavigationStack {
      Text(
        "Member: \(answers[member] ?? "none"), book: \(answers[book].map(String.init) ?? "none")"
      )
      .navigationDestination(for: Step.self) { step in
        switch step {
        case .member:
          Button("Ada") { answers[member] = "Ada" }
          Button("Grace") { answers[member] = "Grace" }
          NavigationLink("Next", value: Step.book)
        case .book: Button("42") { answers[book] = 42 }
        }
      }
    }
  }
}

private enum OrderStep: NavigationValue { case book, summary }

private struct OrderView: View {
  @Environment(\.router) private var router
  @State private var answers = WizardAnswers()

  var body: some View {
    NavigationStack {
      step("Member", next: .book)
        .navigationDestination(for: OrderStep.self) { step in
          switch step {
          case .book: self.step("Book", next: .summary)
          case .summary:
            Text("\(answers[note] ?? "nothing")")
            Button("Edit member") { router.popToRoot() }
            Button("Edit book") { router.popTo(OrderStep.book) }
          }
        }
    }
  }

  @ViewBuilder private func step(_ name: String, next: OrderStep) -> some View {
    Button("\(name) again") { answers[note] = name }
    if router.canGoForward { Button("Summary") { router.forward() } }
    NavigationLink("Next", value: next)
  }
}

@Suite("Wizard answers")
@MainActor
struct WizardAnswersTests {
  private func filled() -> WizardAnswers {
    var answers = WizardAnswers()
    answers[member] = "Ada"
    answers[book] = 42
    answers[shelf] = "B"
    answers[note] = "fragile"
    return answers
  }

  @Test("A changed answer takes back those that depend on it, and no others (16)")
  func invalidation() {
    var answers = filled()

    answers[member] = "Grace"

    #expect(answers.names == ["member", "note"])
    #expect(answers[member] == "Grace")
    #expect(answers[book] == nil)
  }

  @Test("A default stands in for a missing answer, and is not stored by reading (16)")
  func defaultAnswer() {
    var answers = filled()
    answers[member] = "Grace"
    #expect(answers[book, default: 1] == 1)
    #expect(answers[book] == nil)

    answers[book, default: 1] += 1

    #expect(answers[book] == 2)
  }

  @Test("The same answer again keeps everything (16)")
  func sameAnswer() {
    var answers = filled()

    answers[member] = "Ada"

    #expect(answers == filled())
  }

  @Test("Taking an answer back takes back those that depend on it (16)")
  func takenBack() {
    var answers = filled()

    answers[book] = nil

    #expect(answers.names == ["member", "note"])
  }

  @Test("Two answers that depend on each other are taken back without an endless circle")
  func circle() {
    let left = AnswerKey<Int>("left", dependingOn: AnswerKey<Int>("right"))
    let right = AnswerKey<Int>("right", dependingOn: left)
    var answers = WizardAnswers()
    answers[left] = 1
    answers[right] = 2

    #expect(answers.names == ["right"])
  }

  @Test("The answers and what they depend on survive being saved (16)")
  func saved() throws {
    let data = try JSONEncoder().encode(filled())
    var answers = try JSONDecoder().decode(WizardAnswers.self, from: data)
    #expect(answers == filled())

    answers[member] = "Grace"

    #expect(answers[book] == nil)
  }

  @Test("Going back keeps the answers, and changing one invalidates the next (16)")
  func back() {
    let lending = Hosting { LendingView() }
    lending.router.push(Step.member)
    lending.press("Ada")
    lending.press("Next")
    lending.press("42")
    lending.router.back(2)
    #expect(lending.lines == ["Member: Ada, book: 42"])

    lending.router.push(Step.member)
    lending.press("Grace")
    lending.router.back()

    #expect(lending.lines == ["Member: Grace, book: none"])
  }

  @Test(
    "Edit goes to one answer, and forward returns to the summary without the later steps (16)",
    arguments: ["member", "book"])
  func edit(_ answer: String) {
    let order = Hosting { OrderView() }
    #expect(!order.lines.contains("[2] Summary"))
    order.router.set([OrderStep.book, .summary])

    order.press("Edit \(answer)")
    order.press("\(answer.capitalized) again")
    order.press("Summary")

    #expect(order.lines == [answer.capitalized, "[1] Edit member", "[2] Edit book"])
    #expect(order.router.state.routes == [Route(OrderStep.book), Route(OrderStep.summary)])
  }

  @Test(
    "An answer that cannot be written is reported, and the earlier one is kept with what depends on it"
  )
  func unwritable() {
    let weight = AnswerKey<Double>("weight")
    let label = AnswerKey<String>("label", dependingOn: weight)
    var answers = WizardAnswers()
    answers[weight] = 7
    answers[label] = "Heavy"

    let misuses = withReports { answers[weight] = .infinity }.sentences

    #expect(answers[weight] == 7 && answers[label] == "Heavy")
    #expect(
      misuses == [
        "The answer to 'weight' cannot be written as JSON, so the earlier answer is kept."
      ])
  }

  @Test("A next step discards what forward would have returned to (16)")
  func editOnwards() {
    let order = Hosting { OrderView() }
    order.router.set([OrderStep.book, .summary])
    order.press("Edit member")

    order.press("Next")

    #expect(!order.router.canGoForward)
    #expect(!order.lines.contains("[2] Summary"))
  }
}
