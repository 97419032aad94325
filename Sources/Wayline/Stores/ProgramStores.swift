import WaylineFlows
import WaylineSQLite
import WaylineSecrets
import WaylineStorage
import WaylineSystem

#if Postgres
  import WaylinePostgres
#endif

extension App {
  /// The stores that the program uses, for a subcommand that runs without its scene.
  ///
  /// ```swift
  /// let stores = DeskApp.stores(at: path)
  /// @Persisted(key: "loans", store: stores.state) var loans = [String]()
  /// ```
  ///
  /// The migrations of the program are registered with them. Nothing is opened or created before
  /// the first value is read. Secrets with a passphrase stay locked: only the program itself reads
  /// `--passphrase-file` and the like.
  ///
  /// - Parameter path: the value of `--store`: a folder, `:memory:`, or the address of a server. Without it the
  ///   variable `<NAME>_STORE` chooses the place, and else the folders are the usual ones of the user. Where a
  ///   server is refused, such as in a program that was built without PostgreSQL, every write is.
  public static func stores(at path: String? = nil) -> SceneStores {
    let stores = ProgramStores(at: StorePlace(app: name, option: path), program: name)
    stores.register(migrations)
    return SceneStores(state: stores.state, keychain: stores.secrets, scene: nil)
  }
}

/// The stores of a running program, and what else of it is where they are.
///
/// Nothing is opened before the first value is used.
package struct ProgramStores: Sendable {
  /// The store of settings, saved values, and scenes.
  package let state: any PersistentStore
  /// The store of `@KeychainStorage`.
  package let secrets: SecretStore
  /// The claims of the program's sessions on their scenes.
  package let claims: any SceneClaims
  /// The file of the typed lines; nil for a history that ends with the session.
  package let history: PrivateFile?
  /// The time for which values and secrets are stored.
  package let lifetime: Lifetime

  /// A time for which values and secrets are stored.
  package enum Lifetime: Sendable {
    /// Until the process ends: there is nothing to open, and nothing to protect from others.
    case process
    /// Until they are erased.
    case unlimited
  }

  /// Creates the stores at a place.
  ///
  /// - Parameters:
  ///   - program: the name of the program: a part of the name of its store in a server.
  ///   - key: opens the secrets, instead of a file in the folder of the state.
  package init(at place: StorePlace, program: String = "program", key: ChosenKey? = nil) {
    switch place {
    case .memory:
      (claims, history, lifetime) = (MemorySceneClaims(), nil, .process)
      state = MemoryStore(name: "state")
      secrets = .inMemory()
    case .files(let folders):
      claims = FileSceneClaims(in: folders.state)
      (history, lifetime) = (folders.state.file("history"), .unlimited)
      state = SQLiteStore(folders.state.file("state.sqlite3"))
      secrets =
        key.map { SecretStore(in: folders.data, key: $0) }
        ?? SecretStore(in: folders.data, keys: folders.state.folder("keys"))
    case .server(let address, let folders):
      (history, lifetime) = (folders.state.file("history"), .unlimited)
      #if Postgres
        let place = Self.address(address, of: program)
        let values = PostgresStore(place, program: program)
        (state, claims) = (values, PostgresSceneClaims(of: values))
        let rows = PostgresStore(place, part: .secrets, program: program)
        secrets =
          key.map { SecretStore(over: rows, key: $0) }
          ?? SecretStore(over: rows, keys: folders.state.folder("keys"))
      #else
        let values = MemoryStore(name: "state")
        values.refuseWrites(with: Self.refusal(of: address))
        (state, claims, secrets) = (values, MemorySceneClaims(), .inMemory())
      #endif
    }
    secrets.hideProcess()
  }

  /// The reason why a place cannot be used by this program; nil if it can, as far as is known without using it.
  package static func problem(of place: StorePlace) -> StoreError? {
    guard case .server(let address, _) = place else { return nil }
    #if Postgres
      do throws(StoreError) {
        try Self.address(address, of: "program").check()
        return nil
      } catch {
        return error
      }
    #else
      return refusal(of: address)
    #endif
  }

  /// The states of an exploration that workers on several hosts share.
  ///
  /// - Parameters:
  ///   - address: the address of a server; after `#` the name of the exploration.
  ///   - program: the name of the program, and of the exploration if the address has none.
  package static func sharedStates(
    at address: String, of program: String
  ) throws(StoreError) -> any SharedStates {
    guard address.hasPrefix("postgres") else {
      throw .wrongAddress(address, reason: "explorations are shared by a PostgreSQL server")
    }
    #if Postgres
      let place = PostgresAddress(address, store: "\(program) explore")
      try place.check()
      return PostgresStates(place, program: program)
    #else
      throw refusal(of: address)
    #endif
  }

  #if Postgres
    /// The store of a user in a server, unless the address names another one.
    private static func address(_ text: String, of program: String) -> PostgresAddress {
      PostgresAddress(text, store: "\(program)/\(CurrentProcess.userName)")
    }
  #else
    /// NB: without the address, which may have a password.
    private static func refusal(of address: String) -> StoreError {
      .unsupportedServer(
        store: String(address.prefix { $0 != ":" }) + ":…",
        detail: "this program was built without PostgreSQL. "
          + "Build it with the trait 'Postgres' of the package wayline")
    }
  #endif

  /// The session that has a scene; nil where that is not known, or where it cannot be replaced.
  func holder(of scene: String) -> SceneHolder? {
    #if Postgres
      let claims = claims as? PostgresSceneClaims
      return try? claims?.holder(of: scene)
    #else
      return nil
    #endif
  }

  /// Ends what other hosts would wait for: the claims on scenes.
  package func close() {
    #if Postgres
      (claims as? PostgresSceneClaims)?.releaseAll()
    #endif
  }

  /// Registers migrations with the store that holds the values of their keys.
  func register(_ migrations: [Migration]) {
    for migration in migrations {
      let isSecret = migration.key.namespace == StoreKey.keychain
      (isSecret ? secrets.hub : state.hub).register(migration)
    }
  }
}

extension SceneStores {
  /// Returns stores that show the state at a place and write nothing; without its secrets and scenes.
  static func preview(of place: StorePlace) -> SceneStores {
    guard case .files(let folders) = place else { return .inMemory() }
    let path = folders.state.file("state.sqlite3").path
    return SceneStores(
      state: MemoryStore(previewing: path, name: path), keychain: MemoryKeychain(name: "secrets"),
      scene: nil)
  }
}
