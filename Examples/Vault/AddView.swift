import Wayline

struct AddCoordinator: Coordinator {
  func start() -> some View { AddView() }
}

/// A new entry. Leaving it unsaved is refused, so that no password is lost by mistake.
struct AddView: View {
  @KeychainStorage(key: Entry.storageKey) private var entries: [Entry]?
  @State private var entry = Entry(name: "", user: "", password: "")
  @State private var length = 20
  @Environment(\.dismiss) private var dismiss
  @Environment(\.newPassword) private var newPassword

  var body: some View {
    Form {
      TextField("Name", text: $entry.name)
      TextField("User", text: $entry.user)
      SecureField("Password", text: $entry.password)
      Stepper("Length", value: $length, in: Password.lengths)
      Button("New password") { entry.password = newPassword(length) }
      Button("Save", action: save).disabled(problem != nil).help(problem ?? "")
      Button("Discard") { entry = Entry(name: "", user: "", password: "") }
    }
    .navigationTitle("Add")
    .onLeave {
      entry.password.isEmpty ? .allow : .block("The entry is not saved. Save or discard it.")
    }
  }

  /// The reason why the entry cannot be saved.
  private var problem: String? {
    if let problem = Entry.problem(_entries.error) { return problem }
    if entry.name.isEmpty { return "Enter a name first." }
    if entry.name.allSatisfy(\.isNumber) {
      return "Choose a name with a letter: a number opens the element with that number."
    }
    if entries?.contains(where: { $0.name == entry.name }) == true {
      return "The name '\(entry.name)' is taken. Choose another name."
    }
    return entry.password.isEmpty ? "Enter or generate a password first." : nil
  }

  private func save() {
    entries = (entries ?? []) + [entry]
    entry.password = ""
    dismiss()
  }
}
