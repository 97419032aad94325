import Wayline

struct SignInCoordinator: Coordinator {
  func start() -> some View { SignInView() }
}

/// The login of the desk. Its `finish()` continues to the place that the person had requested.
struct SignInView: View {
  @KeychainStorage(key: "login") private var credentials: Credentials?
  @Environment(\.finish) private var finish
  @Environment(\.credentialIssuer) private var issuer
  @State private var passcode = ""

  var body: some View {
    Text("Members are shown to the staff only.")
    SecureField("Passcode", text: $passcode)
    Button("Log in", action: logIn)
      .disabled(passcode.isEmpty)
      .help("Enter a passcode first.")
      .navigationTitle("Staff")
  }

  private func logIn() {
    credentials = issuer.issue()
    finish()
  }
}
