#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A shared library that is loaded while the program runs, and stays loaded until it ends.
///
/// A library that most starts of a program do not need costs them nothing this way, neither at the start nor
/// when the program is built.
package struct SharedLibrary {
  // Proof: the handle is a name for the system, which never changes and is never closed.
  nonisolated(unsafe) private let handle: UnsafeMutableRawPointer

  /// Loads the first of several names that the system finds; nil if it finds none.
  package init?(_ names: [String]) {
    for name in names {
      if let handle = dlopen(name, RTLD_NOW) {
        self.handle = handle
        return
      }
    }
    return nil
  }

  /// Returns a function of the library; nil if it has none of this name.
  ///
  /// - Parameters:
  ///   - name: its name in the header of the library.
  ///   - type: its type there, `@convention(c)`.
  package func function<Function>(_ name: String, as type: Function.Type) -> Function? {
    guard let address = dlsym(handle, name) else { return nil }
    // Proof: the caller names the type that the header declares, which is one address.
    return unsafeBitCast(address, to: type)
  }
}

extension SharedLibrary: Sendable {}
