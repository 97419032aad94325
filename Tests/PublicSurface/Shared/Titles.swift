import FoundationEssentials
import Wayline

/// Titles that are a variable of type `LocalizedStringKey`: every element takes one.
struct TitlesView: View {
  let key: LocalizedStringKey
  let address: URL
  @State private var isOn = false
  @State private var name = ""
  @State private var copies = 1
  @State private var deposit: Int?

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
    }
  }

  private struct Copy: Identifiable {
    let id: Int
  }

  @ViewBuilder private var buttons: some View {
    Button(key) { isOn = true }
    Button(key, role: .cancel) { isOn = true }
    Button(key, systemImage: "book") { isOn = true }
    Button(key, systemImage: "book", role: .destructive) { isOn = true }
    Link(key, destination: address)
    Menu(key) { Button(key) {} }
    Menu(key, systemImage: "book") { Button(key) {} }
    Label(key, systemImage: "book")
    Label(key, image: "book")
    ProgressView(key)
    ProgressView(key, value: 0.5)
  }

  @ViewBuilder private var fields: some View {
    Toggle(key, isOn: $isOn)
    Toggle(key, systemImage: "bell", isOn: $isOn)
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
