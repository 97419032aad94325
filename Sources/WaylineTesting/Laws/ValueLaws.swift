import FoundationEssentials
import Wayline

/// The laws about one value, checked for each value that a search meets: its saved form is read back as it was.
///
/// A place is saved by the value of its route. One value of a hundred may be written or read wrongly, on a screen that
/// looks like those of the others.
struct ValueLaws {
  let laws: Set<Law>

  /// Everything that is wrong with the saved form of a place.
  func findings(_ route: Route) -> [LawFinding] {
    guard !laws.isDisjoint(with: [.restoresPlace, .linkRoundTrip]),
      let value = route.value as? any (Codable & Hashable), let problem = Self.problem(of: value)
    else { return [] }
    // A place that its link does not bring back is not saved either: one cause.
    let isAboutLink = Self.hasLink(route) && !Self.isLinkRead(route)
    return [
      LawFinding(
        law: isAboutLink ? .linkRoundTrip : .restoresPlace,
        message: "The saved form of '\(route)' \(problem), so another process does not show this "
          + "place.",
        cause: ExploredScreen.caseName(of: route) ?? "\(route)")
    ]
  }

  private static func hasLink(_ route: Route) -> Bool {
    route.navigationValue.map { !($0 is any PresentedValue) } ?? false
  }

  /// True if the link of a place is read as it was written.
  private static func isLinkRead(_ route: Route) -> Bool {
    func isRead(_ value: some NavigationValue) -> Bool { (try? DeepLink(value)) != nil }
    return route.navigationValue.map { isRead($0) } ?? false
  }

  /// The difference that writing and reading a value makes, in words; nil if there is none.
  private static func problem<Value: Codable & Hashable>(of value: Value) -> String? {
    // An array, as the JSON of a value alone need not be an object.
    guard let data = try? JSONEncoder().encode([value]) else { return "cannot be written" }
    guard let read = try? JSONDecoder().decode([Value].self, from: data).first else {
      return "cannot be read"
    }
    return read == value ? nil : "is read as '\(read)'"
  }
}
