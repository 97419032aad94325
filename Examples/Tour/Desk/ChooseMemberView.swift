import Wayline

struct ChooseMemberCoordinator: Coordinator {
  func start() -> some View { ChooseMemberView() }
}

/// A sheet that returns the name of a member.
struct ChooseMemberView: View {
  @Environment(\.finish) private var finish

  var body: some View {
    List(Library.members) { member in
      Button(member.name) { finish(member.name, for: .borrower) }
    }
    .navigationTitle("Choose a member")
  }
}
