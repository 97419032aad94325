import Glibc

extension InputComparison {
  /// Puts a new value in the place of an old one and says whether they are the same.
  ///
  /// The values are compared where they lie, and one that is the same to the byte stays: copies add
  /// up in lists.
  package func replace<Value>(_ old: inout Value, with new: Value) -> Bool {
    withUnsafeMutablePointer(to: &old) { old in
      withUnsafePointer(to: new) { new in
        if memcmp(old, new, MemoryLayout<Value>.size) == 0 { return true }
        let isSame = isSame(UnsafeRawPointer(old), UnsafeRawPointer(new))
        old.pointee = new.pointee
        return isSame
      }
    }
  }
}
