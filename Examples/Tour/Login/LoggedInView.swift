import Wayline

/// Covers the tour while a person is logged in.
struct LoggedInView: View {
  let since: Date
  let logOut: @MainActor () -> Void

  var body: some View {
    Text("Logged in since \(since.formatted(.iso8601)).")
    Button("Log out", action: logOut)
      .navigationTitle("Account")
  }
}
