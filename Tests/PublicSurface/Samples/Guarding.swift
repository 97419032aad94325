import Wayline

/// The samples of the article Guarding places.
enum GuardingSample {
  enum OfficeRoute: CoordinatedValue {
    case signIn
    case ledger

    @MainActor var coordinator: any Coordinator {
      switch self {
      case .signIn: SignInCoordinator()
      case .ledger: LedgerCoordinator()
      }
    }
  }

  struct SignInCoordinator: Coordinator {
    func start() -> some View { SignInView() }
  }

  struct LedgerCoordinator: Coordinator {
    func start() -> some View { LedgerView() }
  }

  struct OfficeView: View {
    @AppStorage("librarian") private var librarian = ""

    var body: some View {
      NavigationStack {
        NavigationLink("Ledger", value: OfficeRoute.ledger)
          .coordinators(for: OfficeRoute.self) { $0.coordinator }
      }
      .guarding(OfficeRoute.self) { route in
        guard route == .ledger, librarian.isEmpty else { return .allow }
        return .redirect(to: OfficeRoute.signIn, thenContinuing: true)
      }
    }
  }

  enum BookRoute: NavigationValue { case book(id: Int) }

  struct ShelfView: View {
    let books: Set<Int>

    var body: some View {
      NavigationStack { Text("\(books.count) books") }
        .guarding(BookRoute.self) { route in
          guard case .book(let id) = route, !books.contains(id) else { return .allow }
          return .block("There is no book \(id). 'home' lists the books.")
        }
    }
  }

  enum VaultRoute: NavigationValue { case vault }

  struct VaultDoorView: View {
    let isOpen: @Sendable () async -> Bool

    var body: some View {
      NavigationStack { Text("Desk") }
        .guarding(VaultRoute.self) { _ in
          await isOpen() ? .allow : .block("The vault is closed.")
        }
    }
  }

  struct SignInView: View {
    @AppStorage("librarian") private var librarian = ""
    @State private var name = ""
    @Environment(\.finish) private var finish

    var body: some View {
      TextField("Name", text: $name)
      Button("Sign in") {
        librarian = name
        finish()
      }
      .disabled(name.isEmpty)
      .navigationTitle("Sign in")
    }
  }

  struct LedgerView: View {
    @State private var draft = ""

    var body: some View {
      TextField("Remark", text: $draft)
      Button("Save") { draft = "" }
        .navigationTitle("Ledger")
        .onLeave { draft.isEmpty ? .allow : .block("Save the remark first.") }
    }
  }

  struct RemarkView: View {
    @State private var draft = ""

    var body: some View {
      TextField("Remark", text: $draft)
        .onLeave { draft.isEmpty ? .allow : .confirm("Discard the remark?") }
    }
  }

  @MainActor
  static func walk() {
    let router = Router(declaring: OfficeRoute.self)
    router.addGuard(for: OfficeRoute.self) { route in
      route == .ledger ? .redirect(to: OfficeRoute.signIn) : .allow
    }
    router.open("/ledger")
    for place in router.samplePlaces { router.push(place) }
  }
}
