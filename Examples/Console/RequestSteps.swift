import Wayline

extension ResultKey where Value == Request {
  /// The request that the steps return.
  static let request = ResultKey("request")
}

extension AnswerKey where Value == String {
  static let service = AnswerKey("service")
  static let version = AnswerKey("version", dependingOn: service)
}

extension AnswerKey where Value == Target {
  static let target = AnswerKey("target")
}

/// The steps of a request, each a screen. They make sense only where their result is awaited.
enum RequestStep: CoordinatedValue, PresentedValue {
  case service, version

  @MainActor var coordinator: any Coordinator { RequestCoordinator(step: self) }
}

/// The last step, which needs a sign-in for production.
enum RequestSummary: CoordinatedValue, PresentedValue {
  case summary

  @MainActor var coordinator: any Coordinator { SummaryCoordinator() }
}

struct RequestCoordinator: Coordinator {
  let step: RequestStep

  func start() -> some View {
    switch step {
    case .service: ServiceStep()
    case .version: VersionStep()
    }
  }
}

struct SummaryCoordinator: Coordinator {
  func start() -> some View { SummaryStep() }
}

/// A version such as `2.8`.
struct Version: LosslessStringConvertible {
  let description: String

  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ UInt16($0) != nil }) else { return nil }
    description = text
  }
}

private struct ServiceStep: View {
  @SceneStorage("request") private var answers = WizardAnswers()
  @Environment(\.cluster) private var cluster
  @Environment(\.router) private var router

  var body: some View {
    NavigationStack {
      ForEach(cluster.names, id: \.self) { name in
        Button(name) {
          answers[.service] = name
          router.push(RequestStep.version)
        }
      }
      .navigationTitle("New deployment")
    }
  }
}

private struct VersionStep: View {
  @SceneStorage("request") private var answers = WizardAnswers()

  var body: some View {
    Form {
      TextField("Version", value: version)
      Picker("Target", selection: $answers[.target, default: .staging]) {
        ForEach(Target.allCases, id: \.self) { Text($0.rawValue) }
      }
      NavigationLink("Next", value: RequestSummary.summary)
        .disabled(answers[.version] == nil)
        .help("Enter a version first, such as 2.8.")
    }
    .navigationTitle("Version")
  }

  private var version: Binding<Version?> {
    Binding(
      get: { answers[.version].flatMap(Version.init) },
      set: { answers[.version] = $0?.description })
  }
}

/// The last step. For production the name of the service is typed once more.
private struct SummaryStep: View {
  @SceneStorage("request") private var answers = WizardAnswers()
  @State private var typed = ""
  @Environment(\.finish) private var finish

  var body: some View {
    let request = Request(
      service: answers[.service, default: ""], version: answers[.version, default: ""],
      target: answers[.target, default: .staging])
    let isConfirmed = request.target == .staging || typed == request.service
    Group {
      Text("\(request.service) \(request.version) to \(request.target.rawValue)")
      if request.target == .production { TextField("Name of the service", text: $typed) }
      Button("Deploy now", role: .destructive) {
        if finish(request, for: .request).isSuccess { answers = WizardAnswers() }
      }
      .disabled(!isConfirmed)
      .help("Type '\(request.service)' into the field first.")
    }
    .navigationTitle("Summary")
  }
}
