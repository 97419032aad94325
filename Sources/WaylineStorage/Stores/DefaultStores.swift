import FoundationEssentials
import Synchronization
import WaylineGraph

/// The stores of wrappers outside a view that are given none.
///
/// `App` installs them before its first scene. Under a test runner they are memory, so a test never
/// writes to the files of the person who runs it. Each can be replaced for a piece of code:
///
/// ```swift
/// DefaultStores(state: MemoryStore(), keychain: MemoryKeychain()).use {
///   @AppStorage("copies") var copies = 1
///   copies += 1
/// }
/// ```
public struct DefaultStores: Sendable {
  /// The store of `@AppStorage`, `@Persisted` and `@SceneStorage`.
  public let state: any PersistentStore
  /// The store behind `@KeychainStorage`.
  public let secrets: any PersistentStore
  /// The scene that `@SceneStorage` means outside one.
  package let sceneID: String

  /// Chooses stores.
  public init(state: any PersistentStore, keychain: any KeychainProvider, sceneID: String = "main")
  {
    self.init(state: state, secrets: ProviderStore.store(for: keychain), sceneID: sceneID)
  }

  /// Chooses stores of which that of the secrets is known.
  package init(state: any PersistentStore, secrets: any PersistentStore, sceneID: String) {
    (self.state, self.secrets, self.sceneID) = (state, secrets, sceneID)
  }

  /// The store of `@SceneStorage` outside a scene.
  package var scene: SceneStore { SceneStore(state, id: sceneID) }
}

extension DefaultStores {
  @TaskLocal private static var replaced: DefaultStores?
  private static let installed = Mutex<DefaultStores?>(nil)

  /// The stores in use here.
  public static var current: DefaultStores {
    if let stores = replaced ?? installed.withLock({ $0 }) { return stores }
    if !isTesting { reportMissing() }
    return installed.withLock { installed in
      let stores = installed ?? inMemory
      installed = stores
      return stores
    }
  }

  /// Stores that last as long as the process.
  package static var inMemory: DefaultStores {
    DefaultStores(state: MemoryStore(name: "state"), keychain: MemoryKeychain(name: "secrets"))
  }

  /// Installs these as the stores of the program.
  package func install() {
    DefaultStores.installed.withLock { $0 = self }
  }

  /// Runs `body`, and the tasks it starts, with these stores.
  public func use<Result>(_ body: () throws -> Result) rethrows -> Result {
    try DefaultStores.$replaced.withValue(self, operation: body)
  }

  /// Runs `body`, and the tasks it starts, with these stores.
  public func use<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await DefaultStores.$replaced.withValue(self, operation: body)
  }

  /// Runs `body` with these stores, without binding them again where they are the stores in use.
  package func useIfOthers(_ body: () -> Void) {
    let present = DefaultStores.replaced ?? DefaultStores.installed.withLock { $0 }
    if let present, present.isSame(as: self) { body() } else { use(body) }
  }

  private func isSame(as other: DefaultStores) -> Bool {
    state === other.state && secrets === other.secrets && sceneID == other.sceneID
  }

  /// True if the process is a test runner.
  static let isTesting: Bool = {
    let program = CommandLine.arguments.first ?? ""
    return program.hasSuffix(".xctest") || program.hasSuffix("/xctest")
      || program.contains("swiftpm-testing-helper")
      || CommandLine.arguments.contains("--testing-library")
      || BaseFolders.environment["XCTestConfigurationFilePath"] != nil
  }()

  private static func reportMissing() {
    Misuse.report(
      "A storage wrapper was used before the program had stores; its values last only as long as the "
        + "process. Start the program through App, or pass a store to the wrapper.")
  }
}
