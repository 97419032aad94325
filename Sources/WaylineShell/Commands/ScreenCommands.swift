import WaylineGraph
import WaylineNavigation
import WaylineViews

extension View {
  /// Adds a command that can be typed while the view is on the screen.
  ///
  /// ```swift
  /// Text(member.isEmpty ? "On the shelf." : "Lent to \(member).")
  ///   .shellCommand(lend)
  /// …
  /// private var lend: ShellCommand {
  ///   ShellCommand("lend", usage: "lend MEMBER", summary: "Lend this book.") { call in
  ///     member = call.text
  ///   }
  /// }
  /// ```
  ///
  /// `help` lists it as a command of the screen, and Tab completes it. Below a sheet, in a hidden
  /// tab and on the command line there is no such command. The call has the environment and the
  /// router of the view. Its name must be that of no other command: the mistake is reported once,
  /// and the first one is used. A command that runs as a task goes on when its screen is left.
  nonisolated public func shellCommand(_ command: ShellCommand) -> some View {
    modifier(DeclaringModifier<ScreenCommand> { $0.command = command })
  }
}

/// A command of a screen, stored in the node of its modifier.
@MainActor
final class ScreenCommand: NodeObject {
  fileprivate(set) var command: ShellCommand?
  private weak var node: Node?
  private let commands: ScreenCommands?
  /// True if a mistake in it was reported.
  private var isReported = false

  init(in node: Node) {
    (self.node, commands) = (node, node.environment.values.screenCommands)
    commands?.add(self)
  }

  deinit {
    // A node releases its storage on the main actor only.
    MainActor.assumeIsolated { [id = ObjectIdentifier(self), commands] in commands?.remove(id) }
  }

  /// True if its view is on the screen.
  fileprivate var isShown: Bool { node?.isOnTop ?? false }

  /// The values that its view inherits.
  var environment: EnvironmentValues? { node?.environment.values }

  /// Reports a mistake, once.
  fileprivate func report(_ mistakes: [String]) {
    guard !isReported, !mistakes.isEmpty else { return }
    isReported = true
    for mistake in mistakes { Misuse.report(mistake) }
  }
}

/// The commands of the screens of a scene, in the order in which their views were made.
@MainActor
package final class ScreenCommands {
  // An access calls no other code.
  @exclusivity(unchecked)
  private var declared: [(id: ObjectIdentifier, command: () -> ScreenCommand?)] = []

  /// No commands.
  package nonisolated init() {}

  fileprivate func add(_ command: ScreenCommand) {
    declared.append((ObjectIdentifier(command), { [weak command] in command }))
  }

  fileprivate func remove(_ id: ObjectIdentifier) { declared.removeAll { $0.id == id } }

  /// True if no view declares one.
  var isEmpty: Bool { declared.isEmpty }

  /// The commands on the screen that can be typed beside others, by their names, each with the
  /// declaration of its view.
  ///
  /// - Parameter check: returns a command without the options that cannot be typed, and the
  /// mistakes in them.
  func shown(
    beside others: [ShellCommand], _ check: (ShellCommand) -> (ShellCommand, mistakes: [String])
  ) -> [(command: ShellCommand, declaration: ScreenCommand)] {
    var shown: [(command: ShellCommand, declaration: ScreenCommand)] = []
    for declaration in declared.compactMap({ $0.command() }) where declaration.isShown {
      guard let command = declaration.command else { continue }
      let name = command.name.lowercased()
      let isTaken = { (other: ShellCommand) in other.name.lowercased() == name }
      if BuiltInCommand.byWord[name] != nil || others.contains(where: isTaken)
        || shown.contains(where: { isTaken($0.command) })
      {
        declaration.report(["Two commands are called '\(command.name)': only the first is used."])
      } else {
        let (valid, mistakes) = check(command)
        declaration.report(mistakes)
        shown.append((valid, declaration))
      }
    }
    return shown.sorted { $0.command.name < $1.command.name }
  }
}

// MARK: - The session

extension Session {
  /// True if some view of the scene declares a command.
  private var declaresCommands: Bool { options.screenCommands?.isEmpty == false }

  /// The commands of the screen that is shown, with the declarations of their views.
  private var declaredCommands: [(command: ShellCommand, declaration: ScreenCommand)] {
    guard let declared = options.screenCommands, !declared.isEmpty else { return [] }
    return declared.shown(beside: programCommands, options.checked)
  }

  /// The commands of the screen that is shown.
  var screenCommands: [ShellCommand] { declaredCommands.map(\.command) }

  /// The commands that can be typed now, beside those that are built in.
  var commands: [ShellCommand] {
    declaresCommands ? programCommands + screenCommands : programCommands
  }

  /// The names of these commands.
  var commandNames: CommandNames {
    declaresCommands ? CommandNames(commands) : programCommandNames
  }

  /// The command of a name, with the values that the view inherits which declares it; nil for a
  /// command of the program.
  func command(named name: String) -> (command: ShellCommand, environment: EnvironmentValues?)? {
    if let command = programCommands.first(where: { $0.name == name }) { return (command, nil) }
    return declaredCommands.first { $0.command.name == name }.map {
      ($0.command, $0.declaration.environment)
    }
  }
}

extension EnvironmentValues {
  /// The commands of the screens of the scene; nil outside of one.
  package var screenCommands: ScreenCommands? {
    get { self[SceneToolsKey.self].commands }
    set { self[SceneToolsKey.self].commands = newValue }
  }
}
