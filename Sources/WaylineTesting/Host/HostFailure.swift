/// What went wrong in a call of a ``TestHost``, and the line of the test with the call.
///
/// Its text is the sentence with the line: `Still pending: a task. (DeskTests.swift:42)`.
public struct HostFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence.
  public let message: String
  /// The file with the call, as `#fileID` has it: `DeskTests/DeskTests.swift`.
  public let fileID: String
  /// The line of the call.
  public let line: Int

  public var description: String {
    "\(message) (\(fileID.split(separator: "/").last ?? ""):\(line))"
  }
}
