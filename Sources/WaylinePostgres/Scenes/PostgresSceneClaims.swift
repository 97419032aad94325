import Dispatch
import Synchronization
import WaylineStorage
import WaylineSystem

/// Claims among the processes of several hosts: leases in a PostgreSQL server.
///
/// ```swift
/// let claims = PostgresSceneClaims(of: store)
/// let claim = try claims.claimFirstFree()
/// ```
///
/// A claim lasts for ten seconds of the server's time, and is renewed every three, all claims of the process by one
/// statement. A host that dies frees its scenes that way. Every write that `store` makes to a claimed scene is
/// refused once another session has the scene, however late it comes: a process that was stopped, a laptop that
/// slept.
public final class PostgresSceneClaims: SceneClaims {
  private let store: PostgresStore
  private let owner: String
  private let renewal = Mutex<(any DispatchSourceTimer)?>(nil)
  private let queue = DispatchQueue(label: "wayline.leases")

  /// Creates claims of no scene.
  ///
  /// - Parameters:
  ///   - store: the store of the scenes, whose writes are fenced.
  ///   - owner: the host as others read it; the name of this one by default.
  public init(of store: PostgresStore, owner: String? = nil) {
    (self.store, self.owner) = (store, owner ?? CurrentProcess.hostName)
  }

  deinit { renewal.withLock { $0?.cancel() } }

  /// Claims a scene; nil while another session has claimed it.
  public func claim(_ name: String, isUse: Bool) throws(StoreError) -> SceneClaim? {
    try claim(name, isUse: isUse, isForced: false)
  }

  /// Claims a scene, whichever session has claimed it: what that writes from now on is refused.
  public func takeOver(_ name: String) throws(StoreError) -> SceneClaim? {
    try claim(name, isUse: true, isForced: true)
  }

  /// Lists the scenes that were claimed and not removed, the one used longest ago first.
  public func names() throws(StoreError) -> [String] {
    try store.use("list the sessions") { session throws(ServerFault) in
      let answer = try session.connection.run(
        Query(
          "SELECT name FROM wayline_scene WHERE store=$1 ORDER BY used, name",
          .integer(session.store)))
      return (0..<answer.count).map { answer.text($0, 0) }
    }
  }

  /// Removes the scene of a claim from the list, since nothing of it is stored any more.
  public func remove(_ claim: SceneClaim) {
    run(
      "DELETE FROM wayline_scene WHERE store=$1 AND id=sha256($2) AND token=$3",
      Fence(scene: claim.name, token: claim.token))
  }

  /// The session that has a scene; nil if the scene is free.
  package func holder(of name: String) throws(StoreError) -> SceneHolder? {
    try store.use("read the session") { session throws(ServerFault) in
      let answer = try session.connection.run(
        Query(
          """
          SELECT owner, (extract(epoch FROM clock_timestamp() - used) * 1000)::bigint
          FROM wayline_scene WHERE store=$1 AND id=sha256($2) AND lease > clock_timestamp()
          """,
          .integer(session.store), .name(name)))
      guard answer.count > 0 else { return nil }
      return SceneHolder(
        host: answer.text(0, 0), idleTime: .milliseconds(max(0, answer.integer(0, 1))))
    }
  }
}

// MARK: - Claiming

extension PostgresSceneClaims {
  private func claim(
    _ name: String, isUse: Bool, isForced: Bool
  ) throws(StoreError) -> SceneClaim? {
    let made = try store.use("claim the session", isWriting: true) { session throws(ServerFault) in
      let answer = try session.connection.run(
        Query(
          """
          INSERT INTO wayline_scene AS s(store, id, name, token, claims, owner, lease, used)
          SELECT $1, sha256($2), $2, nextval('wayline_token'), 1, $3,
            clock_timestamp() + interval '10 s', clock_timestamp()
          ON CONFLICT (store, id) DO UPDATE SET
            token=excluded.token, claims=s.claims+1, owner=excluded.owner, lease=excluded.lease,
            used=CASE WHEN $4=1 THEN excluded.used ELSE s.used END
          WHERE $5=1 OR s.lease < clock_timestamp()
          RETURNING token, claims
          """,
          .integer(session.store), .name(name), .text(owner), .integer(isUse ? 1 : 0),
          .integer(isForced ? 1 : 0)))
      return answer.count > 0 ? (token: answer.integer(0, 0), count: answer.integer(0, 1)) : nil
    }
    guard let made else { return nil }
    let fence = Fence(scene: name, token: made.token)
    store.fences.add(fence)
    // The scene may have been here before, and on another host since.
    store.checkForeignChanges()
    beginRenewal()
    return SceneClaim(name, token: made.token, isNew: made.count == 1) { [self] in
      release(fence)
    }
  }

  /// Frees a scene, unless another session has it.
  private func release(_ fence: Fence) {
    run(
      "UPDATE wayline_scene SET lease='-infinity' WHERE store=$1 AND id=sha256($2) AND token=$3",
      fence)
    store.fences.remove(fence)
    if store.fences.all.isEmpty {
      renewal.withLock { renewal in
        renewal?.cancel()
        renewal = nil
      }
    }
  }

  /// Frees the scenes of all claims: the process ends, and the next one need not wait for the leases.
  package func releaseAll() {
    for fence in store.fences.all { release(fence) }
  }

  /// Runs a statement on the scene of a claim. Without a connection the lease runs out by itself.
  private func run(_ sql: StaticString, _ fence: Fence) {
    try? store.use("free the session") { session throws(ServerFault) in
      _ = try session.connection.run(
        Query(sql, .integer(session.store), .name(fence.scene), .integer(fence.token)))
    }
  }
}

// MARK: - Renewal

extension PostgresSceneClaims {
  private static let interval = DispatchTimeInterval.seconds(3)

  private func beginRenewal() {
    renewal.withLock { renewal in
      guard renewal == nil else { return }
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval)
      timer.setEventHandler { [weak self] in self?.renew() }
      timer.activate()
      renewal = timer
    }
  }

  /// Renews the leases of all claims, and reports those that were taken over.
  ///
  /// A lease that has run out is renewed too: nobody has claimed the scene meanwhile.
  package func renew() {
    let fences = store.fences.all
    guard !fences.isEmpty else { return }
    let idleTimes = fences.map { Int64(store.fences.idleTime(of: $0.scene) / .milliseconds(1)) }
    let others = try? store.use("renew the sessions") { session throws(ServerFault) in
      let tokens = Parameter.integers(fences.map(\.token))
      let answers = try session.connection.run([
        Query(
          """
          UPDATE wayline_scene SET lease=clock_timestamp() + interval '10 s',
            used=clock_timestamp() - k.idle * interval '1 ms'
          FROM unnest($2::bytea[], $3::bigint[], $4::bigint[]) AS k(scene, number, idle)
          WHERE store=$1 AND id=sha256(k.scene) AND token = k.number
          """, .integer(session.store), .names(fences.map(\.scene)), tokens, .integers(idleTimes)),
        Query(
          """
          SELECT name, owner FROM wayline_scene
          WHERE store=$1 AND id IN (SELECT sha256(n) FROM unnest($2::bytea[]) AS n)
            AND token <> ALL($3)
          """, .integer(session.store), .names(fences.map(\.scene)), tokens),
      ])
      return (0..<answers[1].count).map { (answers[1].text($0, 0), answers[1].text($0, 1)) }
    }
    for (scene, owner) in others ?? [] where store.fences.note(owner: owner, of: scene) {
      store.hub.publish(.problem(store.fences.taken(scene)))
    }
  }
}
