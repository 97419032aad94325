import WaylineNavigation

/// The places of the lending desk.
enum DeskRoute: NavigationValue {
  case catalog
  case book(id: Int)
  case member(name: String)
}

extension ResultKey where Value == String {
  static let borrower = ResultKey("borrower")
  static let nobody = ResultKey("nobody")
}
