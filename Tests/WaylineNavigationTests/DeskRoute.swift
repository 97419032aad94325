import WaylineNavigation

/// The places of the lending desk.
enum DeskRoute: NavigationValue {
  case catalog
  case book(id: Int)
  case member(name: String)
}

/// A generator that gives the same numbers in every run (SplitMix64).
struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension ResultKey where Value == String {
  static let borrower = ResultKey("borrower")
  static let nobody = ResultKey("nobody")
}
