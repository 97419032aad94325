import Wayline

struct ChooseMemberCoordinator: Coordinator {
  func start() -> some View { ChooseMemberView() }
}

/// A sheet that gives a name to whoever asked for one.
struct ChooseMemberView: View {
  @Environment(\.finish) private var finish

  var body: some View {
    List(Library.members) { member in
      Button(member.name) { finish(member.name, for: .borrower) }
    }
    .navigationTitle("Choose a member")
  }
}
