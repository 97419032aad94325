import Wayline

/// Looks at one book before it goes back on the shelf.
struct CheckView: View {
  let book: Book
  @Persisted(key: "loans", defaultValue: Loans()) private var loans: Loans
  @Persisted(key: "damages", defaultValue: [:]) private var damages: [Int: String]
  @Send<DeskAction> private var send

  var body: some View {
    Text(damages[book.id].map { "Damaged: \($0)" } ?? "Is every page there?")
    Button("Take back") {
      loans.takeBack(book.id)
      send(.checked)
    }
    Button("Later") { send(.done) }
    NavigationLink("Report damage", value: ReturnRoute.damage(book: book.id))
      .navigationTitle(book.title)
  }
}

/// Records damage to a book; the desk shows it to the next borrower.
struct DamageView: View {
  let book: Int
  @Persisted(key: "damages", defaultValue: [:]) private var damages: [Int: String]
  @State private var damage = ""
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    TextField("What is damaged", text: $damage)
    Button("Save") {
      damages[book] = damage
      dismiss()
    }
    .disabled(damage.isEmpty)
    .help("Write what is damaged first.")
    .navigationTitle("Damage")
  }
}
