import Testing
import WaylineStorage

@testable import WaylineSecrets

@Suite("Secret error") struct SecretErrorTests {
  @Test(
    "Every error says what happened to which thing",
    arguments: [
      (.locked, "The secrets are locked. Type 'unlock'."),
      (
        .wrongKey(.keyFile),
        "The key file does not open the secrets: it belongs to another store, or was changed. "
          + "Restore it from a backup."
      ),
      (.wrongKey(.passphrase), "Wrong passphrase. Type 'unlock' to try again."),
      (
        .headerTampered,
        "The header of the secrets was modified by another program. The secrets stay locked; "
          + "restore the file from a backup."
      ),
      (
        .recordTampered(key: "login"),
        "The secret 'login' was modified or moved by another program. It is not shown; "
          + "restore the file from a backup, or set the secret again."
      ),
      (
        .unsupportedFormat("header version 2"),
        "The secrets have a format that this version cannot read (header version 2). "
          + "Use a newer version."
      ),
      (.emptyPassphrase, "The passphrase is empty. Choose another one."),
      (
        .passphraseTooLong(limit: 4096),
        "The passphrase is longer than 4096 bytes. Choose a shorter one."
      ),
      (
        .notPassphraseProtected,
        "A key file protects the secrets. To set a passphrase, type 'passphrase'."
      ),
      (
        .keyFileMissing(path: "/home/ada/desk.key"),
        "The key file '/home/ada/desk.key' does not exist, and the secrets cannot be read without "
          + "it. Restore it from a backup, or name its new location with --key-file FILE."
      ),
      (
        .keyFileDamaged(path: "/home/ada/desk.key"),
        "'/home/ada/desk.key' is not a key file. Restore it from a backup, or name another file "
          + "with --key-file FILE."
      ),
      (
        .insideTransaction,
        "The keys of the secrets cannot be changed inside a transaction of the secrets."
      ),
      (
        .store(.full(store: "secrets")),
        "There is no space left for the store 'secrets'. Nothing was written."
      ),
      (
        .cryptography(operation: "sealing", reason: "no reason given"),
        "libcrypto failed while sealing: no reason given."
      ),
    ] as [(SecretError, String)])
  func sentence(error: SecretError, sentence: String) {
    #expect(error.description == sentence)
  }

  @Test("Other stores' errors say the same")
  func storeErrors() {
    let key = StoreKey.secret("login")
    let reported = [
      SecretError.locked, .wrongKey(.keyFile), .keyFileDamaged(path: "/k"), .headerTampered,
      .recordTampered(key: "login"), .unsupportedFormat("x"), .store(.full(store: "s")),
    ].map { StoreError($0, at: key, of: "s") }

    #expect(
      reported == [
        .locked(store: "s"), .wrongKey(store: "s"), .keyDamaged(store: "s", path: "/k"),
        .headerTampered(store: "s"), .recordTampered(key),
        .unsupportedFormat(store: "s", detail: "x"), .full(store: "s"),
      ])
  }

  @Test("A missing key file is named in other stores' errors too")
  func missingKeyFile() {
    let error = StoreError(.keyFileMissing(path: "/k"), at: .secret("login"), of: "s")

    #expect(error == .keyMissing(store: "s", path: "/k"))
    #expect(error.description.hasPrefix("The key file '/k' of the secrets 's' does not exist."))
  }
}
