import Glibc
import WaylineGraph

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
  /// Leaves the terminal while the closure runs, which is given what stands for it; nil without one.
  package var lend: ((_ body: (Descriptors) -> Void) -> Void)? {
    didSet { changes.didChange() }
  }

  private let changes = Source()

  /// What another program reads from and prints to.
  package struct Descriptors {
    let input: Int32
    let output: Int32
  }

  /// No terminal: that of a pipe, a test, or a scene over a connection.
  nonisolated public init() {}

  /// Whether there is one. A body that reads it runs again when there is, or is no more.
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
    let outcome = try lending { descriptors in
      ChildProgram.run([command] + arguments, at: descriptors)
    }
    switch outcome {
    case .success(let status): return status
    case .failure(let error):
      throw ShellFailure(
        "'\(command)' could not be started: \(String(cString: strerror(error.code))).")
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
      throw ShellFailure("The terminal was not left: it is in use already.")
    }
    return try outcome.get()
  }
}

private enum SceneTerminalKey: EnvironmentKey {
  static var defaultValue: SceneTerminal { SceneTerminal() }
}

extension EnvironmentValues {
  /// The terminal that the scene is shown at.
  public var terminal: SceneTerminal {
    get { self[SceneTerminalKey.self] }
    set { self[SceneTerminalKey.self] = newValue }
  }
}
