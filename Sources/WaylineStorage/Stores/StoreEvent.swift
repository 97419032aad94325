/// An event in a store that a person may want to know about.
public enum StoreEvent: Hashable {
  /// A write was refused; the old value is still there.
  case refused(StoreKey, StoreError)
  /// A stored value could not be shown; its default is shown instead, its bytes stay.
  case unreadable(StoreKey, StoreError)
  /// Bytes that could not be read were moved aside before a new value took their place.
  case quarantined(StoreKey, as: StoreKey)
  /// A value of a scene that another session has taken over was moved aside instead of being saved.
  case retained(StoreKey, as: StoreKey)
  /// A damaged file was put aside, and what could be read went into a new one.
  case recovered(store: String, quarantine: String, salvaged: Int, lost: Int)
  /// Part of the write-ahead log cannot be read; changes on at least this many pages are lost.
  case logDamaged(store: String, quarantine: String, pages: Int)
  /// The write-ahead log was deleted or emptied while the latest changes were in it alone.
  case logMissing(store: String)
  /// The write-ahead log does not continue the database; it was put aside, and not used.
  case logMismatched(store: String, quarantine: String)
  /// A store that existed before is empty or missing.
  case vanished(store: String)
  /// Another process changed these values, in ascending order.
  case changedElsewhere([StoreKey])
  /// The store as a whole has a problem: it is read-only, or cannot be opened.
  case problem(StoreError)
}

extension StoreEvent: Sendable {}

extension StoreEvent {
  /// True if something a person wanted did not happen; other events are information.
  public var isProblem: Bool {
    if case .changedElsewhere = self { false } else { true }
  }
}
