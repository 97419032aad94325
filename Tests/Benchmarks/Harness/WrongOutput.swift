/// The work ran and what came out is not what it should be: there is nothing to measure.
struct WrongOutput: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Throws unless two values are equal.
func expect<Value: Equatable>(_ what: String, _ value: Value, is expected: Value) throws {
  guard value != expected else { return }
  throw WrongOutput("\(what): expected \(expected), found \(value).")
}
