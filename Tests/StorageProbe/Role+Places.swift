import CWaylineFaults
import Glibc
import WaylineSQLite
import WaylineStorage

extension Role {
  /// Fills the disk up under a store, and makes room again; says what the store says.
  func full(_ folder: String) throws {
    let code = wayline_mount_small_disk(folder, "256k")
    guard code == 0 else { return say("no mount: \(String(cString: strerror(code)))") }
    let filler = PrivateFile("\(folder)/filler")
    let path = "\(folder)/desk/state.sqlite3"
    fill(filler.path)
    attempt("first") { try SQLiteStore(path).set("short", for: "title") }
    try filler.remove()
    let store = SQLiteStore(path)
    attempt("short") { try store.set("short", for: "title") }
    fill(filler.path)
    attempt("long") { try store.set(String(repeating: "x", count: 60_000), for: "title") }
    attempt("erased") { try store.erase("title") }
    say("shows \(try store.value(String.self, for: "title") ?? "nothing")")
    try filler.remove()
    attempt("new") { try store.set("new", for: "title") }
    say("problems \(try SQLiteStore(path).diagnose().count)")
    say("events \(store.hub.takeEvents().count)")
    store.close()
    fill(filler.path)
    try fullAndClosed(path, filler)
  }

  /// Uses a store that was closed before the disk was full, and one that is damaged then.
  private func fullAndClosed(_ path: String, _ filler: PrivateFile) throws {
    let store = SQLiteStore(path)
    say("closed, shows \(try store.value(String.self, for: "title") ?? "nothing")")
    attempt("closed, written") { try store.set("later", for: "title") }
    try filler.remove()
    attempt("later") { try store.set("later", for: "title") }
    store.close()
    damage(path)
    fill(filler.path)
    let damaged = SQLiteStore(path)
    attempt("damaged, read") { _ = try damaged.value(String.self, for: "title") }
    try filler.remove()
    say("recovered, shows \(try SQLiteStore(path).value(String.self, for: "title") ?? "nothing")")
  }

  /// Overwrites the header of a database.
  private func damage(_ path: String) {
    let descriptor = open(path, O_WRONLY)
    pwrite(descriptor, [UInt8](repeating: 0xEE, count: 100), 100, 0)
    close(descriptor)
  }

  /// Uses a store as the user 65534, if it may change who it is; the folder is given to that user.
  func guest(_ path: String) throws {
    let folder = PrivateFile(path).folder.path
    if geteuid() == 0 {
      for name in [folder] + ["", ".lock", ".used", "-wal"].map({ path + $0 }) {
        chown(name, 65_534, 65_534)
      }
      setgroups(0, nil)
      guard setgid(65_534) == 0, setuid(65_534) == 0 else { return say("no other user") }
    }
    say(geteuid() == 0 ? "superuser" : "user")
    chmod(path, 0o400)
    chmod(folder, 0o500)
    let store = SQLiteStore(path)
    do { say("shows \(try store.value(Int.self, for: "copies") ?? 0)") } catch { say("\(error)") }
    attempt("written") { try store.set(2, for: "copies") }
    for event in store.hub.takeEvents() { say("\(event)") }
    chmod(folder, 0o700)
  }

  private func attempt(_ name: String, _ body: () throws -> Void) {
    do {
      try body()
      say(name)
    } catch {
      say("\(error)")
    }
  }

  /// Writes a file until nothing more fits.
  private func fill(_ path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    let block = [UInt8](repeating: 0, count: 4096)
    while Glibc.write(descriptor, block, block.count) > 0 {}
    close(descriptor)
  }
}
