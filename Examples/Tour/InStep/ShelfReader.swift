import Wayline

/// Shows the number of copies, and never writes it.
struct ShelfReader: View {
  @AppStorage(\.copiesOnShelf) private var copies

  var body: some View {
    Text("The reader sees \(copies) copies on the shelf.")
  }
}
