import FoundationEssentials
import Wayline

/// Titles that are a variable of type `LocalizedStringKey`: every element and modifier takes one.
struct TitlesView: View {
  let key: LocalizedStringKey
  let address: URL
  @State private var isOn = false
  @State private var name = ""
  @State private var copies = 1
  @State private var deposit: Int?
  @State private var due = Date(timeIntervalSince1970: 0)

  var body: some View {
    VStack {
      buttons
      fields
      Section(key) { Text(key) }
      Section(key, isExpanded: $isOn) { Text(key) }
      DisclosureGroup(key) { Text(key) }
      DisclosureGroup(key, isExpanded: $isOn) { Text(key) }
      Table([Copy(id: 1)]) {
        TableColumn(key) { Text("\($0.id)") }
        TableColumn(key, value: \.id)
      }
      TitledModifiers(key: key, text: Text(key))
    }
  }

  private struct Copy: Identifiable {
    let id: Int
  }

  private struct Switch {
    let isOn: Binding<Bool>
  }

  private var switches: [Switch] { [Switch(isOn: $isOn)] }

  @ViewBuilder private var buttons: some View {
    Button(key) { isOn = true }
    Button(key, role: .cancel) { isOn = true }
    Button(key, systemImage: "book") { isOn = true }
    Button(key, systemImage: "book", role: .destructive) { isOn = true }
    Link(key, destination: address)
    Menu(key) { Button(key) {} }
    Menu(key, systemImage: "book") { Button(key) {} }
    Menu(key) {
      Button(key) {}
    } primaryAction: {
      isOn = true
    }
    Menu(key, systemImage: "book") {
      Button(key) {}
    } primaryAction: {
      isOn = true
    }
    GroupBox(key) { Text(key) }
    ControlGroup(key) { Button(key) {} }
    ControlGroup(key, systemImage: "book") { Button(key) {} }
    ContentUnavailableView(key, systemImage: "book", description: Text(key))
    NavigationLink(key, value: 42)
    NavigationLink(key) { Text(key) }
    NavigationLink(key, destination: Text(key))
    Label(key, systemImage: "book")
    Label(key, image: "book")
    ProgressView(key)
    ProgressView(key, value: 0.5)
  }

  @ViewBuilder private var fields: some View {
    Toggle(key, isOn: $isOn)
    Toggle(key, systemImage: "bell", isOn: $isOn)
    Toggle(key, sources: switches, isOn: \.isOn)
    DatePicker(key, selection: $due)
    DatePicker(key, selection: $due, in: due...due, displayedComponents: .date)
    DatePicker(key, selection: $due, in: due...)
    DatePicker(key, selection: $due, in: ...due)
    Picker(key, selection: $copies) { Text(key).tag(1) }
    Picker(key, systemImage: "eye", selection: $copies) { Text(key).tag(1) }
    TextField(key, text: $name)
    TextField(key, text: $name, axis: .vertical)
    TextField(key, value: $copies)
    TextField(key, value: $deposit)
    SecureField(key, text: $name)
    Stepper(key, value: $copies)
    Stepper(key, value: $copies, in: 1...9)
    Stepper(key, onIncrement: { copies += 1 }, onDecrement: nil)
    LabeledContent(key) { Text(key) }
    LabeledContent(key, value: name)
  }
}

/// Modifiers with a title that is a variable, of a key or of a text, or a literal.
private struct TitledModifiers: View {
  let key: LocalizedStringKey
  let text: Text
  @State private var query = ""
  @State private var isShown = false
  @State private var book: String? = "Emma"

  var body: some View {
    TabView {
      Tab(key, systemImage: "book") { described }
      TabSection(key) {
        Tab("Alerts", systemImage: "bell") { alerts }
        Tab("Dialogs", systemImage: "bell") { dialogs }
      }
    }
  }

  private var described: some View {
    List { Text(key).badge(key).badge(text).badge("new").badge(3) }
      .navigationTitle(key)
      .navigationTitle(text)
      .navigationTitle("Books".dropLast())
      .help(key)
      .help(text)
      .help("Books")
      .accessibilityLabel(key)
      .accessibilityLabel(text)
      .accessibilityValue(key)
      .accessibilityHint(key)
      .searchable(text: $query, prompt: key)
      .searchable(text: $query, isPresented: $isShown, prompt: key)
      .searchable(text: $query, isPresented: $isShown, prompt: "Title")
  }

  private var alerts: some View {
    described
      .alert(key, isPresented: $isShown) { Button(key) {} }
      .alert(text, isPresented: $isShown) {
        Button(key) {}
      } message: {
        Text(key)
      }
      .alert(key, isPresented: $isShown, presenting: book) { Button($0) {} }
      .alert("Lent", isPresented: $isShown, presenting: book) { book in
        Button(book) {}
      } message: {
        Text($0)
      }
  }

  private var dialogs: some View {
    described
      .confirmationDialog(key, isPresented: $isShown) { Button(key) {} }
      .confirmationDialog(text, isPresented: $isShown, titleVisibility: .visible) {
        Button(key) {}
      } message: {
        Text(key)
      }
      .confirmationDialog(key, isPresented: $isShown, presenting: book) { Button($0) {} }
      .confirmationDialog("Return?", isPresented: $isShown, presenting: book) { book in
        Button(book) {}
      } message: {
        Text($0)
      }
  }
}

/// A scene whose title is a variable.
struct TitledApp: App {
  private let key: LocalizedStringKey = "Desk"

  var body: some Scene { WindowGroup(key, id: "desk") { Text(key) } }
}
