import Testing
import Wayline
import WaylineTestScale

@testable import WaylineTesting

private enum Place: NavigationValue {
  case catalog
  case book(id: Int)
  case settings
}

/// A program without bugs.
struct Correct: Sendable, CustomStringConvertible {
  let name: String
  let explorer: @MainActor @Sendable () -> Explorer<Screens>
  var description: String { name }

  static let all: [Correct] = [
    Correct(name: "counter") { Explorer { CounterScreen() } },
    Correct(name: "pushed screens") { Explorer { Stacked() } },
    Correct(name: "sheet with a result") { Explorer { SheetResult() } },
    Correct(name: "flow with a result") { Explorer { MemberFlow { MemberChoice() } } },
    Correct(name: "guard that asks for a login first") { Explorer { LoginFirst() } },
    Correct(name: "guard that takes two seconds") { Explorer { SlowLogin() } },
    Correct(name: "guard that redirects to its own place") { Explorer { CircularGuard() } },
    Correct(name: "tabs") { Explorer { Tabbed() } },
    Correct(name: "stored settings") { Explorer { Settings() } },
    Correct(name: "value of the scene alone") { Explorer { SceneNote() } },
    Correct(name: "form with a check") {
      Explorer { CheckedForm() }.values(["", "Ann"], for: "Name")
    },
    Correct(name: "alert that asks") { Explorer { Asking() } },
    Correct(name: "task that loads") { Explorer { Loading() } },
    Correct(name: "banner for three seconds") { Explorer { Banner() } },
    Correct(name: "cover over a stored login") { Explorer { StoredLogin() } },
    Correct(name: "list that grows to a bound") { Explorer { Growing() } },
    Correct(name: "stack inside a screen") { Explorer { StackInside() } },
    Correct(name: "observable object") { Explorer { Observed() } },
    Correct(name: "place that only its asker opens") { Explorer { AskedAbove() } },
    Correct(name: "disclosure and picker") { Explorer { Choices() } },
  ]
}

@Suite("Correct programs", .serialized)
@MainActor
struct CorrectProgramTests {
  @Test("None gives a false alarm", arguments: Correct.all)
  func sound(_ program: Correct) async {
    let report = await program.explorer()
      .budget(states: 40 * Scale.factor, depth: 4 + Scale.factor).run()
    print("correct | \(program.name) | \(report.extent)")
    for line in report.coverage { print("correct | \(program.name) | \(line)") }
    #expect(report.isSound, "\(program): \(report)")
    #expect(report.states > 1)
  }

  @Test("Two runs give the same report, byte for byte")
  func twice() async {
    for program in Correct.all.prefix(4) {
      let explorer = program.explorer().budget(states: 20 * Scale.factor, depth: 5)
      let (first, second) = (await explorer.run(), await explorer.run())
      #expect("\(first)" == "\(second)")
    }
  }

  @Test(
    "A program of values is reached by snapshots, also after other scenes, and is deterministic",
    arguments: [
      "stored settings", "value of the scene alone", "stack inside a screen", "flow with a result",
      "guard that asks for a login first", "cover over a stored login",
    ])
  func snapshots(_ name: String) async throws {
    let program = try #require(Correct.all.first { $0.name == name })
    let report = await program.explorer().budget(states: 60, depth: 5).run()
    #expect(!report.limits.contains { $0.contains("snapshots cannot store") }, "\(report)")
    #expect(!report.limits.contains { $0.contains("not deterministic") }, "\(report)")
  }

  @Test("A place on a stack inside a cover was reached, although it has no link")
  func innerPlaces() async {
    let report = await Explorer { Intake() }.budget(states: 30, depth: 5).run()
    #expect(report.isSound, "\(report)")
    #expect(!report.uncovered.contains { $0.hasSuffix("was not reached.") }, "\(report)")
  }

  @Test("A snapshot that is not enough is noticed, and commands are taken again")
  func fallback() async {
    let report = await Explorer { Observed() }.budget(states: 100, depth: 6).run()
    #expect(report.isSound, "\(report)")
    #expect(report.states == 4)
  }
}

private enum IntakePlace: NavigationValue { case intake }
private enum IntakeStep: NavigationValue { case device, fault }

/// A wizard with a stack of its own, under a cover in a tab.
private struct Intake: View {
  @Environment(\.router) private var router

  var body: some View {
    TabView {
      NavigationStack {
        Button("Take in") { router.present(IntakePlace.intake, as: .cover) }
          .navigationDestination(for: IntakePlace.self) { _ in steps }
      }
      .tabItem { Text("Jobs") }
      Text("1 customer").tabItem { Text("Customers") }
    }
  }

  private var steps: some View {
    NavigationStack {
      NavigationLink("Device", value: IntakeStep.device)
        .navigationDestination(for: IntakeStep.self) { step in
          if step == .device { NavigationLink("Fault", value: IntakeStep.fault) }
          Text("\(step)")
        }
    }
  }
}

private struct CounterScreen: View {
  @State private var count = 0
  var body: some View {
    Text("Count: \(count)")
    Button("Up") { count += 1 }.disabled(count == 5)
    Button("Down") { count -= 1 }.disabled(count == 0)
  }
}

private struct Stacked: View {
  var body: some View {
    NavigationStack {
      Form {
        NavigationLink("Catalog", value: Place.catalog)
        NavigationLink("Settings", value: Place.settings)
      }
      .navigationTitle("Desk")
      .navigationDestination(for: Place.self) { place in
        switch place {
        case .catalog:
          ForEach([1, 2], id: \.self) {
            NavigationLink("Book \($0 == 1 ? "one" : "two")", value: Place.book(id: $0))
          }
          .navigationTitle("Catalog")
        case .book(let id): Text("Book \(id)").navigationTitle("Book \(id)")
        case .settings: Text("Settings").navigationTitle("Settings")
        }
      }
    }
  }
}

private struct SheetResult: View {
  @State private var isChoosing = false
  @State private var member = "nobody"
  var body: some View {
    Text("Member: \(member)")
    Button("Choose") { isChoosing = true }
      .sheet(isPresented: $isChoosing) {
        Button("Ann") { (member, isChoosing) = ("Ann", false) }
        Button("Bob") { (member, isChoosing) = ("Bob", false) }
      }
  }
}

private struct MemberChoice: View {
  @Environment(\.finish) private var finish

  var body: some View {
    Button("Ann") { finish("Ann") }
    Button("Bob") { finish("Bob") }
  }
}

private struct CircularGuard: View {
  var body: some View {
    NavigationStack {
      Form {
        NavigationLink("Catalog", value: Place.catalog)
        NavigationLink("Settings", value: Place.settings)
      }
      .navigationDestination(for: Place.self) { Text("\($0)") }
    }
    .guarding(Place.self) { place in
      place == .catalog ? .redirect(to: Place.catalog) : .allow
    }
  }
}

private struct LoginFirst: View {
  @State private var isKnown = false

  var body: some View {
    NavigationStack {
      Form {
        NavigationLink("Catalog", value: Place.catalog)
        Button("Log out") { isKnown = false }.disabled(!isKnown)
      }
      .navigationDestination(for: Place.self) { place in
        if place == .settings {
          LoginForm(isKnown: $isKnown)
        } else {
          Text("Catalog")
        }
      }
    }
    .guarding(Place.self) { place in
      isKnown || place == .settings
        ? .allow : .redirect(to: Place.settings, thenContinuing: true)
    }
  }

  private struct LoginForm: View {
    @Binding var isKnown: Bool
    @Environment(\.finish) private var finish

    var body: some View {
      Button("Log in") {
        isKnown = true
        finish()
      }
    }
  }
}

/// A guard that asks a server, which takes time, also when a place is restored.
private struct SlowLogin: View {
  @State private var isKnown = false
  @Environment(\.clock) private var clock

  var body: some View {
    NavigationStack {
      Form {
        Toggle("Known", isOn: $isKnown)
        NavigationLink("Catalog", value: Place.catalog)
      }
      .navigationDestination(for: Place.self) { _ in Text("Catalog") }
    }
    .guarding(Place.self) { _ in
      try? await clock.sleep(for: .seconds(2))
      return isKnown ? .allow : .block("Log in first.")
    }
  }
}

private struct Tabbed: View {
  @State private var tab = "Books"
  @State private var isLent = false
  var body: some View {
    TabView(selection: $tab) {
      Toggle("Lent", isOn: $isLent).tabItem { Text("Books") }.tag("Books")
      Text("No members").tabItem { Text("Members") }.tag("Members")
    }
  }
}

private struct Settings: View {
  @AppStorage("isLoud") private var isLoud = false
  @AppStorage("theme") private var theme = "light"
  var body: some View {
    Toggle("Loud", isOn: $isLoud)
    Picker("Theme", selection: $theme) {
      Text("light").tag("light")
      Text("dark").tag("dark")
    }
  }
}

private struct SceneNote: View {
  @SceneStorage("isOpen") private var isOpen = false
  var body: some View { Toggle("Open", isOn: $isOpen) }
}

private struct CheckedForm: View {
  @State private var name = ""
  @State private var isSent = false
  var body: some View {
    if isSent {
      Text("Thank you, \(name).")
      Button("Another") { (name, isSent) = ("", false) }
    } else {
      TextField("Name", text: $name)
      Button("Send") { isSent = true }.disabled(name.isEmpty)
    }
  }
}

private struct Asking: View {
  @State private var isAsking = false
  @State private var books = 2
  var body: some View {
    Text("Books: \(books)")
    Button("Delete all") { isAsking = true }
      .disabled(books == 0)
      .alert("Delete all books?", isPresented: $isAsking) {
        Button("Delete", role: .destructive) { books = 0 }
        Button("Keep", role: .cancel) {}
      }
    Button("Restock") { books = 2 }
  }
}

private struct Loading: View {
  @State private var posts: [String] = []
  var body: some View {
    Text("Posts: \(posts.count)")
    Button("Reload") {
      Task {
        await Task.yield()
        posts = ["one", "two"]
      }
    }
    Button("Clear") { posts = [] }
  }
}

/// The cover is closed in one process, and shown again by the next one.
private struct StoredLogin: View {
  @AppStorage("isKnown") private var isKnown = false
  @State private var isClosed = false

  var body: some View {
    NavigationStack {
      NavigationLink("Account", value: Place.settings)
        .navigationDestination(for: Place.self) { _ in
          Button("Log in") { (isKnown, isClosed) = (true, false) }
            .fullScreenCover(
              isPresented: Binding {
                isKnown && !isClosed
              } set: {
                isClosed = !$0
              }
            ) {
              Button("Log out") { isKnown = false }
            }
        }
    }
  }
}

/// A stack of its own inside a pushed screen, as a flow has one, with states on its screens.
private struct StackInside: View {
  enum Step: NavigationValue {
    case check
  }

  var body: some View {
    NavigationStack {
      Form {
        NavigationLink("Returns", value: Place.catalog)
        NavigationLink("Settings", value: Place.settings)
      }
      .navigationDestination(for: Place.self) { place in
        if place == .catalog { Returns() } else { Noted(name: "Loud") }
      }
    }
  }

  private struct Returns: View {
    var body: some View {
      NavigationStack {
        Noted(name: "Torn")
        NavigationLink("Check", value: Step.check)
          .navigationDestination(for: Step.self) { _ in Noted(name: "Complete") }
      }
    }
  }

  private struct Noted: View {
    let name: String
    @State private var isOn = false
    var body: some View { Toggle(name, isOn: $isOn) }
  }
}

private struct Growing: View {
  @State private var books: [Int] = []
  var body: some View {
    ForEach(books, id: \.self) { Text("Book \($0)") }
    Button("Add") { books.append(books.count) }.disabled(books.count == 4)
    Button("Remove") { books.removeLast() }.disabled(books.isEmpty)
  }
}

private final class Shelf: ObservableObject {
  @Published var books = 0
}

private struct Observed: View {
  @StateObject private var shelf = Shelf()
  var body: some View {
    Text("Books: \(shelf.books)")
    Button("Add") { shelf.books += 1 }.disabled(shelf.books == 3)
    Button("Remove") { shelf.books -= 1 }.disabled(shelf.books == 0)
  }
}

private struct Choices: View {
  @State private var size = "small"
  var body: some View {
    DisclosureGroup("Details") { Text("Size is \(size).") }
    Picker("Size", selection: $size) {
      Text("small").tag("small")
      Text("large").tag("large")
    }
  }
}

/// A place with a link, below a sheet whose place has none.
private struct AskedAbove: View {
  enum Plot: NavigationValue { case plot(id: Int) }
  enum Question: NavigationValue, PresentedValue { case tenant(plot: Int) }

  var body: some View {
    NavigationStack {
      ForEach([1, 2], id: \.self) { NavigationLink("Plot \($0)", value: Plot.plot(id: $0)) }
        .navigationTitle("Garden")
        .navigationDestination(for: Plot.self) { plot in
          switch plot {
          case .plot(let id): PlotView(id: id)
          }
        }
        .navigationDestination(for: Question.self) { _ in Text("Who?").navigationTitle("Tenant") }
    }
  }

  struct PlotView: View {
    let id: Int
    @Environment(\.router) private var router

    var body: some View {
      Button("Assign") { router.present(Question.tenant(plot: id)) }.navigationTitle("Plot \(id)")
    }
  }
}
