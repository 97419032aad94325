import WaylineStorage

/// An open database, and what was found while opening it.
package final class OpenDatabase {
  /// The connection.
  package let database: Database
  /// Which file it is a connection to.
  package let identity: FileIdentity?
  /// Why nothing may be written, if so.
  package let refusal: StoreError?
  /// The file as it was when it was opened for reading alone: SQLite does not notice its changes.
  let frozen: FileStatus?
  /// Whether changes go to a log that is written ahead.
  var isLogging = false
  /// Whether it is set up for writing.
  var isSetUpForWriting = false
  private var events: [StoreEvent]

  init(
    _ database: Database, _ identity: FileIdentity?, refusal: StoreError? = nil,
    frozen: FileStatus? = nil, events: [StoreEvent] = []
  ) {
    self.database = database
    self.identity = identity
    self.refusal = refusal
    self.frozen = frozen
    self.events = events
  }

  /// What a person should know, oldest first; told once.
  func takeEvents() -> [StoreEvent] {
    defer { events = [] }
    return events
  }

  /// Adds something that a person should know.
  func add(_ event: StoreEvent) {
    events.append(event)
  }
}
