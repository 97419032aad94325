import WaylineGraph

/// What the shell gives to the views of a scene; one value of the environment, since a scene gives all at once.
package struct SceneTools: Equatable {
  var terminal: SceneTerminal?
  var commands: ScreenCommands?
  var undoManager: UndoManager?

  /// The tools of a scene.
  package init(terminal: SceneTerminal, commands: ScreenCommands, undoManager: UndoManager) {
    (self.terminal, self.commands, self.undoManager) = (terminal, commands, undoManager)
  }

  fileprivate init() {}

  /// True if both are the same objects.
  package static func == (first: Self, second: Self) -> Bool {
    first.terminal === second.terminal && first.commands === second.commands
      && first.undoManager === second.undoManager
  }
}

enum SceneToolsKey: EnvironmentKey {
  static var defaultValue: SceneTools { SceneTools() }
}

extension EnvironmentValues {
  /// The tools of the scene; empty outside of one.
  package var sceneTools: SceneTools {
    get { self[SceneToolsKey.self] }
    set { self[SceneToolsKey.self] = newValue }
  }
}
