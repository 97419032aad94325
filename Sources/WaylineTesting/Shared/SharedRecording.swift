import Wayline

/// The effects of the steps of one worker, and what its earlier steps have checked.
///
/// A search checks some laws once, in the first state that they are about. Workers do not take the commands in the order of a
/// search. So a check is left out only if the worker has made it in a state with a smaller number: what the report
/// needs is in some record, and it takes the first.
final class SharedRecording {
  /// A command by its place in the order of a single search.
  struct Place: Hashable, Comparable {
    var number: Int
    var ordinal: Int

    static func < (left: Self, right: Self) -> Bool {
      (left.number, left.ordinal) < (right.number, right.ordinal)
    }
  }

  /// The command that is taken at present.
  var place = Place(number: 0, ordinal: -1)
  /// The places of the checks that were made.
  private var checked: [String: Place] = [:]
  private var effects: [SharedEffect] = []

  /// Adds an effect.
  func add(_ effect: SharedEffect) { effects.append(effect) }

  /// The effects since the last call.
  func take() -> [SharedEffect] {
    defer { effects = [] }
    return effects
  }

  /// True unless a check was made at a smaller place; it is made now.
  func isFirst(_ check: String) -> Bool {
    guard isOpen(check) else { return false }
    checked[check] = place
    return true
  }

  /// True unless a check was made at a smaller place.
  func isOpen(_ check: String) -> Bool {
    guard let known = checked[check] else { return true }
    return place < known
  }
}
