import Wayline

/// One order, above the list that it was chosen from.
struct OrderView: View {
  let order: Order
  let cancel: @MainActor () -> Void
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    LabeledContent("Shelf", value: order.shelf.rawValue)
    if !order.members.isEmpty {
      LabeledContent("Requested by", value: order.members.sorted().joined(separator: ", "))
    }
    if order.isUrgent { Text("It is urgent.") }
    if !order.note.isEmpty { Text(order.note) }
    Button("Cancel this order") {
      cancel()
      dismiss()
    }
    .navigationTitle(order.title)
  }
}
