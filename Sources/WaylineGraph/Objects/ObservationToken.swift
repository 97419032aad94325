/// A registered observation; releasing the token ends it.
public final class ObservationToken: Sendable {
  private let onCancel: @Sendable () -> Void

  /// A token that runs `onCancel` when it is cancelled or released.
  package init(_ onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  deinit { onCancel() }

  /// Ends the observation.
  public func cancel() { onCancel() }
}

extension ObservationToken {
  /// Keeps the token in a set, which then ends the observation when it goes.
  public func store(in tokens: inout Set<ObservationToken>) {
    tokens.insert(self)
  }

  /// Keeps the token in a collection, which then ends the observation when it goes.
  public func store<Tokens: RangeReplaceableCollection>(in tokens: inout Tokens)
  where Tokens.Element == ObservationToken {
    tokens.append(self)
  }
}

extension ObservationToken: Hashable {
  /// True if both are the same observation.
  public static func == (first: ObservationToken, second: ObservationToken) -> Bool {
    first === second
  }

  /// Hashes the identity of the observation.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// The name that code written for Combine gives a token.
public typealias AnyCancellable = ObservationToken
