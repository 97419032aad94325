import Wayline

struct RenamedShelf: View {
  @State private var name = "history"

  var body: some View {
    Text("Shelf: \(name)")
    Button("Rename") {
      if let new = try? Question.text("New name", default: name) { name = new }
    }
  }
}
