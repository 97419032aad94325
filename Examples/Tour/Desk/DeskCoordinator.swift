import Wayline

/// Knows the screens of the desk; each is made by a coordinator of its own.
struct DeskCoordinator: FlowCoordinator {
  let place: DeskRoute?
  @Environment(\.router) private var router

  func start() -> some View { CoordinatorView(coordinator: inner) }

  /// Takes what the coordinators above leave to it: whoever is done comes back to the desk.
  func handle(_ action: DeskAction) -> Bool {
    guard action == .done else { return false }
    router.popTo(TourRoute.desk(nil))
    return true
  }

  private var inner: any Coordinator {
    switch place {
    case nil: CounterCoordinator()
    case .book(let id): BookCoordinator(id: id)
    case .member(let name): MemberCoordinator(name: name)
    case .returns: ReturnsCoordinator()
    case .chooseMember: ChooseMemberCoordinator()
    case .logIn: SignInCoordinator()
    }
  }
}

/// The actions that the screens of the desk send; a coordinator above them handles each.
enum DeskAction: Sendable {
  /// A returned book was looked at.
  case checked
  /// Everything was done here.
  case done
}
