import WaylineStorage

extension SecretStore {
  /// The file `secrets.sqlite3` in one folder, and its key file in another.
  ///
  /// Keep the folders apart, so that a copy of the secrets is not a copy of the key. Both are made,
  /// private to this user, when the first secret is written.
  package convenience init(
    in folder: PrivateFolder, keys: PrivateFolder, scrypt: Scrypt = .standard
  ) {
    self.init(base: SecretsFile(in: folder), keys: KeyFolder(keys), scrypt: scrypt)
  }

  /// The file `secrets.sqlite3` in `folder`, and its key file in `keyFolder`.
  ///
  /// Keep the folders apart, so that a copy of the secrets is not a copy of the key. Both are made,
  /// private to this user, when the first secret is written.
  public convenience init(folder: String, keyFolder: String) {
    self.init(in: PrivateFolder(folder), keys: PrivateFolder(keyFolder))
  }

  /// The file `secrets.sqlite3` in `folder`, and the key file of a person's choice.
  ///
  /// The key file is made with the first secret if it is not there, and is never deleted. Its folder
  /// has to be there; the folder of the secrets is made.
  public convenience init(folder: String, keyFile: String) {
    self.init(base: SecretsFile(in: PrivateFolder(folder)), keys: KeyFile(keyFile))
  }

  /// A store that ends with the process, for `--store :memory:` and for tests.
  ///
  /// It behaves as one in a file does; locking it forgets nothing that could not be read again.
  public static func inMemory() -> SecretStore {
    SecretStore(base: SecretsInMemory(), keys: KeysInMemory())
  }
}
