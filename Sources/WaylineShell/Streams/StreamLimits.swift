/// How much of its input and output an embedded scene keeps at most.
///
/// What goes beyond is refused with a sentence, or waited for; nothing grows without end.
public struct StreamLimits: Hashable, Sendable {
  /// The longest line, in bytes. A longer one is refused whole.
  public var lineBytes = 1 << 16
  /// The lines that may wait for their turn. Those that come on top are refused.
  public var waitingLines = 10_000
  /// The longest answer of several lines, in bytes. A longer one is refused whole.
  public var answerBytes = 1 << 20
  /// The bytes that may wait to be read. While there are more, no line is carried out.
  ///
  /// What is kept can be more by what one line prints.
  public var outputBytes = 1 << 18
  /// How long what is printed last may take to be read, when the scene has ended.
  public var farewell = Duration.seconds(5)

  /// The limits of somebody who is trusted.
  public init() {}
}
