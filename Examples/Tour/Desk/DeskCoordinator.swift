import Wayline

/// Knows the screens of the desk; each is made by a coordinator of its own.
struct DeskCoordinator: Coordinator {
  let place: DeskRoute?

  func start() -> some View { CoordinatorView(coordinator: inner) }

  private var inner: any Coordinator {
    switch place {
    case nil: CounterCoordinator()
    case .book(let id): BookCoordinator(id: id)
    case .member(let name): MemberCoordinator(name: name)
    case .chooseMember: ChooseMemberCoordinator()
    case .signIn: SignInCoordinator()
    }
  }
}
