import Wayline

extension AppStorageKeys {
  /// The number of copies on the shelf.
  var copiesOnShelf: AppStorageKey<Int> { .init("copiesOnShelf", defaultValue: 3) }
}

/// Writes the number of copies that ``ShelfReader`` shows.
struct ShelfWriter: View {
  @AppStorage(\.copiesOnShelf) private var copies

  var body: some View {
    Stepper("Copies", value: $copies, in: 0...9)
  }
}
