/// A reference to an object that does not retain it, for those whom the object itself knows.
///
/// An object with weak references is slower to retain, at every place; a router and a session are retained
/// many times for each line. So such an object has one of these, sets it when it is made, and clears it when it
/// is released.
///
/// It is sendable because it is used on the main actor, and its object is released there, or after the scene has
/// ended, when nothing that uses the reference runs.
package final class BackReference<Object: AnyObject>: @unchecked Sendable {
  // NB: not visible to other modules, which would check each access at run time.
  private unowned(unsafe) var referenced: Object?
  /// The object; nil once it was released.
  package var object: Object? {
    get { referenced }
    set { referenced = newValue }
  }

  /// Creates a reference to nothing.
  package init() {}
}
