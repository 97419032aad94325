import Wayline

/// Asks for a passcode. Credentials go to the encrypted store; while they are there, the cover that
/// `$credentials` drives lies above this screen.
struct LoginView: View {
  @KeychainStorage(key: "login") private var credentials: Credentials?
  @State private var passcode = ""

  var body: some View {
    Form {
      SecureField("Passcode", text: $passcode)
      Button("Log in", action: logIn)
        .disabled(passcode.isEmpty)
        .help("Enter a passcode first.")
    }
    .navigationTitle("Log in")
    .fullScreenCover(item: $credentials) { credentials in
      LoggedInView(since: credentials.since) { self.credentials = nil }
    }
  }

  private func logIn() {
    credentials = .issued(at: Date())
    passcode = ""
  }
}
