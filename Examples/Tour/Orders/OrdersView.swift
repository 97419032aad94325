import Wayline

struct OrdersCoordinator: Coordinator {
  func start() -> some View { OrdersView() }
}

/// Books to buy, in a table, and the form that adds one: `tour orders`.
struct OrdersView: View {
  @State private var orders: [Order] = []
  @State private var order = Order()
  @State private var search = ""
  @State private var isClearing = false

  var body: some View {
    ProgressView("Money spent", value: Double(orders.count), total: 5)
    table
    Section("New order") { OrderForm(order: $order) { orders.append(order) } }
    Menu("More") {
      Button("Cancel all orders") { isClearing = true }
      Link("How orders are paid", destination: Self.rules)
    }
    .navigationTitle("Orders")
    .alert("Cancel all orders?", isPresented: $isClearing) {
      Button("Cancel them", role: .destructive) { orders = [] }
      Button("Keep them", role: .cancel) {}
    } message: {
      Text("The publishers are told at once.")
    }
  }

  private var table: some View {
    Table(found) {
      TableColumn("Book", value: \.title)
      TableColumn("Copies", value: \.copies)
    }
    .searchable(text: $search, prompt: "all orders")
  }

  private var found: [Order] {
    orders.filter { search.isEmpty || $0.title.lowercased().contains(search.lowercased()) }
  }

  private static let rules = URL(string: "https://library.example/orders") ?? URL(filePath: "/")
}

/// What is asked about an order.
struct OrderForm: View {
  @Binding var order: Order
  let send: @MainActor () -> Void

  var body: some View {
    Form {
      TextField("Title", text: $order.title)
      Picker("Shelf", selection: $order.shelf) {
        ForEach(Shelf.allCases, id: \.self) { Text($0.rawValue) }
      }
      Stepper("Copies", value: $order.copies, in: 1...9)
      DisclosureGroup("Details") {
        Toggle("Urgent", isOn: $order.isUrgent)
        TextEditor(text: $order.note).accessibilityLabel("Note")
        List(Library.members, selection: $order.member) { Text($0.name) }
          .accessibilityLabel("Asked for by")
      }
      Button("Order", action: send)
        .keyboardShortcut("o")
        .disabled(order.title.isEmpty)
        .help("Enter a title first.")
    }
  }
}
