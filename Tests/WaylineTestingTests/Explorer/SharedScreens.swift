import Wayline

/// A banner that hides itself after three seconds of the scene's clock.
struct Banner: View {
  @State private var isShown = false
  @Environment(\.clock) private var clock

  var body: some View {
    if isShown {
      Text("Saved.").task {
        try? await clock.sleep(for: .seconds(3))
        isShown = false
      }
    }
    Button("Save") { isShown = true }
  }
}

/// A place that asks for a member.
enum MemberQuestion: NavigationValue {
  case member
}

/// A screen that asks for a member in a flow, and prints the result.
struct MemberFlow<Choice: View>: View {
  /// The first screen of the flow.
  @ViewBuilder let choice: () -> Choice
  @State private var member = "nobody"
  @Environment(\.router) private var router

  var body: some View {
    Text("Member: \(member)")
    Button("Choose") { router.present(MemberQuestion.member, for: ResultKey<String>("member")) }
      .navigationDestination(for: MemberQuestion.self) { _ in choice() }
      .onResult(of: ResultKey<String>("member")) { if case .value(let name) = $0 { member = name } }
  }
}
