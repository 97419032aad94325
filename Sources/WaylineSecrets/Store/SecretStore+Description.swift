extension SecretStore: CustomStringConvertible, CustomReflectable {
  /// The place of the secrets, and none of them.
  public var description: String { "secrets in \(base.place)" }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}
