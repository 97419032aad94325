/// Which operation of SQLite on its files goes wrong, and how.
struct FaultPlan {
  enum Operation: String {
    case write, sync, truncate, open, delete
  }

  enum Action: String {
    /// The process ends in the middle of it.
    case kill
    /// It reports an error, and has done half of it.
    case fail
    /// It reports that there is no space.
    case full
  }

  let operation: Operation
  /// Counted from 1, over all files.
  let number: Int
  let action: Action

  /// Reads `write 3 kill`; never goes wrong if the words are no plan.
  init(_ words: [String]) {
    operation = words.first.flatMap(Operation.init) ?? .write
    number = words.count > 1 ? Int(words[1]) ?? 0 : 0
    action = words.count > 2 ? Action(rawValue: words[2]) ?? .fail : .fail
  }
}
