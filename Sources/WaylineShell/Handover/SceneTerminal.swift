import Synchronization
import WaylineGraph
import WaylineSystem

/// The terminal that a scene is shown at, which can be left to another program for a while.
///
/// ```swift
/// @Environment(\.terminal) private var terminal
/// …
/// Button("Write in an editor") {
///   do { note = try terminal.edit(note) } catch { problem = "\(error)" }
/// }
/// .disabled(!terminal.isAvailable)
/// ```
///
/// While it is left, its settings are those that it had before the program began, ^C and ^Z are for
/// the other program, and nothing is printed. Afterwards the screen is printed again, with whatever
/// was typed of a line. The calls return when the other program has ended, from an action or from a
/// task on the main actor.
@MainActor
public final class SceneTerminal {
  /// Leaves the terminal while the closure runs with its descriptors; nil without a terminal.
  package var lend: ((_ body: (Descriptors) -> Void) -> Void)? {
    didSet { changes.didChange() }
  }

  private let changes = Source()
  /// The phase of the scene, as its views read it.
  nonisolated let phase = CurrentPhase()

  /// The descriptors for the input and output of another program.
  package struct Descriptors {
    let input: Int32
    let output: Int32
  }

  /// No terminal: that of a pipe, a test, or a scene over a connection.
  nonisolated public init() {}

  /// True if there is a terminal. A body that reads it runs again when that changes.
  public var isAvailable: Bool {
    changes.didRead()
    return lend != nil
  }

  /// Leaves the terminal while the closure runs, and takes it back.
  ///
  /// - Throws: ``ShellFailure`` when there is no terminal, and what the closure throws.
  public func suspend<Value>(_ body: () throws -> Value) throws -> Value {
    try lending { _ in try body() }
  }

  /// Leaves the terminal to another program, and returns its exit status when it has ended.
  ///
  /// - Parameters:
  ///   - command: the program, looked for in `PATH` if it has no slash.
  ///   - arguments: the words after its name.
  /// - Returns: its status; 128 and the signal's number when a signal ended it.
  /// - Throws: ``ShellFailure`` when there is no terminal, or no such program.
  public func run(_ command: String, _ arguments: [String] = []) throws -> Int32 {
    try lending { descriptors in
      var setup = ChildProcess.Setup()
      (setup.arguments, setup.searchesPath) = (arguments, true)
      setup.input = descriptors.input
      (setup.output, setup.errors) = (descriptors.output, descriptors.output)
      do throws(SystemError) {
        return try ChildProcess.start(command, setup).wait()
      } catch {
        throw ShellFailure("'\(command)' could not be started: \(error.code).")
      }
    }
  }

  private func lending<Value>(_ body: (Descriptors) throws -> Value) throws -> Value {
    guard let lend else {
      throw ShellFailure("No terminal is available for another program.")
    }
    var outcome: Result<Value, any Error>?
    withoutActuallyEscaping(body) { body in
      lend { descriptors in outcome = Result { try body(descriptors) } }
    }
    guard let outcome else {
      throw ShellFailure("Another program is using the terminal already. End it first.")
    }
    return try outcome.get()
  }
}

/// The phase of a scene.
///
/// Source: SwiftUI's `ScenePhase`.
public enum ScenePhase: Comparable, Hashable, Sendable {
  /// The process is stopped, as by ^Z.
  case background
  /// The scene is shown and reads no input; a terminal is never in this phase.
  case inactive
  /// The scene reads input.
  case active
}

/// The phase that a scene is in now.
final class CurrentPhase: Sendable {
  private let changes = Source()
  private let phase = Mutex(ScenePhase.active)

  var value: ScenePhase {
    get {
      changes.didRead()
      return phase.withLock { $0 }
    }
    set {
      phase.withLock { $0 = newValue }
      changes.didChange()
    }
  }
}

extension EnvironmentValues {
  /// The phase of the scene: active, and in the background while ^Z has stopped the process.
  ///
  /// The actions of `onChange(of:)` run before the process stops.
  public var scenePhase: ScenePhase { terminal.phase.value }

  /// The terminal that the scene is shown at.
  public var terminal: SceneTerminal {
    get { self[SceneToolsKey.self].terminal ?? SceneTerminal() }
    set { self[SceneToolsKey.self].terminal = newValue }
  }
}

// MARK: - An editor

extension SceneTerminal {
  /// Opens a text in the user's editor, and returns the edited text.
  ///
  /// The editor is `$VISUAL`, else `$EDITOR`, else `vi`. The text lies meanwhile in a file that only
  /// the user can read, and that is removed. A line end that the editor adds at the end of the text
  /// is taken away again.
  ///
  /// - Parameters:
  ///   - text: what the editor begins with.
  ///   - suffix: the end of the file's name, by which the editor knows the kind of text.
  /// - Throws: ``ShellFailure`` when there is no terminal, when the editor does not end with status 0,
  ///   and when there is no file or it holds no text.
  public func edit(_ text: String, suffix: String = ".txt") throws -> String {
    guard isAvailable else { return try suspend { text } }
    do {
      let draft = try DraftFile(text, suffix: suffix)
      defer { draft.remove() }
      let status = try run(DraftFile.shell, draft.editing)
      return try draft.read(adding: text, status: status)
    } catch let failure as DraftFile.Failure {
      throw ShellFailure(failure.sentence)
    }
  }
}

extension SceneTerminal: EngineObject {}
