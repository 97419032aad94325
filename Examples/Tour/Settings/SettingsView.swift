import Wayline

struct SettingsCoordinator: Coordinator {
  func start() -> some View { SettingsView() }
}

/// One of each kind of storage: a typed key, a structure, a draft of this scene, a shared key.
struct SettingsView: View {
  @AppStorage(\.showOnboarding) private var showOnboarding
  @Persisted(key: "profile", defaultValue: Profile()) private var profile: Profile
  @SceneStorage("note") private var note = ""
  @State private var isEditing = false

  var body: some View {
    Form {
      Toggle("Welcome at the next start", isOn: $showOnboarding)
      TextField("Note of this scene", text: $note, prompt: Text("nothing noted"))
      Section("Profile") {
        Text(profile.name.isEmpty ? "No name yet." : "\(profile.name), \(profile.age)")
        Button("Edit the profile") { isEditing = true }
      }
      Section("One key, shown twice") {
        BooksLentView(desk: "upper")
        BooksLentView(desk: "lower")
      }
    }
    .navigationTitle("Settings")
    .sheet(isPresented: $isEditing) { ProfileView(profile: $profile) }
  }
}
