import WaylineNavigation

/// The places that the navigation rows visit.
enum Place: NavigationValue {
  case catalog
  case book(id: Int)
  case shelf(room: String, row: Int, isOpen: Bool)
}
