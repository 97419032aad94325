import Wayline
import WaylineTestScale
import WaylineTesting

/// A program with one planted bug: the law or sentence that names it, and its fewest commands.
struct Planted: Sendable, CustomStringConvertible {
  let name: String
  let property: String
  let commands: [String]
  /// The depth of the search, if it is not that of the others.
  let depth: Int
  /// The states that the search meets at most.
  let states: Int
  let explorer: @MainActor @Sendable () -> Explorer<Screens>

  var description: String { name }

  init(
    _ name: String, _ property: String, _ commands: [String], depth: Int = 4 + Scale.factor,
    states: Int = 40 * Scale.factor,
    _ explorer: @escaping @MainActor @Sendable () -> Explorer<Screens>
  ) {
    (self.name, self.property, self.commands, self.explorer) = (name, property, commands, explorer)
    (self.depth, self.states) = (depth, states)
  }

  static let all: [Planted] =
    screens + navigation + states + processes + platforms + lines + apps + tasks + sentences
    + restarts
}
