import Wayline

@main
struct CounterApp: App {
  var body: some Scene {
    WindowGroup { CounterView() }
  }
}

struct CounterView: View {
  @AppStorage("count") private var count = 0

  var body: some View {
    Text("Books lent: \(count)")
    Button("Lend") { count += 1 }
    Button("Return") { count -= 1 }
      .disabled(count == 0)
      .help("No book is lent.")
  }
}
