import Wayline

/// The places of the console: `console deployment 3` opens one of them.
enum Place: CoordinatedValue {
  case service(name: String)
  case deployment(id: Int)
  case signIn

  @MainActor var coordinator: any Coordinator { PlaceCoordinator(place: self) }
}

struct PlaceCoordinator: Coordinator {
  let place: Place

  func start() -> some View {
    switch place {
    case .service(let name): ServiceView(name: name)
    case .deployment(let id): DeploymentView(id: id)
    case .signIn: SignInView()
    }
  }
}

/// The places that need a sign-in. They have a type of their own, so that the others need not wait for the
/// cluster: `console approval 3`.
enum SignedInPlace: CoordinatedValue, PlacedValue {
  case approval(id: Int)

  @MainActor var coordinator: any Coordinator { SignedInCoordinator(place: self) }

  /// A deployment lies below its approval.
  var parent: (any NavigationValue)? {
    if case .approval(let id) = self { Place.deployment(id: id) } else { nil }
  }
}

struct SignedInCoordinator: Coordinator {
  let place: SignedInPlace

  func start() -> some View {
    switch place {
    case .approval(let id): ApprovalView(id: id)
    }
  }
}

/// Refuses places that do not exist, and asks for a sign-in where one is needed.
///
/// The cluster is asked whether a sign-in is still good, so some of these guards take time: the answer to a
/// line comes when they have decided. Of two guards of one type, the last one is asked first.
struct PlaceGuards: ViewModifier {
  @Deployments private var deployments
  @SignIns private var signIns
  @SceneStorage("request") private var answers = WizardAnswers()
  @Environment(\.cluster) private var cluster
  @Environment(\.clock) private var clock
  @Environment(\.person) private var person

  func body(content: Content) -> some View {
    content
      .guarding(Place.self) { place in
        switch place {
        case .signIn: .allow
        case .service(let name): service(name)
        case .deployment(let id): deployment(id)
        }
      }
      .guarding(SignedInPlace.self) { _ in await signedIn() }
      .guarding(SignedInPlace.self) { place in
        switch place {
        case .approval(let id): approval(of: id)
        }
      }
      .guarding(RequestSummary.self) { _ in
        answers[.target] == .production ? await signedIn() : .allow
      }
  }

  private func service(_ name: String) -> GuardDecision {
    cluster.names.contains(name)
      ? .allow : .block("There is no service '\(name)'. 'home' lists the services.")
  }

  private func deployment(_ id: Int) -> GuardDecision {
    $deployments[id] != nil
      ? .allow : .block("There is no deployment \(id). 'home' lists the deployments.")
  }

  private func approval(of id: Int) -> GuardDecision {
    guard let found = $deployments[id] else { return deployment(id) }
    guard found.phase == .waiting else {
      let reason = "Deployment \(id) does not wait for approval."
      return .redirect(to: Place.deployment(id: id), because: reason)
    }
    return found.requester == person ? .block("Another person than \(person) approves it.") : .allow
  }

  private func signedIn() async -> GuardDecision {
    await cluster.accepts(signIns[person], clock: clock)
      ? .allow : .redirect(to: Place.signIn, thenContinuing: true)
  }
}
