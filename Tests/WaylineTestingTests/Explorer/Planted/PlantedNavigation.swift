import Wayline
import WaylineTesting

private enum Place: NavigationValue {
  case catalog
  case book(id: Int)
  case trap
}

extension Planted {
  static let navigation: [Planted] = [
    Planted("a screen that cannot be left", "reaches-first-screen", ["Trap"]) {
      Explorer { TrapView() }.without(.deadEnd, .reachesQuit)
    },
    Planted("a last screen without a way on", "dead-end", ["Finish"]) {
      Explorer { DeadEnd() }
    },
    Planted("a program that cannot be left", "reaches-quit", ["Trap"]) {
      Explorer { TrapView() }.without(.deadEnd, .reachesFirstScreen)
    },
    Planted(
      "a list that another screen empties", "The catalog is never empty", ["Catalog", "Clear"]
    ) {
      Explorer { ClearingView() }.always("The catalog is never empty") {
        !$0.lines.contains("No books.")
      }
    },
    Planted("two wrappers on one key", "Both show the same", ["Rename"]) {
      Explorer { TwoWrappers() }.always("Both show the same") { screen in
        Set(screen.lines.filter { $0.hasPrefix("Name: ") }).count == 1
      }
    },
    Planted(
      "a tab that loses its selection", "The choice stays",
      ["Books", "Tab: Members", "Tab: Books"]
    ) {
      Explorer { ForgetfulTabs() }.never("The choice stays") { $0.lines.contains("Lost it") }
    },
    Planted(
      "a sheet whose result is thrown away", "Choosing a member names one",
      ["Choose", "Ann"]
    ) {
      Explorer { LostResult() }.never("Choosing a member names one") {
        $0.lines.contains("Chosen: nobody")
      }
    },
    Planted("a guard that a shortcut passes by", "Only members see it", ["Shortcut"]) {
      Explorer { PassedGuard() }.never("Only members see it") { $0.lines.contains("Secret shelf") }
    },
    Planted("a guard that is asked again after two redirects", "guard-once", ["Catalog"]) {
      Explorer { RepeatedGuard() }
    },
    Planted("a sheet that finishes twice", "flow-ends-once", ["Choose", "Ann"]) {
      Explorer { MemberFlow { FinishesTwice() } }
    },
    Planted("a screen whose end opens another", "pop-after-push", ["Catalog", "back"]) {
      Explorer { OpensAnother() }
    },
    Planted("a sheet that another one follows", "dismiss-after-present", ["Rules", "dismiss"]) {
      Explorer { FollowedSheet() }
    },
  ]
}

private struct TrapView: View {
  var body: some View {
    NavigationStack {
      NavigationLink("Trap", value: Place.trap)
        .navigationDestination(for: Place.self) { _ in
          Text("No way out.").onLeave { .block("You stay here.") }
        }
    }
  }
}

private struct DeadEnd: View {
  @State private var isFinished = false

  var body: some View {
    if isFinished {
      Button("Again") {}.disabled(true)
    } else {
      Button("Finish") { isFinished = true }
    }
  }
}

private struct ClearingView: View {
  @State private var books = ["Emma"]

  var body: some View {
    NavigationStack {
      NavigationLink("Catalog", value: Place.catalog)
        .navigationDestination(for: Place.self) { _ in
          if books.isEmpty { Text("No books.") }
          ForEach(books, id: \.self) { Text($0) }
          Button("Clear") { books = [] }
        }
    }
  }
}

private struct TwoWrappers: View {
  @AppStorage("name") private var first = "Ann"
  @AppStorage("name ") private var second = "Ann"

  var body: some View {
    Text("Name: \(first)")
    Text("Name: \(second)")
    Button("Rename") { first = "Bob" }
    Button("Reset") { (first, second) = ("Ann", "Ann") }
  }
}

private struct ForgetfulTabs: View {
  @State private var tab = "Books"
  @State private var choice: String?
  @State private var isLost = false

  var body: some View {
    TabView(selection: $tab) {
      Button("Books") { choice = "Emma" }.tabItem { Text("Books") }.tag("Books")
      Text("Members").tabItem { Text("Members") }.tag("Members")
    }
    .onChange(of: tab) { _, new in
      if new == "Books", choice != nil {
        choice = nil
        isLost = true
      }
    }
    if isLost { Text("Lost it") }
  }
}

private struct LostResult: View {
  @State private var isChoosing = false
  @State private var member: String?
  @State private var hasChosen = false

  var body: some View {
    Text(hasChosen ? "Chosen: \(member ?? "nobody")" : "Nobody chosen yet.")
    Button("Choose") { isChoosing = true }
      .sheet(isPresented: $isChoosing) {
        Button("Ann") {
          hasChosen = true
          isChoosing = false
        }
      }
  }
}

private struct PassedGuard: View {
  @State private var isMember = false
  @Environment(\.router) private var router

  var body: some View {
    NavigationStack {
      Button("Shelf") { if isMember { router.push(Place.catalog) } }
      Button("Shortcut") { router.push(Place.book(id: 1)) }
        .navigationDestination(for: Place.self) { _ in Text("Secret shelf") }
    }
  }
}

private struct RepeatedGuard: View {
  @State private var isMember = false

  var body: some View {
    NavigationStack {
      NavigationLink("Catalog", value: Place.catalog)
        .navigationDestination(for: Place.self) { _ in Text("Catalog") }
    }
    .guarding(Place.self) { place in
      if place == .trap {
        isMember = true
        return .redirect(to: Place.catalog)
      }
      return isMember ? .allow : .redirect(to: Place.trap)
    }
  }
}

private struct FinishesTwice: View {
  @Environment(\.finish) private var finish

  var body: some View {
    Button("Ann") {
      finish("Ann")
      finish("Bob")
    }
  }
}

private struct OpensAnother: View {
  @Environment(\.router) private var router

  var body: some View {
    NavigationStack {
      NavigationLink("Catalog", value: Place.catalog)
        .navigationDestination(for: Place.self) { place in
          if place == .catalog {
            Text("Catalog").onDisappear { router.push(Place.book(id: 1)) }
          } else {
            Text("A book that nobody asked for")
          }
        }
    }
  }
}

private struct FollowedSheet: View {
  @State private var isReading = false
  @State private var isRating = false

  var body: some View {
    Button("Rules") { isReading = true }
      .sheet(isPresented: $isReading, onDismiss: { isRating = true }) { Text("Be quiet.") }
      .sheet(isPresented: $isRating) { Text("Rate the rules.") }
  }
}
