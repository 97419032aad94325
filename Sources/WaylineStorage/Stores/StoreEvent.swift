/// Something a store did, or did not do, that a person may want to know.
public enum StoreEvent: Hashable {
  /// A write was refused; the old value is still there.
  case refused(StoreKey, StoreError)
  /// A stored value could not be shown; its default is shown instead, its bytes stay.
  case unreadable(StoreKey, StoreError)
  /// Bytes that could not be read were moved aside before a new value took their place.
  case quarantined(StoreKey, as: StoreKey)
  /// A damaged file was put aside, and what could be read went into a new one.
  case recovered(store: String, quarantine: String, salvaged: Int, lost: Int)
  /// A store that was there before is empty or gone.
  case vanished(store: String)
  /// Another process changed these values, in ascending order.
  case changedElsewhere([StoreKey])
  /// The store as a whole has a problem: it may be read only, or cannot be opened.
  case problem(StoreError)
}

extension StoreEvent: Sendable {}

extension StoreEvent {
  /// Whether something a person wanted did not happen; other events are information.
  public var isProblem: Bool {
    if case .changedElsewhere = self { false } else { true }
  }
}
