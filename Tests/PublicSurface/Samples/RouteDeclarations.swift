import Glibc
import Wayline

/// The samples in the documentation of declarations: routes, links and results.
private enum DeskRoute: NavigationValue {
  case catalog
  case book(id: Int)
  case member(name: String)
}

extension DeskRoute: PlacedValue {
  var parent: (any NavigationValue)? { if case .book = self { DeskRoute.catalog } else { nil } }
}

extension DeskRoute: LinkNamed {
  static var linkNames: LinkNames {
    LinkNames(renamed: ["book": "volume"], aliases: ["tome": "book"])
  }
}

private enum Links {
  @MainActor
  static func withoutScreens() {
    let router = Router(declaring: DeskRoute.self)
    router.open("/book/42")
  }

  static func links() throws {
    let link = try DeepLink(DeskRoute.book(id: 42))
    print(link.url)  // /book/42
    print(link.command)  // book 42
    let route = try DeepLink(url: "/book/42").value(of: DeskRoute.self)  // .book(id: 42)
    print(route)
  }
}

private enum Notices {
  struct OrderView: View {
    @Environment(\.notice) private var notice
    let order: @Sendable () async -> Void

    var body: some View {
      Button("Order Emma") {
        Task {
          await order()
          notice("Emma has arrived.", link: DeskRoute.book(id: 42))
        }
      }
    }
  }
}

private enum DeskPlace: CoordinatedValue {
  case chooseMember

  @MainActor var coordinator: any Coordinator { ChooseMemberCoordinator() }
}

private struct ChooseMemberCoordinator: Coordinator {
  func start() -> some View { MemberButton() }
}

private struct MemberButton: View {
  @Environment(\.finish) private var finish

  var body: some View { Button("Ada") { finish("Ada", for: .borrower) } }
}

private struct LendView: View {
  @Environment(\.router) private var router

  var body: some View {
    BookView(id: 42)
      .onResult(of: .borrower) { ending in
        if let member = ending.value { lend(to: member) }
      }
    Button("Lend") { router.present(DeskPlace.chooseMember, for: .borrower) }
  }

  private func lend(to member: String) {}
}

private struct BookView: View {
  let id: Int

  var body: some View { Text("Book \(id)") }
}

@MainActor
private func choose() {
  let flow = Flow(ChooseMemberCoordinator(), returning: String.self)
  let outcome = flow.run(dialogue: STDERR_FILENO)
  if let member = outcome.ending.value { print(member) }
  exit(outcome.status.rawValue)
}
