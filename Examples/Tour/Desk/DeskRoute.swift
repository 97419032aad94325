import Wayline

/// The places of the lending desk. `tour desk book 42` starts at one of them.
enum DeskRoute: NavigationValue {
  case book(id: Int)
  case member(name: String)
  /// A flow that gives the name of a member.
  case chooseMember
  /// A flow that somebody has to complete before members are shown.
  case signIn
}

extension DeskRoute {
  /// Whether only somebody who is logged in may come here: what members read is nobody's business.
  var isGuarded: Bool {
    switch self {
    case .book, .signIn: false
    case .member, .chooseMember: true
    }
  }
}
