/// How a store learns that another process may have written to it.
///
/// ```swift
/// var notice: StoreNotice? {
///   StoreNotice(descriptor: { self.socket }, look: { self.hub.refresh(from: self) })
/// }
/// ```
///
/// The loop of a scene waits for the descriptor while nothing is typed, and prints what `look` has changed.
public struct StoreNotice: Sendable {
  /// Returns the descriptor that becomes readable when something may have changed.
  ///
  /// Nil as long as nothing can change, such as before the store is open, and -1 when it can change without
  /// any sign: then the loop looks every two seconds.
  public let descriptor: @Sendable () -> Int32?
  /// Empties the descriptor, and brings the live values up to date.
  ///
  /// Called again 2 and 20 ms later, since a sign can come before the change can be read.
  public let look: @Sendable () -> Void

  /// Creates a notice by its parts.
  public init(
    descriptor: @escaping @Sendable () -> Int32?, look: @escaping @Sendable () -> Void
  ) {
    (self.descriptor, self.look) = (descriptor, look)
  }
}

/// The upkeep of a store that outlives its process: what its values leave behind where they are kept.
///
/// ```swift
/// if let upkeep = store.upkeep, upkeep.damagedFiles > 0 {
///   try upkeep.eraseDamagedFiles()
/// }
/// ```
public protocol StoreUpkeep: AnyObject, Sendable {
  /// Closes what is open; the next use of the store opens it again.
  func close()
  /// Overwrites what was replaced or erased; a failure is published as an event of the store.
  func overwriteErased()
  /// The number of damaged files that recoveries have put aside.
  var damagedFiles: Int { get }
  /// Deletes the damaged files that recoveries have put aside, with the values in them.
  func eraseDamagedFiles() throws(StoreError)
  /// What is unusual about the connection to the store, in sentences, which `store status` prints. There is a default
  /// without any.
  var remarks: [String] { get }
}

extension StoreUpkeep {
  /// None.
  public var remarks: [String] { [] }
}
