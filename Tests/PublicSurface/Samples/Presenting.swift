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
