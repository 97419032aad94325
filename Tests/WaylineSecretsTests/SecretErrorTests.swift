import Testing

@testable import WaylineSecrets

@Suite("Secret error") struct SecretErrorTests {
  @Test(
    "Every error says what happened to which thing",
    arguments: [
      (.locked, "The secrets are locked. Unlock them first."),
      (
        .wrongKey(.keyFile),
        "The key file does not open the secrets: it belongs to another store, or was changed."
      ),
      (.wrongKey(.passphrase), "The passphrase does not open the secrets."),
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
          + "Put it back from a copy."
      ),
      (
        .keyFileDamaged(path: "/home/ada/desk.key"),
        "The key file '/home/ada/desk.key' does not have the length of a key. "
          + "Put it back from a copy."
      ),
      (
        .cryptography(operation: "sealing", reason: "no reason given"),
        "libcrypto did not work while sealing: no reason given."
      ),
    ] as [(SecretError, String)])
  func sentence(error: SecretError, sentence: String) {
    #expect(error.description == sentence)
  }
}
