import WaylineStorage

extension SecretStore {
  /// A descriptor that becomes readable when a file of the store's folder changes; nil until the
  /// store is open. A main loop polls it, and then calls ``folderDidChange()``.
  package var changeDescriptor: Int32? { base.changeDescriptor }

  /// Empties the descriptor, and brings the live values up to date if another process has written.
  ///
  /// The notice can come shortly before the commit can be read: call ``checkForeignChanges()`` again
  /// 2 and 20 ms later.
  package func folderDidChange() {
    checkForeignChanges()
  }

  /// Looks whether another process has written, and brings the live values up to date.
  ///
  /// Values that are locked are asked for again without being noted as read.
  public func checkForeignChanges() {
    guard !hub.isInTransaction else { return }
    let hasChanges = base.hasForeignChanges()
    guard hasChanges || (hub.hasUnreadValues && !isLocked) else { return }
    let keys = withoutNoting { hub.refresh(from: self) }
    if !keys.isEmpty { hub.publish(.changedElsewhere(keys)) }
  }
}
