import Wayline

/// A flow that returns the name of a member.
public struct ChooseMemberCoordinator: Coordinator {
  /// Asks for any member.
  public init() {}

  /// Makes the screen.
  public func start() -> some View { ChooseMemberView() }
}

private struct ChooseMemberView: View {
  @Environment(\.finish) private var finish

  var body: some View {
    ForEach(Catalog.members, id: \.self) { member in
      Button(member) { finish(member) }
    }
    .navigationTitle("Who borrows it?")
  }
}
