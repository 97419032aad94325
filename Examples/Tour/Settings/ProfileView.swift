import Wayline

/// A sheet that edits a copy and hands it back with Save.
struct ProfileView: View {
  @Binding var profile: Profile
  @State private var draft = Profile()
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    Form {
      TextField("Name", text: $draft.name)
      Stepper("Age", value: $draft.age, in: 0...150)
      Button("Save") {
        profile = draft
        dismiss()
      }
      Button("Cancel", role: .cancel) { dismiss() }
    }
    .navigationTitle("Profile")
    .onAppear { draft = profile }
  }
}
