import WaylineSystem

/// A descriptor to which a tool prints styled lines and tables, without screens.
///
/// ```swift
/// let output = TextOutput.standardOutput
/// output.print("Created \(name, .bold) with \(files.count) files.")
/// output.print(TextTable("Name", "Copies", rows: books.map { [$0.title, "\($0.copies)"] }))
/// ```
///
/// Styles are for a terminal that takes escape bytes, and none are written with `NO_COLOR`, `TERM=dumb` or
/// `ACCESSIBLE=1`, nor to a pipe or a file. Characters that would act on a terminal are shown as what they are.
/// What the tool has printed before with `print` comes before.
public struct TextOutput: Sendable {
  private let descriptor: FileDescriptor
  /// True if styles are written.
  let hasStyles: Bool
  /// The width of the terminal in characters; nil if lines may have any.
  public let columns: Int?

  /// Standard output.
  public static var standardOutput: TextOutput { TextOutput(descriptor: 1) }

  /// Standard error.
  public static var standardError: TextOutput { TextOutput(descriptor: 2) }

  /// Prints to a descriptor, which stays the caller's.
  public init(descriptor number: Int32) {
    descriptor = FileDescriptor(borrowing: number)
    let environment = CurrentProcess.environment
    hasStyles =
      descriptor.isTerminal && TerminalAbilities.allowsEscapes(environment)
      && !TerminalAbilities.isSet("NO_COLOR", environment)
    columns = descriptor.terminalSize?.columns
  }

  /// Prints a line.
  ///
  /// - Returns: whether it was written; false for a full disk, or a pipe that nothing reads.
  @discardableResult
  public func print(_ text: StyledText) -> Bool { write([text]) }

  /// Prints a table, at most as wide as the terminal.
  ///
  /// - Returns: whether it was written.
  /// - Complexity: O(cells).
  @discardableResult
  public func print(_ table: TextTable) -> Bool { write(table.lines(columns: columns)) }

  private func write(_ lines: [StyledText]) -> Bool {
    CurrentProcess.flushStandardOutput()
    let text = lines.map { "\($0.text(hasStyles: hasStyles))\n" }.joined()
    do throws(SystemError) { try descriptor.writeAll(text) } catch { return false }
    return true
  }
}
