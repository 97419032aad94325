import Glibc
import WaylineSecrets
import WaylineSystem
import WaylineTestPrograms

extension Role {
  /// Protects secrets with a passphrase, and says how often it is in memory before and after `lock`.
  func forget(_ folder: String, _ words: [String]) throws {
    let masked = words[1].split(separator: ".").compactMap { UInt8($0) }
    let secrets = Self.secrets(in: folder)
    try supply(secrets, from: words[0])
    say("unlocked \(OwnMemory.count(of: masked) > 0)")
    secrets.lock()
    say("locked \(OwnMemory.count(of: masked))")
  }

  /// Takes the passphrase as a program does at its start.
  private func supply(_ secrets: SecretStore, from source: String) throws {
    if source == "variable" {
      guard let bytes = CurrentProcess.bytes(ofVariable: "DESK_PASSPHRASE") else { return }
      secrets.supply(try Passphrase(copying: bytes))
      CurrentProcess.eraseVariable("DESK_PASSPHRASE")
    } else {
      secrets.supply(try Passphrase(readingFrom: STDIN_FILENO))
    }
    if let passphrase = secrets.suppliedPassphrase { try secrets.protect(with: passphrase) }
  }
}
