import Wayline

/// One of everything that a host can drive.
struct DeskView: View {
  @State private var copies = 0
  @State private var member = ""
  @State private var notifies = false

  var body: some View {
    Text("Copies: \(copies)")
    Button("Lend") { copies += 1 }
    Button("Return") { copies -= 1 }
      .disabled(copies == 0)
    TextField("Member", text: $member)
    Toggle("Notify me", isOn: $notifies)
  }
}

/// Keeps one value in each place that outlives a scene, and one that does not.
struct KeptView: View {
  @AppStorage("lent") private var lent = 0
  @SceneStorage("note") private var note = ""
  @State private var visits = 0

  var body: some View {
    Text("Lent: \(lent), visits: \(visits)")
    TextField("Note", text: $note)
    Button("Lend") { lent += 1 }
    Button("Visit") { visits += 1 }
  }
}

enum DeskRoute: NavigationValue {
  case book(id: Int)
}

/// A stack that a link leads into.
struct CatalogView: View {
  var body: some View {
    NavigationStack {
      NavigationLink("Book 42", value: DeskRoute.book(id: 42))
        .navigationTitle("Catalog")
        .navigationDestination(for: DeskRoute.self) { BookView(route: $0) }
    }
  }
}

struct BookView: View {
  let route: DeskRoute

  var body: some View {
    if case .book(let id) = route { Text("Book \(id)").navigationTitle("Book") }
  }
}
