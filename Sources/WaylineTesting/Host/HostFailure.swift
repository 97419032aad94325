/// A failed call of a ``TestHost``: a sentence, and the line of the test with the call.
///
/// Its text is the sentence with the line: `Still pending: a task. (DeskTests.swift:42)`.
public struct HostFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence.
  public let message: String
  /// The file with the call, as `#fileID` has it: `DeskTests/DeskTests.swift`.
  public let fileID: String
  /// The line of the call.
  public let line: Int

  /// The sentence with the name of the file and the line.
  public var description: String {
    "\(message) (\(fileID.split(separator: "/").last ?? ""):\(line))"
  }
}
