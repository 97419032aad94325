import Wayline

/// The places of the lending desk. `tour desk book 42` starts at one of them.
enum DeskRoute: NavigationValue {
  case book(id: Int)
  case member(name: String)
  /// The books that come back, checked one after the other on a stack of their own.
  case returns
  /// A flow that gives the name of a member.
  case chooseMember
  /// The flow to complete before members are shown.
  case logIn
}

extension DeskRoute {
  /// The reason why the place does not exist: it names no book or member of the library; nil if it does.
  var reasonForNone: String? {
    switch self {
    case .book(let id) where Library.book(id) == nil: Library.noBook(id)
    case .member(let name) where Library.member(name) == nil:
      "There is no member '\(name)'. 'open desk' lists the members."
    default: nil
    }
  }

  /// True if the place requires a login: what members read is private.
  var isGuarded: Bool {
    switch self {
    case .book, .returns, .logIn: false
    case .member, .chooseMember: true
    }
  }
}
