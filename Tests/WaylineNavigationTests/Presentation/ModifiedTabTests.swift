import Observation
import Testing
import WaylineGraph
import WaylineSwiftUINames
import WaylineViews

@testable import WaylineNavigation

private struct Framed: ViewModifier {
  func body(content: Content) -> some View {
    content
    Text("framed")
  }
}

private struct Title: View {
  @Environment(\.isEnabled) private var isEnabled
  let text: String
  var body: some View { Text(isEnabled ? text : "off") }
}

private final class Model: ObservableObject {
  @Published var name = "Ada"
}

@Observable private final class Shelf {}

/// Two tabs, of which the first has its label and its tag below a modifier.
private struct Hall<Content: View>: View {
  @State private var tab = 1
  let first: @MainActor () -> Content
  var body: some View {
    TabView(selection: $tab) {
      first()
      Text("two").tabItem { Text("Two") }.tag(2)
    }
    Text("tab \(tab)")
  }
}

/// Two tabs, of which the first has the focus of its field bound.
private struct FocusedHall: View {
  @FocusState private var isFocused: Bool
  @State private var tab = 1
  @State private var name = ""
  var body: some View {
    TabView(selection: $tab) {
      TextField("Name", text: $name).tabItem { Text("One") }.tag(1).focused($isFocused)
        .defaultFocus($isFocused, false)
      Text("two").tabItem { Text("Two") }.tag(2)
    }
    Text("tab \(tab)")
  }
}

@Suite("Tabs with modifiers")
@MainActor
struct ModifiedTabTests {
  /// The first tab, with each modifier that makes another view of it.
  nonisolated private static let tabs: [(name: String, make: @MainActor @Sendable () -> any View)] =
    {
      @MainActor func tab() -> some View { Text("one").tabItem { Text("One") }.tag(1) }
      return [
        ("none", { tab() }),
        ("accessibilityLabel", { tab().accessibilityLabel("x") }),
        ("accessibilityValue", { tab().accessibilityValue("x") }),
        ("accessibilityHint", { tab().accessibilityHint("x") }),
        ("alert", { tab().alert("x", isPresented: .constant(false)) {} }),
        ("badge", { tab().badge(3) }),
        ("bold", { tab().bold() }),
        ("closure modifier", { tab().modifier(Framed()) }),
        ("confirmationDialog", { tab().confirmationDialog("x", isPresented: .constant(false)) {} }),
        ("contextMenu", { tab().contextMenu { Button("x") {} } }),
        ("disabled", { tab().disabled(true) }),
        ("environment", { tab().environment(\.isEnabled, false) }),
        ("environment of an object", { tab().environment(Shelf()) }),
        ("environmentObject", { tab().environmentObject(Model()) }),
        ("foregroundColor", { tab().foregroundColor(.red) }),
        ("foregroundStyle", { tab().foregroundStyle(.red) }),
        ("fullScreenCover", { tab().fullScreenCover(isPresented: .constant(false)) {} }),
        ("guarding", { tab().guarding(DeskRoute.self) { _ in .allow } }),
        ("help", { tab().help("x") }),
        ("hidden", { tab().hidden() }),
        ("id", { tab().id(7) }),
        ("inspector", { tab().inspector(isPresented: .constant(false)) {} }),
        ("interactiveDismissDisabled", { tab().interactiveDismissDisabled() }),
        ("invalidatableContent", { tab().invalidatableContent() }),
        ("italic", { tab().italic() }),
        ("keyboardShortcut", { tab().keyboardShortcut("x") }),
        ("moveDisabled", { tab().moveDisabled(true) }),
        ("requiresWholeLabel", { tab().requiresWholeLabel() }),
        ("navigationDestination", { tab().navigationDestination(for: Int.self) { Text("\($0)") } }),
        ("navigationTitle", { tab().navigationTitle("x") }),
        ("onAppear", { tab().onAppear {} }),
        ("onChange", { tab().onChange(of: 1) {} }),
        ("onDisappear", { tab().onDisappear {} }),
        ("onLeave", { tab().onLeave { .allow } }),
        ("onOpenURL", { tab().onOpenURL { _ in } }),
        ("onReceive", { tab().onReceive(Model().$name) { _ in } }),
        ("onSubmit", { tab().onSubmit {} }),
        ("overlay", { tab().overlay { Text("x") } }),
        ("padding", { tab().padding() }),
        ("popover", { tab().popover(isPresented: .constant(false)) {} }),
        ("privacySensitive", { tab().privacySensitive() }),
        ("redacted", { tab().redacted(reason: .privacy) }),
        ("refreshable", { tab().refreshable {} }),
        ("safeAreaInset", { tab().safeAreaInset(edge: .top) { Text("x") } }),
        ("searchCompletion", { tab().searchCompletion("x") }),
        ("searchScopes", { tab().searchScopes(.constant(1)) { Text("x").tag(1) } }),
        ("searchSuggestions", { tab().searchSuggestions { Text("x") } }),
        ("searchable", { tab().searchable(text: .constant("")) }),
        ("selectionDisabled", { tab().selectionDisabled() }),
        ("sheet", { tab().sheet(isPresented: .constant(false)) {} }),
        ("submitScope", { tab().submitScope() }),
        ("swipeActions", { tab().swipeActions { Button("x") {} } }),
        ("task", { tab().task {} }),
        ("task with an id", { tab().task(id: 1) {} }),
        ("toolbar", { tab().toolbar { Button("x") {} } }),
        ("transformEnvironment", { tab().transformEnvironment(\.isEnabled) { $0 = false } }),
        ("underline", { tab().underline() }),
        ("unredacted", { tab().unredacted() }),
        ("hidden type", { AnyView(tab()) }),
        ("if and else", { Group { if Int.random(in: 1...1) == 1 { tab() } else { Text("x") } } }),
        ("two", { tab().onAppear {}.environment(\.isEnabled, false) }),
      ]
    }()

  @Test("A tab keeps its name and its tag under every modifier")
  func modifiers() {
    for (name, make) in Self.tabs {
      let (hosting, mistakes) = withReports { Hosting { Hall { AnyView(make()) } } }
      let isNamed = hosting.lines.contains { $0.hasSuffix("Tab: One (One, Two)") }
      #expect(isNamed, "\(name): \(hosting.lines)")
      #expect(hosting.lines.last == "tab 1", "\(name)")
      hosting.send(.value("two"), to: "Tab")
      #expect(hosting.lines.last == "tab 2", "\(name)")
      #expect(mistakes == [], "\(name)")
    }
  }

  @Test("A tab keeps its name and its tag where its focus is bound")
  func focused() {
    let hosting = Hosting { FocusedHall() }
    #expect(hosting.lines == ["[1] Tab: One (One, Two)", "[2] Name: (empty)", "tab 1"])
  }

  @Test("A modifier of a tab has its effect")
  func effect() {
    let hosting = Hosting {
      Hall { Title(text: "on").tabItem { Text("One") }.tag(1).modifier(Framed()).disabled(true) }
    }
    #expect(hosting.lines == ["[1] Tab: One (One, Two)", "off", "framed", "tab 1"])
  }

  @Test("A label may be any view: its text is the name")
  func labels() {
    let hosting = Hosting {
      TabView {
        Text("one").tabItem { Title(text: "Own") }
        Text("two").tabItem {
          VStack {
            Text("Up")
            Text("down")
          }
        }
        Text("three").tabItem {
          Label("Books", systemImage: "book")
          Text("new")
        }
        Text("four").tabItem { Text("Members").bold() }
      }
    }
    #expect(hosting.lines.first == "[1] Tab: Own (Own, Up down, Books new, Members)")
  }

  @Test("A label reads the environment of its tab view")
  func labelEnvironment() {
    let hosting = Hosting {
      TabView { Text("one").tabItem { Title(text: "Own") } }.environment(\.isEnabled, false)
    }
    #expect(hosting.host.page().elements.map(\.choices) == [["off"]])
  }

  @Test("A name in the body of a view is reported, since the body runs too late")
  func late() {
    struct Books: View {
      var body: some View { Text("one").tabItem { Text("Books") } }
    }
    let (hosting, mistakes) = withReports { Hosting { TabView { Books() } } }
    #expect(hosting.lines == ["[1] Tab: 1 (1)", "one"])
    #expect(
      mistakes == [
        "A tabItem is inside the body of a view, which runs after a TabView has to know its tabs, so "
          + "the name of the tab is its number. Attach the tabItem to the view in the TabView."
      ])
    let named = withReports { Hosting { TabView { Books().tabItem { Text("Outer") } } } }
    #expect(named.sentences == [])
    let outside = withReports { Hosting { Books() } }
    #expect(outside.sentences == [])
  }

  @Test("A modifier of several tabs together is reported")
  func several() {
    let (hosting, mistakes) = withReports {
      Hosting {
        TabView {
          Group {
            Text("one").tabItem { Text("One") }
            Text("two").tabItem { Text("Two") }
          }
          .onAppear {}
        }
      }
    }
    #expect(hosting.lines == ["[1] Tab: 1 (1)", "one", "two"])
    #expect(
      mistakes.contains(
        "A modifier was applied to 2 views of a TabView together, which makes one tab of them. Apply "
          + "it to each of the views."))
  }

  @Test("A tab has a role or an image as in SwiftUI, and can be hidden")
  func spellings() {
    let hosting = Hosting {
      TabView(selection: .constant(1)) {
        Tab("One", image: "book", value: 1) { Text("one") }
        Tab("Two", systemImage: "book", value: 2, role: .search) { Text("two") }
        Tab(value: 3, role: .search) { Text("three") }
        Tab("Four", systemImage: "book", value: 4) { Text("four") }.hidden(true)
        Tab("Five", systemImage: "book", value: 5) { Text("five") }.hidden(false)
      }
    }
    #expect(hosting.lines == ["[1] Tab: One (One, Two, Search, Five)", "one"])
    let unselected = Hosting {
      TabView {
        Tab("One", image: "book") { Text("one") }
        Tab(role: .search) { Text("two") }
      }
    }
    #expect(unselected.lines == ["[1] Tab: One (One, Search)", "one"])
  }
}

@Suite("Links in the columns of a split view")
@MainActor
struct ColumnLinkTests {
  @Test("In a list with a selection, a link to a value of the selection selects it")
  func selection() {
    struct Desk: View {
      @State private var chosen: Int?
      var body: some View {
        NavigationSplitView {
          List(selection: $chosen) {
            NavigationLink("Work", value: 2)
            NavigationLink("Place", value: "elsewhere")
          }
          .navigationDestination(for: String.self) { Text($0) }
        } detail: {
          Text(chosen.map { "shelf \($0)" } ?? "nothing")
        }
      }
    }
    let hosting = Hosting { Desk() }
    #expect(hosting.press("Work") == .done)
    #expect(hosting.lines == ["[1] Work", "[2] Place", "", "shelf 2"])
    hosting.press("Place")
    #expect(hosting.lines == ["elsewhere"])
  }
}
