import Wayline

/// The samples of the article Building a wizard.
enum WizardSample {
  enum OrderStep: CoordinatedValue {
    case shelf
    case summary

    @MainActor var coordinator: any Coordinator {
      switch self {
      case .shelf: ShelfCoordinator()
      case .summary: SummaryCoordinator()
      }
    }
  }

  struct ShelfCoordinator: Coordinator {
    func start() -> some View { ShelfStep() }
  }

  struct SummaryCoordinator: Coordinator {
    func start() -> some View { SummaryStep() }
  }

  struct TitleStep: View {
    @SceneStorage("order") private var answers = WizardAnswers()
    @State private var title = ""

    var body: some View {
      TextField("Title", text: $title)
      NavigationLink("Next", value: OrderStep.shelf)
        .onChange(of: title) { answers[.title] = title }
        .onAppear { title = answers[.title] ?? "" }
        .navigationTitle("Title")
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

  struct SummaryStep: View {
    @SceneStorage("order") private var answers = WizardAnswers()
    @Environment(\.finish) private var finish

    var body: some View {
      Text("\(answers[.title] ?? "") on \(answers[.shelf] ?? "no shelf")")
      Button("Order") { finish(answers[.title] ?? "") }
        .disabled(answers[.shelf] == nil)
        .help("Choose a shelf first.")
        .navigationTitle("Summary")
    }
  }
}

extension AnswerKey where Value == String {
  static let title = AnswerKey("title")
  static let shelf = AnswerKey("shelf", dependingOn: AnswerKey<String>.title)
}
