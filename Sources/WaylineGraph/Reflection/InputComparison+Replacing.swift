extension InputComparison {
  /// Puts a new value in the place of an old one and says whether they are the same.
  ///
  /// The old value is compared where it lies: a copy and a second access per row add up in lists.
  package func replace<Value>(_ old: inout Value, with new: Value) -> Bool {
    let isSame = isSame(old, new)
    old = new
    return isSame
  }
}
