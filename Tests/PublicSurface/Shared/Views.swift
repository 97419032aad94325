import FoundationEssentials
import Wayline

/// Spellings of views, written as for SwiftUI.
struct ViewSpellings: View {
  enum Scope: Hashable { case titles, authors }

  struct Shelf: Identifiable {
    let id: Int
    var name: String
    var shelves: [Shelf]?
  }

  struct Trouble: LocalizedError {
    var errorDescription: String? { "The desk is closed." }
  }

  @State private var shelves = [Shelf(id: 1, name: "Fiction")]
  @State private var fee = 0.5
  @State private var due = Date(timeIntervalSince1970: 0)
  @State private var query = ""
  @State private var scope = Scope.titles
  @State private var isShown = false
  @State private var tab = 1
  @State private var columns = NavigationSplitViewVisibility.all
  @State private var chosen: Int?
  @State private var several: Set<Int> = []
  @FocusState private var focus: Scope?
  @FocusState private var isFocused: Bool
  @Environment(\.isSearching) private var isSearching
  @Environment(\.dismissSearch) private var dismissSearch
  @Environment(\.presentationMode) private var presentationMode
  @Environment(\.scenePhase) private var scenePhase

  var body: some View {
    TabView(selection: $tab) {
      Tab("Books", systemImage: "book", value: 1) { books }
      Tab("Fees", systemImage: "dollarsign", value: 2) { fees }
      Tab("Shelves", systemImage: "books", value: 4) { editable }
      Tab("Marks", systemImage: "tag", value: 5) { marks }
      Tab(value: 3) {
        states
      } label: {
        Label("States", systemImage: "circle")
      }
    }
    .onChange(of: scenePhase) { _, phase in
      if phase == .background { presentationMode.wrappedValue.dismiss() }
    }
  }

  private var books: some View {
    NavigationSplitView(columnVisibility: $columns) {
      List(shelves, children: \.shelves) { shelf in
        Text(shelf.name)
          .swipeActions(edge: .leading, allowsFullSwipe: false) { Button("Lend") {} }
          .contextMenu { Button("Show") { isShown = true } }
      }
    } detail: {
      List {
        ForEach(shelves) { shelf in Text(shelf.name).selectionDisabled(shelf.id > 1) }
          .onDelete { offsets in shelves.remove(atOffsets: offsets) }
          .onMove { offsets, destination in
            shelves.move(fromOffsets: offsets, toOffset: destination)
          }
          .moveDisabled(shelves.count < 2)
      }
    }
    .searchable(text: $query)
    .searchScopes($scope) {
      Text("Titles").tag(Scope.titles)
      Text("Authors").tag(Scope.authors)
    }
    .searchSuggestions { Text("Emma").searchCompletion("emma") }
    .focused($focus, equals: .titles)
    .focused($isFocused)
    .defaultFocus($focus, .titles)
    .submitScope(isSearching)
  }

  @ViewBuilder private var editable: some View {
    List($shelves, id: \.name) { $shelf in TextField("Name", text: $shelf.name) }
    List($shelves, editActions: .all) { $shelf in Text(shelf.name) }
    List {
      ForEach($shelves, editActions: [.delete, .move]) { $shelf in Text(shelf.name) }
    }
    List(0..<3, selection: $chosen) { Text("\($0)") }
    List(0..<3, selection: $several) { Text("\($0)") }
    ContentUnavailableView {
      Text("No shelves")
    } actions: {
      Button("Build one") {}
    }
    ContentUnavailableView("No shelves", image: "shelf")
      .navigationTitle($query)
  }

  private var fees: some View {
    Form {
      Slider(value: $fee, in: 0...10, step: 0.5) {
        Text("Fee")
      } minimumValueLabel: {
        Text("free")
      } maximumValueLabel: {
        Text("high")
      } onEditingChanged: { _ in
      }
      Slider(value: $fee)
      DatePicker("Due", selection: $due, in: Date()..., displayedComponents: .date)
      DatePicker(selection: $due, displayedComponents: [.date, .hourAndMinute]) { Text("Due") }
      Text("Fee: \(fee, specifier: "%.2f"), copies: \(3, specifier: "%03d")")
      Text(due, style: .relative)
      Text(AttributedString("plain"))
      Menu("Sort") {
        Button("By title") {}
      } primaryAction: {
        dismissSearch()
      }
      Gauge(value: fee, in: 0...10) { Text("Fees") }
      Gauge(value: fee) {
        Text("Fees")
      } currentValueLabel: {
        Text("half")
      }
      ProgressView(value: fee) {
        Text("Importing")
      } currentValueLabel: {
        Text("half")
      }
      ProgressView(value: fee, total: 10) { Text("Importing") }
      Button("Rate") {}.accessibilityValue("4 of 5")
      Text("Due \(due, style: .date)")
      Text(due...due)
      OutlineGroup(shelves, children: \.shelves) { Text($0.name) }
      List(shelves, children: \.shelves, selection: $chosen) { Text($0.name) }
      List(shelves, id: \.id, children: \.shelves, selection: $several) { Text($0.name) }
      ForEach(subviews: Group { Text("one") }) { subview in subview }
      LazyHStack(spacing: 4) { Text("one") }
    }
  }

  @ViewBuilder private var marks: some View {
    HStack {
      Text("Emma").underline()
      Spacer()
      Text("1815").foregroundColor(.red)
    }
    .safeAreaInset(edge: .bottom) { Text("2 books") }
    .transformEnvironment(\.locale) { $0 = Locale(identifier: "de") }
    .defaultAppStorage(MemoryStore())
    .invalidatableContent()
    .unredacted()
    EquatableView(content: Mark(text: "new"))
  }

  private struct Mark: View, Equatable {
    let text: String
    var body: ModifiedContent<Text, EmptyModifier> {
      ModifiedContent(content: Text(text), modifier: EmptyModifier())
    }
  }

  private func first(of subviews: SubviewsCollection) -> Subview? { subviews.first }

  private var states: some View {
    Group(subviews: Group { Text("one") }) { subviews in
      ForEach(subviews) { subview in subview }
      Text("\(subviews.count)")
    }
    .alert(isPresented: $isShown, error: Trouble()) { Button("OK") {} }
    .confirmationDialog("Delete?", isPresented: $isShown, titleVisibility: .visible) {
      Button("Delete", role: .destructive) {}
    }
    .onOpenURL { url in query = url.absoluteString }
    .interactiveDismissDisabled(isShown)
    .popover(isPresented: $isShown) { Text("more") }
    .popover(isPresented: $isShown, attachmentAnchor: .point(.top), arrowEdge: .bottom) {
      Text("more")
    }
    .popover(isPresented: $isShown, attachmentAnchor: .rect(.bounds)) { Text("more") }
    .inspector(isPresented: $isShown) { Text("details") }
  }
}

/// Modifiers of scenes, written as for SwiftUI.
struct SpellingApp: App {
  @AppStorage("visits") private var visits = 0

  var body: some Scene {
    WindowGroup("Desk", id: "desk") { Text("desk") }
      .environment(\.locale, Locale(identifier: "de"))
      .onChange(of: visits) { old, new in print(old, new) }
      .onChange(of: visits) { visits in print(visits) }
      .onChange(of: visits, perform: { print($0) })
  }
}
