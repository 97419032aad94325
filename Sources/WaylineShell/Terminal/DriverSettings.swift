/// The form of a session's input and output: of ``ShellDriver`` and of ``StreamDriver``.
///
/// The surroundings that a session itself knows are in ``SessionOptions``.
package struct DriverSettings {
  /// Prints the frames.
  package var renderer: any Renderer = PlainRenderer()
  /// True if a prompt is printed before each line.
  package var showsPrompt = false
  /// True if lines are shown as they are read, so that the output is a transcript.
  package var echoes = false
  /// True if a line of input may be a JSON object.
  package var readsJSON = false

  /// Types instead of the input; then nothing is printed. Not for streams.
  package var replayer: Replayer?
  /// Edits the lines of a terminal, if there is a library for it.
  package var editor: LineEditor?
  /// True if the terminal marks what is pasted; not for streams.
  package var marksPastes = false
  /// The time by which progress is printed; not for streams.
  package var now: @MainActor () -> ContinuousClock.Instant = { ContinuousClock.now }
  /// Subjects that others may change while a line is waited for; not for streams.
  package var notices: [Notice] = []

  /// True if a last line without its end is carried out; only for streams.
  package var takesUnendedLine = true
  /// The most input and output that is retained; only for streams.
  package var limits = StreamLimits()

  /// A pipe: no prompt and no echo.
  package init() {}
}
