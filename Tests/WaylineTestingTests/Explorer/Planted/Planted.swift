import Wayline
import WaylineTesting

/// A program with one planted bug: the law or sentence that names it, and its fewest commands.
struct Planted: Sendable, CustomStringConvertible {
  let name: String
  let property: String
  let commands: [String]
  let explorer: @MainActor @Sendable () -> Explorer<Screens>

  var description: String { name }

  init(
    _ name: String, _ property: String, _ commands: [String],
    _ explorer: @escaping @MainActor @Sendable () -> Explorer<Screens>
  ) {
    (self.name, self.property, self.commands, self.explorer) = (name, property, commands, explorer)
  }

  static let all: [Planted] = screens + navigation + states + processes + platforms
}
