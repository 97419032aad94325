import Wayline

/// The elements, and the views that arrange them.
extension Sample {
  static let elements =
    [
      Sample("Text") { $0.textSample },
      Sample("Label") { $0.labelSample },
      Sample("LabeledContent") { $0.labeledContentSample },
      Sample("Button", "Lend") { $0.buttonSample },
      Sample("Link", "Catalog") { $0.linkSample },
      Sample("NavigationLink", "Emma") { $0.navigationLinkSample },
      Sample("Toggle", "Notify me") { $0.toggleSample },
      Sample("TextField", "1 Grace") { $0.textFieldSample },
      Sample("SecureField") { $0.secureFieldSample },
      Sample("TextEditor") { $0.textEditorSample },
      Sample("Stepper", "1 +") { $0.stepperSample },
      Sample("Slider", "1 0.75") { $0.sliderSample },
      Sample("Picker", "1 History") { $0.pickerSample },
      Sample("DatePicker", "1 2026-02-01") { $0.datePickerSample },
      Sample("Menu", "Sort") { $0.menuSample },
      Sample("DisclosureGroup", "Details") { $0.disclosureGroupSample },
      Sample("OutlineGroup", "Fiction") { $0.outlineGroupSample },
      Sample("ControlGroup") { $0.controlGroupSample },
      Sample("ProgressView") { $0.progressViewSample },
      Sample("Gauge") { $0.gaugeSample },
      Sample("Sparkline") { $0.sparklineSample },
      Sample("BarChart") { $0.barChartSample },
      Sample("Table") { $0.tableSample },
      Sample("List") { $0.listSample },
      Sample("ForEach") { $0.forEachSample },
      Sample("Section") { $0.sectionSample },
      Sample("GroupBox") { $0.groupBoxSample },
      Sample("Form") { $0.formSample },
      Sample("Group") { $0.groupSample },
      Sample("VStack") { $0.vStackSample },
      Sample("HStack") { $0.hStackSample },
      Sample("LazyVStack") { $0.lazyVStackSample },
      Sample("LazyHStack") { $0.lazyHStackSample },
      Sample("ScrollView") { $0.scrollViewSample },
      Sample("Divider") { $0.dividerSample },
      Sample("Spacer") { $0.spacerSample },
      Sample("ContentUnavailableView") { $0.contentUnavailableViewSample },
      Sample("TimelineView") { $0.timelineViewSample },
      Sample("NavigationStack") { $0.navigationStackSample },
      Sample("NavigationSplitView") { $0.navigationSplitViewSample },
      Sample("TabView", "Members") { $0.tabViewSample },
      Sample("ToolbarItem") { $0.toolbarItemSample },
    ]
}

extension SampleDesk {
  fileprivate var textSample: some View {
    Text("On the shelf.")
  }

  fileprivate var labelSample: some View {
    Label("Reserved", systemImage: "bookmark")
  }

  fileprivate var labeledContentSample: some View {
    LabeledContent("Author", value: "L. P. Hartley")
  }

  @ViewBuilder fileprivate var buttonSample: some View {
    Text("Copies: \(copies)")
    Button("Lend") { copies -= 1 }
  }

  fileprivate var linkSample: some View {
    Link("Catalog", destination: catalog)
  }

  fileprivate var navigationLinkSample: some View {
    NavigationStack {
      NavigationLink("Emma", value: 42)
        .navigationDestination(for: Int.self) { Text("Book \($0)") }
    }
  }

  fileprivate var toggleSample: some View {
    Toggle("Notify me", isOn: $notifies)
  }

  fileprivate var textFieldSample: some View {
    TextField("Member", text: $member)
  }

  fileprivate var secureFieldSample: some View {
    SecureField("Passcode", text: $passcode)
  }

  fileprivate var textEditorSample: some View {
    TextEditor(text: $note).accessibilityLabel("Note")
  }

  fileprivate var stepperSample: some View {
    Stepper("Copies", value: $copies, in: 0...12, step: 5)
  }

  fileprivate var sliderSample: some View {
    Slider(value: $fee) { Text("Fee") }
  }

  fileprivate var pickerSample: some View {
    Picker("Shelf", selection: $shelf) {
      Text("Fiction").tag("Fiction")
      Text("History").tag("History")
    }
  }

  fileprivate var datePickerSample: some View {
    DatePicker("Due", selection: $due, displayedComponents: .date)
  }

  fileprivate var menuSample: some View {
    Menu("Sort") { Button("By title") { titles.sort() } }
  }

  fileprivate var disclosureGroupSample: some View {
    DisclosureGroup("Details") { Text("Shelf 3") }
  }

  fileprivate var outlineGroupSample: some View {
    OutlineGroup(shelves, children: \.shelves) { Text($0.name) }
  }

  fileprivate var controlGroupSample: some View {
    ControlGroup("Book") {
      Button("Lend") { copies -= 1 }
      Button("Reserve") { notifies = true }
    }
  }

  fileprivate var progressViewSample: some View {
    ProgressView("Importing", value: 0.5)
  }

  fileprivate var gaugeSample: some View {
    Gauge(value: 0.4) { Text("Shelf") }
  }

  fileprivate var sparklineSample: some View {
    Sparkline("Loans", values: [1, 3, 2])
  }

  fileprivate var barChartSample: some View {
    BarChart(books, label: \.title, value: \.id)
  }

  fileprivate var tableSample: some View {
    Table(books) { TableColumn("Title", value: \.title) }
  }

  fileprivate var listSample: some View {
    List(books) { Text($0.title) }
  }

  fileprivate var forEachSample: some View {
    ForEach(titles, id: \.self) { Text($0) }
  }

  fileprivate var sectionSample: some View {
    Section("Books") { Text("The Leopard") }
  }

  fileprivate var groupBoxSample: some View {
    GroupBox("Books") { Text("The Leopard") }
  }

  fileprivate var formSample: some View {
    Form { TextField("Member", text: $member) }
  }

  fileprivate var groupSample: some View {
    Group { Text("The Leopard") }
  }

  fileprivate var vStackSample: some View {
    VStack {
      Text("Emma")
      Text("1815")
    }
  }

  fileprivate var hStackSample: some View {
    HStack {
      Text("Emma")
      Text("1815")
    }
  }

  fileprivate var lazyVStackSample: some View {
    LazyVStack { ForEach(titles, id: \.self) { Text($0) } }
  }

  fileprivate var lazyHStackSample: some View {
    LazyHStack { ForEach(titles, id: \.self) { Text($0) } }
  }

  fileprivate var scrollViewSample: some View {
    ScrollView { Text("Emma") }
  }

  @ViewBuilder fileprivate var dividerSample: some View {
    Text("Emma")
    Divider()
    Text("1815")
  }

  fileprivate var spacerSample: some View {
    HStack {
      Text("Emma")
      Spacer()
      Text("1815")
    }
  }

  fileprivate var contentUnavailableViewSample: some View {
    ContentUnavailableView.search(text: "emma")
  }

  fileprivate var timelineViewSample: some View {
    TimelineView(.everyMinute) { _ in Text("On time") }
  }

  fileprivate var navigationStackSample: some View {
    NavigationStack { Text("2 books").navigationTitle("Desk") }
  }

  fileprivate var navigationSplitViewSample: some View {
    NavigationSplitView {
      Text("Fiction")
    } detail: {
      Text("2 books")
    }
  }

  fileprivate var tabViewSample: some View {
    TabView {
      Text("2 books").tabItem { Text("Books") }
      Text("3 members").tabItem { Text("Members") }
    }
  }

  fileprivate var toolbarItemSample: some View {
    Text("Emma").toolbar { ToolbarItem { Button("Lend") { copies -= 1 } } }
  }
}
