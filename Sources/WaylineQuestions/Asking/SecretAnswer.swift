import WaylineSystem

/// The answer to a secret question, in memory that is overwritten when the last copy is released.
///
/// It prints as `********`. What this is *not*: locked memory, which the system never writes to its swap file.
public struct SecretAnswer: Hashable, Sendable {
  private let secret: TypedSecret

  init(_ secret: TypedSecret) {
    self.secret = secret
  }

  /// The number of bytes.
  public var count: Int { secret.count }

  /// True without a byte.
  public var isEmpty: Bool { secret.isEmpty }

  /// Calls a closure with the bytes, which are UTF-8. It must not store the pointer.
  public func withUnsafeBytes<Result, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try secret.withUnsafeBytes(body)
  }

  /// A copy in ordinary memory, which Swift does not overwrite.
  public var text: String { secret.text }
}

extension SecretAnswer: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Eight stars, whatever the length.
  public var description: String { "********" }

  /// Eight stars, whatever the length.
  public var debugDescription: String { description }

  /// Nothing of the answer.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
