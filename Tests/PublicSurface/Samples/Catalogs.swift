import Wayline

/// The samples of the pages that introduce navigation and storage.
enum CatalogSample {
  enum DeskRoute: NavigationValue {
    case catalog
    case book(id: Int)
  }

  struct OpeningView: View {
    @Environment(\.router) private var router

    var body: some View {
      Button("Open book 42") { router.push(DeskRoute.book(id: 42)) }
      Button("Open its link") { router.open("/book/42") }
    }
  }

  struct Login: Codable, Hashable, Sendable {
    var name: String
    var passcode: String
  }

  struct DeskView: View {
    @AppStorage("copies") private var copies = 1
    @SceneStorage("draft") private var draft = ""
    @KeychainStorage(key: "login") private var login: Login?

    var body: some View {
      Text(login?.name ?? "Not logged in.")
      TextField("Draft", text: $draft)
      Button("Copies: \(copies)") { copies += 1 }
    }
  }

  static func lend(_ store: any PersistentStore) throws {
    @AppStorage("onShelf", store: store) var onShelf = 3
    @AppStorage("lent", store: store) var lent = 0

    try _onShelf.update { $0 += 1 }
    try store.transaction {
      onShelf -= 1
      lent += 1
    }
  }
}
