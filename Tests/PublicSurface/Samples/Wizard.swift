import Wayline

/// The samples of the article Building a wizard.
enum WizardSample {
  enum DeskRoute: CoordinatedValue, PresentedValue {
    case order

    @MainActor var coordinator: any Coordinator { OrderCoordinator() }
  }

  struct OrderCoordinator: Coordinator {
    func start() -> some View { TitleStep() }
  }

  struct DeskView: View {
    @State private var ordered = ""
    @Environment(\.router) private var router

    var body: some View {
      NavigationStack {
        Text(ordered.isEmpty ? "Nothing is ordered." : "Ordered: \(ordered).")
        Button("Order a book") { router.present(DeskRoute.order, for: .order) }
          .coordinators(for: DeskRoute.self) { $0.coordinator }
          .onResult(of: .order) { ending in
            if let title = ending.value { ordered = title }
          }
      }
    }
  }

  enum OrderStep: CoordinatedValue {
    case shelf
    case summary

    @MainActor var coordinator: any Coordinator { StepCoordinator(step: self) }
  }

  struct StepCoordinator: Coordinator {
    let step: OrderStep

    func start() -> some View {
      switch step {
      case .shelf: ShelfStep()
      case .summary: SummaryStep()
      }
    }
  }

  struct TitleStep: View {
    @SceneStorage("order") private var answers = WizardAnswers()

    var body: some View {
      NavigationStack {
        TextField("Title", text: $answers[.title, default: ""])
        NavigationLink("Next", value: OrderStep.shelf)
          .disabled(answers[.title, default: ""].isEmpty)
          .help("Enter a title first.")
          .navigationTitle("Title")
          .coordinators(for: OrderStep.self) { $0.coordinator }
      }
    }
  }

  /// A year that has printed books.
  struct Year: LosslessStringConvertible {
    let number: Int
    var description: String { "\(number)" }

    init?(_ text: String) {
      guard let number = Int(text), (1450...2100).contains(number) else { return nil }
      self.number = number
    }
  }

  struct YearStep: View {
    @State private var year: Year?

    var body: some View {
      TextField("Year", value: $year)
      Button("Search") {}
        .disabled(year == nil)
        .help("Enter a year first.")
    }
  }

  struct ShelfStep: View {
    @SceneStorage("order") private var answers = WizardAnswers()
    @Environment(\.router) private var router

    var body: some View {
      ForEach(["fiction", "travel"], id: \.self) { shelf in
        Button(shelf) {
          answers[.shelf] = shelf
          router.push(OrderStep.summary)
        }
      }
      .navigationTitle("Shelf")
    }
  }

  struct SummaryButton: View {
    @Environment(\.router) private var router

    var body: some View {
      if router.canGoForward {
        Button("Back to the summary") { router.forward() }
      }
    }
  }

  struct SummaryStep: View {
    @SceneStorage("order") private var answers = WizardAnswers()
    @Environment(\.router) private var router
    @Environment(\.finish) private var finish

    var body: some View {
      Button("Edit title: \(answers[.title, default: "missing"])") { router.popToRoot() }
      Button("Edit shelf: \(answers[.shelf, default: "missing"])") { router.popTo(OrderStep.shelf) }
      Button("Order") {
        let outcome = finish(answers[.title, default: ""], for: .order)
        if outcome.isSuccess { answers = WizardAnswers() }
      }
      .disabled(answers[.shelf] == nil)
      .help("Choose a shelf first.")
      .navigationTitle("Summary")
    }
  }
}

extension ResultKey where Value == String {
  static let order = ResultKey("order")
}

extension AnswerKey where Value == String {
  static let title = AnswerKey("title")
  static let shelf = AnswerKey("shelf", dependingOn: AnswerKey<String>.title)
}
