import Wayline

struct EntryCoordinator: Coordinator {
  let name: String

  func start() -> some View { EntryView(name: name) }
}

/// One entry. Its password is shown on request and hidden again after ten seconds.
struct EntryView: View {
  let name: String
  @KeychainStorage(key: Entry.storageKey) private var entries: [Entry]?
  @State private var isRevealed = false
  @State private var isDeleting = false
  @Environment(\.dismiss) private var dismiss
  @Environment(\.newPassword) private var newPassword

  var body: some View {
    content
      .navigationTitle(name)
      .task(id: isRevealed) { await hide() }
      .confirmationDialog("Delete '\(name)'?", isPresented: $isDeleting) {
        Button("Delete it", role: .destructive, action: delete)
        Button("Keep it", role: .cancel) {}
      }
  }

  @ViewBuilder private var content: some View {
    if let entry = entries?.first(where: { $0.name == name }) {
      if !entry.user.isEmpty { LabeledContent("User", value: entry.user) }
      LabeledContent("Password", value: isRevealed ? entry.password : "hidden")
      Button(isRevealed ? "Hide" : "Reveal") { isRevealed.toggle() }
      Button("New password") { change { $0.password = newPassword(20) } }
      Button("Delete") { isDeleting = true }
    } else {
      Text(Entry.problem(_entries.error) ?? "There is no entry '\(name)'.")
    }
  }

  private func hide() async {
    guard isRevealed else { return }
    try? await Task.sleep(for: .seconds(10))
    if !Task.isCancelled { isRevealed = false }
  }

  private func change(_ edit: (inout Entry) -> Void) {
    guard let index = entries?.firstIndex(where: { $0.name == name }) else { return }
    edit(&entries![index])
  }

  private func delete() {
    entries?.removeAll { $0.name == name }
    dismiss()
  }
}
