import Wayline

struct InStepCoordinator: Coordinator {
  func start() -> some View { InStepView() }
}

/// Two views on one key: what one writes, the other shows, here and in a second terminal.
struct InStepView: View {
  var body: some View {
    Section("One key, two views") {
      ShelfReader()
      ShelfWriter()
    }
    Section("A keychain that is full") {
      KeysReader()
      KeysWriter()
    }
    Text("Open a second terminal and lend a copy there: it shows here before the next prompt.")
      .navigationTitle("In step")
  }
}
