import Wayline

/// A program of long choices, for the tests and the measure of questions that are answered key by key.
struct ChoicesProgram: App {
  static let name = "choices-probe"

  var body: some Scene {
    WindowGroup("Choices") { ChoicesView() }
  }
}

/// One of 5, one of 10,000 and any of 30.
private struct ChoicesView: View {
  @State private var shelf = "history"
  @State private var book = 0
  @State private var members: Set<Int> = []

  private static let shelves = ["fiction", "history", "poetry", "reference", "travel"]

  var body: some View {
    Picker("Shelf", selection: $shelf) {
      ForEach(Self.shelves, id: \.self) { Text($0) }
    }
    Picker("Book", selection: $book) {
      ForEach(0..<10_000, id: \.self) { Text("Volume \($0) of \(Self.shelves[$0 % 5])") }
    }
    List(0..<30, id: \.self, selection: $members) { Text("Member \(Self.name($0))") }
    Text("Chosen: \(members.count)")
  }

  /// A name without a number: `Ab`, `Ac`.
  private static func name(_ number: Int) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyzäöüé")
    return "\(letters[number])\(letters[(number * 7) % 30])"
  }
}
