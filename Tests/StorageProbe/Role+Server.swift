import Glibc
import WaylinePostgres
import WaylineStorage

extension Role {
  /// Writes one value after the other into a store in a server, and says the number of each that is stored.
  func acknowledge(_ address: String) {
    let store = PostgresStore(PostgresAddress(address), program: "probe")
    for number in 0... {
      step("\(number)") { try store.set(number, for: "\(getpid())-\(number)") }
    }
  }

  /// Claims the scene `main`, and writes each line that it reads into it.
  func hold(_ address: String) throws {
    let store = PostgresStore(PostgresAddress(address), program: "probe")
    let claims = PostgresSceneClaims(of: store, owner: "probe")
    guard let claim = try claims.claim("main") else { return say("in use") }
    say("claimed")
    while let line = readLine() {
      do {
        try store.set(line, for: "note", in: StoreKey.scene(claim.name))
        say("stored \(line)")
      } catch {
        say("\(error)")
      }
    }
  }
}
