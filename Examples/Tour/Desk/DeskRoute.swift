import Wayline

/// The places of the lending desk. `tour desk book 42` starts at one of them.
enum DeskRoute: NavigationValue {
  case book(id: Int)
  case member(name: String)
  /// The books that come back, checked one after the other on a stack of their own.
  case returns
  /// A flow that gives the name of a member.
  case chooseMember
  /// A flow that somebody has to complete before members are shown.
  case logIn
}

extension DeskRoute {
  /// Whether only somebody who is logged in may come here: what members read is nobody's business.
  var isGuarded: Bool {
    switch self {
    case .book, .returns, .logIn: false
    case .member, .chooseMember: true
    }
  }
}
