/// The reason why a store refused or failed.
///
/// Every case names what it is about; ``description`` is the sentence a person reads.
public enum StoreError: Error, Hashable {
  /// The key holds a value of another kind. The stored one stays.
  case kindMismatch(StoreKey, stored: ValueKind, attempted: ValueKind)
  /// A wrapper of another type wrote the key first in this process. Its value stays.
  case typeMismatch(StoreKey, owner: String, attempted: String)
  /// The value could not be encoded, so nothing was written.
  case cannotEncode(StoreKey, type: String, reason: String)
  /// The bytes are not a value of the type. They stay as they are.
  case cannotDecode(StoreKey, type: String, reason: String)
  /// The value was written by a newer version of the program.
  case newerValue(StoreKey, stored: Int, known: Int)
  /// A migration could not carry the value over. It stays in its old version.
  case migrationFailed(StoreKey, from: Int, reason: String)
  /// The checksum of the row does not fit: the bytes are not what was written.
  case damaged(StoreKey)
  /// The value has more bytes than a store takes. The old one stays.
  case tooLarge(StoreKey, bytes: Int, limit: Int)
  /// The provider or store refused the write.
  case refused(StoreKey, reason: String?)
  /// A value of an exported file is none that could be stored. Nothing of the file was imported.
  case cannotImport(StoreKey, reason: String)
  /// A newer program exported the file. Nothing of it was imported.
  case newerExport(found: Int, known: Int)

  /// Another process held the store for longer than the wait allows.
  case busy(store: String, milliseconds: Int)
  /// Another process, whose program has this name, held the store for longer than the wait allows.
  case heldUp(store: String, process: Int32, name: String, isStopped: Bool)
  /// There is no space left.
  case full(store: String)
  /// The store is read-only.
  case readOnly(store: String)
  /// A newer program created the store; it is read-only.
  case newerSchema(store: String, found: Int, known: Int)
  /// The file belongs to another program and was not changed.
  case foreign(store: String)
  /// The file is damaged.
  case corrupted(store: String, detail: String)
  /// Any other answer of the database.
  case database(store: String, operation: String, code: Int32, message: String)

  /// The server of the store cannot be reached.
  case unreachable(store: String, reason: String)
  /// The server of the store does not let this user in, or not do this.
  case accessDenied(store: String, reason: String)
  /// The program, the client library or the server cannot be used for this store.
  case unsupportedServer(store: String, detail: String)
  /// The address of a store is not one.
  case wrongAddress(String, reason: String)
  /// The address of a store has a password, which other users could see.
  case passwordInAddress
  /// Any other answer of the server, with its code of five characters (SQLSTATE).
  case server(store: String, operation: String, state: String, message: String)
  /// The connection was lost while a change was saved; whether it was is not known.
  case unknownOutcome(store: String)
  /// Another session has taken the scene over; what is written for it here is not saved.
  case sceneTaken(String, by: String)

  /// The secrets are locked.
  case locked(store: String)
  /// The key or passphrase does not open the secrets.
  case wrongKey(store: String)
  /// The key file of the secrets is missing.
  case keyMissing(store: String, path: String)
  /// The file that is named as the key file of the secrets holds no key.
  case keyDamaged(store: String, path: String)
  /// The command that prints the key of the secrets has printed none.
  case keyCommandFailed(store: String, reason: String)
  /// The header of the secrets was changed without the key.
  case headerTampered(store: String)
  /// A secret was changed or moved without the key.
  case recordTampered(StoreKey)
  /// The secrets are in a format this version does not know.
  case unsupportedFormat(store: String, detail: String)

  /// A file or folder is not safe to use.
  case unsafeFile(path: String, problem: FileProblem)
  /// A system call did not work.
  case system(operation: String, path: String, code: Int32)
}

extension StoreError: Sendable {}

extension StoreError {
  /// True if something is stored that is no value for this program; a new value may take its place.
  ///
  /// After any other error of a read, nothing is known about what is stored.
  package var isOfValue: Bool {
    switch self {
    case .kindMismatch, .cannotDecode, .newerValue, .migrationFailed, .damaged, .recordTampered:
      true
    default: false
    }
  }

  /// True if the same read may succeed later by itself: a store that was busy or full, not a locked one.
  package var mayPass: Bool {
    if case .locked = self { return false }
    return !isOfValue
  }
}

/// The property that makes a file or folder unsafe for private data.
public enum FileProblem: Hashable, Sendable {
  /// It is a symbolic link, which may lead anywhere.
  case symbolicLink
  /// Another user owns it.
  case foreignOwner(UInt32)
  /// Others may read or change it, and it could not be corrected.
  case openPermissions(mode: UInt32)
  /// Others may replace the files in the folder.
  case writableByOthers(mode: UInt32)
  /// It has several names, so that another process may use it by another one, with another log.
  case severalNames(Int)
  /// It is not a regular file.
  case notAFile
  /// It is not a folder.
  case notAFolder
}
