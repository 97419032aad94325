#if !DiskStores
  // What a program without stores on disk cannot use: each names the trait instead of being unknown.

  /// A store in a file.
  @available(*, unavailable, message: "SQLiteStore needs the trait DiskStores")
  public final class SQLiteStore: Sendable {
    /// How much of the machine may fail without a loss.
    public enum Durability: Sendable { case process, powerCut }

    /// Creates a store in a file.
    public init(_ path: String, name: String = "", durability: Durability = .process) {}
  }

  /// An encrypted store in a file.
  @available(*, unavailable, message: "SecretStore needs the trait DiskStores")
  public final class SecretStore: Sendable {
    /// Creates a store whose key is in another folder.
    public init(folder: String, keyFolder: String) {}

    /// Creates a store with a file for its key.
    public init(folder: String, keyFile: String) {}
  }

  /// An error of an encrypted store.
  @available(*, unavailable, message: "SecretError needs the trait DiskStores")
  public enum SecretError {}

  /// The passphrase of an encrypted store.
  @available(*, unavailable, message: "Passphrase needs the trait DiskStores")
  public struct Passphrase {
    /// Copies a text.
    public init(_ text: String) {}
  }
#endif
