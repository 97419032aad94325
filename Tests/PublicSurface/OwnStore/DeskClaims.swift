import Wayline

/// The claims of one desk on the scenes that all desks have on the server.
public final class DeskClaims: SceneClaims {
  private let server: DeskServer

  public init(_ server: DeskServer) { self.server = server }

  public func claim(_ name: String, isUse: Bool) throws(StoreError) -> SceneClaim? {
    claim(name, isUse: isUse, replacing: false)
  }

  public func takeOver(_ name: String) throws(StoreError) -> SceneClaim? {
    claim(name, isUse: true, replacing: true)
  }

  public func names() throws(StoreError) -> [String] {
    server.state.withLock { $0.scenes }
      .sorted { $0.value.lastUse < $1.value.lastUse }.map(\.key.name)
  }

  public func remove(_ claim: SceneClaim) {
    server.state.withLock { state in
      let key = StoreKey(claim.name)
      if state.scenes[key]?.token == claim.token { state.scenes[key] = nil }
    }
  }

  private func claim(_ name: String, isUse: Bool, replacing: Bool) -> SceneClaim? {
    let key = StoreKey(name)
    let made = server.state.withLock { state -> (token: Int64, isNew: Bool)? in
      let known = state.scenes[key]
      if known?.isClaimed == true, !replacing { return nil }
      state.lastToken += 1
      let lastUse = isUse ? state.lastToken : known?.lastUse ?? state.lastToken
      state.scenes[key] = .init(token: state.lastToken, isClaimed: true, lastUse: lastUse)
      return (state.lastToken, known == nil)
    }
    return made.map { made in
      SceneClaim(name, token: made.token, isNew: made.isNew) { [server] in
        server.state.withLock { state in
          if state.scenes[key]?.token == made.token { state.scenes[key]?.isClaimed = false }
        }
      }
    }
  }
}
