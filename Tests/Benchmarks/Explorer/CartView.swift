import Wayline

/// A shop with four products, a cart with quantities and a code, and the order.
///
/// It has 1,534 states: up to three of each product, with or without a code, on three screens of
/// which the last needs something in the cart.
struct CartView: View {
  static let states = 1_534

  @StateObject private var cart = Cart()

  var body: some View {
    NavigationStack {
      ProductList()
        .navigationTitle("Shop")
        .navigationDestination(for: Cart.Place.self) { place in
          switch place {
          case .lines: LineList().navigationTitle("Cart")
          case .order: OrderView().navigationTitle("Order")
          }
        }
    }
    .environmentObject(cart)
  }
}

/// The model: a line for each product in the cart, and the code that reduces the sum.
@MainActor
private final class Cart: ObservableObject {
  enum Place: NavigationValue, CaseIterable { case lines, order }

  struct Line: Identifiable {
    let product: Product
    var quantity: Int
    var note: String?

    var id: Int { product.id }
    var price: Int { product.price * quantity }
  }

  struct Code {
    let name: String
    let percent: Int
  }

  @Published private(set) var lines: [Line] = []
  @Published private(set) var code: Code?
  private(set) var codes = ["TEN": Code(name: "TEN", percent: 10)]

  nonisolated init() {}

  var count: Int { lines.reduce(0) { $0 + $1.quantity } }
  var sum: Int { lines.reduce(0) { $0 + $1.price } }
  var total: Int { sum - sum * (code?.percent ?? 0) / 100 }

  func quantity(of product: Product) -> Int {
    lines.first { $0.id == product.id }?.quantity ?? 0
  }

  func add(_ product: Product) {
    guard let index = lines.firstIndex(where: { $0.id >= product.id }) else {
      return lines.append(Line(product: product, quantity: 1))
    }
    if lines[index].id == product.id {
      lines[index].quantity = min(3, lines[index].quantity + 1)
    } else {
      lines.insert(Line(product: product, quantity: 1), at: index)
    }
  }

  func remove(_ product: Product) {
    guard let index = lines.firstIndex(where: { $0.id == product.id }) else { return }
    lines[index].quantity -= 1
    if lines[index].quantity == 0 { lines.remove(at: index) }
  }

  func enter(_ name: String) { code = codes[name] }

  func order() { (lines, code) = ([], nil) }
}

private struct Product: Identifiable {
  let id: Int
  let name: String
  let price: Int
  let tags: Set<String>

  static let all = [
    Product(id: 1, name: "Tea", price: 450, tags: ["drink", "warm"]),
    Product(id: 2, name: "Bread", price: 320, tags: ["food"]),
    Product(id: 3, name: "Honey", price: 795, tags: ["food", "sweet"]),
    Product(id: 4, name: "Lamp", price: 2_490, tags: []),
  ]
}

private func euros(_ cents: Int) -> String {
  "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
}

private struct ProductList: View {
  @EnvironmentObject private var cart: Cart

  var body: some View {
    ForEach(Product.all) { product in
      Button("\(product.name), \(euros(product.price))") { cart.add(product) }
    }
    NavigationLink("Cart: \(cart.count) items", value: Cart.Place.lines)
  }
}

private struct LineList: View {
  @EnvironmentObject private var cart: Cart

  var body: some View {
    ForEach(cart.lines) { LineRow(line: $0) }
    TextField("Code", text: Binding(get: { cart.code?.name ?? "" }, set: { cart.enter($0) }))
    Text("Total: \(euros(cart.total))")
    NavigationLink("Order", value: Cart.Place.order).disabled(cart.lines.isEmpty)
  }
}

private struct LineRow: View {
  let line: Cart.Line
  @EnvironmentObject private var cart: Cart

  var body: some View {
    Text("\(line.quantity) × \(line.product.name): \(euros(line.price))")
    Button("Less \(line.product.name)") { cart.remove(line.product) }
  }
}

private struct OrderView: View {
  @EnvironmentObject private var cart: Cart
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    ForEach(cart.lines) { Text("\($0.product.name): \(euros($0.price))") }
    Text("To pay: \(euros(cart.total)) with \(cart.code?.name ?? "no code")")
    Button("Buy") {
      cart.order()
      dismiss()
    }
  }
}
