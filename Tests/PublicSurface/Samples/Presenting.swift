import Wayline

/// The samples of the article Presenting and returning values.
enum PresentingSample {
  enum DeskPlace: CoordinatedValue {
    case chooseMember

    @MainActor var coordinator: any Coordinator { ChooseMemberCoordinator() }
  }

  struct ChooseMemberCoordinator: Coordinator {
    func start() -> some View { ChooseMemberView() }
  }

  struct ChooseMemberView: View {
    @Environment(\.finish) private var finish

    var body: some View {
      ForEach(["Ada", "Grace"], id: \.self) { member in
        Button(member) { finish(member, for: .borrower) }
      }
      .navigationTitle("Member")
    }
  }

  struct BookView: View {
    @State private var borrower: String?
    @Environment(\.router) private var router

    var body: some View {
      Text(borrower.map { "Lent to \($0)." } ?? "On the shelf.")
      Button("Lend") { router.present(DeskPlace.chooseMember, for: .borrower) }
        .onResult(of: .borrower) { ending in
          if let member = ending.value { borrower = member }
        }
    }
  }

  struct DeskTabs: View {
    var body: some View {
      TabView {
        NavigationStack { BookView() }.tabItem { Text("Books") }
        NavigationStack { Text("Ada") }.tabItem { Text("Members") }
      }
      .coordinators(for: DeskPlace.self) { $0.coordinator }
    }
  }

  enum DeskAction: Sendable {
    case lend
  }

  struct DeskCoordinator: FlowCoordinator {
    @State private var borrower: String?
    @Environment(\.router) private var router

    func start() -> some View { DeskScreen(borrower: borrower) }

    func handle(_ action: DeskAction) -> Bool {
      Task {
        let ending = await router.present(DeskPlace.chooseMember, returning: String.self)
        borrower = ending.value
      }
      return true
    }
  }

  struct DeskScreen: View {
    let borrower: String?
    @Send<DeskAction> private var send

    var body: some View {
      Text(borrower.map { "Lent to \($0)." } ?? "On the shelf.")
      Button("Lend") { send(.lend) }
    }
  }

  struct DeskWindow: View {
    var body: some View {
      NavigationStack { CoordinatorView(coordinator: DeskCoordinator()) }
    }
  }

  struct CounterView: View {
    @Environment(\.router) private var router

    var body: some View {
      Button("Lend at the counter") {
        router.present(DeskPlace.chooseMember, as: .cover, for: .borrower)
      }
    }
  }

  struct WaitingView: View {
    @State private var borrower: String?
    @Environment(\.router) private var router

    var body: some View {
      Text(borrower ?? "Nobody")
      Button("Ask") {
        Task {
          let ending = await router.present(DeskPlace.chooseMember, returning: String.self)
          borrower = ending.value
        }
      }
    }
  }
}

extension ResultKey where Value == String {
  static let borrower = ResultKey("borrower")
}
