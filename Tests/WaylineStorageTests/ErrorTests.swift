import Testing

@testable import WaylineStorage

@Suite("Sentences")
struct ErrorTests {
  private static let key = StoreKey("copies")
  private static let draft = StoreKey("draft", in: "scene:one")

  @Test(
    "Each error names the thing, the problem and the remedy",
    arguments: [
      (
        .kindMismatch(key, stored: .string, attempted: .int),
        "'copies' holds a value of kind string; one of kind int was not written. "
          + "Use another key, or erase 'copies' first."
      ),
      (
        .typeMismatch(draft, owner: "Note", attempted: "Letter"),
        "'scene:one/draft' is used for Note; a value of Letter was not written. Use another key."
      ),
      (
        .cannotDecode(key, type: "Int", reason: "out of range"),
        "'copies' could not be read as Int (out of range). "
          + "The default is shown; the stored bytes are kept."
      ),
      (
        .tooLarge(key, bytes: 50_000_000, limit: 16_777_216),
        "'copies' was not written: the value has 50000000 bytes, and 16777216 is the limit. "
          + "Keep it in a file, and its path here."
      ),
      (
        .refused(key, reason: nil),
        "'copies' was not written: the store refused it. "
          + "The old value is unchanged."
      ),
      (
        .cannotImport(key, reason: "the value is not of kind int (not eight bytes)"),
        "'copies' cannot be imported: the value is not of kind int (not eight bytes). "
          + "Nothing was imported. Correct the value in the file, or delete it there."
      ),
      (
        .newerExport(found: 2, known: 1),
        "The file was exported by a newer version (format 2, this one knows 1). "
          + "Nothing was imported. Use a newer version."
      ),
      (
        .busy(store: "state", milliseconds: 2000),
        "The store 'state' is in use by another process; gave up after 2000 ms. Try again."
      ),
      (
        .heldUp(store: "state", process: 4711, name: "tour", isStopped: true),
        "The store 'state' is in use by the stopped process 4711 (tour). "
          + "Continue it with 'fg', or end it with 'kill -9 4711'."
      ),
      (
        .heldUp(store: "state", process: 4711, name: "tour", isStopped: false),
        "The store 'state' is in use by process 4711 (tour). Try again when that has finished."
      ),
      (
        .database(store: "state", operation: "run", code: 266, message: "disk I/O error"),
        "The store 'state' met an input or output error (SQLite 266). "
          + "Check the disk that holds it, then try again."
      ),
      (
        .unsafeFile(path: "/s/state", problem: .severalNames(2)),
        "'/s/state' was not used: it has 2 names (hard links); "
          + "delete the others, or replace it by a copy."
      ),
      (.full(store: "state"), "There is no space left for the store 'state'. Nothing was written."),
      (
        .newerSchema(store: "state", found: 9, known: 1),
        "The store 'state' was created by a newer program (format 9, this one knows 1) "
          + "and is read-only."
      ),
      (
        .foreign(store: "state"),
        "The file of the store 'state' belongs to another program and was not changed. "
          + "Move it, or choose another folder with --store PATH."
      ),
      (
        .unreachable(store: "postgres:service=desk", reason: "Connection refused"),
        "The store 'postgres:service=desk' is not reachable (Connection refused). "
          + "Nothing is saved until it is."
      ),
      (
        .accessDenied(store: "postgres:service=desk", reason: "no password supplied"),
        "The store 'postgres:service=desk' refused access (no password supplied). "
          + "Check the user and the database, ~/.pgpass, and pg_hba.conf of the server."
      ),
      (
        .unsupportedServer(
          store: "postgres:service=desk",
          detail: "the server has version 12, and 13 or newer is needed"),
        "The store 'postgres:service=desk' cannot be used: "
          + "the server has version 12, and 13 or newer is needed."
      ),
      (
        .wrongAddress("postgres:host", reason: "missing \"=\" after \"host\""),
        "'postgres:host' is not the address of a store (missing \"=\" after \"host\"). "
          + "Write postgres:service=NAME, 'postgres:host=HOST dbname=NAME', or postgres://HOST/NAME."
      ),
      (
        .passwordInAddress,
        "The address of a store cannot contain a password, which other users could see. "
          + "Put it into ~/.pgpass, or use postgres:service=NAME with a service of ~/.pg_service.conf."
      ),
      (
        .server(store: "state", operation: "write", state: "XX000", message: "no such thing"),
        "The store 'state' could not write: no such thing (PostgreSQL XX000)."
      ),
      (
        .unknownOutcome(store: "state"),
        "The connection to the store 'state' was lost while a change was saved. "
          + "It may not be saved: look before you repeat it."
      ),
      (
        .sceneTaken("main", by: "db2"),
        "The session 'main' was taken over by db2. Nothing more of it is saved here."
      ),
      (.locked(store: "secrets"), "The secrets are locked. Type 'unlock'."),
      (
        .keyMissing(store: "secrets", path: "/s/a.key"),
        "The key file '/s/a.key' of the secrets 'secrets' does not exist. "
          + "Restore it from a backup, or name its new location with --key-file FILE."
      ),
      (
        .keyDamaged(store: "secrets", path: "/s/a.key"),
        "'/s/a.key' is not a key file, so the secrets 'secrets' stay locked. "
          + "Restore it from a backup, or name another file with --key-file FILE."
      ),
      (
        .unsafeFile(path: "/s/key", problem: .openPermissions(mode: 0o100644)),
        "'/s/key' was not used: other users can access it (mode 644); run chmod go= on it."
      ),
      (
        .unsafeFile(path: "/s", problem: .writableByOthers(mode: 0o40777)),
        "'/s' was not used: other users can write to it (mode 777); run chmod go-w on it."
      ),
      (
        .system(operation: "open", path: "/s", code: 13),
        "Could not open '/s': Permission denied."
      ),
    ] as [(StoreError, String)])
  func errors(error: StoreError, sentence: String) {
    #expect(error.description == sentence)
  }

  @Test(
    "Each event names the thing and the problem",
    arguments: [
      (
        .recovered(store: "state", quarantine: "/s/x", salvaged: 9, lost: 1),
        "The store 'state' was damaged. 9 values were recovered, at least 1 lost; "
          + "the damaged file is kept as '/s/x'."
      ),
      (
        .vanished(store: "state"),
        "The store 'state' was used before, and is now empty or missing. "
          + "Restore it from a backup if you need its values."
      ),
      (
        .logDamaged(store: "state", quarantine: "/s/x-wal", pages: 3),
        "The log of the store 'state' is damaged. Changes on 3 pages are lost; "
          + "the damaged log is kept as '/s/x-wal'."
      ),
      (
        .logMissing(store: "state"),
        "The log of the store 'state' is missing. Its latest changes are lost; "
          + "restore the store from a backup if you need them."
      ),
      (
        .logMismatched(store: "state", quarantine: "/s/x-wal"),
        "The log of the store 'state' does not belong to its file, and was not used; "
          + "it is kept as '/s/x-wal'."
      ),
      (
        .problem(.readOnly(store: "state")),
        "The store 'state' is read-only. Changes are not saved."
      ),
      (.refused(key, .full(store: "state")), StoreError.full(store: "state").description),
      (.changedElsewhere([key]), "'copies' was changed by another process."),
      (.changedElsewhere([key, draft]), "2 values were changed by another process."),
    ] as [(StoreEvent, String)])
  func events(event: StoreEvent, sentence: String) {
    #expect(event.description == sentence)
  }
}
