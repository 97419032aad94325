extension InputComparison {
  /// Puts a new value in the place of an old one and says whether they are the same.
  ///
  /// The old value is compared where it lies: a copy and a second access per row add up in lists.
  package func replace<Value>(_ old: inout Value, with new: Value) -> Bool {
    var new = new
    let isSame = isSame(at: &old, &new)
    old = new
    return isSame
  }

  // NB: typed pointers convert without the closures of `withUnsafePointer`, which are not inlined.
  private func isSame<Value>(
    at old: UnsafeMutablePointer<Value>, _ new: UnsafeMutablePointer<Value>
  ) -> Bool {
    isSame(UnsafeRawPointer(old), UnsafeRawPointer(new))
  }
}
