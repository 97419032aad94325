import Wayline

/// The steps above the first. A step that is opened from the summary returns there.
enum Step: CoordinatedValue {
  case kind(isEdit: Bool)
  case shelf(isEdit: Bool)
  case summary

  @MainActor var coordinator: any Coordinator { StepCoordinator(step: self) }
}

struct StepCoordinator: Coordinator {
  let step: Step

  func start() -> some View {
    switch step {
    case .kind(let isEdit): KindStep(isEdit: isEdit)
    case .shelf(let isEdit): ShelfStep(isEdit: isEdit)
    case .summary: SummaryStep()
    }
  }
}

struct WizardCoordinator: Coordinator {
  func start() -> some View { NameStep() }
}

extension AnswerKey where Value == String {
  static let name = AnswerKey("name")
  static let kind = AnswerKey("kind")
  /// The shelves of a catalog depend on its kind.
  static let shelf = AnswerKey("shelf", dependingOn: kind)
}

/// The first step.
struct NameStep: View {
  @SceneStorage("answers") private var answers = WizardAnswers()

  var body: some View {
    NavigationStack {
      TextField("Name", text: $answers[.name, default: ""])
      NavigationLink("Next", value: Step.kind(isEdit: false))
        .disabled((answers[.name] ?? "").isEmpty)
        .help("Enter a name first.")
        .navigationTitle("New catalog")
        .coordinators(for: Step.self) { $0.coordinator }
    }
  }
}

struct KindStep: View {
  let isEdit: Bool
  @SceneStorage("answers") private var answers = WizardAnswers()
  @Environment(\.router) private var router

  var body: some View {
    ForEach(Catalog.shelves.keys.sorted(), id: \.self) { kind in
      Button(kind == answers[.kind] ? "\(kind) (chosen)" : kind) {
        answers[.kind] = kind
        if isEdit { router.back() } else { router.push(Step.shelf(isEdit: false)) }
      }
    }
    .navigationTitle("Kind")
  }
}

struct ShelfStep: View {
  let isEdit: Bool
  @SceneStorage("answers") private var answers = WizardAnswers()
  @Environment(\.router) private var router

  var body: some View {
    ForEach(Catalog.shelves[answers[.kind] ?? ""] ?? [], id: \.self) { shelf in
      Button(shelf) {
        answers[.shelf] = shelf
        if isEdit { router.back() } else { router.push(Step.summary) }
      }
    }
    .navigationTitle("Shelf")
  }
}

/// All answers, each with a way to change it. A changed kind takes back the shelf.
struct SummaryStep: View {
  @SceneStorage("answers") private var answers = WizardAnswers()
  @Environment(\.finish) private var finish

  var body: some View {
    TextField("Name", text: $answers[.name, default: ""])
    NavigationLink("Edit kind: \(answers[.kind] ?? "")", value: Step.kind(isEdit: true))
    NavigationLink(
      "Edit shelf: \(answers[.shelf] ?? "not chosen")", value: Step.shelf(isEdit: true))
    Button("Create", action: create)
      .disabled(answers[.shelf] == nil || (answers[.name] ?? "").isEmpty)
      .help(answers[.shelf] == nil ? "Choose a shelf first." : "Enter a name first.")
      .navigationTitle("Summary")
  }

  private func create() {
    guard let name = answers[.name], let kind = answers[.kind], let shelf = answers[.shelf] else {
      return
    }
    finish(Catalog(name: name, kind: kind, shelf: shelf))
  }
}
