import WaylineSystem

extension StoreError: CustomStringConvertible {
  /// The sentence for a person: the named thing, the problem, and the remedy.
  public var description: String {
    valueSentence ?? storeSentence ?? serverSentence ?? secretSentence ?? fileSentence
  }

  private var valueSentence: String? {
    switch self {
    case .kindMismatch(let key, let stored, let attempted):
      "'\(key)' holds a value of kind \(stored); one of kind \(attempted) was not written. "
        + "Use another key, or erase '\(key)' first."
    case .typeMismatch(let key, let owner, let attempted):
      "'\(key)' is used for \(owner); a value of \(attempted) was not written. Use another key."
    case .cannotEncode(let key, let type, let reason):
      "'\(key)' was not written: the new \(type) has no stored form (\(reason))."
    case .cannotDecode(let key, let type, let reason):
      "'\(key)' could not be read as \(type) (\(reason)). "
        + "The default is shown; the stored bytes are kept."
    case .newerValue(let key, let stored, let known):
      "'\(key)' was written in version \(stored) by a newer program; this one knows \(known). "
        + "The default is shown; the stored bytes are kept."
    case .migrationFailed(let key, let from, let reason):
      "'\(key)' could not be migrated from version \(from) (\(reason)). The stored bytes are kept."
    case .damaged(let key):
      "'\(key)' is damaged: it does not match its checksum. "
        + "The default is shown; set the value again, or restore a backup."
    case .tooLarge(let key, let bytes, let limit):
      "'\(key)' was not written: the value has \(bytes) bytes, and \(limit) is the limit. "
        + "Keep it in a file, and its path here."
    case .refused(let key, let reason):
      "'\(key)' was not written: \(reason ?? "the store refused it"). The old value is unchanged."
    case .cannotImport(let key, let reason):
      "'\(key)' cannot be imported: \(reason). Nothing was imported. "
        + "Correct the value in the file, or delete it there."
    case .newerExport(let found, let known):
      "The file was exported by a newer version (format \(found), this one knows \(known)). "
        + "Nothing was imported. Use a newer version."
    default: nil
    }
  }

  private var storeSentence: String? {
    switch self {
    case .busy(let store, let milliseconds):
      "The store '\(store)' is in use by another process; gave up after \(milliseconds) ms. "
        + "Try again."
    case .heldUp(let store, let process, let name, true):
      "The store '\(store)' is in use by the stopped process \(process) (\(name)). "
        + "Continue it with 'fg', or end it with 'kill -9 \(process)'."
    case .heldUp(let store, let process, let name, false):
      "The store '\(store)' is in use by process \(process) (\(name)). "
        + "Try again when that has finished."
    case .full(let store):
      "There is no space left for the store '\(store)'. Nothing was written."
    case .readOnly(let store):
      "The store '\(store)' is read-only. Nothing was written."
    case .newerSchema(let store, let found, let known):
      "The store '\(store)' was created by a newer program (format \(found), this one knows \(known)) "
        + "and is read-only."
    case .foreign(let store):
      "The file of the store '\(store)' belongs to another program and was not changed. "
        + "Move it, or choose another folder with --store PATH."
    case .corrupted(let store, let detail):
      "The store '\(store)' is damaged (\(detail)). Restore it from a backup."
    case .database(let store, _, let code, _) where code & 0xFF == Self.diskError:
      "The store '\(store)' met an input or output error (SQLite \(code)). "
        + "Check the disk that holds it, then try again."
    case .database(let store, let operation, let code, let message):
      "The store '\(store)' could not \(operation): \(message) (SQLite \(code))."
    default: nil
    }
  }

  /// The result codes of SQLite for errors of a disk, in their low byte: `SQLITE_IOERR`.
  private static let diskError: Int32 = 10

  private var serverSentence: String? {
    switch self {
    case .unreachable(let store, let reason):
      "The store '\(store)' is not reachable (\(reason)). Nothing is saved until it is."
    case .accessDenied(let store, let reason):
      "The store '\(store)' refused access (\(reason)). "
        + "Check the user and the database, ~/.pgpass, and pg_hba.conf of the server."
    case .unsupportedServer(let store, let detail):
      "The store '\(store)' cannot be used: \(detail)."
    case .wrongAddress(let text, let reason):
      "'\(text)' is not the address of a store (\(reason)). Write postgres:service=NAME, "
        + "'postgres:host=HOST dbname=NAME', or postgres://HOST/NAME."
    case .passwordInAddress:
      "The address of a store cannot contain a password, which other users could see. "
        + "Put it into ~/.pgpass, or use postgres:service=NAME with a service of ~/.pg_service.conf."
    case .server(let store, let operation, let state, let message):
      "The store '\(store)' could not \(operation): \(message) (PostgreSQL \(state))."
    case .unknownOutcome(let store):
      "The connection to the store '\(store)' was lost while a change was saved. "
        + "It may not be saved: look before you repeat it."
    case .sceneTaken(let name, let owner):
      "The session '\(name)' was taken over by \(owner). Nothing more of it is saved here."
    default: nil
    }
  }

  private var secretSentence: String? {
    switch self {
    case .locked:
      "The secrets are locked. Type 'unlock'."
    case .wrongKey(let store):
      "The key or passphrase does not open the secrets '\(store)'."
    case .keyMissing(let store, let path):
      "The key file '\(path)' of the secrets '\(store)' does not exist. "
        + "Restore it from a backup, or name its new location with --key-file FILE."
    case .keyDamaged(let store, let path):
      "'\(path)' is not a key file, so the secrets '\(store)' stay locked. "
        + "Restore it from a backup, or name another file with --key-file FILE."
    case .keyCommandFailed(let store, let reason):
      "The key command gave no key, so the secrets '\(store)' stay locked: \(reason). "
        + "Check --key-command."
    case .headerTampered(let store):
      "The header of the secrets '\(store)' was modified by another program. "
        + "The secrets stay locked; restore the file from a backup."
    case .recordTampered(let key):
      "The secret '\(key.name)' was modified or moved by another program. It is not shown; "
        + "restore the file from a backup, or set the secret again."
    case .unsupportedFormat(let store, let detail):
      "The secrets '\(store)' have a format that this version cannot read (\(detail)). "
        + "Use a newer version."
    default: nil
    }
  }

  private var fileSentence: String {
    switch self {
    case .unsafeFile(let path, let problem): "'\(path)' was not used: \(problem)."
    case .system(let operation, let path, let code):
      "Could not \(operation) '\(path)': \(ErrorCode(rawValue: code))."
        + (code == ErrorCode.inputOutput.rawValue
          ? " Check the disk that holds it, then try again." : "")
    default: "The store failed. Run 'store doctor' for details."
    }
  }
}

extension FileProblem: CustomStringConvertible {
  /// The text that is shown.
  public var description: String {
    switch self {
    case .symbolicLink: "it is a symbolic link"
    case .foreignOwner(let user): "it belongs to another user (\(user))"
    case .openPermissions(let mode):
      "other users can access it (mode \(String(mode & 0o777, radix: 8))); run chmod go= on it"
    case .writableByOthers(let mode):
      "other users can write to it (mode \(String(mode & 0o777, radix: 8))); run chmod go-w on it"
    case .severalNames(let count):
      "it has \(count) names (hard links); delete the others, or replace it by a copy"
    case .notAFile: "it is not a regular file"
    case .notAFolder: "it is not a folder"
    }
  }
}

extension StoreEvent: CustomStringConvertible {
  /// The sentence that a shell prints for this event.
  public var description: String {
    switch self {
    case .problem(.readOnly(let store)):
      "The store '\(store)' is read-only. Changes are not saved."
    case .refused(_, let error), .unreadable(_, let error), .problem(let error):
      error.description
    case .quarantined(let key, let place):
      "The value of '\(key)' could not be read, and was replaced; it is kept as '\(place)'."
    case .retained(let key, let place):
      "The value of '\(key)' was not saved, because another session has its scene; it is kept as '\(place)'."
    case .recovered(let store, let path, let salvaged, let lost):
      "The store '\(store)' was damaged. \(salvaged) values were recovered, at least \(lost) lost; "
        + "the damaged file is kept as '\(path)'."
    case .logDamaged(let store, let path, let pages):
      "The log of the store '\(store)' is damaged. Changes on \(pages) pages are lost; "
        + "the damaged log is kept as '\(path)'."
    case .logMissing(let store):
      "The log of the store '\(store)' is missing. Its latest changes are lost; "
        + "restore the store from a backup if you need them."
    case .logMismatched(let store, let path):
      "The log of the store '\(store)' does not belong to its file, and was not used; "
        + "it is kept as '\(path)'."
    case .vanished(let store):
      "The store '\(store)' was used before, and is now empty or missing. "
        + "Restore it from a backup if you need its values."
    case .changedElsewhere(let keys):
      keys.count == 1
        ? "'\(keys[0])' was changed by another process."
        : "\(keys.count) values were changed by another process."
    }
  }
}
