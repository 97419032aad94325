import Wayline

struct OrdersCoordinator: Coordinator {
  func start() -> some View { OrdersView() }
}

/// Books to buy, in a table whose rows can be chosen, and the form that adds one: `tour orders`.
struct OrdersView: View {
  @Environment(\.undoManager) private var undoManager
  @State private var orders: [Order] = []
  @State private var sent: [Order] = []
  @State private var order = Order()
  @State private var chosen: Order?
  @State private var search = ""
  @State private var isClearing = false

  var body: some View {
    ProgressView("Money spent", value: Double(orders.count + sent.count), total: 5)
    table
    Button("Send the orders", action: send).disabled(orders.isEmpty)
    Section("New order") { OrderForm(order: $order, add: add) }
    Menu("More") {
      Button("Cancel all orders") { isClearing = true }
      Link("How orders are paid", destination: Self.rules)
    }
    if !sent.isEmpty { sentOrders }
  }

  private var table: some View {
    Table(found) {
      TableColumn("Book") { order in Button(order.title) { chosen = order } }
      TableColumn("Copies", value: \.copies)
    }
    .searchable(text: $search, prompt: "Search orders")
    .navigationTitle("Orders")
    .sheet(item: $chosen) { order in OrderView(order: order) { cancel(order) } }
    .alert("Cancel all orders?", isPresented: $isClearing) {
      Button("Cancel them", role: .destructive) { replaceOrders(with: [], "Cancel all orders") }
      Button("Keep them", role: .cancel) {}
    } message: {
      Text("The publishers are informed at once.")
    }
    .onLeave(leave)
  }

  private var sentOrders: some View {
    DisclosureGroup("Sent orders") {
      ForEach(sent) { Text("\($0.title), sent") }
    }
  }

  private var found: [Order] {
    orders.filter { search.isEmpty || $0.title.lowercased().contains(search.lowercased()) }
  }

  private static let rules = URL(string: "https://library.example/orders") ?? URL(filePath: "/")
}

extension OrdersView {
  private func add() {
    orders.append(order)
    order = Order(number: order.number + 1)
  }

  private func cancel(_ order: Order) {
    replaceOrders(with: orders.filter { $0.id != order.id }, "Cancel this order")
  }

  /// Replaces the orders, so that `undo` brings them back under this name.
  private func replaceOrders(with new: [Order], _ name: String) {
    let before = orders
    orders = new
    undoManager?.registerUndo(name) { replaceOrders(with: before, name) }
  }

  private func send() {
    sent += orders
    orders = []
  }

  /// The list goes with the screen, so what is on it has to be sent or cancelled before.
  private func leave() -> GuardDecision {
    guard let first = orders.first else { return .allow }
    let unsent = orders.count == 1 ? "'\(first.title)' has" : "\(orders.count) orders have"
    let them = orders.count == 1 ? "it" : "them"
    return .block("\(unsent) not been sent. Send or cancel \(them) before you leave.")
  }
}
