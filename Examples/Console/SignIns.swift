import Wayline

/// The sign-ins of the people who use the console, in the encrypted store.
@propertyWrapper
struct SignIns: DynamicProperty {
  @KeychainStorage(key: "sign-ins") private var tokens: [String: Token] = [:]

  var wrappedValue: [String: Token] { tokens }
  var projectedValue: Self { self }

  func signIn(_ person: String, in cluster: Cluster) {
    tokens[person] = Token(stepsLeft: cluster.stepsPerToken)
  }

  /// Uses the sign-in of a person for one step; false if it has expired.
  func spend(by person: String) -> Bool {
    guard let left = tokens[person]?.stepsLeft, left > 0 else { return false }
    tokens[person]?.stepsLeft = left - 1
    return true
  }
}

/// Asks for the passcode, and then continues to what needs the sign-in.
struct SignInView: View {
  @SignIns private var signIns
  @State private var passcode = ""
  @Environment(\.person) private var person
  @Environment(\.cluster) private var cluster
  @Environment(\.finish) private var finish

  var body: some View {
    Form {
      SecureField("Passcode of \(person)", text: $passcode)
      Button("Sign in") {
        $signIns.signIn(person, in: cluster)
        passcode = ""
        finish()
      }
      .disabled(passcode.isEmpty)
      .help("Enter the passcode first: the simulated cluster takes any.")
    }
    .navigationTitle("Sign in")
  }
}
