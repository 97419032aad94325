import Wayline
import WaylineFoundation

/// The samples in the documentation of declarations: state, objects and the environment.
enum StateDeclarations {
  struct CopiesView: View {
    @State private var copies = 1
    var body: some View { Button("Copies: \(copies)") { copies += 1 } }
  }

  struct MemberForm: View {
    enum Field { case name, mail }
    @State private var name = ""
    @State private var mail = ""
    @FocusState private var focus: Field?
    var body: some View {
      TextField("Name", text: $name).focused($focus, equals: .name).onSubmit { focus = .mail }
      TextField("Mail", text: $mail).focused($focus, equals: .mail)
    }
  }

  struct WelcomeView: View {
    var body: some View { Text("Welcome to the lending desk.") }
  }

  final class LibraryHours: ObservableObject {
    @Published var opening = 9
  }

  struct HoursView: View {
    @StateObject private var hours = LibraryHours()
    var body: some View { OpeningView(hours: hours).environmentObject(hours) }
  }

  struct OpeningView: View {
    @ObservedObject var hours: LibraryHours
    var body: some View { Button("Open at \(hours.opening)") { hours.opening += 1 } }
  }

  struct OpeningSign: View {
    @EnvironmentObject private var hours: LibraryHours
    var body: some View { Text("Open from \(hours.opening).") }
  }

  @Observable final class Shelf {
    var name = "Fiction"
  }

  struct ShelfEditor: View {
    @Bindable var shelf: Shelf
    var body: some View { TextField("Name", text: $shelf.name) }
  }

  struct RatingView: View {
    @Binding var rating: Int
    var body: some View { Stepper("Rating", value: $rating, in: 0...5) }
  }

  struct BackButton: View {
    @Environment(\.dismiss) private var dismiss
    var body: some View { Button("Back") { dismiss() } }
  }

  enum CurrencyKey: EnvironmentKey {
    static var defaultValue: String { "EUR" }
  }

  struct LentBooks: DynamicProperty {
    @AppStorage("lent") private var lent = 0
    var isEmpty: Bool { lent == 0 }
  }

  enum ImportKey: TransactionKey {
    static let defaultValue = false
  }

  final class Thermometer: ObservableObject {
    let objectWillChange = ObservableObjectPublisher()
    var degrees = 20 {
      willSet { objectWillChange.send() }
    }
  }

  @MainActor
  static func subjects() {
    let returns = PassthroughSubject<String, Never>()
    let token = returns.sink { print("Returned: \($0)") }
    returns.send("Emma")
    token.cancel()
    let opening = CurrentValueSubject<Int, Never>(9)
    opening.send(10)
    print(opening.value)  // 10
  }
}

/// The samples in the documentation of declarations: views and their parts.
enum ViewDeclarations {
  struct Sign: View, Equatable {
    let text: String
    var body: some View { Text(text) }
  }

  struct Framed: ViewModifier {
    func body(content: Content) -> some View {
      Divider()
      content
      Divider()
    }
  }

  struct Sign_Previews: PreviewProvider {
    static var previews: some View { Sign(text: "Open") }
  }

  struct Loan: Identifiable {
    let id: Int
    let title: String
    let copies: Int
  }

  struct Order {
    let id: UUID
  }

  struct Drawn: View {
    @State private var rolled = 1
    @State private var orders: [Order] = []
    @Environment(\.randomSource) private var random

    var body: some View {
      Text("Rolled: \(rolled)")
      Button("Roll") { rolled = random.draw { Int.random(in: 1...6, using: &$0) } }
      Button("New order") { orders.append(Order(id: random.uuid())) }
    }
  }

  struct Parts: View {
    @State private var titles = ["Emma"]
    @State private var isBannerShown = true
    @Environment(\.clock) private var clock
    let books: [Loan]
    let start: Date
    let open: () -> Void

    var body: some View {
      Sign(text: "Open").equatable()
      AnyView(Text("Open"))
      EmptyView()
      ForEach(titles, id: \.self) { Text($0) }.onDelete { titles.remove(atOffsets: $0) }
      Text("Emma").modifier(Framed())
      ContentUnavailableView {
        Label("No loans", systemImage: "book")
      } description: {
        Text("Books that you borrow are listed here.")
      } actions: {
        Button("Browse") { open() }
      }
      Table(books) {
        TableColumn("Title", value: \.title)
        TableColumn("Copies") { Text("\($0.copies)") }
      }
      TimelineView(.periodic(from: start, by: 60)) { context in
        Text(context.date, style: .time)
      }
      Text("Saved.")
        .task {
          try? await clock.sleep(for: .seconds(3))
          isBannerShown = false
        }
        .toolbar {
          ToolbarItemGroup {
            Button("Lend") { open() }
            Button("Return") { open() }
          }
        }
    }
  }
}

/// The samples in the documentation of declarations: places.
enum PlaceDeclarations {
  enum DeskRoute: CoordinatedValue {
    case catalog
    case book(id: Int)

    @MainActor var coordinator: any Coordinator {
      switch self {
      case .catalog: CatalogCoordinator()
      case .book(let id): BookCoordinator(id: id)
      }
    }
  }

  struct CatalogCoordinator: Coordinator {
    @Environment(\.router) private var router
    func start() -> some View {
      CatalogView(open: { id in router.push(DeskRoute.book(id: id)) })
    }
  }

  struct BookCoordinator: Coordinator {
    let id: Int
    func start() -> some View { Text("Book \(id)") }
  }

  struct CatalogView: View {
    let open: (Int) -> Void
    var body: some View { Button("Emma") { open(42) } }
  }

  enum DeskAction: Sendable {
    case lend(Int)
    case done
  }

  struct DeskCoordinator: FlowCoordinator {
    @Environment(\.router) private var router
    func start() -> some View { DeskView() }
    func handle(_ action: DeskAction) -> Bool {
      switch action {
      case .lend(let id): router.push(DeskRoute.book(id: id))
      case .done: router.home()
      }
      return true
    }
  }

  struct DeskView: View {
    @Send<DeskAction> private var send
    var body: some View { Button("Lend") { send(.lend(42)) } }
  }

  struct DeskWindow: View {
    var body: some View { CoordinatorView(coordinator: DeskCoordinator()) }
  }

  struct HomeView: View {
    @Navigation<DeskRoute> var navigation: NavigationPath?
    var body: some View {
      NavigationStack {
        Button("Catalog") {
          navigation = .init(id: .catalog, coordinator: CatalogCoordinator())
        }
        .navigationDestination(path: $navigation)
      }
    }
  }

  struct PathView: View {
    @State private var path = NavigationPath()

    var body: some View {
      NavigationStack(path: $path) {
        Button("Emma") { path.append(42) }
          .navigationDestination(for: Int.self) { Text("Book \($0)") }
      }
    }
  }

  struct LinkView: View {
    var body: some View {
      NavigationStack {
        NavigationLink("The Go-Between", value: DeskRoute.book(id: 42))
          .navigationDestination(for: DeskRoute.self) { route in DeskScreen(route: route) }
      }
    }
  }

  struct DeskScreen: View {
    let route: DeskRoute
    @State private var tab = Hall.books
    enum Hall: Hashable { case books, members }

    var body: some View {
      TabView(selection: $tab) {
        Tab("Books", systemImage: "book", value: Hall.books) { BooksView() }
        Tab("Members", systemImage: "person", value: Hall.members) { MembersView() }
      }
    }
  }

  struct SectionedTabs: View {
    @State private var tab = Hall.books
    enum Hall: Hashable { case books }

    var body: some View {
      TabView(selection: $tab) {
        TabSection("Hall") {
          Tab("Books", systemImage: "book", value: Hall.books) { BooksView() }
        }
      }
    }
  }

  struct ClosingView: View {
    let start: Date
    let end: Date

    var body: some View {
      ProgressView(timerInterval: start...end) { Text("The desk closes in") }
      TimelineView(.periodic(from: start, by: 1)) { _ in
        Text(timerInterval: start...end)
      }
    }
  }

  @MainActor
  final class LendingForm: ObservableObject {
    @Published var member = ""
    @Published var title = ""
    @Published var canLend = false

    init() {
      $member.combineLatest($title).map { !$0.isEmpty && !$1.isEmpty }.assign(to: &$canLend)
    }
  }

  struct TitledView: View {
    var body: some View {
      Text("Emma").navigationTitle(LocalizedStringKey("Desk"))
    }
  }

  struct BooksView: View { var body: some View { Text("2 books") } }
  struct MembersView: View { var body: some View { Text("3 members") } }

  @MainActor
  static func wizard() {
    var answers = WizardAnswers()
    answers[.member] = "Ada"
    answers[.book] = 42
    answers[.member] = "Grace"  // the book has to be chosen again
  }
}

extension AnswerKey where Value == String { static let member = AnswerKey("member") }
extension AnswerKey where Value == Int {
  static let book = AnswerKey("book", dependingOn: AnswerKey<String>.member)
}
