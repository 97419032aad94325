import Wayline

extension TestHost {
  /// A value of the first view of a type, as the view sees it now: `host.value(of: \FeedView.feed)`.
  ///
  /// It may be a state, what a wrapper of the program's own says, or anything that the view computes.
  /// Without such a view, ``onFailure`` is called.
  public func value<Subject: View, Value>(
    of keyPath: KeyPath<Subject, Value>, fileID: String = #fileID, line: Int = #line
  ) -> Value? {
    let value = scene.value(of: keyPath)
    if value == nil { fail("There is no \(Subject.self) on any screen.", fileID, line) }
    return value
  }

  /// The values of the first view of a type: the present one, then each that differs.
  ///
  /// They are looked at after each update in which a body ran, also after a ``restart()``. The
  /// sequence ends with the host.
  public func updates<Subject: View, Value: Equatable & Sendable>(
    of keyPath: KeyPath<Subject, Value>
  ) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
    let follower = Follower(keyPath, continuation)
    follower.follow(scene)
    followers.append(follower)
    return stream
  }
}

/// An observer of the values that a view holds.
@MainActor
protocol ValueFollower: AnyObject {
  func follow(_ scene: SceneHost)
  func finish()
}

/// Hands on each new value of one view.
@MainActor
private final class Follower<Subject: View, Value: Equatable & Sendable>: ValueFollower {
  private let keyPath: KeyPath<Subject, Value>
  private let continuation: AsyncStream<Value>.Continuation
  private var last: Value?
  private var token: ObservationToken?

  init(_ keyPath: KeyPath<Subject, Value>, _ continuation: AsyncStream<Value>.Continuation) {
    self.keyPath = keyPath
    self.continuation = continuation
  }

  func follow(_ scene: SceneHost) {
    token = scene.onUpdate { [weak self, weak scene] in
      if let scene { self?.look(at: scene) }
    }
    look(at: scene)
  }

  private func look(at scene: SceneHost) {
    guard let value = scene.value(of: keyPath), value != last else { return }
    last = value
    continuation.yield(value)
  }

  func finish() {
    token = nil
    continuation.finish()
  }
}
