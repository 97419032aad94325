import Wayline

/// The questions about an order.
struct OrderForm: View {
  @Binding var order: Order
  let add: @MainActor () -> Void

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
        List(Library.members, selection: $order.members) { Text($0.name) }
          .accessibilityLabel("Requested by")
      }
      Button("Order", action: add)
        .keyboardShortcut("o")
        .disabled(order.title.isEmpty)
        .help("Enter a title first.")
    }
  }
}
