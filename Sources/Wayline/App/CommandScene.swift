import WaylineFlows
import WaylineGraph
import WaylineShell
import WaylineViews

// A command on the command line runs in a scene without a session: nothing of it is saved, and its screens
// are made when the command uses them, so that one which does not is as fast as before.

extension SceneHost {
  /// Creates the scene of a single command of a program, which the words of the options name.
  convenience init<Program: App>(
    commandOf program: Program.Type, options: SceneConfiguration, stores: SceneStores,
    values: OptionValues = OptionValues(), isAttended: Bool = false
  ) {
    var options = options
    let screens = LateScreens()
    (options.showsScreens, options.makeScreens) = (false, screens.make)
    // The program is made at once: what it prepares, its commands may use.
    let view = stores.defaults.use {
      LateView(screens: screens, content: Program.makeView())
    }
    self.init(
      options: options, stores: stores, values: values, isAttended: isAttended, isShown: false
    ) { view }
  }
}

/// The screens of a program that are made when a command uses them.
@MainActor
private final class LateScreens: ObservableObject {
  @Published private(set) var areMade = false

  func make() {
    if !areMade { areMade = true }
  }
}

private struct LateView<Content: View>: View {
  @ObservedObject var screens: LateScreens
  let content: Content

  var body: some View {
    if screens.areMade { content }
  }
}
