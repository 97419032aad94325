import WaylineShell
import WaylineSystem

/// An input and an output of this process: a terminal, a pipe, a file, or given lines.
///
/// It says what its ends can do, and makes the driver that moves the lines between them and a scene.
@MainActor
package struct ProcessPort {
  /// The source of the lines.
  package let input: LineSource
  /// The output for screens and messages.
  package let output: FileDescriptor
  /// True if a person types at a terminal and sees the screens there.
  package let isTerminal: Bool
  /// The environment variables that say what the terminal shows.
  package let environment: [String: String]

  /// Creates a port of a program that owns its input.
  package init(_ input: LineSource, isTerminal: Bool, environment: [String: String]) {
    (self.input, self.isTerminal, self.environment) = (input, isTerminal, environment)
    output = .standardOutput
  }

  /// Creates a port that takes no more of its input than the lines of its scene.
  ///
  /// Whoever types at a terminal without seeing the screens would not know what is asked: then no line is
  /// read.
  package init(sharing input: FileDescriptor, output number: Int32) {
    let readsTerminal = input.isTerminal
    output = FileDescriptor(borrowing: number)
    isTerminal = readsTerminal && output.isTerminal
    self.input =
      readsTerminal == isTerminal ? LineSource(input, isShared: true) : LineSource(text: "")
    environment = BaseFolders.environment
  }

  /// Creates a port that reads given lines.
  package init(lines: [String], output number: Int32) {
    (output, isTerminal) = (FileDescriptor(borrowing: number), false)
    input = LineSource(text: lines.map { "\($0)\n" }.joined())
    environment = BaseFolders.environment
  }

  /// The driver of a scene that was configured for this port.
  ///
  /// - Parameters:
  ///   - output: the output; a copy of that of the port if it is nil.
  ///   - replayer: types instead of the input.
  package func driver(
    of host: SceneHost, _ options: SceneOptions, output: Output? = nil, replayer: Replayer? = nil,
    signals: SignalSource = .ofProcess(isShared: true), loop: MainLoop
  ) -> ShellDriver {
    let redrawsRows = options.controlsScreen(at: self)
    let editor =
      options.editsLines(at: self)
      ? LineEditor(
        program: options.programName, input: input.descriptor, output: self.output.number,
        isPlain: !redrawsRows)
      : nil
    return ShellDriver(
      session: host.session, input: input,
      output: output ?? Output(descriptor: self.output.number), editor: editor,
      redrawsRows: redrawsRows, marksPastes: redrawsRows,
      asksLive: redrawsRows && options.asksLive(at: self),
      replayer: replayer, signals: signals, loop: loop)
  }
}
