import Wayline

/// Every element and modifier once, written as for SwiftUI.
struct ElementsView: View {
  enum Look: String, CaseIterable, Identifiable {
    case light, dark, auto
    var id: Self { self }
  }

  struct Book: Identifiable {
    var id: Int
    var title: String
    var copies: Int
  }

  @State private var look = Look.dark
  @State private var name = ""
  @State private var copies = 3
  @State private var price: Double?
  @State private var note = ""
  @State private var isOpen = false
  @State private var selected: Book.ID?
  @State private var chosen: Set<String> = []
  @State private var query = ""
  @Environment(\.openURL) private var openURL
  let books: [Book]

  var body: some View {
    Form {
      Section {
        fields
      } header: {
        Label("Member", systemImage: "person")
      } footer: {
        Text("All fields are kept.").font(.footnote).foregroundStyle(.secondary)
      }
      Section("Books", content: { lists })
    }
    .navigationTitle("Elements")
    .searchable(text: $query, prompt: "title")
    .toolbar { items }
    .refreshable { await reload() }
  }

  @ViewBuilder private var fields: some View {
    TextField("Name", text: $name, prompt: Text("who borrows"))
      .textFieldStyle(.roundedBorder)
      .keyboardType(.namePhonePad)
      .textContentType(.name)
      .autocorrectionDisabled()
      .onSubmit { isOpen = true }
    TextField("Copies", value: $copies)
    TextField("Price", value: $price)
    SecureField("Passcode", text: $name)
    TextEditor(text: $note).frame(minHeight: 80, maxHeight: .infinity)
    Toggle("Notify me", isOn: $isOpen).tint(.green)
    Stepper("Copies: \(copies)", value: $copies, in: 0...9)
    Stepper(value: $copies, in: 0...9, step: 3) { Text("Copies") }
    Picker("Look", selection: $look) {
      ForEach(Look.allCases) { Text($0.rawValue).tag($0) }
    }
    .pickerStyle(.segmented)
    LabeledContent("Author", value: "L. P. Hartley")
    DisclosureGroup("Details", isExpanded: $isOpen) { Text("Two copies.") }
    Menu("More") { Button("Delete", role: .destructive) {} }
    ProgressView("Loading", value: 0.4).progressViewStyle(.linear)
  }

  @ViewBuilder private var lists: some View {
    List(books, selection: $selected) { Text($0.title).badge($0.copies) }
      .listStyle(.plain)
    List(selection: $chosen) { ForEach(["a", "b"], id: \.self) { Text($0) } }
    Table(books) {
      TableColumn("Title", value: \.title)
      TableColumn("Copies") { book in Text("\(book.copies)").bold() }.width(40)
    }
    Text("Lent").padding(.horizontal, 8).background(.yellow).cornerRadius(4).hidden()
  }

  @ToolbarContentBuilder private var items: some ToolbarContent {
    ToolbarItem(placement: .primaryAction) {
      Button {
        copies += 1
      } label: {
        Label("Add", systemImage: "plus")
      }
      .keyboardShortcut("n", modifiers: [.command, .shift])
      .requiresWholeLabel()
      .buttonStyle(.borderedProminent)
    }
    ToolbarItemGroup(placement: .bottomBar) { Text("\(copies)") }
  }

  private func reload() async { name = "" }
}
