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
        "The key file does not open the secrets: it belongs to another store, or was changed."
      ),
      (.wrongKey(.passphrase), "Wrong passphrase. Type 'unlock' to try again."),
      (
        .headerTampered,
        "The header of the secrets was changed from outside. They stay closed."
      ),
      (
        .recordTampered(key: "login"),
        "The secret 'login' was changed or moved from outside. It is not shown."
      ),
      (
        .unsupportedFormat("header version 2"),
        "The secrets have a format this version does not know (header version 2)."
      ),
      (.emptyPassphrase, "The passphrase is empty. Choose one that is not."),
      (
        .notPassphraseProtected,
        "A key file protects the secrets, so a passphrase does not open them. "
          + "Set a passphrase first."
      ),
      (
        .keyFileMissing(path: "/home/ada/desk.key"),
        "The key file '/home/ada/desk.key' is gone, and the secrets cannot be read without it. "
          + "Put it back from a copy, or start with --key-file FILE if it is elsewhere."
      ),
      (
        .keyFileDamaged(path: "/home/ada/desk.key"),
        "The key file '/home/ada/desk.key' does not have the length of a key. "
          + "Put it back from a copy."
      ),
      (
        .insideTransaction,
        "The keys of the secrets were left alone: a transaction of the secrets is going on."
      ),
      (
        .store(.full(store: "secrets")),
        "There is no space left for the store 'secrets'. Nothing was written."
      ),
      (
        .cryptography(operation: "sealing", reason: "no reason given"),
        "libcrypto did not work while sealing: no reason given."
      ),
    ] as [(SecretError, String)])
  func sentence(error: SecretError, sentence: String) {
    #expect(error.description == sentence)
  }

  @Test("Other stores' errors say the same")
  func storeErrors() {
    let key = StoreKey.secret("login")
    let told = [
      SecretError.locked, .wrongKey(.keyFile), .keyFileDamaged(path: "/k"), .headerTampered,
      .recordTampered(key: "login"), .unsupportedFormat("x"), .store(.full(store: "s")),
    ].map { StoreError($0, at: key, of: "s") }

    #expect(
      told == [
        .locked(store: "s"), .wrongKey(store: "s"), .wrongKey(store: "s"),
        .headerTampered(store: "s"), .recordTampered(key),
        .unsupportedFormat(store: "s", detail: "x"), .full(store: "s"),
      ])
  }

  @Test("A missing key file is named in other stores' errors too")
  func missingKeyFile() {
    let error = StoreError(.keyFileMissing(path: "/k"), at: .secret("login"), of: "s")

    #expect(error == .keyMissing(store: "s", path: "/k"))
    #expect(error.description.hasPrefix("The key file '/k' of the secrets 's' is not there."))
  }
}
