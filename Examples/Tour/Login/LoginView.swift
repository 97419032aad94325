import Wayline

/// Asks for a passcode. Credentials go to the encrypted store; while they exist, the account covers
/// this screen until it is closed.
struct LoginView: View {
  @KeychainStorage(key: "login") private var credentials: Credentials?
  @Environment(\.credentialIssuer) private var issuer
  @State private var passcode = ""
  @State private var isAccountClosed = false

  var body: some View {
    Form {
      if credentials == nil { passcodeForm } else { Button("Account") { isAccountClosed = false } }
    }
    .navigationTitle("Log in")
    .fullScreenCover(item: account) { credentials in
      LoggedInView(since: credentials.since) { self.credentials = nil }
    }
  }

  @ViewBuilder private var passcodeForm: some View {
    SecureField("Passcode", text: $passcode)
    Button("Log in", action: logIn)
      .disabled(passcode.isEmpty)
      .help("Enter a passcode first.")
  }

  /// The credentials while the account is open: closing the cover does not log out.
  private var account: Binding<Credentials?> {
    Binding {
      isAccountClosed ? nil : credentials
    } set: {
      isAccountClosed = $0 == nil
    }
  }

  private func logIn() {
    credentials = issuer.issue()
    (passcode, isAccountClosed) = ("", false)
  }
}
