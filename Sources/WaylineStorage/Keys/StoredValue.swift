import FoundationEssentials

/// A value as a store keeps it: bytes, what they are, and in which version they were written.
///
/// The row names an encoding and never a Swift type, so renaming a struct locks nobody out.
public struct StoredValue: Hashable {
  /// How the bytes are to be read.
  public var kind: ValueKind
  /// The version of the value's own format; raised by a ``Migration``, 1 at first.
  public var version: Int
  /// The encoded value.
  public var bytes: Data

  /// Makes a stored value of `bytes` that are to be read as `kind`.
  public init(_ bytes: Data, kind: ValueKind, version: Int = 1) {
    self.kind = kind
    self.version = version
    self.bytes = bytes
  }
}

extension StoredValue: Sendable {}

extension StoredValue {
  /// The most bytes that a value may have: 16 MiB. More belongs into a file of its own.
  public static let limit = 16 << 20
}

extension StoredValue: CustomStringConvertible {
  /// Kind, size and version: never the bytes, which may be a secret.
  public var description: String {
    "\(kind), \(bytes.count) bytes, version \(version)"
  }
}

extension StoredValue: CustomReflectable {
  /// A mirror of kind, size and version, and of no bytes.
  public var customMirror: Mirror {
    Mirror(self, children: ["kind": kind, "count": bytes.count, "version": version])
  }
}
